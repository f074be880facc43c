// Twenty-eight ways in which scores can be right or wrong, with the truth known: what Auto is
// judged on. Every second one is set aside: constants are chosen on the others alone.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "helpers/shapes.hpp"

namespace calibrant::testing {

enum class Truth {
  kCalibrated,     ///< the score is the probability
  kOverconfident,  ///< log odds twice as large as they should be
  kMargin,         ///< an SVM's margin: any real number, a sigmoid of it
  kRare,           ///< one in a hundred, and the score says twice that
  kBump,           ///< calibrated, but for a bump in the middle
  kSteps,          ///< five levels
  /// A forest's share of 40 votes, one in ten of them turned round: ties, exact 0s and 1s, and
  /// the sigmoid that averaging makes of the truth (Niculescu-Mizil & Caruana 2005).
  kVotes,
  kWiggle,          ///< a wave around the diagonal
  kJump,            ///< a sigmoid with a jump
  kKinkedMargin,    ///< heavy-tailed margins, steep below 0 and flat above
  kNearlyRight,     ///< log odds a tenth too large, and a tenth too small throughout
  kComplementary,   ///< a complementary log-log curve: smooth, and none of ours
  kRareTimid,       ///< one in sixty, and the scores are too extreme
  kUnderconfident,  ///< log odds half as large as they should be
  kNaiveBayes,      ///< log odds four times too large, most scores next to 0 or 1
  kPlateau,         ///< rises in a straight line and then stays
  kNoisyLabels,     ///< right, but one label in twenty is turned round
  kFold,            ///< high at both ends: an XOR seen along one line
  kThreeLevels,     ///< three levels, two thresholds
  kRamp,            ///< a straight line between two levels
  kSaturated,       ///< heavy-tailed margins that say no more beyond a point
  kLapses,          ///< margins: a sigmoid that never comes near 0 or 1
  kRipple,          ///< right, but for a wave in the log odds
  kCauchit,         ///< the distribution function of Cauchy, of the log odds
  kRoot,            ///< log odds that should be the square root of what they are, nearly
  kPower,           ///< and the other way round
  kTwoStages,       ///< margins: a rise, a plateau, a rise
  kDip,             ///< right, but too high in one stretch
};

inline constexpr std::array<Truth, 28> kTruths = {
    Truth::kCalibrated,  Truth::kOverconfident,  Truth::kMargin,      Truth::kRare,
    Truth::kBump,        Truth::kSteps,          Truth::kVotes,       Truth::kWiggle,
    Truth::kJump,        Truth::kKinkedMargin,   Truth::kNearlyRight, Truth::kComplementary,
    Truth::kRareTimid,   Truth::kUnderconfident, Truth::kNaiveBayes,  Truth::kPlateau,
    Truth::kNoisyLabels, Truth::kFold,           Truth::kThreeLevels, Truth::kRamp,
    Truth::kSaturated,   Truth::kLapses,         Truth::kRipple,      Truth::kCauchit,
    Truth::kRoot,        Truth::kPower,          Truth::kTwoStages,   Truth::kDip};

inline const char* name(Truth truth) {
  constexpr std::array<const char*, 28> kNames = {"calibrated",
                                                  "overconfident",
                                                  "SVM margin",
                                                  "rare events",
                                                  "bump",
                                                  "steps",
                                                  "forest votes",
                                                  "wiggle",
                                                  "sigmoid with a jump",
                                                  "kinked margin",
                                                  "nearly right",
                                                  "complementary log-log",
                                                  "rare and too extreme",
                                                  "underconfident",
                                                  "naive Bayes",
                                                  "plateau",
                                                  "noisy labels",
                                                  "fold",
                                                  "three levels",
                                                  "ramp",
                                                  "saturated margin",
                                                  "lapses",
                                                  "ripple",
                                                  "cauchit",
                                                  "root of the log odds",
                                                  "power of the log odds",
                                                  "two stages",
                                                  "dip"};
  return kNames[static_cast<std::size_t>(truth)];
}

/// No constant of the library may be chosen by a look at these.
inline bool set_aside(Truth truth) { return static_cast<std::size_t>(truth) % 2 == 1; }

/// Are the scores numbers of any kind?
inline bool has_margins(Truth truth) {
  return truth == Truth::kMargin || truth == Truth::kKinkedMargin || truth == Truth::kSaturated ||
         truth == Truth::kLapses || truth == Truth::kTwoStages;
}

inline double sigmoid(double z) { return 1 / (1 + std::exp(-z)); }
inline double log_odds(double p) { return std::log(p / (1 - p)); }
/// |x|^exponent with the sign of x.
inline double signed_power(double x, double exponent) {
  return std::copysign(std::pow(std::abs(x), exponent), x);
}

// A case has log odds kSpread * Normal, hence a probability p; a tree votes for it with probability
// p, and then one vote in ten is turned round.
inline constexpr int kVoters = 40;
inline constexpr double kSpread = 2;
inline double vote_share(double log_odds_of_case) { return 0.1 + 0.8 * sigmoid(log_odds_of_case); }

/// P(positive | votes): the mean of p over the cases that get so many.
inline double given_votes(std::size_t votes) {
  static const std::vector<double> kTable = [] {
    std::vector<double> table;
    for (int k = 0; k <= kVoters; ++k) {
      double mass = 0;
      double sum = 0;
      for (int i = -600; i <= 600; ++i) {
        const double x = i / 100.0;
        const double v = vote_share(kSpread * x);
        const double density =
            std::exp(k * std::log(v) + (kVoters - k) * std::log(1 - v) - x * x / 2);
        mass += density;
        sum += density * sigmoid(kSpread * x);
      }
      table.push_back(sum / mass);
    }
    return table;
  }();
  return kTable[votes];
}

/// P(positive | score).
inline double probability(Truth truth, double s) {
  switch (truth) {
    case Truth::kCalibrated:
      return s;
    case Truth::kOverconfident:
      return sigmoid(0.5 * log_odds(s));
    case Truth::kMargin:
      return sigmoid(1.7 * s - 0.4);
    case Truth::kRare:
      return sigmoid(log_odds(s) - std::log(2.0));
    case Truth::kBump:
      return sigmoid(log_odds(s) + 1.5 * std::exp(-(s - 0.5) * (s - 0.5) / 0.02));
    case Truth::kSteps: {
      constexpr std::array<double, 5> kLevels = {0.05, 0.2, 0.35, 0.7, 0.9};
      return kLevels[std::min<std::size_t>(4, static_cast<std::size_t>(s * 5))];
    }
    case Truth::kVotes:
      return given_votes(static_cast<std::size_t>(std::lround(s * kVoters)));
    case Truth::kWiggle:
      return 0.1 + 0.8 * s + 0.1 * std::sin(4 * M_PI * s);
    case Truth::kJump:
      return sigmoid(5 * (s - 0.5) + (s > 0.6 ? 1.5 : 0));
    case Truth::kKinkedMargin:
      return sigmoid(s < 0 ? 2 * s : 0.6 * s);
    case Truth::kNearlyRight:
      return sigmoid(0.9 * log_odds(s) + 0.1);
    case Truth::kComplementary:
      return -std::expm1(-std::exp(0.7 * log_odds(s) - 0.3));
    case Truth::kRareTimid:
      return sigmoid(0.7 * log_odds(s) - 1.4);
    case Truth::kUnderconfident:
      return sigmoid(2 * log_odds(s) + 0.3);
    case Truth::kNaiveBayes:
      return sigmoid(0.25 * log_odds(s) - 0.5);
    case Truth::kPlateau:
      return 0.1 + std::min(s, 0.6);
    case Truth::kNoisyLabels:
      return 0.05 + 0.9 * s;
    case Truth::kFold:
      return 0.2 + 2.4 * (s - 0.5) * (s - 0.5);
    case Truth::kThreeLevels:
      return s < 0.3 ? 0.15 : s < 0.75 ? 0.5 : 0.8;
    case Truth::kRamp:
      return std::clamp(0.5 + 1.8 * (s - 0.5), 0.08, 0.92);
    case Truth::kSaturated:
      return sigmoid(std::clamp(1.6 * s + 0.2, -1.8, 1.8));
    case Truth::kLapses:
      return 0.1 + 0.8 * sigmoid(3 * s + 0.5);
    case Truth::kRipple:
      return sigmoid(log_odds(s) + 0.5 * std::sin(2.5 * log_odds(s)));
    case Truth::kCauchit:
      return 0.5 + std::atan(1.2 * log_odds(s) - 0.3) / M_PI;
    case Truth::kRoot:
      return sigmoid(1.1 * signed_power(log_odds(s), 0.6));
    case Truth::kPower:
      return sigmoid(0.5 * signed_power(log_odds(s), 1.5) - 0.1);
    case Truth::kTwoStages:
      return 0.05 + 0.4 * sigmoid(6 * (s + 1)) + 0.5 * sigmoid(6 * (s - 1));
    case Truth::kDip:
      return sigmoid(log_odds(s) - (s > 0.55 && s < 0.8 ? 1.0 : 0.0));
  }
  return 0;
}

inline double draw_score(Truth truth, Random& random) {
  switch (truth) {
    case Truth::kOverconfident:
      return std::clamp(sigmoid(2.4 * random.normal() - 0.6), 1e-9, 1 - 1e-9);
    case Truth::kMargin:
      return random.normal() + (random.uniform() < 0.4 ? 1.0 : -1.0);
    case Truth::kRare:
      return sigmoid(1.1 * random.normal() - 4.3);
    case Truth::kVotes: {
      const double vote = vote_share(kSpread * random.normal());
      int votes = 0;
      for (int i = 0; i < kVoters; ++i) votes += random.uniform() < vote ? 1 : 0;
      return static_cast<double>(votes) / kVoters;
    }
    case Truth::kCalibrated:
    case Truth::kBump:
    case Truth::kNearlyRight:
    case Truth::kComplementary:
    case Truth::kNoisyLabels:
    case Truth::kRipple:
    case Truth::kPower:
    case Truth::kDip:
      return sigmoid(1.5 * random.normal());
    case Truth::kCauchit:
    case Truth::kRoot:
      return std::clamp(sigmoid(2.5 * random.normal() - 0.4), 1e-9, 1 - 1e-9);
    case Truth::kLapses:
    case Truth::kTwoStages:
      return 1.3 * random.normal();
    case Truth::kSaturated:
    case Truth::kKinkedMargin:  // a Normal whose spread varies
      return random.normal() * std::exp(0.5 * random.normal());
    case Truth::kRareTimid:
      return sigmoid(1.5 * random.normal() - 4);
    case Truth::kUnderconfident:
      return sigmoid(0.8 * random.normal() - 0.2);
    case Truth::kNaiveBayes:
      return std::clamp(sigmoid(6 * random.normal()), 1e-9, 1 - 1e-9);
    case Truth::kSteps:
    case Truth::kWiggle:
    case Truth::kJump:
    case Truth::kPlateau:
    case Truth::kFold:
    case Truth::kThreeLevels:
    case Truth::kRamp:
      break;
  }
  return random.uniform();
}

inline Sample draw(Truth truth, std::size_t n, std::uint64_t seed) {
  Random random(1000 * seed + static_cast<std::uint64_t>(truth));
  Sample sample;
  for (std::size_t i = 0; i < n; ++i) {
    sample.scores.push_back(draw_score(truth, random));
    sample.labels.push_back(random.uniform() < probability(truth, sample.scores.back()) ? 1 : 0);
  }
  return sample;
}

/// The Kullback-Leibler divergence of one prediction from the truth.
inline double divergence(double truth, double prediction) {
  const double p = std::clamp(prediction, 0x1p-53, 1 - 0x1p-53);
  const auto term = [](double t, double q) { return t > 0 ? t * std::log(t / q) : 0; };
  return term(truth, p) + term(1 - truth, 1 - p);
}

}  // namespace calibrant::testing
