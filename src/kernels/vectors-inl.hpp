// What the curve kernels share: types, the clamp, the loops over scores. Included once per target.
// NOLINTBEGIN(misc-definitions-in-headers)
#if defined(CALIBRANT_KERNELS_VECTORS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CALIBRANT_KERNELS_VECTORS_INL
#undef CALIBRANT_KERNELS_VECTORS_INL
#else
#define CALIBRANT_KERNELS_VECTORS_INL
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/curve.hpp"

HWY_BEFORE_NAMESPACE();
namespace calibrant::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::ScalableTag<double>;
using Integers = hn::Rebind<std::int64_t, Doubles>;
using Bits = hn::Rebind<std::uint64_t, Doubles>;
using V = hn::Vec<Doubles>;
using Index = hn::Vec<Integers>;

// Without Max and Min, whose answer for NaN differs between machines: NaN gives `low`.
HWY_INLINE V clamp_scores(V x, V low, V high) {
  const V above = hn::IfThenElse(hn::Gt(x, low), x, low);
  return hn::IfThenElse(hn::Lt(above, high), above, high);
}

// NaN stays what it is.
HWY_INLINE V unless_nan(V x, V result) { return hn::IfThenElse(hn::Eq(x, x), result, x); }

// out[i] = read(scores[i]), vector by vector; the last, unfilled one is padded with zeros. `out`
// may be `scores`.
template <class Read>
HWY_INLINE void for_vectors(std::span<const double> scores, double* out, const Read& read) {
  const Doubles d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= scores.size(); i += lanes) {
    const V x = hn::LoadU(d, scores.data() + i);
    hn::StoreU(unless_nan(x, read(x)), d, out + i);
  }
  if (i == scores.size()) return;
  std::array<double, hn::MaxLanes(Doubles())> rest = {};
  std::copy(scores.begin() + static_cast<std::ptrdiff_t>(i), scores.end(), rest.begin());
  const V x = hn::LoadU(d, rest.data());
  hn::StoreU(unless_nan(x, read(x)), d, rest.data());
  std::copy_n(rest.begin(), scores.size() - i, out + i);
}

// Scores and outputs in blocks that stay in the first-level cache: work(scores, n, outs), n a
// multiple of the vector length; the last block is padded with zeros.
inline constexpr std::size_t kBlock = 64;
using CacheBlock = std::array<double, kBlock>;
using Outs = std::array<double*, 2>;

// A block is read in a burst and then worked on for long: too uneven a pace for the machine to
// guess what comes next.
inline constexpr std::size_t kBlocksAhead = 4;

HWY_INLINE void prefetch_block(std::span<const double> scores, std::span<const Channel> channels,
                               std::size_t first) {
  if (first + kBlock > scores.size()) return;
  constexpr std::size_t kLine = 64 / sizeof(double);
  for (std::size_t i = first; i < first + kBlock; i += kLine) {
    hwy::Prefetch(scores.data() + i);
    for (const Channel& channel : channels) hwy::Prefetch(channel.out + i);
  }
}

template <class Work>
HWY_INLINE void for_blocks(std::span<const double> scores, std::span<const Channel> channels,
                           const Work& work) {
  const std::size_t lanes = hn::Lanes(Doubles());
  Outs outs = {};
  std::size_t first = 0;
  for (; first + kBlock <= scores.size(); first += kBlock) {
    for (std::size_t c = 0; c < channels.size(); ++c) outs[c] = channels[c].out + first;
    prefetch_block(scores, channels, first + kBlocksAhead * kBlock);
    work(scores.data() + first, kBlock, outs);
  }
  const std::size_t rest = scores.size() - first;
  if (rest == 0) return;
  CacheBlock padded = {};
  std::array<CacheBlock, 2> results;
  std::copy_n(scores.data() + first, rest, padded.data());
  for (std::size_t c = 0; c < channels.size(); ++c) outs[c] = results[c].data();
  work(padded.data(), (rest + lanes - 1) / lanes * lanes, outs);
  for (std::size_t c = 0; c < channels.size(); ++c) {
    std::copy_n(results[c].data(), rest, channels[c].out + first);
  }
}

}  // namespace calibrant::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
// NOLINTEND(misc-definitions-in-headers)
