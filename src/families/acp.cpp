// ACP: the positive fraction among the training scores inside the classifier's own interval, moved
// so that it is centred at the prediction. Prefix sums make a prediction O(log groups).
#include "calibrant/acp.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "families/probability_scores.hpp"
#include "support/check.hpp"

namespace calibrant {
namespace {

void check_interval(double probability, double lower, double upper) {
  const auto refuse = [](const char* name, const std::string& problem) {
    throw InputError(name, std::nullopt, problem);
  };
  if (!(probability >= 0 && probability <= 1)) {
    refuse("probability", fmt::format("{} is not a probability (0 to 1)", probability));
  }
  if (!std::isfinite(lower)) refuse("lower", fmt::format("{} is not a finite number", lower));
  if (!std::isfinite(upper)) refuse("upper", fmt::format("{} is not a finite number", upper));
  if (lower > upper) refuse("lower", fmt::format("{} is above upper ({})", lower, upper));
}

}  // namespace

double AcpModel::operator()(double probability, double lower, double upper) const {
  check_interval(probability, lower, upper);
  const double reach = (upper - lower) / 2;  // infinite is fine: everything is inside
  return positive_fraction(std::max(probability - reach, 0.0), std::min(probability + reach, 1.0))
      .value_or(probability);
}

std::optional<double> AcpModel::positive_fraction(double low, double high) const noexcept {
  const auto scores = observations_.scores();
  const auto begin = std::lower_bound(scores.begin(), scores.end(), low) - scores.begin();
  const auto end = std::upper_bound(scores.begin(), scores.end(), high) - scores.begin();
  if (begin >= end) return {};
  const auto first = static_cast<std::size_t>(begin);
  const auto last = static_cast<std::size_t>(end);
  const double weight = weight_before_[last] - weight_before_[first];
  const double positives = positives_before_[last] - positives_before_[first];
  // Fractional weights far smaller than the total may cancel to nothing in the sums.
  if (!(weight > 0)) return {};
  return std::clamp(positives / weight, 0.0, 1.0);
}

AcpModel::AcpModel(const Observations& observations) : observations_(observations) {
  weight_before_.reserve(observations.groups() + 1);
  positives_before_.reserve(observations.groups() + 1);
  double weight = 0;
  double positives = 0;
  weight_before_.push_back(weight);
  positives_before_.push_back(positives);
  for (std::size_t k = 0; k < observations.groups(); ++k) {
    weight += observations.negatives()[k] + observations.positives()[k];
    positives += observations.positives()[k];
    weight_before_.push_back(weight);
    positives_before_.push_back(positives);
  }
}

AcpModel fit_acp(const Observations& observations) {
  check_probability_scores(observations);
  return AcpModel(observations);
}

}  // namespace calibrant
