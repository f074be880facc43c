// Probabilities for a population with another rate of positives than the calibration data had.
//
// Where only this rate differs, and not what positives and negatives look like, all odds change by
// the same factor, the ratio of the two rates' odds (Saerens, Latinne & Decaestecker 2002).
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "calibrant/api.hpp"
#include "calibrant/model.hpp"

namespace CALIBRANT_API calibrant {

class PrevalenceShift {
 public:
  /// `fitted` is the rate of positives that the model was fitted on (Origin::prevalence). Throws
  /// OptionError unless `wanted` is strictly between 0 and 1, InputError unless `fitted` is.
  PrevalenceShift(double fitted, double wanted);

  /// 0 stays 0, 1 stays 1, NaN stays NaN.
  double operator()(double probability) const;
  /// The same for many, in place.
  void operator()(std::span<double> probabilities) const;

 private:
  double fitted_;
  double wanted_;
  double positive_factor_;
  double negative_factor_;
};

/// The same for several classes: each probability is multiplied by the ratio of the wanted to the
/// fitted frequency of its class, and the row divided by its sum.
class FrequencyShift {
 public:
  /// `fitted` as MulticlassModel::frequencies(). Throws OptionError ("prevalence") unless `wanted`
  /// has a number for each class, none negative, that add up to 1; InputError unless all of
  /// `fitted` are positive.
  FrequencyShift(std::span<const double> fitted, std::span<const double> wanted);

  /// Row-major rows, in place. NaN stays NaN. Where nothing is left of a row, it gets the wanted
  /// frequencies.
  void operator()(std::span<double> probabilities) const;

 private:
  std::vector<double> wanted_;
  std::vector<double> factors_;
};

/// How frequent positives, or the classes, are among rows without labels.
struct PrevalenceEstimate {
  std::vector<double> fitted;       ///< in the rows of the fit: of positives, or of each class
  std::vector<double> frequencies;  ///< the estimates
  std::vector<double> errors;       ///< their standard errors

  /// Whether the change is larger than its standard error, over all classes.
  bool clear() const;
};

/// The frequencies that make the scores of new rows most likely (the limit of the EM algorithm of
/// Saerens and others), with standard errors from the observed information. `probabilities` are the
/// model's for these rows; rows with a NaN are left out. No estimate is below half a row. Throws
/// InputError if nothing is left, or if the model cannot be re-weighed.
PrevalenceEstimate estimate_prevalence(const Model& model, std::span<const double> probabilities);

/// For probabilities of any model, in place: of several classes row by row. `wanted` is the rate of
/// positives, or the frequency of each class. Throws what the two shifts throw.
std::function<void(std::span<double>)> shift_prevalence(const Model& model,
                                                        std::span<const double> wanted);

}  // namespace calibrant
