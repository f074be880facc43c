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

// The whole part of numbers from 0 to 2^31 - 1.
HWY_INLINE Index to_index(V x) {
  const hn::Rebind<std::int32_t, Doubles> narrow;
  return hn::PromoteTo(Integers(), hn::DemoteTo(narrow, x));
}

class LinearCells {
 public:
  explicit LinearCells(const CellMap& map)
      : low_(hn::Set(Doubles(), map.low)),
        high_(hn::Set(Doubles(), map.high)),
        prescale_(hn::Set(Doubles(), map.prescale)),
        offset_(hn::Set(Doubles(), map.offset)),
        scale_(hn::Set(Doubles(), map.scale)),
        last_(hn::Set(Doubles(), map.last)) {}

  HWY_INLINE V clamped(V score) const { return clamp_scores(score, low_, high_); }

  HWY_INLINE Index operator()(V x) const {
    const V cell = hn::Mul(hn::Sub(hn::Mul(x, prescale_), offset_), scale_);
    return to_index(hn::Min(cell, last_));
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

  HWY_INLINE V clamped(V score) const { return clamp_scores(score, low_, high_); }

  HWY_INLINE Index operator()(V clamped_score) const {
    const Integers di;
    const V x = hn::Add(clamped_score, hn::Zero(Doubles()));  // no -0.0
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
  return hn::Min(hn::Max(value, hn::Min(from, to)), hn::Max(from, to));
}

using Places = std::array<std::int64_t, kBlock>;

// The cells of a block of scores, and a copy of the scores that outputs cannot overwrite: clamped,
// to the span of the cells or only away from +infinity, with NaN left alone.
template <bool kToSpan, class Cells>
HWY_INLINE void find_cells(const Cells& cells, const double* scores, std::size_t n,
                           CacheBlock& block, Places& places) {
  const Doubles d;
  const V least = hn::Set(d, -kInfinity);
  const V most = hn::Set(d, kLargest);
  for (std::size_t i = 0; i < n; i += hn::Lanes(d)) {
    const V score = hn::LoadU(d, scores + i);
    const V inside = cells.clamped(score);
    const V x = kToSpan ? inside : clamp_scores(score, least, most);
    hn::StoreU(unless_nan(score, x), d, block.data() + i);
    hn::StoreU(cells(inside), Integers(), places.data() + i);
  }
}

HWY_INLINE V zoomed(V low, V scale, V last, V first, V x) {
  const V zero = hn::Zero(Doubles());
  const V place = hn::Mul(hn::Sub(x, low), scale);
  const V above = hn::IfThenElse(hn::Gt(place, zero), place, zero);
  return hn::Add(first, hn::IfThenElse(hn::Lt(above, last), above, last));
}

HWY_INLINE void zoom_in(const Zoom* zooms, const CacheBlock& block, std::size_t n, Places& places) {
  const Doubles d;
  static_assert(sizeof(Zoom) == 4 * sizeof(double));
  std::array<double, 4 * kBlock> found;
  for (std::size_t i = 0; i < n; ++i) {
    std::memcpy(&found[4 * i], zooms + places[i], sizeof(Zoom));
  }
  for (std::size_t i = 0; i < n; i += hn::Lanes(d)) {
    V low, scale, last, first;
    hn::LoadInterleaved4(d, &found[4 * i], low, scale, last, first);
    const V cell = zoomed(low, scale, last, first, hn::LoadU(d, block.data() + i));
    hn::StoreU(to_index(cell), Integers(), places.data() + i);
  }
}

// Calls found(i, number of borders <= block[i]) for every score of a block whose cells are in
// `places`. Borders ascend, so those of a cell that are <= x are counted by comparing x with all of
// them at once, in kVectors vectors of D; only crowded cells are halved first, down to 2^kAtOnce.
// No branch depends on a score.
template <class D, std::size_t kVectors, int kAtOnce, class Found>
HWY_INLINE void count_at_once(const Search& search, const CacheBlock& block, std::size_t n,
                              const Places& places, const Found& found) {
  const D d;
  const double* borders = search.borders;
  for (std::size_t i = 0; i < n; ++i) {
    std::int64_t place = search.before[places[i]];
    for (int step = search.steps - 1; step >= kAtOnce; --step) {
      const double border = borders[place + (std::int64_t{1} << step) - 1];
      place += static_cast<std::int64_t>(block[i] >= border) << step;
    }
    const auto x = hn::Set(d, block[i]);
    std::size_t count = 0;
    for (std::size_t v = 0; v < kVectors; ++v) {
      count += hn::CountTrue(d, hn::Ge(x, hn::LoadU(d, borders + place + v * hn::Lanes(d))));
    }
    found(i, place + static_cast<std::int64_t>(count));
  }
}

template <class Found>
HWY_INLINE void count_borders(const Search& search, const CacheBlock& block, std::size_t n,
                              Places& places, const Found& found) {
  if (search.zooms != nullptr) zoom_in(search.zooms, block, n, places);
  using Four = hn::CappedTag<double, 4>;
  using Eight = hn::CappedTag<double, 8>;
  constexpr std::size_t kLanes = hn::MaxLanes(Eight());
  if constexpr (kLanes < 4) {
    count_at_once<Four, 1, 1>(search, block, n, places, found);
  } else if (search.steps <= 2) {
    count_at_once<Four, 1, 2>(search, block, n, places, found);
  } else if (search.steps == 3) {
    count_at_once<Eight, 8 / kLanes, 3>(search, block, n, places, found);
  } else {
    count_at_once<Eight, 16 / kLanes, 4>(search, block, n, places, found);
  }
}

HWY_INLINE void look_up(const double* values, const Places& places, const CacheBlock& block,
                        std::size_t n, double* out) {
  for (std::size_t i = 0; i < n; ++i) out[i] = values[places[i]];
  const Doubles d;
  for (std::size_t i = 0; i < n; i += hn::Lanes(d)) {
    const V x = hn::LoadU(d, block.data() + i);
    hn::StoreU(unless_nan(x, hn::LoadU(d, out + i)), d, out + i);
  }
}

void grid_any(const CellMap& map, std::span<const double> scores, Channels channels) {
  const LinearCells cells(map);
  if (channels.size() == 1) {
    const double* values = channels[0].values;
    for_vectors(scores, channels[0].out, [&](V x) HWY_ATTR {
      return hn::GatherIndex(Doubles(), values, cells(cells.clamped(x)));
    });
    return;
  }
  for_blocks(scores, channels, [&](const double* part, std::size_t n, const Outs& outs) HWY_ATTR {
    Places places;
    CacheBlock block;
    find_cells<true>(cells, part, n, block, places);
    for (std::size_t c = 0; c < channels.size(); ++c) {
      look_up(channels[c].values, places, block, n, outs[c]);
    }
  });
}

template <class Cells>
void steps(const Search& search, std::span<const double> scores, Channels channels) {
  const Cells cells(search.map);
  for_blocks(scores, channels, [&](const double* part, std::size_t n, const Outs& outs) HWY_ATTR {
    Places places;
    CacheBlock block;
    find_cells<false>(cells, part, n, block, places);
    count_borders(search, block, n, places,
                  [&](std::size_t i, std::int64_t place) { places[i] = place; });
    for (std::size_t c = 0; c < channels.size(); ++c) {
      look_up(channels[c].values, places, block, n, outs[c]);
    }
  });
}

template <class Cells, bool kWide>
void segments(const Search& search, std::span<const double> scores, Channels channels) {
  const Cells cells(search.map);
  const double* knots = search.borders - 1;
  for_blocks(scores, channels, [&](const double* part, std::size_t n, const Outs& outs) HWY_ATTR {
    const Doubles d;
    Places places;
    CacheBlock block;
    std::array<double, 2 * kBlock> between;  // left knot, right knot, ...
    std::array<double, 2 * kBlock> values;
    find_cells<true>(cells, part, n, block, places);
    const double* line = channels[0].values;
    count_borders(search, block, n, places, [&](std::size_t i, std::int64_t place) {
      places[i] = place;
      std::memcpy(&between[2 * i], knots + place, 2 * sizeof(double));
      std::memcpy(&values[2 * i], line + place, 2 * sizeof(double));
    });
    for (std::size_t c = 0; c < channels.size(); ++c) {
      for (std::size_t i = 0; c > 0 && i < n; ++i) {
        std::memcpy(&values[2 * i], channels[c].values + places[i], 2 * sizeof(double));
      }
      for (std::size_t i = 0; i < n; i += hn::Lanes(d)) {
        const V x = hn::LoadU(d, block.data() + i);
        V left, right, from, to;
        hn::LoadInterleaved2(d, &between[2 * i], left, right);
        hn::LoadInterleaved2(d, &values[2 * i], from, to);
        const V t = fraction_between<kWide>(x, left, right);
        hn::StoreU(unless_nan(x, interpolate(t, from, to)), d, outs[c] + i);
      }
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

const char* target_name_here() { return hwy::TargetName(HWY_TARGET); }

}  // namespace calibrant::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
// NOLINTEND(misc-definitions-in-headers)
