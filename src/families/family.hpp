// A family of curves: log odds that are a sum of a few features of the score, each times a
// coefficient. The plain methods and Auto use the same families.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "calibrant/observations.hpp"
#include "families/logistic_fit.hpp"
#include "kernels/logistic.hpp"
#include "math/cholesky.hpp"
#include "math/clip.hpp"
#include "math/unit_scale.hpp"

namespace calibrant {

/// What is done to scores before they become features. By default, what a stored curve does.
struct Reading {
  ScoreClip clip = {};  ///< of scores that enter a logarithm
  /// A vector for one score costs more than its two logarithms, so there is a choice.
  void (*logs)(std::span<const double> scores, std::span<double> log_score,
               std::span<double> minus_log_complement, const ScoreClip& clip) = log_features;
  UnitScale unit = {};  ///< of scores that enter as they are
  struct Standard {
    double origin = 0;
    double centre = 0;
    double spread = 0;  ///< 0: the score does not vary
  };
  /// Of scores that enter as they are: ((unit(score) - origin) - centre) / spread.
  std::optional<Standard> standard = {};
};

/// Each coefficient by itself is Normal.
struct CoefficientPrior {
  Vector3 mean;
  Vector3 deviation;
};

struct FittedFamily;

/// Coefficients are those of 1 (the intercept), of the first and of the second feature.
struct Family {
  std::string_view name;   ///< of its method, and in model files
  std::string_view words;  ///< what people call it
  bool needs_probabilities = true;
  /// The others stay as in "the scores are right": intercept 0, first 1, second 0.
  std::array<bool, 3> fitted = {};
  /// Writes one value per score; `second` is empty where its coefficient is not fitted. Null: there
  /// are no features.
  void (*features)(const Reading&, std::span<const double> scores, std::span<double> first,
                   std::span<double> second) = nullptr;
  /// How Auto reads the scores.
  Reading (*read)(const Observations&) = nullptr;
  /// What the coefficients are expected to be before the labels are seen. It enters the evidence.
  CoefficientPrior (*prior)(const Observations&, const Reading&) = nullptr;
  /// Null: maximum likelihood with Platt's targets.
  LogisticFit (*fit)(const Observations&, const MakeFeatures&, unsigned threads) = nullptr;
  /// Null: Laplace's integral around the fit.
  void (*exact_evidence)(const Observations&, FittedFamily&) = nullptr;
  /// Families of the same name here are variants of one idea: Auto divides one share of its prior
  /// between them.
  std::string_view share = {};
  /// What stands for it in Auto's bands, whose width it has no coefficients to give.
  const Family* in_band = nullptr;
  bool offsets = true;              ///< Auto also tries it with binned corrections
  bool needs_exact_scores = false;  ///< pointless without a score of exactly 0 or 1
};

/// z(s) = coefficients . (1, features(s)), cut to [-36, 36].
struct FittedFamily {
  const Family* family = nullptr;
  Reading reading = {};
  Coefficients coefficients = {0, 1, 0};
  Cholesky3 precision = {};  ///< of the coefficients' posterior (Laplace)
  double log_likelihood = 0;
  double log_evidence = 0;  ///< the coefficients integrated out

  double log_odds(double score) const;
  std::vector<double> log_odds(std::span<const double> scores) const;
  /// The posterior standard deviation of z(score).
  double deviation(double score) const;
};

/// A plain method: the coefficients alone. Throws InputError if the family needs probabilities and
/// a score is none. `threads` changes no bit (0: as many as the machine has).
LogisticFit fit_coefficients(const Family& family, const Observations& observations,
                             const Reading& reading, unsigned threads);

/// A member of Auto, with its evidence. Scores must suit the family.
FittedFamily fit_with_evidence(const Family& family, const Observations& observations);

/// sum of positives * z - weight * log(1 + exp(z)).
double log_likelihood(const Observations& observations, std::span<const double> log_odds);

/// Probabilities are cut to [c, 1 - c], c = 1/(4(N+1)): the rate that N rows without a
/// contradiction leave as likely to be too high as too low (the median of Jeffreys' posterior is
/// 0.23/N). An exact 0 is a probability that was too small for the scores to say: below half of the
/// smallest other score. Likewise 1.
Reading read_probabilities(const Observations& observations);
/// The same, but exact 0s and 1s are taken at their word.
Reading read_certain_probabilities(const Observations& observations);

/// The feature logit s.
void write_logits(const Reading& reading, std::span<const double> scores, std::span<double> first,
                  std::span<double> second);

/// Scores that are probabilities are expected to be about right: slopes are 1 and the intercept is
/// 0, give or take this.
inline constexpr double kInformed = 1.25;

}  // namespace calibrant
