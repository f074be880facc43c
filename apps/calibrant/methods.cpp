#include "methods.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "calibrant/abb.hpp"
#include "calibrant/auto.hpp"
#include "calibrant/beta.hpp"
#include "calibrant/histogram.hpp"
#include "calibrant/isotonic.hpp"
#include "calibrant/platt.hpp"
#include "calibrant/sbb.hpp"
#include "model_file/names.hpp"
#include "verbs.hpp"

namespace calibrant::cli {
namespace {

Prior prior_of(const MethodOptions& options) {
  Prior prior;
  const auto scale = value_of(kScaleNames, options.scale);
  if (!scale) {
    throw UsageError(fmt::format("--scale: '{}' is not rank, score or logit", options.scale));
  }
  prior.scale = *scale;
  if (options.lambda != "auto") {
    double lambda = 0;
    const char* end = options.lambda.data() + options.lambda.size();
    const auto [stop, problem] = std::from_chars(options.lambda.data(), end, lambda);
    if (problem != std::errc() || stop != end || !(lambda > 0 && lambda <= 1e300)) {
      throw UsageError(
          fmt::format("--lambda: '{}' is not auto or a positive number", options.lambda));
    }
    prior.lambda = lambda;
  }
  return prior;
}

Lookup lookup_of(const MethodOptions& options) {
  if (options.lookup == "linear") return Lookup::kLinear;
  if (options.lookup == "previous") return Lookup::kPrevious;
  throw UsageError(fmt::format("--lookup: '{}' is not linear or previous", options.lookup));
}

struct Method {
  std::string name;
  bool needs_probabilities;
  Curve (*fit)(const Observations&, const MethodOptions&);
};

const std::vector<Method>& methods() {
  static const std::vector<Method> all = {
      {"auto", false,
       [](const Observations& seen, const MethodOptions& o) {
         return fit_auto(seen,
                         {.monotone = o.monotone, .level = o.level, .execution = o.execution});
       }},
      {"abb", false,
       [](const Observations& seen, const MethodOptions& o) {
         return fit_abb(seen, {.prior = prior_of(o),
                               .lookup = lookup_of(o),
                               .level = o.level,
                               .execution = o.execution});
       }},
      {"sbb", false,
       [](const Observations& seen, const MethodOptions& o) {
         return fit_sbb(seen, {.prior = prior_of(o),
                               .smoothing = o.smoothing,
                               .level = o.level,
                               .execution = o.execution});
       }},
      {"platt", false,
       [](const Observations& seen, const MethodOptions&) { return fit_platt(seen); }},
      {"platt-logit", true,
       [](const Observations& seen, const MethodOptions&) {
         return fit_platt(seen, {.input = Sigmoid::Input::kLogit});
       }},
      {"beta", true, [](const Observations& seen, const MethodOptions&) { return fit_beta(seen); }},
      {"histogram", false,
       [](const Observations& seen, const MethodOptions& o) {
         return fit_histogram(seen, {.bins = o.bins, .smoothing = o.smoothing, .level = o.level});
       }},
      {"isotonic", false,
       [](const Observations& seen, const MethodOptions&) { return fit_isotonic(seen); }},
  };
  return all;
}

const Method& find(const std::string& name) {
  const auto method = std::find_if(methods().begin(), methods().end(),
                                   [&](const Method& known) { return known.name == name; });
  if (method == methods().end()) {
    throw UsageError(
        fmt::format("--method: '{}' is not one of {}", name, fmt::join(method_names(), ", ")));
  }
  return *method;
}

}  // namespace

const std::vector<std::string>& method_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    for (const Method& method : methods()) result.push_back(method.name);
    return result;
  }();
  return names;
}

Curve fit_method(const std::string& name, const Observations& observations,
                 const MethodOptions& options) {
  return find(name).fit(observations, options);
}

bool needs_probabilities(const std::string& name) { return find(name).needs_probabilities; }

}  // namespace calibrant::cli
