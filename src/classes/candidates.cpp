#include "classes/candidates.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "classes/temperature.hpp"

namespace calibrant {
namespace {

struct JointFamily {
  std::string_view name;
  JointKind kind;
  std::size_t max_classes;
  std::array<double, 3> scales;  // of the prior's standard deviations; 0: none
};

constexpr std::size_t kAnyNumber = static_cast<std::size_t>(-1);
// The wide matrices are for scores that confuse some classes, such as those of naive Bayes.
constexpr std::array<JointFamily, 3> kFamilies = {{
    {"bias", JointKind::kBias, kAnyNumber, {1, 3, 0}},
    {"vector", JointKind::kVector, kAnyNumber, {1, 3, 0}},
    {"matrix", JointKind::kMatrix, 30, {1, 4, 16}},  // above, more variables than rows tell of
}};

}  // namespace

JointMap whole_map(const SoftmaxPart& part, std::size_t classes) {
  JointMap map{part.slopes, part.intercepts};
  if (map.slopes.size() == 1) map.slopes.assign(classes, part.slopes[0]);
  if (map.intercepts.empty()) map.intercepts.assign(classes, 0);
  return map;
}

std::vector<JointCandidate> fit_candidates(const JointRows& rows, const ClassReading& reading,
                                           bool keep_top, PriorDraw draw) {
  constexpr double kTolerance = 0.1;
  const std::size_t classes = rows.classes;
  const double temperature = joint_temperature(rows);
  const auto part = [&](JointMap map) {
    return SoftmaxPart{reading.mixing, std::move(map.slopes), std::move(map.intercepts),
                       reading.power};
  };
  std::vector<JointCandidate> result = {{"identity", part({{1 / reading.power}, {}})},
                                        {"temperature", part({{temperature}, {}})}};
  for (const JointFamily& family : kFamilies) {
    if (keep_top || classes > family.max_classes) continue;
    const JointFit fit(rows, family.kind, temperature);
    Variables variables;  // a wider prior goes on from the narrower one
    for (const double scale : family.scales) {
      if (scale == 0) continue;
      variables = fit.fit(scale, kTolerance, std::move(variables));
      result.push_back({family.name, part(fit.map(variables, scale, kTolerance, draw))});
    }
  }
  return result;
}

SoftmaxPart average_maps(const std::vector<const SoftmaxPart*>& parts,
                         const std::vector<double>& weights, std::size_t classes) {
  std::size_t slopes = 1;
  std::size_t intercepts = 0;
  double total = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    slopes = std::max(slopes, parts[i]->slopes.size());
    intercepts = std::max(intercepts, parts[i]->intercepts.size());
    total += weights[i];
  }
  SoftmaxPart mean{parts[0]->mixing, std::vector<double>(slopes), std::vector<double>(intercepts),
                   parts[0]->power};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const double share = weights[i] / total;
    const std::vector<double>& own = parts[i]->slopes;
    if (own.size() == slopes) {
      for (std::size_t j = 0; j < slopes; ++j) mean.slopes[j] += share * own[j];
    } else {  // a diagonal
      const std::size_t step = slopes > classes ? classes + 1 : 1;
      for (std::size_t k = 0; k < classes; ++k) {
        mean.slopes[k * step] += share * own[own.size() == 1 ? 0 : k];
      }
    }
    for (std::size_t k = 0; k < parts[i]->intercepts.size(); ++k) {
      mean.intercepts[k] += share * parts[i]->intercepts[k];
    }
  }
  return mean;
}

}  // namespace calibrant
