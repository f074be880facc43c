// The average of Auto as a function of the score, and as a curve of straight lines.
#pragma once

#include <cstddef>
#include <vector>

#include "auto/mixture.hpp"
#include "calibrant/curve.hpp"

namespace calibrant {

/// Within this the curve follows the blend.
inline constexpr double kBlendTolerance = 1e-6;

/// Between two groups each base keeps its shape and its offset moves in a straight line; ABB's
/// probability does the same. Beyond the groups the last offset holds and the base goes on.
class Blend {
 public:
  explicit Blend(const Mixture& mixture);

  double operator()(double score) const;
  /// The same, for callers who know that `right` is the first group above the score.
  double between(std::size_t right, double score) const;

  std::vector<double> at_groups() const;

  struct Curved {
    Segments segments;
    /// For every knot: how far it lies along the groups, 2.25 meaning a quarter of the way from
    /// group 2 to group 3 (on the line of scores); whole numbers are the groups themselves.
    std::vector<double> places;
  };
  /// Knots at every group and as many between and beyond as the tolerance asks for.
  Curved curve() const;

 private:
  struct Part {
    const FittedFamily* base = nullptr;  // null: ABB
    double weight = 0;
    std::vector<double> line;  // offsets, or ABB's probabilities
  };

  double place_of(std::size_t right, double score) const;
  double far_knot(bool upwards) const;
  void add_between(std::size_t right, double low, double high, Curved& curved) const;

  std::vector<double> scores_;
  bool probabilities_;
  std::vector<Part> parts_;
};

}  // namespace calibrant
