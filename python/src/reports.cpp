// Assessments and comparisons, and what they say: text, JSON, HTML.
#include "calibrant/report.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "calibrant/assess.hpp"
#include "calibrant/compare.hpp"
#include "calibrant/suspicion.hpp"
#include "module.hpp"
#include "options.hpp"
#include "watched.hpp"

namespace calibrant::python {
namespace {

using Released = nb::call_guard<GilReleased>;
using Weights = std::optional<Doubles>;

AssessOptions options_of(std::size_t bins, std::size_t repeats, double level, std::uint64_t seed) {
  return {.bins = bins, .repeats = repeats, .level = level, .seed = seed};
}

// The column's name, the names of the subgroups, the place of each row's own, and the rows.
using SubgroupParts =
    std::tuple<std::string, std::vector<std::string>, Classes, Doubles, Labels, Weights>;

Assessment assess_two(const Observations& predictions, std::size_t rows, std::size_t bins,
                      std::size_t repeats, double level, std::uint64_t seed,
                      const std::optional<SubgroupParts>& parts) {
  std::optional<Subgroups> subgroups;
  if (parts) {
    const auto& [by, names, of_row, probabilities, labels, weights] = *parts;
    subgroups = {.by = by,
                 .names = names,
                 .of_row = span_of(of_row),
                 .probabilities = span_of(probabilities),
                 .labels = span_of(labels),
                 .weights = span_of(weights)};
  }
  return watched(
      [&](const Execution& execution) {
        AssessOptions options = options_of(bins, repeats, level, seed);
        options.execution = execution;
        return assess(predictions, rows, options, subgroups ? &*subgroups : nullptr);
      },
      0, nb::none());
}

MulticlassAssessment assess_several(const MulticlassPredictions& predictions, std::size_t rows,
                                    const std::vector<std::string>& names, std::size_t bins,
                                    std::size_t repeats, double level, std::uint64_t seed) {
  return watched(
      [&](const Execution& execution) {
        AssessOptions options = options_of(bins, repeats, level, seed);
        options.execution = execution;
        return assess(predictions, rows, names, options);
      },
      0, nb::none());
}

// Scores row by row, labels as numbers, weights.
using RowParts = std::tuple<Doubles, Classes, Weights>;

ScoredRows rows_of(const RowParts& parts, const std::vector<std::string>& classes) {
  const auto& [scores, labels, weights] = parts;
  const auto copy = [](const auto& span) { return std::vector(span.begin(), span.end()); };
  return {.classes = classes,
          .scores = copy(span_of(scores)),
          .labels = copy(span_of(labels)),
          .weights = copy(span_of(weights))};
}

Comparison compare_rows(const RowParts& rows, const std::optional<RowParts>& test,
                        const std::vector<std::string>& classes,
                        const std::vector<std::string>& methods, const nb::dict& given,
                        const std::optional<std::size_t>& folds, std::uint64_t seed,
                        unsigned threads, const nb::object& progress) {
  const MethodOptions options =
      compared_options(methods, values_of(given), Spelling::kPython, !classes.empty());
  ScoredRows fitted = rows_of(rows, classes);
  std::optional<ScoredRows> measured;
  if (test) measured = rows_of(*test, classes);
  return watched(
      [&](const Execution& execution) {
        return compare(std::move(fitted), std::move(measured),
                       {.methods = methods,
                        .folds = folds,
                        .seed = seed,
                        .method = options,
                        .execution = execution});
      },
      threads, progress);
}

template <class Found>
nb::class_<Found> bind_found(nb::module_& module, const char* name, const char* words) {
  return nb::class_<Found>(module, name, words)
      .def(
          "text", [](const Found& self) { return to_text(self); }, "As the command line prints it.",
          Released())
      .def(
          "json", [](const Found& self) { return to_json(self); }, "Every number, for machines.",
          Released())
      .def(
          "html", [](const Found& self) { return to_fragment(self); }, "For a notebook.",
          Released());
}

}  // namespace

void bind_reports(nb::module_& module) {
  bind_found<Assessment>(module, "Assessment", "How good probabilities are, and how sure that is.")
      .def("warnings",
           [](const Assessment& self) {
             std::vector<std::string> messages;
             for (const Warning& one : inspect(self.predictions)) messages.push_back(one.message);
             return messages;
           })
      .def(
          "page",
          [](const Assessment& self, const std::string& title, const Assessment* before) {
            return to_page(self, {.title = title}, before);
          },
          nb::arg("title"), nb::arg("before").none() = nb::none(), "The report.", Released());
  bind_found<MulticlassAssessment>(module, "MulticlassAssessment", "The same for several classes.")
      .def(
          "page",
          [](const MulticlassAssessment& self, const std::string& title,
             const MulticlassAssessment* before) {
            return to_page(self, {.title = title}, before);
          },
          nb::arg("title"), nb::arg("before").none() = nb::none(), "The report.", Released());
  bind_found<Comparison>(module, "Comparison", "Methods on the same rows.")
      .def_ro("notes", &Comparison::notes)
      .def(
          "page",
          [](const Comparison& self, const std::string& title) {
            return to_page(self, {.title = title});
          },
          nb::arg("title"), "The report on the recommended method.", Released());
  module.def("assess", &assess_two, nb::arg("predictions"), nb::arg("rows"), nb::arg("bins"),
             nb::arg("repeats"), nb::arg("level"), nb::arg("seed"),
             nb::arg("subgroups").none() = nb::none());
  module.def("assess_classes", &assess_several, nb::arg("predictions"), nb::arg("rows"),
             nb::arg("names"), nb::arg("bins"), nb::arg("repeats"), nb::arg("level"),
             nb::arg("seed"));
  module.def("compare", &compare_rows, nb::arg("rows"), nb::arg("test").none(), nb::arg("classes"),
             nb::arg("methods"), nb::arg("options"), nb::arg("folds").none(), nb::arg("seed"),
             nb::arg("threads") = 0, nb::arg("progress") = nb::none());
}

}  // namespace calibrant::python
