// Labels drawn from the probabilities, and the statistic of each draw.
#pragma once

#include <vector>

#include "math/random.hpp"
#include "metrics/label_chance.hpp"

namespace calibrant::metrics {

/// Rows with the same probability, strictly between 0 and 1.
struct LabelGroup {
  double p = 0;
  double n = 0;  ///< their weight
};

/// What is drawn of a group is the class that is the rarer one in it.
class LabelDrawing {
 public:
  LabelDrawing(const std::vector<LabelGroup>& groups, const LabelStatistic& statistic);

  double next(RandomStream& random) const;

 private:
  struct Rows {
    double rare = 0;    ///< min(p, 1 - p)
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
    double there = 0;
  };

  static double draw(const Rows& rows, RandomStream& random);

  LabelStatistic statistic_;
  std::vector<Rows> single_;
  std::vector<Rows> rows_;
  std::vector<Skipped> skipped_;
  std::vector<double> hazards_;  ///< where each of them ends, ascending
  std::vector<Part> parts_;
  double start_ = 0;
  double start_x_ = 0;
};

}  // namespace calibrant::metrics
