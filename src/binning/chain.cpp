#include "binning/chain.hpp"

#include <algorithm>
#include <cmath>

namespace calibrant {
namespace {

// Eight unit steps cost about what one exp() per node does.
constexpr double kLightWeight = 8;

// A boundary that is possible at all has at least this probability: where two groups contradict
// each other it is what remains, and must be a normal double after the next group as well.
constexpr double kLeastJump = 0x1p-900;

// A part so small that its share underflows adds nothing.
double plogp(double part, double whole) {
  const double share = part / whole;
  return share > 0 ? part * std::log(share) : 0;
}

}  // namespace

bool is_light(double negatives, double positives) {
  return negatives + positives <= kLightWeight && negatives == std::floor(negatives) &&
         positives == std::floor(positives);
}

double log_peak(double negatives, double positives) {
  if (is_light(negatives, positives)) return 0;
  const double weight = negatives + positives;
  return plogp(negatives, weight) + plogp(positives, weight);
}

double log_peaks(const Chain& chain) {
  double sum = 0;
  for (std::size_t k = 0; k < chain.size(); ++k) {
    sum += log_peak(chain.negatives[k], chain.positives[k]);
  }
  return sum;
}

Chain make_chain(const Observations& observations, const std::vector<double>& gaps, double lambda,
                 bool backward) {
  const std::size_t groups = observations.groups();
  Chain chain;
  chain.negatives.resize(groups);
  chain.positives.resize(groups);
  chain.stay.resize(groups, 1);
  chain.jump.resize(groups, 0);
  double last_gap = 0;  // equal gaps are the rule on `rank`: one exp serves them all
  double last_stay = 1;
  double last_jump = 0;
  for (std::size_t k = 0; k < groups; ++k) {
    const std::size_t source = backward ? groups - 1 - k : k;
    chain.negatives[k] = observations.negatives()[source];
    chain.positives[k] = observations.positives()[source];
    if (k == 0) continue;
    const double gap = gaps[backward ? source : source - 1];
    if (gap != last_gap) {
      last_gap = gap;
      last_stay = std::exp(-lambda * gap);
      last_jump = gap > 0 ? std::max(-std::expm1(-lambda * gap), kLeastJump) : 0;
    }
    chain.stay[k] = last_stay;
    chain.jump[k] = last_jump;
  }
  return chain;
}

}  // namespace calibrant
