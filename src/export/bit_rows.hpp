// Where a probability lies among borders that have few bits, as those of counted cells have.
//
// x in [0, 1] is a whole number of 2^-52:   X = floor(x * 2^52), exact but for what is below.
//
// [0, 1] is cut into zones: one about 1/2, and towards either end two octaves each. The borders in
// a zone are multiples of some 2^shift, so X >> shift is a row that no border divides. No score is
// compared with a border: a processor cannot guess the side, and waits. The zone about 1/2 is wide
// for the same reason, because most scores should be in it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace calibrant {

inline constexpr std::int64_t kUnits = std::int64_t{1} << 52U;  ///< of 2^-52 in 1

/// From X = first up to end, rows of 2^shift units.
struct BitSpan {
  std::int64_t first;
  std::int64_t end;
  int shift;
};

/// A row of a table; some, which are never read, begin outside their zone.
struct BitRow {
  std::int64_t start = 0;
  int shift = 0;
  bool read = false;
};

class BitRows {
 public:
  /// The first span is about 1/2; its rows are numbered from 0 to 1.
  explicit BitRows(const std::vector<BitSpan>& spans);

  const std::vector<BitRow>& rows() const { return rows_; }
  /// The row of X as SQL; NULL for NULL.
  std::string place(const std::string& x) const;

 private:
  // From X = first on: row (X >> shift & mask) | base.
  struct Zone {
    std::int64_t first;
    int shift;
    std::int64_t mask;
    std::int64_t base;
  };

  std::string tree(const std::string& x, std::size_t begin, std::size_t end) const;

  std::vector<Zone> zones_;  // ascending
  std::vector<BitRow> rows_;
};

/// For ascending borders; none if they are not all in [0, 1] and of few bits.
std::optional<BitRows> bit_rows(std::span<const double> borders);

}  // namespace calibrant
