// Fits, by the names and the options of the package.
#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
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
#include "method/option_use.hpp"
#include "method/option_word.hpp"
#include "metrics/totals.hpp"
#include "model_file/names.hpp"
#include "module.hpp"
#include "watched.hpp"

namespace calibrant::python {
namespace {

// Fits of so few groups end before anyone could interrupt them: not worth a thread.
constexpr std::size_t kWorthWatching = 1000;

// The library's names of two options, where Python has its own.
constexpr std::array<std::pair<const char*, const char*>, 2> kRenamed = {
    {{"lambda", "lam"}, {"bins", "n_bins"}}};

// Empty: no option of Python has this name.
std::string library_name(const std::string& option) {
  for (const auto& [theirs, ours] : kRenamed) {
    if (option == ours) return theirs;
    if (option == theirs) return {};
  }
  return option;
}

// Every option by its name in Python, those that are given; an unknown name is an error, and so is
// an option that the method does not read, unless it is None.
MethodOptions options_of(const std::string& method, const nb::dict& given) {
  needs_probabilities(method);  // throws where there is no such method
  MethodOptions options;
  for (const auto& [key, value] : given) {
    const auto name = nb::cast<std::string>(key);
    const std::string known = library_name(name);
    if (methods_that_read(known).empty()) throw OptionError(name, "is not an option");
    if (!value.is_none()) check_method_reads(method, known, name);
    try {
      if (name == "lam") {
        options.prior.lambda = nb::cast<std::optional<double>>(value);
      } else if (name == "scale") {
        options.prior.scale = option_scale(name, nb::cast<std::string>(value));
      } else if (name == "lookup") {
        options.lookup = option_word(kLookupNames, name, nb::cast<std::string>(value));
      } else if (name == "level") {
        options.level = nb::cast<std::optional<double>>(value);
      } else if (name == "smoothing") {
        options.smoothing = nb::cast<bool>(value);
      } else if (name == "n_bins") {
        options.bins = nb::cast<std::size_t>(value);
      } else if (name == "strategy") {
        options.strategy = option_word(kStrategyNames, name, nb::cast<std::string>(value));
      } else if (name == "interpolate") {
        options.interpolate = nb::cast<bool>(value);
      } else if (name == "monotone") {
        options.monotone = nb::cast<bool>(value);
      }
    } catch (const nb::cast_error&) {
      throw OptionError(name, fmt::format("{} has the wrong type", nb::repr(value).c_str()));
    }
  }
  return options;
}

// The others are done in a fraction of a second for a million rows, and report nothing on the way.
bool can_be_long(const std::string& method) {
  return method == "auto" || method == "abb" || method == "sbb";
}

// The library's errors, in Python's words.
[[noreturn]] void throw_in_python_words(const OptionError& error) {
  for (const auto& [theirs, ours] : kRenamed) {
    if (error.option() != theirs) continue;
    const std::string problem = std::string(error.what()).substr(error.option().size() + 2);
    throw OptionError(ours, problem);
  }
  throw error;
}

template <class Fit>
auto run(const std::string& method, std::size_t groups, MethodOptions options, unsigned threads,
         const nb::object& progress, const Fit& fit) {
  try {
    if (!can_be_long(method) || (groups < kWorthWatching && progress.is_none())) {
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
  } catch (const OptionError& error) {
    throw_in_python_words(error);
  }
}

std::vector<std::string> messages_of(const std::vector<Warning>& warnings) {
  std::vector<std::string> messages;
  for (const Warning& warning : warnings) messages.push_back(warning.message);
  return messages;
}

// The curve, and what looks wrong with the rows.
nb::tuple fit_rows(const Doubles& scores, const Labels& labels,
                   const std::optional<Doubles>& weights, const std::string& method,
                   const nb::dict& given, unsigned threads, const nb::object& progress) {
  std::vector<Warning> warnings;
  Curve curve =
      run(method, scores.size(), options_of(method, given), threads, progress,
          [&](const MethodOptions& options) {
            // Bins of equal width are fitted without sorting, which is most of the work.
            if (method == "histogram" && !weights &&
                options.strategy == HistogramOptions::Strategy::kEqualWidth) {
              Curve bins = fit_method(method, span_of(scores), span_of(labels), {}, options);
              const Origin& origin = bins.origin();
              const double positives = std::round(origin.weight * origin.prevalence);
              warnings = inspect_totals({.negatives = origin.weight - positives,
                                         .positives = positives,
                                         .least = origin.scores->low,
                                         .largest = origin.scores->high});
              return bins;
            }
            const Observations seen = observe(span_of(scores), span_of(labels), span_of(weights),
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
               double done = 0;
               const auto classes = static_cast<double>(seen.size());
               return fit_multiclass(seen, names, [&](const Observations& one) {
                 MethodOptions part = options;
                 if (options.execution.progress) {
                   part.execution.progress = [&](double fraction) {
                     return options.execution.progress((done + fraction) / classes);
                   };
                 }
                 Curve curve = fit_method(method, one, part);
                 ++done;
                 return curve;
               });
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
  module.def("method_names", [] {
    nb::list names;
    for (const std::string_view name : method_names()) names.append(nb::str(name.data()));
    return names;
  });
  module.def("needs_probabilities",
             [](const std::string& method) { return needs_probabilities(method); });
}

}  // namespace calibrant::python
