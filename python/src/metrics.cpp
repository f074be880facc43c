// The measures. Each takes observations, so that rows are sorted once for as many as are wanted.
#include "calibrant/metrics.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "arrays.hpp"
#include "calibrant/error.hpp"
#include "calibrant/measures.hpp"
#include "gil.hpp"
#include "module.hpp"

namespace calibrant::python {
namespace {

using Released = nb::call_guard<GilReleased>;

// Errors speak of the arguments by the names that they have in Python.
template <class Work>
auto renamed(const Work& work) {
  try {
    return work();
  } catch (const InputError& error) {
    static const std::map<std::string, std::string> names = {{"probabilities", "y_proba"},
                                                             {"scores", "y_proba"},
                                                             {"labels", "y_true"},
                                                             {"weights", "sample_weight"}};
    const auto name = names.find(error.argument());
    if (name == names.end()) throw;
    const std::string words = error.what();
    throw InputError(name->second, error.index(), words.substr(words.find(": ") + 2));
  }
}

Observations observe_predictions_of(const Doubles& probabilities, const Labels& labels,
                                    const std::optional<Doubles>& weights, bool any_scores) {
  return renamed([&] {
    return any_scores
               ? observe(span_of(probabilities), span_of(labels), span_of(weights))
               : observe_probabilities(span_of(probabilities), span_of(labels), span_of(weights));
  });
}

MulticlassPredictions observe_matrix(const Matrix& probabilities, const Classes& labels,
                                     const std::optional<Doubles>& weights) {
  return renamed([&] {
    return observe_predictions(span_of(probabilities), span_of(labels), probabilities.shape(1),
                               span_of(weights));
  });
}

// The same measures of rows without weights, for which nothing need be sorted.
double brier_of_rows(const Doubles& probabilities, const Labels& labels) {
  return renamed([&] { return brier_score(span_of(probabilities), span_of(labels)); });
}

double log_loss_of_rows(const Doubles& probabilities, const Labels& labels) {
  return renamed([&] { return log_loss(span_of(probabilities), span_of(labels)); });
}

std::tuple<double, double> calibration_error_of_rows(const Doubles& probabilities,
                                                     const Labels& labels, std::size_t bins) {
  return renamed([&] {
    const CalibrationError error = calibration_error(span_of(probabilities), span_of(labels), bins);
    return std::tuple(error.ece, error.mce);
  });
}

BinStrategy strategy_of(bool equal_mass) {
  return equal_mass ? BinStrategy::kEqualMass : BinStrategy::kEqualWidth;
}

using Pair = std::tuple<double, double>;
using Triple = std::tuple<double, double, double>;

Triple brier_parts(const Observations& predictions) {
  const BrierSplit split = split_brier(predictions);
  return {split.miscalibration, split.discrimination, split.uncertainty};
}

Pair calibration_errors(const Observations& predictions, std::size_t bins, bool equal_mass) {
  const CalibrationError error =
      calibration_error(predictions, {.bins = bins, .strategy = strategy_of(equal_mass)});
  return {error.ece, error.mce};
}

std::optional<Pair> spiegelhalter(const Observations& predictions) {
  const auto test = spiegelhalter_test(predictions);
  if (!test) return {};
  return Pair(test->z, test->p);
}

std::optional<std::tuple<double, int, double>> whole_test(const Observations& predictions) {
  const auto test = calibration_test(predictions);
  if (!test) return {};
  return std::tuple(test->statistic, test->degrees, test->p);
}

Pair distances_of(const Observations& predictions) {
  const CalibrationDistance distance = calibration_distance(predictions);
  return {distance.ici, distance.e90};
}

// low, high, weight, mean probability, observed, and its exact binomial interval.
using Row = std::tuple<double, double, double, double, double, double, double>;

std::vector<Row> reliability_rows(const Observations& predictions, std::size_t bins,
                                  bool equal_mass, double level) {
  std::vector<Row> rows;
  for (const ReliabilityRow& row :
       reliability(predictions, {.bins = bins, .strategy = strategy_of(equal_mass)})) {
    const double positives = row.observed * row.weight;
    const double negatives = std::max(0.0, row.weight - positives);
    const Interval interval = exact_binomial_interval(negatives, positives, level);
    rows.emplace_back(row.low, row.high, row.weight, row.mean_probability, row.observed,
                      interval.lower, interval.upper);
  }
  return rows;
}

using Values = std::map<std::string, double>;

Values evaluate_several(const MulticlassPredictions& predictions, std::size_t bins) {
  const MulticlassScorecard card = evaluate(predictions, {.bins = bins});
  Values values;
  for (const MulticlassMeasure& measure : multiclass_measures()) {
    if (const auto value = measure.value(card)) values.emplace(measure.name, *value);
  }
  return values;
}

template <class Table>
std::vector<std::string> names_of(const Table& table) {
  std::vector<std::string> names;
  for (const auto& measure : table) names.emplace_back(measure.name);
  return names;
}

void bind_input(nb::module_& module) {
  nb::class_<MulticlassPredictions>(module, "MulticlassPredictions",
                                    "Rows of probabilities, seen in several ways.")
      .def_ro("top", &MulticlassPredictions::top)
      .def_ro("own", &MulticlassPredictions::own)
      .def_ro("classes", &MulticlassPredictions::classes);
  module.def("observe_predictions", &observe_predictions_of, nb::arg("y_proba").noconvert(),
             nb::arg("y_true").noconvert(), nb::arg("sample_weight").noconvert().none(),
             nb::arg("any_scores") = false, Released());
  module.def("observe_class_predictions", &observe_matrix, nb::arg("y_proba").noconvert(),
             nb::arg("y_true").noconvert(), nb::arg("sample_weight").noconvert().none(),
             Released());
}

void bind_rows(nb::module_& module) {
  const auto measure = [&](const char* name, auto function, const auto&... arguments) {
    module.def(name, function, nb::arg("y_proba").noconvert(), nb::arg("y_true").noconvert(),
               arguments..., Released());
  };
  measure("brier_score_of_rows", &brier_of_rows);
  measure("log_loss_of_rows", &log_loss_of_rows);
  measure("calibration_error_of_rows", &calibration_error_of_rows, nb::arg("bins"));
}

}  // namespace

void bind_metrics(nb::module_& module) {
  bind_input(module);
  const auto measure = [&](const char* name, auto function, const auto&... arguments) {
    module.def(name, function, nb::arg("predictions"), arguments..., Released());
  };
  measure("accuracy", &accuracy);
  measure("auc", &auc);
  measure("brier_score", nb::overload_cast<const Observations&>(&brier_score));
  measure("log_loss", nb::overload_cast<const Observations&>(&log_loss));
  measure("split_brier", &brier_parts);
  measure("calibration_error", &calibration_errors, nb::arg("bins"), nb::arg("equal_mass"));
  measure("reliability", &reliability_rows, nb::arg("bins"), nb::arg("equal_mass"),
          nb::arg("level"));
  measure("spiegelhalter_test", &spiegelhalter);
  measure("calibration_test", &whole_test);
  measure("calibration_slope", &calibration_slope);
  measure("calibration_intercept", &calibration_intercept);
  measure("observed_expected", &observed_expected);
  measure("calibration_distance", &distances_of);
  measure("net_benefit", nb::overload_cast<const Observations&, double>(&net_benefit),
          nb::arg("threshold"));
  bind_rows(module);
  module.def("measures", [] { return names_of(measures()); });
  module.def("class_measures", [] { return names_of(multiclass_measures()); });
  module.def("evaluate_classes", &evaluate_several, nb::arg("predictions"), nb::arg("bins"),
             Released());
}

}  // namespace calibrant::python
