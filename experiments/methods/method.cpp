#include "methods/method.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "calibrant/calibrant.hpp"
#include "methods/abb_max.hpp"
#include "methods/paper_acp.hpp"
#include "methods/paper_histogram.hpp"
#include "methods/paper_rows.hpp"

namespace calibrant::experiments {
namespace {

Method curve_method(std::string name, bool published,
                    std::function<Curve(const Observations&)> fit) {
  return {.name = std::move(name),
          .published = published,
          .calibrate = [fit = std::move(fit)](const Labelled& calibration, const Scores& test) {
            return apply(fit(observe(calibration.scores.values, calibration.labels)), test.values);
          }};
}

// Tied rows kept apart.
Method row_method(std::string name, bool published, std::function<Curve(const Observations&)> fit) {
  return {.name = std::move(name),
          .published = published,
          .calibrate = [fit = std::move(fit)](const Labelled& calibration, const Scores& test) {
            return apply(fit_over_rows(calibration.scores.values, calibration.labels, fit),
                         test.values);
          }};
}

std::vector<Method> make_methods() {
  // Repeats run side by side, each on one thread.
  const Execution alone = {.threads = 1};
  const Prior paper = {.scale = Scale::kRank, .lambda = kPaperLambda};
  std::vector<Method> list;
  list.push_back({.name = "raw",
                  .calibrate = [](const Labelled&, const Scores& test) { return test.values; }});
  list.push_back({.name = "ACP", .needs_interval = true, .calibrate = calibrate_by_paper_acp});
  list.push_back(
      curve_method("IsoReg", true, [](const Observations& seen) { return fit_isotonic(seen); }));
  list.push_back(
      curve_method("Platt", true, [](const Observations& seen) { return fit_platt(seen); }));
  list.push_back({.name = "Hist", .calibrate = [](const Labelled& calibration, const Scores& test) {
                    return apply(fit_paper_histogram(calibration.scores.values, calibration.labels),
                                 test.values);
                  }});
  list.push_back(row_method("SBB", true, [=](const Observations& seen) {
    return fit_sbb(seen, {.prior = paper, .smoothing = false, .execution = alone});
  }));
  list.push_back(row_method("ABB", true, [=](const Observations& seen) {
    return fit_abb(seen, {.prior = paper, .execution = alone});
  }));
  list.push_back(curve_method("ABB λ averaged", false, [=](const Observations& seen) {
    return fit_abb(seen, {.execution = alone});
  }));
  list.push_back(curve_method("auto", false, [=](const Observations& seen) {
    return fit_auto(seen, {.execution = alone});
  }));
  list.push_back(row_method("ABB by max", false, [](const Observations& seen) {
    return fit_abb_max(seen, kPaperLambda);
  }));
  list.push_back({.name = "ACP, narrow",
                  .published = false,
                  .needs_interval = true,
                  .calibrate = calibrate_by_narrow_acp});
  return list;
}

}  // namespace

const std::vector<Method>& methods() {
  static const std::vector<Method> kMethods = make_methods();
  return kMethods;
}

const Method& method_named(const std::string& name) {
  const auto found = std::ranges::find(methods(), name, &Method::name);
  if (found == methods().end()) throw Error(fmt::format("'{}' is no method", name));
  return *found;
}

}  // namespace calibrant::experiments
