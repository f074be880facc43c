// The kernels of the piecewise curves, written once for vectors of any length. Arithmetic goes by
// vectors; the search in the table goes score by score, because today's gather instructions are no
// faster than plain loads. Functions that share a name with one of kernels/curve_scalar.hpp mirror
// it operation by operation; there the comments stand. No MulAdd anywhere: a product and a sum are
// rounded one after the other on every target.
//
// Included once per target by curve.cpp.
// NOLINTBEGIN(misc-definitions-in-headers)
#if defined(CALIBRANT_KERNELS_CURVE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CALIBRANT_KERNELS_CURVE_INL
#undef CALIBRANT_KERNELS_CURVE_INL
#else
#define CALIBRANT_KERNELS_CURVE_INL
#endif

#include <cstring>
#include <type_traits>

#include "kernels/curve.hpp"
#include "kernels/curve_scalar.hpp"
#include "kernels/vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace calibrant::kernels::HWY_NAMESPACE {

class LinearCells {
 public:
  explicit LinearCells(const CellMap& map)
      : low_(hn::Set(Doubles(), map.low)),
        high_(hn::Set(Doubles(), map.high)),
        prescale_(hn::Set(Doubles(), map.prescale)),
        offset_(hn::Set(Doubles(), map.offset)),
        scale_(hn::Set(Doubles(), map.scale)),
        last_(hn::Set(Doubles(), map.last)) {}

  HWY_INLINE Index operator()(V score) const {
    const V x = clamp_scores(score, low_, high_);
    const V cell = hn::Mul(hn::Sub(hn::Mul(x, prescale_), offset_), scale_);
    const V whole = hn::IfThenElse(hn::Lt(cell, last_), cell, last_);
    const hn::Rebind<std::int32_t, Doubles> narrow;
    return hn::PromoteTo(Integers(), hn::DemoteTo(narrow, whole));
  }

 private:
  V low_, high_, prescale_, offset_, scale_, last_;
};

class BitCells {
 public:
  explicit BitCells(const CellMap& map)
      : low_(hn::Set(Doubles(), map.low)),
        high_(hn::Set(Doubles(), map.high)),
        base_(hn::Set(Integers(), map.base)),
        shift_(map.shift) {}

  HWY_INLINE Index operator()(V score) const {
    const Integers di;
    const V x = hn::Add(clamp_scores(score, low_, high_), hn::Zero(Doubles()));
    const Index bits = hn::BitCast(di, x);
    const Index flipped = hn::Xor(bits, hn::Set(di, hwy::LimitsMax<std::int64_t>()));
    const Index ordered = hn::IfThenElse(hn::Lt(bits, hn::Zero(di)), flipped, bits);
    const auto above = hn::BitCast(Bits(), hn::Sub(ordered, base_));
    return hn::BitCast(di, hn::ShiftRightSame(above, shift_));
  }

 private:
  V low_, high_;
  Index base_;
  int shift_;
};

template <bool kWide>
HWY_INLINE V fraction_between(V x, V left, V right) {
  const Doubles d;
  const V width = hn::Sub(right, left);
  if constexpr (!kWide) return hn::Div(hn::Sub(x, left), width);
  const V half = hn::Set(d, 0.5);
  const V halved = hn::Mul(left, half);
  const auto fits = hn::Le(width, hn::Set(d, kLargest));
  const V above = hn::IfThenElse(fits, hn::Sub(x, left), hn::Sub(hn::Mul(x, half), halved));
  return hn::Div(above, hn::IfThenElse(fits, width, hn::Sub(hn::Mul(right, half), halved)));
}

HWY_INLINE V interpolate(V t, V from, V to) {
  const V value = hn::Add(from, hn::Mul(t, hn::Sub(to, from)));
  const auto ascends = hn::Lt(from, to);
  const V least = hn::IfThenElse(ascends, from, to);
  const V most = hn::IfThenElse(ascends, to, from);
  return clamp_scores(value, least, most);
}

using Places = std::array<std::int64_t, kBlock>;

// places[i] = number of borders <= block[i], after clamping the scores of the block (NaN stays).
// No branch depends on a score.
template <class Cells>
HWY_INLINE void count_borders(const Cells& cells, const Search& search, double low, double high,
                              Block& block, std::size_t filled, Places& places) {
  const Doubles d;
  for (std::size_t i = 0; i < filled; i += hn::Lanes(d)) {
    const V score = hn::LoadU(d, block.data() + i);
    const V x = clamp_scores(score, hn::Set(d, low), hn::Set(d, high));
    hn::StoreU(unless_nan(score, x), d, block.data() + i);
    hn::StoreU(cells(x), Integers(), places.data() + i);
  }
  if (search.zooms != nullptr) {
    for (std::size_t i = 0; i < filled; ++i) {
      places[i] = zoomed(search.zooms[places[i]], block[i]);
    }
  }
  const auto halve = [&](auto steps) HWY_ATTR {
    for (std::size_t i = 0; i < filled; ++i) {
      places[i] = count_from(search.borders, search.before[places[i]], steps, block[i]);
    }
  };
  // A known number of steps is unrolled by the compiler.
  switch (search.steps) {
    case 0:
    case 1:
      return halve(std::integral_constant<int, 1>());
    case 2:
      return halve(std::integral_constant<int, 2>());
    case 3:
      return halve(std::integral_constant<int, 3>());
    default:
      return halve(search.steps);
  }
}

