// What a Curve holds: the data as given, and what makes reading it quick. Never changed after it is
// built, so any number of threads may read it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "calibrant/curve.hpp"
#include "kernels/curve.hpp"
#include "kernels/sigmoid.hpp"

namespace calibrant {

/// Cell numbers must fit the 32-bit conversions of the kernels.
inline constexpr std::size_t kMostCells = 0x7FFFFFFF;

/// `cells` equal cells over [low, high].
kernels::CellMap linear_cells(double low, double high, std::size_t cells);

/// The memory behind a Search: O(borders), built in O(borders). It may be moved, not copied.
class BorderTable {
 public:
  BorderTable() = default;
  /// Scores outside [low, high] look for their cell as if they were its ends. With
  /// `first_knot`, that number is readable just before the first border.
  BorderTable(std::span<const double> borders, double low, double high,
              std::optional<double> first_knot = {});
  // The search points into the vectors; moving them keeps their memory.
  BorderTable(const BorderTable&) = delete;
  BorderTable& operator=(const BorderTable&) = delete;
  BorderTable(BorderTable&&) = default;
  BorderTable& operator=(BorderTable&&) = default;
  ~BorderTable() = default;

  const kernels::Search& search() const noexcept { return search_; }

 private:
  std::vector<kernels::Zoom> zooms_;
  std::vector<std::uint32_t> before_;
  std::vector<double> padded_;
  kernels::Search search_;
};

class CurveIndex {
 public:
  /// The data are valid (curve/validate.hpp).
  CurveIndex(Curve::Shape shape, std::optional<Band> band, Origin origin);
  // The tables point into this very object.
  CurveIndex(const CurveIndex&) = delete;
  CurveIndex& operator=(const CurveIndex&) = delete;
  ~CurveIndex() = default;

  /// Which numbers to read along the curve.
  enum class Line : std::uint8_t { kValues, kLower, kUpper };

  double read(Line which, double score) const noexcept;
  /// One line or two; out[i] goes with lines[i].
  void read(std::span<const Line> lines, std::span<const double> scores,
            std::span<double* const> out) const noexcept;

  const Curve::Shape& shape() const noexcept { return shape_; }
  const std::optional<Band>& band() const noexcept { return band_; }
  const Origin& origin() const noexcept { return origin_; }

 private:
  enum class Kind : std::uint8_t { kSigmoid, kSteps, kSegments, kGrid };

  void index(const Sigmoid& sigmoid);
  void index(const Steps& steps);
  void index(const Segments& segments);
  void index(const Grid& grid);
  /// Where the kernels find the numbers of each line: in place, or copied with the last repeated.
  void set_lines(const std::vector<double>& values, bool repeat_last);
  const double* line(Line which) const noexcept { return lines_[static_cast<std::size_t>(which)]; }

  Curve::Shape shape_;
  std::optional<Band> band_;
  Origin origin_;

  Kind kind_ = Kind::kSigmoid;
  bool wide_ = false;             // Segments: some knots lie further apart than doubles reach
  kernels::SigmoidView sigmoid_;  // Sigmoid
  kernels::CellMap cells_;        // Grid
  BorderTable table_;             // Steps, Segments
  std::array<const double*, 3> lines_ = {};
  std::array<std::vector<double>, 3> copies_;
};

}  // namespace calibrant
