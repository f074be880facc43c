#include "export/bit_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace calibrant {
namespace {

constexpr int kOctaves = 2;               // of a zone nearer to the ends
constexpr std::int64_t kMostRows = 8192;  // of the zone about 1/2
constexpr std::int64_t kMostRowsOfOctaves = 2048;
constexpr std::size_t kMostZones = 32;  // the JVM compiles no method of more than 8,000 bytes

// How many rows of 2^shift units a span takes, rounded up to a power of two.
std::int64_t count_of(std::int64_t units, int shift) {
  const auto rows = static_cast<std::uint64_t>(units >> shift);
  return static_cast<std::int64_t>(std::bit_ceil(std::max<std::uint64_t>(rows, 1)));
}

// The largest power of two that divides all borders inside, and 2^most.
int common_shift(std::span<const std::int64_t> borders, std::int64_t first, std::int64_t end,
                 std::int64_t most) {
  for (const std::int64_t border : borders) {
    if (border > first && border < end) most |= border;
  }
  return std::countr_zero(static_cast<std::uint64_t>(most));
}

// Spans from 1/2 outwards, as far as borders reach; empty if the borders have too many bits.
std::vector<BitSpan> spans_of(std::span<const std::int64_t> borders) {
  std::int64_t reach = kUnits >> 1;
  for (const std::int64_t border : borders) {
    if (border > 0 && border < kUnits) reach = std::min({reach, border, kUnits - border});
  }
  int octave = 1;
  int shift = 51;
  for (;;) {
    const std::int64_t first = kUnits >> (octave + 1);
    const int wider =
        common_shift(borders, first, kUnits - first, std::int64_t{1} << (51 - octave));
    if ((kUnits >> wider) > kMostRows) break;
    ++octave;
    shift = wider;
  }
  if (octave == 1) return {};
  std::int64_t edge = kUnits >> octave;
  std::vector<BitSpan> spans = {{edge, kUnits - edge, shift}};
  for (; edge > reach; edge >>= kOctaves) {
    const std::int64_t next = edge >> kOctaves;
    spans.push_back({next, edge, common_shift(borders, next, edge, next)});
    spans.push_back({kUnits - edge, kUnits - next,
                     common_shift(borders, kUnits - edge, kUnits - next, kUnits - edge)});
    if (spans.size() > kMostZones) return {};
  }
  spans.push_back({0, edge, 52});
  spans.push_back({kUnits - edge, kUnits, 52});
  spans.push_back({kUnits, kUnits + 1, 53});
  return spans;
}

}  // namespace

BitRows::BitRows(const std::vector<BitSpan>& spans) {
  for (const BitSpan& span : spans) {
    const std::int64_t count =
        count_of(zones_.empty() ? kUnits : span.end - span.first, span.shift);
    // A multiple of the count: an OR is a sum.
    const auto rows = static_cast<std::int64_t>(rows_.size());
    const std::int64_t base = (rows + count - 1) / count * count;
    rows_.resize(static_cast<std::size_t>(base));
    const std::int64_t start =
        count == 1 ? span.first : span.first - span.first % (count << span.shift);
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t at = start + (i << span.shift);
      rows_.push_back({at, span.shift, at >= span.first && at < span.end});
    }
    zones_.push_back({span.first, span.shift, count - 1, base});
  }
  std::ranges::sort(zones_, {}, &Zone::first);
}

std::string BitRows::place(const std::string& x) const { return tree(x, 0, zones_.size()); }

// The widest zone first: most scores are in it, if nothing is known of them.
std::string BitRows::tree(const std::string& x, std::size_t begin, std::size_t end) const {
  if (end - begin == 1) {
    const Zone& zone = zones_[begin];
    return fmt::format("((shiftright({}, {}) & {}L) | {}L)", x, zone.shift, zone.mask, zone.base);
  }
  const std::int64_t last = end < zones_.size() ? zones_[end].first : kUnits;
  const std::int64_t middle = zones_[begin].first + (last - zones_[begin].first) / 2;
  std::size_t half = begin + 1;
  for (std::size_t k = half; k < end; ++k) {
    if (std::abs(zones_[k].first - middle) < std::abs(zones_[half].first - middle)) half = k;
  }
  return fmt::format("IF({} < {}L, {}, {})", x, zones_[half].first, tree(x, begin, half),
                     tree(x, half, end));
}

std::optional<BitRows> bit_rows(std::span<const double> borders) {
  std::vector<std::int64_t> whole;
  for (const double border : borders) {
    const double units = border * static_cast<double>(kUnits);
    if (!(border >= 0 && border <= 1 && units == std::floor(units))) return {};
    whole.push_back(static_cast<std::int64_t>(units));
  }
  const std::vector<BitSpan> spans = spans_of(whole);
  if (spans.empty() || spans.size() > kMostZones) return {};
  for (std::size_t k = 1; k < spans.size(); ++k) {
    const std::int64_t count = count_of(spans[k].end - spans[k].first, spans[k].shift);
    if (count > kMostRowsOfOctaves) return {};
  }
  return BitRows(spans);
}

}  // namespace calibrant
