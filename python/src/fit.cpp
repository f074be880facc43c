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
#include "calibrant/error.hpp"
#include "calibrant/method.hpp"
#include "calibrant/suspicion.hpp"
#include "calibrant/update.hpp"
#include "calibrant/words.hpp"
#include "gil.hpp"
#include "module.hpp"
#include "options.hpp"
#include "stored.hpp"
#include "watched.hpp"

namespace calibrant::python {
namespace {

// Fits of so few groups end before anyone could interrupt them: not worth a thread.
constexpr std::size_t kWorthWatching = 1000;

// fit(execution), which can be interrupted if it is long.
template <class Fit>
auto run(bool can_be_long, std::size_t groups, unsigned threads, const nb::object& progress,
         const Fit& fit) {
  if (can_be_long && (groups >= kWorthWatching || !progress.is_none())) {
    return watched(fit, threads, progress);
  }
  const GilReleased release;
  return fit(Execution{.threads = threads});
}

// A method with its options, checked, and whether its model keeps its observations.
struct Request {
  Request(const std::string& name, const nb::dict& dictionary, bool keeps, bool several = false)
      : method(find_method(name)),
        given(values_of(dictionary)),
        options(read_options(name, given, Spelling::kPython)),
        keep(keeps) {
    OptionValues used = given;
    // Counted scores give each class a curve.
    const bool curves = several && method.gives_curve && method.classes == Method::Classes::kAny;
    if (curves) used["curve"] = name;
    check_use(curves ? "one-vs-rest" : name, used, several, Spelling::kPython);
  }

  StoredModel fit(std::span<const Observations> seen, const std::vector<std::string>& names,
                  const Execution& execution) const {
    if (keep) return fit_kept(kept({seen.begin(), seen.end()}), names, execution);
    return {.model = fit_model(method.name, seen, names, with(execution))};
  }
  Kept kept(std::vector<Observations> seen) const {
    return {.method = std::string(method.name), .options = given, .observations = std::move(seen)};
  }
  MethodOptions with(const Execution& execution) const {
    MethodOptions result = options;
    result.execution = execution;
    return result;
  }

