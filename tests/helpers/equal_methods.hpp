// Methods that are equally good, so that every claim of a clear difference is false.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "calibrant/calibrant.hpp"
#include "compare/entrants.hpp"
#include "helpers/shapes.hpp"
#include "helpers/truths.hpp"

namespace calibrant::testing {

/// What each of some methods predicted for the same rows.
struct EqualMethods {
  std::vector<std::uint8_t> labels;
  std::vector<std::vector<double>> predictions;
};

/// Two ways to distort log odds, the second by an amount that makes the expected log losses equal.
struct Distortions {
  const char* name;
  double mean;  ///< of the true log odds, which are normal
  double deviation;
  double (*first)(double log_odds);
  double (*second)(double log_odds, double amount);
};

inline const std::vector<Distortions>& equal_distortions() {
  // The first two have log losses of thin tails, the last three of heavy ones: 1 % are positive.
  static const std::vector<Distortions> kAll = {
      {"shifted", 0, 1.5, [](double z) { return z - 2; },
       [](double z, double amount) { return z + amount; }},
      {"doubled and shrunk", 0, 1.5, [](double z) { return 2 * z; },
       [](double z, double amount) { return z / (1 + amount); }},
      {"1 % positive, shifted", -5, 1.1, [](double z) { return z - 2; },
       [](double z, double amount) { return z + amount; }},
      {"1 % positive, tripled and shifted", -5, 1.1, [](double z) { return 3 * z; },
       [](double z, double amount) { return z + amount; }},
      {"1 % positive, hardly different", -5, 1.1, [](double z) { return z - 0.1; },
       [](double z, double amount) { return z + amount; }},
  };
  return kAll;
}

/// -log sigmoid(z), without overflow.
inline double softplus(double z) {
  return z > 0 ? z + std::log1p(std::exp(-z)) : std::log1p(std::exp(z));
}

/// By numerical integration and bisection.
inline double equalizing_amount(const Distortions& both) {
  const auto expected_loss = [&](const std::function<double(double)>& distorted) {
    double sum = 0;
    for (int i = -600; i <= 600; ++i) {
      const double x = i / 100.0;
      const double z = both.mean + both.deviation * x;
      const double predicted = distorted(z);
      const double p = sigmoid(z);
      sum += std::exp(-x * x / 2) * (p * softplus(-predicted) + (1 - p) * softplus(predicted));
    }
    return sum;
  };
  const double wanted = expected_loss(both.first);
  double low = 0;
  double high = 10;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    const bool better = expected_loss([&](double z) { return both.second(z, middle); }) < wanted;
    (better ? low : high) = middle;
  }
  return low;
}

inline EqualMethods draw_distorted(const Distortions& both, double amount, std::size_t n,
                                   std::uint64_t seed) {
  Random random(seed);
  EqualMethods result;
  result.predictions.resize(2);
  for (std::size_t i = 0; i < n; ++i) {
    const double z = both.mean + both.deviation * random.normal();
    result.labels.push_back(random.uniform() < sigmoid(z) ? 1 : 0);
    result.predictions[0].push_back(sigmoid(both.first(z)));
    result.predictions[1].push_back(sigmoid(both.second(z, amount)));
  }
  return result;
}

/// One method on scores that are equally noisy: over ten folds, as `compare` does it.
inline EqualMethods draw_views(const std::function<Curve(const Observations&)>& fit,
                               double mean_log_odds, std::size_t views, std::size_t n,
                               std::uint64_t seed) {
  constexpr std::size_t kFolds = 10;
  Random random(seed);
  EqualMethods result;
  std::vector<std::vector<double>> scores(views);
  for (std::size_t i = 0; i < n; ++i) {
    const double z = mean_log_odds + 1.8 * random.normal();
    result.labels.push_back(random.uniform() < sigmoid(z) ? 1 : 0);
    for (auto& view : scores) view.push_back(sigmoid(z + 0.4 * random.normal()));
  }
  const auto fold_of = stratified_folds(result.labels, kFolds, seed);
  for (const auto& view : scores) {
    auto& predictions = result.predictions.emplace_back(n);
    for (std::uint32_t fold = 0; fold < kFolds; ++fold) {
      std::vector<double> seen;
      std::vector<std::uint8_t> labels;
      for (std::size_t i = 0; i < n; ++i) {
        if (fold_of[i] == fold) continue;
        seen.push_back(view[i]);
        labels.push_back(result.labels[i]);
      }
      const Curve curve = fit(observe(seen, labels));
      for (std::size_t i = 0; i < n; ++i) {
        if (fold_of[i] == fold) predictions[i] = curve(view[i]);
      }
    }
  }
  return result;
}

/// Ranks them as `compare` does; the first is called auto.
inline Comparison compared(const EqualMethods& methods) {
  std::vector<Entrant> entrants;
  for (std::size_t m = 0; m < methods.predictions.size(); ++m) {
    Entrant entrant;
    entrant.contestant.name = m == 0 ? "auto" : "method " + std::to_string(m);
    double sum = 0;
    for (std::size_t i = 0; i < methods.labels.size(); ++i) {
      const double p = std::clamp(methods.predictions[m][i], 0x1p-53, 1 - 0x1p-53);
      entrant.log_losses.push_back(methods.labels[i] == 1 ? -std::log(p) : -std::log1p(-p));
      sum += entrant.log_losses.back();
    }
    entrant.contestant.estimates = {{.value = sum / static_cast<double>(methods.labels.size())}};
    entrants.push_back(std::move(entrant));
  }
  Comparison comparison;
  comparison.measures = {{"log_loss", "log loss", false, true}};
  const auto positives = static_cast<double>(std::ranges::count(methods.labels, 1));
  const std::vector<double> by_class = {static_cast<double>(methods.labels.size()) - positives,
                                        positives};
  rank(std::move(entrants), by_class, {}, comparison);
  return comparison;
}

/// Is any difference from the recommended method called clear?
inline bool claims_anything(const Comparison& comparison) {
  for (const Lead& lead : comparison.leads) {
    if (lead.clear() || lead.clearly_behind()) return true;
  }
  return false;
}

}  // namespace calibrant::testing
