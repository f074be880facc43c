#include "classes/candidates.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace calibrant {
namespace {

struct JointFamily {
  std::string_view name;
  JointKind kind;
  std::size_t max_classes;
};

constexpr std::size_t kAnyNumber = static_cast<std::size_t>(-1);
constexpr std::array<JointFamily, 3> kFamilies = {{
    {"bias", JointKind::kBias, kAnyNumber},
    {"vector", JointKind::kVector, kAnyNumber},
    {"matrix", JointKind::kMatrix, 30},  // more variables than rows could tell of
}};

// Times the usual standard deviations; the first is where the others begin.
constexpr std::array<double, 3> kPriorScales = {1, 0.35, 2.5};

}  // namespace

JointMap whole_map(const SoftmaxPart& part, std::size_t classes) {
  JointMap map{part.slopes, part.intercepts};
  if (map.slopes.size() == 1) map.slopes.assign(classes, part.slopes[0]);
  if (map.intercepts.empty()) map.intercepts.assign(classes, 0);
  return map;
}

std::vector<JointCandidate> fit_candidates(const JointRows& rows, double mixing, bool keep_top,
                                           const std::vector<JointCandidate>* start) {
  // Nats of the whole sample; a fit that is only compared with others needs fewer digits.
  const double tolerance = start == nullptr ? 1e-8 : 1e-4;
  const std::size_t classes = rows.rows.classes();
  const double temperature = joint_temperature(rows);
  std::vector<JointCandidate> result = {{"identity", {mixing, {1.0}, {}}},
                                        {"temperature", {mixing, {temperature}, {}}}};
  for (const JointFamily& family : kFamilies) {
    if (keep_top || classes > family.max_classes) continue;
    const JointFit fit(rows, family.kind, temperature);
    const std::size_t first = result.size();
    for (const double scale : kPriorScales) {
      Variables from;
      if (start != nullptr) {
        from = (*start)[result.size()].variables;
      } else if (result.size() > first) {
        from = result[first].variables;
      }
      Variables variables = fit.fit(scale, tolerance, std::move(from));
      JointMap map = fit.map(variables);
      result.push_back({family.name,
                        {mixing, std::move(map.slopes), std::move(map.intercepts)},
                        std::move(variables)});
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
  SoftmaxPart mean{parts[0]->mixing, std::vector<double>(slopes), std::vector<double>(intercepts)};
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
