// What a fit gives: a curve, or ACP's model; class_models.cpp has those of several classes.
#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>

#include "arrays.hpp"
#include "calibrant/acp.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/error.hpp"
#include "calibrant/export.hpp"
#include "calibrant/model_file.hpp"
#include "calibrant/prevalence.hpp"
#include "calibrant/score_check.hpp"
#include "calibrant/simplify.hpp"
#include "calibrant/words.hpp"
#include "gil.hpp"
#include "model_text.hpp"
#include "module.hpp"
#include "stored.hpp"
#include "support/legible.hpp"
#include "support/parallel.hpp"
#include "texts.hpp"

namespace calibrant::python {
namespace {

/// For another rate of positives than the model was fitted on, if there is one.
class Shift {
 public:
  Shift(double fitted, const std::optional<double>& wanted) {
    if (wanted) shift_.emplace(fitted, *wanted);
  }
  Shift(const Curve& curve, const std::optional<double>& wanted)
      : Shift(curve.origin().prevalence, wanted) {}

  double operator()(double probability) const {
    return shift_ ? (*shift_)(probability) : probability;
  }
  void operator()(std::span<double> probabilities) const {
    if (shift_) (*shift_)(probabilities);
  }

 private:
  std::optional<PrevalenceShift> shift_;
};

NewDoubles apply_curve(const Curve& curve, const Doubles& scores,
                       const std::optional<double>& prevalence) {
  const Shift shift(curve, prevalence);
  Buffer result(scores.size());
  {
    const GilReleased release;
    apply(curve, span_of(scores), result.span());
    shift(result.span());
  }
  return std::move(result).to_array();
}

// The same, and a warning if the scores are unlike those that the curve was fitted on, or an error
// if they are not finite: one look, while a block is in the cache.
NewDoubles predict(const Curve& curve, const Doubles& scores,
                   const std::optional<double>& prevalence) {
  const Shift shift(curve, prevalence);
  constexpr std::size_t kBlock = 8192;  // scores that stay in the first-level cache
  const ScoreCheck check(curve.origin());
  const std::span<const double> from = span_of(scores);
  Buffer result(from.size());
  bool look_again = false;
  {
    const GilReleased released;
    const unsigned parts = threads_for_rows(from.size(), 0);
    std::vector<char> suspicious(parts);
    run_parts(parts, from.size(), [&](std::size_t part, std::size_t begin, std::size_t end) {
      for (std::size_t at = begin; at < end; at += kBlock) {
        const std::size_t size = std::min(kBlock, end - at);
        if (check.any(from.subspan(at, size))) suspicious[part] = 1;
        apply(curve, from.subspan(at, size), result.span().subspan(at, size), {.threads = 1});
        shift(result.span().subspan(at, size));
      }
    });
    look_again = std::ranges::count(suspicious, 1) > 0;
  }
  if (look_again) {
    nb::module_::import_("calibrant._arrays").attr("check_finite")(scores, "X");
    if (const auto warning = check.judge(check.count(from))) {
      nb::module_::import_("calibrant._warnings").attr("warn_of")(nb::make_tuple(warning->message));
    }
  }
  return std::move(result).to_array();
}

nb::tuple apply_bounds(const Curve& curve, const Doubles& scores,
                       const std::optional<double>& prevalence) {
  const Shift shift(curve, prevalence);
  Buffer lower(scores.size());
  Buffer upper(scores.size());
  {
    const GilReleased release;
    apply_interval(curve, span_of(scores), lower.span(), upper.span());
    shift(lower.span());
    shift(upper.span());
  }
  return nb::make_tuple(std::move(lower).to_array(), std::move(upper).to_array());
}

// The package's conversion: whatever a user may hold scores in.
Doubles as_scores(nb::handle scores) {
  return nb::cast<Doubles>(nb::module_::import_("calibrant._arrays").attr("any_scores")(scores));
}

// NumPy's scalars are numbers to Python's own classes of numbers; its arrays are not.
bool is_number(nb::handle value) {
  if (PyFloat_Check(value.ptr()) || PyLong_Check(value.ptr())) return true;
  return nb::isinstance(value, nb::module_::import_("numbers").attr("Real"));
}

// One score; a whole number may have more digits than a double has room for.
double as_score(nb::handle number) {
  const double score = PyFloat_AsDouble(number.ptr());
  if (score != -1 || PyErr_Occurred() == nullptr) return score;
  PyErr_Clear();
  throw InputError("scores", {}, "a number is too large for a float");
}

nb::object call_curve(const Curve& curve, nb::handle scores,
                      const std::optional<double>& prevalence) {
  if (is_number(scores)) return nb::float_(Shift(curve, prevalence)(curve(as_score(scores))));
  return nb::cast(apply_curve(curve, as_scores(scores), prevalence));
}

nb::object call_interval(const Curve& curve, nb::handle scores,
                         const std::optional<double>& prevalence) {
  if (is_number(scores)) {
    const Shift shift(curve, prevalence);
    const Interval interval = curve.interval(as_score(scores));
    return nb::make_tuple(shift(interval.lower), shift(interval.upper));
  }
  return apply_bounds(curve, as_scores(scores), prevalence);
}

std::string kind_of(const Curve& curve) {
  constexpr std::array kNames = {"sigmoid", "steps", "segments", "grid"};
  return kNames[curve.shape().index()];
}

nb::dict shape_of(const Curve& curve) {
  nb::dict shape;
  shape["kind"] = kind_of(curve);
  if (const auto* sigmoid = std::get_if<Sigmoid>(&curve.shape())) {
    shape["input"] = nb::str(name_of(kInputNames, sigmoid->input).data());
    shape["intercept"] = sigmoid->intercept;
    shape["slope"] = sigmoid->slope;
    if (sigmoid->input == Sigmoid::Input::kLogs) {
      shape["slope_complement"] = sigmoid->slope_complement;
    }
  } else if (const auto* steps = std::get_if<Steps>(&curve.shape())) {
    shape["borders"] = copy_of(steps->borders);
    shape["values"] = copy_of(steps->values);
  } else if (const auto* segments = std::get_if<Segments>(&curve.shape())) {
    shape["knots"] = copy_of(segments->knots);
    shape["values"] = copy_of(segments->values);
  } else if (const auto* grid = std::get_if<Grid>(&curve.shape())) {
    shape["low"] = grid->low;
    shape["high"] = grid->high;
    shape["values"] = copy_of(grid->values);
  }
  return shape;
}

nb::list candidates_of(const Curve& curve) {
  nb::list result;
  for (const Candidate& candidate : curve.origin().candidates) {
    nb::dict one;
    if (!candidate.base.empty()) one["base"] = candidate.base;
    if (candidate.tau) one["tau"] = *candidate.tau;
    if (candidate.scale) one["scale"] = nb::str(name_of(kScaleNames, *candidate.scale).data());
    one["lambda"] = candidate.lambda;
    one["log_evidence"] = candidate.log_evidence;
    one["weight"] = candidate.weight;
    result.append(one);
  }
  return result;
}

nb::object export_curve(const Curve& curve, const std::string& to, const std::string& column,
                        const std::string& name, bool interval, const std::string& dialect,
                        const std::string& cells, bool checked, const std::string& input,
                        int input_columns, bool logits) {
  const ExportTarget target = export_target(to);
  return exported(target, export_model(curve, target,
                                       {.column = column,
                                        .name = name,
                                        .interval = interval,
                                        .dialect = sql_dialect(dialect),
                                        .cells = cell_rule(cells),
                                        .checked = checked,
                                        .float_input = float_input(input),
                                        .input_columns = input_columns,
                                        .logits = logits}));
}

void bind_curve(nb::module_& module) {
  nb::class_<Curve> curve(module, "Curve", nb::dynamic_attr(),
                          "A fitted calibrator: a curve from score to probability.");
  curve
      .def("__call__", &call_curve, nb::arg("scores"), nb::arg("prevalence") = nb::none(),
           kCallCurve)
      .def("interval", &call_interval, nb::arg("scores"), nb::arg("prevalence") = nb::none(),
           kInterval)
      .def("_apply", &apply_curve, nb::arg("scores").noconvert(),
           nb::arg("prevalence") = nb::none())
      .def("_predict", &predict, nb::arg("scores").noconvert(), nb::arg("prevalence") = nb::none())
      .def("_interval", &apply_bounds, nb::arg("scores").noconvert(),
           nb::arg("prevalence") = nb::none())
      .def_prop_ro("kind", &kind_of, "sigmoid, steps, segments or grid.")
      .def_prop_ro("shape", &shape_of, "Its numbers, by name.")
      .def_prop_ro(
          "level",
          [](const Curve& self) -> std::optional<double> {
            if (!self.band()) return {};
            return self.band()->level;
          },
          "The level of its credible band, if it has one.")
      .def_prop_ro(
          "method", [](const Curve& self) { return self.origin().method; }, "What fitted it.")
      .def_prop_ro(
          "weight", [](const Curve& self) { return self.origin().weight; },
          "The number of rows behind it, or their total weight.")
      .def_prop_ro(
          "groups", [](const Curve& self) { return self.origin().groups; },
          "The number of distinct scores behind it, where the fit counted them.")
      .def_prop_ro(
          "prevalence", [](const Curve& self) { return self.origin().prevalence; },
          "The positive fraction of what it was fitted to.")
      .def_prop_ro(
          "score_range",
          [](const Curve& self) -> std::optional<std::pair<double, double>> {
            if (!self.origin().scores) return {};
            return std::pair(self.origin().scores->low, self.origin().scores->high);
          },
          "The smallest and the largest score that it was fitted to, where it knows them.")
      .def_prop_ro(
          "log_evidence", [](const Curve& self) { return self.origin().log_evidence; },
          "ln P(labels | scores, method), where the method has one.")
      .def_prop_ro("candidates", &candidates_of,
                   "The models that were averaged, and what the data said of each.")
      .def(
          "describe", [](const Curve& self) { return describe(self); },
          "What was averaged, in plain sentences; empty where nothing was.")
      .def(
          "simplify", [](const Curve& self, double tolerance) { return simplify(self, tolerance); },
          nb::arg("tolerance"), kSimplify)
      .def(
          "tabulate",
          [](const Curve& self, std::size_t cells, std::optional<double> low,
             std::optional<double> high) {
            return tabulate(self, {.cells = cells, .low = low, .high = high});
          },
          nb::arg("cells") = 1000, nb::arg("low") = nb::none(), nb::arg("high") = nb::none(),
          kTabulate)
      .def("export", &export_curve, nb::arg("to"), nb::arg("column") = "score",
           nb::arg("name") = "", nb::arg("interval") = false, nb::arg("dialect") = "duckdb",
           nb::arg("cells") = "probability", nb::arg("checked") = false,
           nb::arg("input") = "double", nb::arg("input_columns") = 0, nb::arg("logits") = false,
           kExportCurve)
      .def("__repr__", [](const Curve& self) {
        return fmt::format("<Curve by {}: {} rows, {}>", legible(self.origin().method, kMostShown),
                           self.origin().weight, kind_of(self));
      });
  bind_text(curve);
}

void bind_acp(nb::module_& module) {
  nb::class_<AcpModel> model(module, "AcpModel", nb::dynamic_attr(),
                             "ACP: the positive fraction near a prediction.");
  model
      .def(
          "__call__",
          [](const AcpModel& self, const Doubles& scores, const Doubles& lower,
             const Doubles& upper, const std::optional<double>& prevalence) {
            const Observations& seen = self.observations();
            const Shift shift(seen.positive_weight() / seen.weight(), prevalence);
            if (lower.size() != scores.size() || upper.size() != scores.size()) {
              throw InputError("interval", {}, "not as many bounds as scores");
            }
            Buffer result(scores.size());
            for (std::size_t i = 0; i < scores.size(); ++i) {
              result.span()[i] = self(scores.data()[i], lower.data()[i], upper.data()[i]);
            }
            shift(result.span());
            return std::move(result).to_array();
          },
          nb::arg("scores"), nb::arg("lower"), nb::arg("upper"), nb::arg("prevalence") = nb::none(),
          kCallAcp)
      .def("__repr__", [](const AcpModel& self) {
        return fmt::format("<AcpModel: {} rows>", self.observations().weight());
      });
  bind_text(model);
}

}  // namespace

void bind_models(nb::module_& module) {
  bind_curve(module);
  bind_acp(module);
  module.def(
      "load",
      [](const std::filesystem::path& path) {
        return object_of([&] {
          const GilReleased release;
          return load_stored(path);
        }());
      },
      nb::arg("path"), "A model from its file.");
  module.def(
      "from_json",
      [](const nb::bytes& text, const std::string& name) {
        return object_of(stored_from_json({text.c_str(), text.size()}, name));
      },
      nb::arg("text"), nb::arg("name") = "model", "A model from the text of its file.");
  module.def(
      "from_json",
      [](std::string_view text, const std::string& name) {
        return object_of(stored_from_json(text, name));
      },
      nb::arg("text"), nb::arg("name") = "model");
}

}  // namespace calibrant::python