  const Method& method;
  OptionValues given;
  MethodOptions options;
  bool keep;
};

std::vector<std::string> messages_of(const std::vector<Warning>& warnings) {
  std::vector<std::string> messages;
  for (const Warning& warning : warnings) messages.push_back(warning.message);
  return messages;
}

// Sorting is most of the work, and some methods can do without.
std::optional<Curve> fit_unsorted(const Request& request, const Doubles& scores,
                                  const Labels& labels, const std::optional<Doubles>& weights,
                                  const Execution& execution) {
  const auto fit = request.method.fit_unsorted;
  const bool changes = request.keep || request.options.cells || request.options.tabulate;
  if (fit == nullptr || weights || changes) return {};
  return fit(span_of(scores), span_of(labels), request.with(execution));
}

// The model, and what looks wrong with the rows.
nb::tuple fit_rows(const Doubles& scores, const Labels& labels,
                   const std::optional<Doubles>& weights, const std::string& method,
                   const nb::dict& given, unsigned threads, const nb::object& progress, bool keep) {
  const Request request(method, given, keep);
  std::vector<Warning> warnings;
  StoredModel stored =
      run(request.method.can_be_long, scores.size(), threads, progress,
          [&](const Execution& execution) -> StoredModel {
            if (auto unsorted = fit_unsorted(request, scores, labels, weights, execution)) {
              const Origin& origin = unsorted->origin();
              const double positives = std::round(origin.weight * origin.prevalence);
              warnings = inspect_totals({.negatives = origin.weight - positives,
                                         .positives = positives,
                                         .least = origin.scores->low,
                                         .largest = origin.scores->high});
              return {.model = *std::move(unsorted)};
            }
            const Observations seen =
                observe(span_of(scores), span_of(labels), span_of(weights), execution);
            warnings = inspect(seen);
            return request.fit({&seen, 1}, {}, execution);
          });
  return nb::make_tuple(object_of(std::move(stored)), messages_of(warnings));
}

std::size_t groups_of(std::span<const Observations> seen) {
  std::size_t groups = 0;
  for (const Observations& one : seen) groups += one.groups();
  return groups;
}

nb::object fit_observations(std::span<const Observations> seen,
                            const std::vector<std::string>& names, const Request& request,
                            unsigned threads, const nb::object& progress) {
  return object_of(
      run(request.method.can_be_long, groups_of(seen), threads, progress,
          [&](const Execution& execution) { return request.fit(seen, names, execution); }));
}

nb::object fit_one(const Observations& seen, const std::string& method, const nb::dict& given,
                   unsigned threads, const nb::object& progress, bool keep) {
  return fit_observations({&seen, 1}, {}, Request(method, given, keep), threads, progress);
}

nb::object fit_several(const std::vector<Observations>& seen, const std::vector<std::string>& names,
                       const std::string& method, const nb::dict& given, unsigned threads,
                       const nb::object& progress, bool keep) {
  return fit_observations(seen, names, Request(method, given, keep, true), threads, progress);
}

// From whole rows, which methods that fit all classes together need.
nb::object fit_classes(const Matrix& scores, const Classes& labels,
                       const std::optional<Doubles>& weights, const std::vector<std::string>& names,
                       const std::string& method, const nb::dict& given, unsigned threads,
                       const nb::object& progress, bool keep, bool every_class) {
  const Method& known = find_method(method);
  ClassFit how{.method = method,
               .options = values_of(given),
               .keep = keep,
               .every_class = every_class,
               .spelling = Spelling::kPython};
  return object_of(
      run(known.can_be_long, scores.size(), threads, progress, [&](const Execution& execution) {
        how.execution = execution;
        return fit_class_rows(how, span_of(scores), span_of(labels), names, span_of(weights));
      }));
}

// One curve, and a correction for each group.
nb::tuple fit_grouped(const Doubles& scores, const Labels& labels,
                      const std::optional<Doubles>& weights, const Classes& groups,
                      const std::vector<std::string>& names, const std::string& by,
                      const std::string& method, const nb::dict& given, unsigned threads,
                      const nb::object& progress) {
  const Request request(method, given, false);
  std::vector<Warning> warnings;
  StoredModel stored =
      run(true, scores.size(), threads, progress, [&](const Execution& execution) -> StoredModel {
        const auto seen = observe_groups({.names = names,
                                          .of_row = span_of(groups),
                                          .scores = span_of(scores),
                                          .labels = span_of(labels),
                                          .weights = span_of(weights)});
        warnings = inspect(together(seen));
        return {.model = fit_groups(method, by, seen, request.with(execution))};
      });
  return nb::make_tuple(object_of(std::move(stored)), messages_of(warnings));
}

nb::object update_model(nb::handle model, const std::vector<Observations>& added, double forget,
                        unsigned threads, const nb::object& progress) {
  const StoredModel old = stored_of(model);
  return object_of(run(true, groups_of(added), threads, progress, [&](const Execution& execution) {
    return update(old, added, {.forget = forget, .execution = execution});
  }));
}

nb::object update_classes(nb::handle model, const Matrix& scores, const Classes& labels,
                          const std::optional<Doubles>& weights, double forget, unsigned threads,
                          const nb::object& progress) {
  const StoredModel old = stored_of(model);
  return object_of(run(true, scores.size(), threads, progress, [&](const Execution& execution) {
    return update_class_rows(old, span_of(scores), span_of(labels), span_of(weights),
                             {.forget = forget, .execution = execution});
  }));
}

}  // namespace

void bind_fit(nb::module_& module) {
  module.def(
      "check_options",
      [](const std::string& method, const nb::dict& options, bool several) {
        Request(method, options, false, several);
      },
      nb::arg("method"), nb::arg("options"), nb::arg("several") = false,
      "Throws what a fit with these options would throw.");
  module.def("fit", &fit_one, nb::arg("observations"), nb::arg("method"), nb::arg("options"),
             nb::arg("threads") = 0, nb::arg("progress").none() = nb::none(),
             nb::arg("keep") = false);
  module.def("fit_rows", &fit_rows, nb::arg("scores").noconvert(), nb::arg("labels").noconvert(),
             nb::arg("weights").noconvert().none(), nb::arg("method"), nb::arg("options"),
             nb::arg("threads") = 0, nb::arg("progress").none() = nb::none(),
             nb::arg("keep") = false);
  module.def("fit_groups", &fit_grouped, nb::arg("scores").noconvert(),
             nb::arg("labels").noconvert(), nb::arg("weights").noconvert().none(),
             nb::arg("groups").noconvert(), nb::arg("names"), nb::arg("by"), nb::arg("method"),
             nb::arg("options"), nb::arg("threads") = 0, nb::arg("progress").none() = nb::none());
  module.def("fit_multiclass", &fit_several, nb::arg("observations"), nb::arg("names"),
             nb::arg("method"), nb::arg("options"), nb::arg("threads") = 0,
             nb::arg("progress").none() = nb::none(), nb::arg("keep") = false);
  module.def("fit_class_rows", &fit_classes, nb::arg("scores").noconvert(),
             nb::arg("labels").noconvert(), nb::arg("weights").noconvert().none(), nb::arg("names"),
             nb::arg("method"), nb::arg("options"), nb::arg("threads") = 0,
             nb::arg("progress").none() = nb::none(), nb::arg("keep") = false,
             nb::arg("every_class") = true);
  module.def(
      "inspect", [](const Observations& seen) { return messages_of(inspect(seen)); },
      nb::arg("observations"), "What looks wrong with them, in sentences.");
  module.def(
      "inspect_classes",
      [](const std::vector<std::string>& names, const std::vector<double>& weights) {
        return messages_of(inspect_classes(names, weights));
      },
      nb::arg("names"), nb::arg("weights"), "The same for several classes, from their weights.");
  module.def(
      "inspect_weights",
      [](const Doubles& weights, const Classes& labels) {
        return messages_of(inspect_weights(span_of(weights), span_of(labels)));
      },
      nb::arg("weights").noconvert(), nb::arg("labels").noconvert(),
      "The same of weights, one for each label.");
  nb::class_<Kept>(module, "Kept", "How a model was fitted, and to what: what an update needs.");
  module.def("update", &update_model, nb::arg("model"), nb::arg("observations"), nb::arg("forget"),
             nb::arg("threads") = 0, nb::arg("progress").none() = nb::none());
  module.def("update_class_rows", &update_classes, nb::arg("model"), nb::arg("scores").noconvert(),
             nb::arg("labels").noconvert(), nb::arg("weights").noconvert().none(),
             nb::arg("forget"), nb::arg("threads") = 0, nb::arg("progress").none() = nb::none());
  module.def("methods_as_json", &methods_as_json, "Every method and every option.");
  module.def(
      "check_method", [](const std::string& method) { find_method(method); }, nb::arg("method"),
      "Raises OptionError for an unknown name.");
}

}  // namespace calibrant::python
