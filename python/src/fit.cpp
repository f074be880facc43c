// Fits, by the names and the options of the package.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "calibrant/acp.hpp"
#include "calibrant/error.hpp"
#include "calibrant/method.hpp"
#include "calibrant/multiclass.hpp"
#include "calibrant/suspicion.hpp"
#include "gil.hpp"
#include "metrics/totals.hpp"
#include "module.hpp"
#include "options.hpp"
#include "watched.hpp"

namespace calibrant::python {
namespace {

// Fits of so few groups end before anyone could interrupt them: not worth a thread.
constexpr std::size_t kWorthWatching = 1000;

MethodOptions options_of(const std::string& method, const nb::dict& given) {
  return read_options(method, values_of(given), Spelling::kPython);
}

template <class Fit>
auto run(const std::string& method, std::size_t groups, MethodOptions options, unsigned threads,
         const nb::object& progress, const Fit& fit) {
  if (!find_method(method).can_be_long || (groups < kWorthWatching && progress.is_none())) {
    const GilReleased release;
    options.execution.threads = threads;
    return fit(options);
  }
  return watched(
      [&](const Execution& execution) {
        MethodOptions watched_options = options;
        watched_options.execution = execution;
        return fit(watched_options);
      },
      threads, progress);
}

std::vector<std::string> messages_of(const std::vector<Warning>& warnings) {
  std::vector<std::string> messages;
  for (const Warning& warning : warnings) messages.push_back(warning.message);
  return messages;
}

// Sorting is most of the work, and some methods can do without.
std::optional<Curve> fit_unsorted(const std::string& method, const Doubles& scores,
                                  const Labels& labels, const std::optional<Doubles>& weights,
                                  const MethodOptions& options) {
  const auto fit = find_method(method).fit_unsorted;
  if (fit == nullptr || weights || options.cells || options.tabulate) return {};
  return fit(span_of(scores), span_of(labels), options);
}

// The curve, and what looks wrong with the rows.
nb::tuple fit_rows(const Doubles& scores, const Labels& labels,
                   const std::optional<Doubles>& weights, const std::string& method,
                   const nb::dict& given, unsigned threads, const nb::object& progress) {
  std::vector<Warning> warnings;
  Curve curve = run(method, scores.size(), options_of(method, given), threads, progress,
                    [&](const MethodOptions& options) {
                      if (auto unsorted = fit_unsorted(method, scores, labels, weights, options)) {
                        const Origin& origin = unsorted->origin();
                        const double positives = std::round(origin.weight * origin.prevalence);
                        warnings = inspect_totals({.negatives = origin.weight - positives,
                                                   .positives = positives,
                                                   .least = origin.scores->low,
                                                   .largest = origin.scores->high});
                        return *std::move(unsorted);
                      }
                      const Observations seen =
                          observe(span_of(scores), span_of(labels), span_of(weights),
                                  options.execution.threads);
                      warnings = inspect(seen);
                      return fit_method(method, seen, options);
                    });
  return nb::make_tuple(std::move(curve), messages_of(warnings));
}

Curve fit_one(const Observations& seen, const std::string& method, const nb::dict& given,
              unsigned threads, const nb::object& progress) {
  return run(method, seen.groups(), options_of(method, given), threads, progress,
             [&](const MethodOptions& options) { return fit_method(method, seen, options); });
}

MulticlassModel fit_several(const std::vector<Observations>& seen,
                            const std::vector<std::string>& names, const std::string& method,
                            const nb::dict& given, unsigned threads, const nb::object& progress) {
  std::size_t groups = 0;
  for (const Observations& one : seen) groups += one.groups();
  return run(method, groups, options_of(method, given), threads, progress,
             [&](const MethodOptions& options) {
               return std::get<MulticlassModel>(fit_model(method, seen, names, options));
             });
}

}  // namespace

void bind_fit(nb::module_& module) {
  module.def("fit", &fit_one, nb::arg("observations"), nb::arg("method"), nb::arg("options"),
             nb::arg("threads") = 0, nb::arg("progress").none() = nb::none());
  module.def("fit_rows", &fit_rows, nb::arg("scores").noconvert(), nb::arg("labels").noconvert(),
             nb::arg("weights").noconvert().none(), nb::arg("method"), nb::arg("options"),
             nb::arg("threads") = 0, nb::arg("progress").none() = nb::none());
  module.def("fit_multiclass", &fit_several, nb::arg("observations"), nb::arg("names"),
             nb::arg("method"), nb::arg("options"), nb::arg("threads") = 0,
             nb::arg("progress").none() = nb::none());
  module.def(
      "inspect", [](const Observations& seen) { return messages_of(inspect(seen)); },
      nb::arg("observations"), "What looks wrong with them, in sentences.");
  module.def(
      "inspect_classes",
      [](const std::vector<std::string>& names, const std::vector<double>& weights) {
        return messages_of(inspect_classes(names, weights));
      },
      nb::arg("names"), nb::arg("weights"), "The same for several classes, from their weights.");
  module.def("fit_acp", &fit_acp, nb::arg("observations"));
  module.def("methods_as_json", &methods_as_json, "Every method and every option.");
  module.def(
      "check_method", [](const std::string& method) { find_method(method); }, nb::arg("method"),
      "Raises OptionError for an unknown name.");
}

}  // namespace calibrant::python