HWY_INLINE void look_up(const double* values, const Places& places, const Block& block,
                        std::size_t filled, std::size_t count, double* out) {
  Block found;
  for (std::size_t i = 0; i < filled; ++i) found[i] = values[places[i]];
  const Doubles d;
  for (std::size_t i = 0; i < filled; i += hn::Lanes(d)) {
    const V x = hn::LoadU(d, block.data() + i);
    hn::StoreU(unless_nan(x, hn::LoadU(d, found.data() + i)), d, found.data() + i);
  }
  std::copy_n(found.data(), count, out);
}

void grid_any(const CellMap& map, std::span<const double> scores, Channels channels) {
  const LinearCells cells(map);
  if (channels.size() == 1) {
    const double* values = channels[0].values;
    for_vectors(scores, channels[0].out,
                [&](V x) HWY_ATTR { return hn::GatherIndex(Doubles(), values, cells(x)); });
    return;
  }
  Places places;
  for_blocks(scores,
             [&](Block& block, std::size_t filled, std::size_t count, std::size_t first) HWY_ATTR {
               for (std::size_t i = 0; i < filled; i += hn::Lanes(Doubles())) {
                 const V x = hn::LoadU(Doubles(), block.data() + i);
                 hn::StoreU(cells(x), Integers(), places.data() + i);
               }
               for (const Channel& channel : channels) {
                 look_up(channel.values, places, block, filled, count, channel.out + first);
               }
             });
}

template <class Cells>
void steps(const Search& search, std::span<const double> scores, Channels channels) {
  const Cells cells(search.map);
  Places places;
  for_blocks(scores,
             [&](Block& block, std::size_t filled, std::size_t count, std::size_t first) HWY_ATTR {
               count_borders(cells, search, -kLargest, kLargest, block, filled, places);
               for (const Channel& channel : channels) {
                 look_up(channel.values, places, block, filled, count, channel.out + first);
               }
             });
}

template <class Cells, bool kWide>
void segments(const Search& search, std::span<const double> scores, Channels channels) {
  const Cells cells(search.map);
  const double* knots = search.borders - 1;
  Places places;
  std::array<double, 2 * kBlock> between;  // left knot, right knot, ...
  std::array<double, 2 * kBlock> values;
  Block found;
  for_blocks(scores,
             [&](Block& block, std::size_t filled, std::size_t count, std::size_t first) HWY_ATTR {
               const Doubles d;
               count_borders(cells, search, search.map.low, search.map.high, block, filled, places);
               for (std::size_t i = 0; i < filled; ++i) {
                 std::memcpy(&between[2 * i], knots + places[i], 2 * sizeof(double));
               }
               for (const Channel& channel : channels) {
                 for (std::size_t i = 0; i < filled; ++i) {
                   std::memcpy(&values[2 * i], channel.values + places[i], 2 * sizeof(double));
                 }
                 for (std::size_t i = 0; i < filled; i += hn::Lanes(d)) {
                   const V x = hn::LoadU(d, block.data() + i);
                   V left, right, from, to;
                   hn::LoadInterleaved2(d, &between[2 * i], left, right);
                   hn::LoadInterleaved2(d, &values[2 * i], from, to);
                   const V t = fraction_between<kWide>(x, left, right);
                   hn::StoreU(unless_nan(x, interpolate(t, from, to)), d, found.data() + i);
                 }
                 std::copy_n(found.data(), count, channel.out + first);
               }
             });
}

// The doors: from run-time facts to template arguments.

void steps_any(const Search& search, std::span<const double> scores, Channels channels) {
  search.map.by_bits ? steps<BitCells>(search, scores, channels)
                     : steps<LinearCells>(search, scores, channels);
}

template <class Cells>
void segments_with(const Search& search, bool wide, std::span<const double> scores,
                   Channels channels) {
  wide ? segments<Cells, true>(search, scores, channels)
       : segments<Cells, false>(search, scores, channels);
}

void segments_any(const Search& search, bool wide, std::span<const double> scores,
                  Channels channels) {
  search.map.by_bits ? segments_with<BitCells>(search, wide, scores, channels)
                     : segments_with<LinearCells>(search, wide, scores, channels);
}

}  // namespace calibrant::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
// NOLINTEND(misc-definitions-in-headers)
