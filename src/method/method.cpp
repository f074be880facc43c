#include "calibrant/method.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "calibrant/auto.hpp"
#include "calibrant/beta.hpp"
#include "calibrant/error.hpp"
#include "calibrant/isotonic.hpp"
#include "calibrant/platt.hpp"
#include "calibrant/sbb.hpp"
#include "support/legible.hpp"
#include "support/progress.hpp"

namespace calibrant {
namespace {

struct Method {
  std::string_view name;
  bool needs_probabilities;
  Curve (*fit)(const Observations&, const MethodOptions&);
};

constexpr std::string_view kHistogram = "histogram";

HistogramOptions histogram_options(const MethodOptions& o) {
  return {.bins = o.bins, .strategy = o.strategy, .smoothing = o.smoothing, .level = o.level};
}

constexpr std::array<Method, 8> kMethods = {{
    {"auto", false,
     [](const Observations& seen, const MethodOptions& o) {
       return fit_auto(seen, {.monotone = o.monotone, .level = o.level, .execution = o.execution});
     }},
    {"abb", false,
     [](const Observations& seen, const MethodOptions& o) {
       return fit_abb(
           seen,
           {.prior = o.prior, .lookup = o.lookup, .level = o.level, .execution = o.execution});
     }},
    {"sbb", false,
     [](const Observations& seen, const MethodOptions& o) {
       return fit_sbb(seen, {.prior = o.prior,
                             .smoothing = o.smoothing,
                             .level = o.level,
                             .execution = o.execution});
     }},
    {"platt", false,
     [](const Observations& seen, const MethodOptions& o) {
       return fit_platt(seen, {.threads = o.execution.threads});
     }},
    {"platt-logit", true,
     [](const Observations& seen, const MethodOptions& o) {
       return fit_platt(seen, {.input = Sigmoid::Input::kLogit, .threads = o.execution.threads});
     }},
    {"beta", true,
     [](const Observations& seen, const MethodOptions& o) {
       return fit_beta(seen, o.execution.threads);
     }},
    {kHistogram, false,
     [](const Observations& seen, const MethodOptions& o) {
       return fit_histogram(seen, histogram_options(o));
     }},
    {"isotonic", false,
     [](const Observations& seen, const MethodOptions& o) {
       return fit_isotonic(seen, {.interpolate = o.interpolate, .threads = o.execution.threads});
     }},
}};

const Method& find(std::string_view name) {
  const auto* method = std::find_if(kMethods.begin(), kMethods.end(),
                                    [&](const Method& known) { return known.name == name; });
  if (method == kMethods.end()) {
    throw OptionError(
        "method", fmt::format("{} is not one of {}", shown(name), fmt::join(method_names(), ", ")));
  }
  return *method;
}

}  // namespace

const std::vector<std::string_view>& method_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> result;
    result.reserve(kMethods.size());
    for (const Method& method : kMethods) result.push_back(method.name);
    return result;
  }();
  return names;
}

bool needs_probabilities(std::string_view method) { return find(method).needs_probabilities; }

Curve fit_method(std::string_view method, const Observations& observations,
                 const MethodOptions& options) {
  return find(method).fit(observations, options);
}

Curve fit_method(std::string_view method, std::span<const double> scores,
                 std::span<const std::uint8_t> labels, std::span<const double> weights,
                 const MethodOptions& options) {
  const Method& known = find(method);
  const unsigned threads = options.execution.threads;
  if (known.name == kHistogram && weights.empty()) {
    return fit_histogram(scores, labels, histogram_options(options), threads);
  }
  const Observations seen = observe(scores, labels, weights, threads);
  ProgressMeter(options.execution, 1).advance(0);  // sorting reports nothing on the way
  return known.fit(seen, options);
}

}  // namespace calibrant
