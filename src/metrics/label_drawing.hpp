// Labels drawn from the probabilities, or from those of a tilt, and their sums.
#pragma once

#include <vector>

#include "math/random.hpp"

namespace calibrant::metrics {

/// Rows with the same probability, strictly between 0 and 1.
struct LabelGroup {
  double p = 0;
  double n = 0;  ///< their weight
};

struct LabelSums {
  double excess = 0;    ///< E, the sum of (y - p)
  double excess_x = 0;  ///< X, that of (y - p)(1 - 2p)
};

/// Labels have their chance times exp(a E + b X), divided by the mean of that.
struct Tilt {
  double a = 0;
  double b = 0;
};

struct TiltedSums {
  double log_mean = 0;  ///< of exp(a E + b X)
  double mean = 0;      ///< of a E + b X, if labels have the tilted chances
};
TiltedSums tilted_sums(const std::vector<LabelGroup>& groups, const Tilt& tilt);

/// What is drawn of a group is the class that is the rarer one in it.
class LabelDrawing {
 public:
  explicit LabelDrawing(const std::vector<LabelGroup>& groups, const Tilt& tilt = {});

  LabelSums next(RandomStream& random) const;

 private:
  struct Rows {
    double rare = 0;    ///< the chance of the rarer class
    double sign = 0;    ///< of y - p if the rarer class is drawn
    double sign_x = 0;  ///< sign (1 - 2p)
    double n = 0;       ///< whole
    double none = 0;    ///< the chance of no rare one
  };
  struct Skipped {
    double begin = 0;   ///< its place on the line
    double hazard = 0;  ///< of each of its rows
    double sign = 0;
    double sign_x = 0;
  };
  struct Part {
    double p = 0;
    double drawn = 0;  ///< the chance of a positive one, if the row is there
    double there = 0;
  };

  static double draw(const Rows& rows, RandomStream& random);

  std::vector<Rows> single_;
  std::vector<Rows> rows_;
  std::vector<Skipped> skipped_;
  std::vector<double> hazards_;  ///< where each of them ends, ascending
  std::vector<Part> parts_;
  LabelSums start_;
};

}  // namespace calibrant::metrics
