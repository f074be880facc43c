// The curves of all classes in one table, so that a probability finds its place without a search.
#pragma once

#include <memory>
#include <vector>

#include "calibrant/classes.hpp"
#include "kernels/class_curves.hpp"

namespace calibrant {

class CurveTable {
 public:
  /// Null where the curves are of another kind, or their knots too close together. A value differs
  /// from the curve's own by rounding, at most 1e-14 of it.
  static std::shared_ptr<const CurveTable> make(const std::vector<Curve>& curves);

  /// The table of a part's curves. Null where the part has none.
  static std::shared_ptr<const CurveTable> make(const ClassPart& part);

  /// A block of rows, with as many classes as there are curves.
  void read(const double* p, std::size_t classes, double* out) const {
    kernels::read_class_curves(cells_, lines_.data(), p, classes, out);
  }

 private:
  bool divide(const std::vector<double>& knots, int shift);
  bool add_lines(const Curve& curve, const std::vector<double>& knots);

  kernels::CellsByOdds cells_;
  std::vector<double> borders_;
  std::vector<double> lines_;
};

}  // namespace calibrant
