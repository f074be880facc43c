// The models of several classes: one map of the whole row, or a curve for each class.
#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <vector>

#include "arrays.hpp"
#include "calibrant/export.hpp"
#include "calibrant/multiclass.hpp"
#include "calibrant/prevalence.hpp"
#include "calibrant/score_check.hpp"
#include "calibrant/words.hpp"
#include "gil.hpp"
#include "model_text.hpp"
#include "module.hpp"
#include "support/legible.hpp"
#include "texts.hpp"

namespace calibrant::python {
namespace {

NewMatrix apply_classes(const MulticlassModel& model, const Matrix& scores,
                        const std::optional<std::vector<double>>& prevalence) {
  std::optional<FrequencyShift> shift;
  if (prevalence) shift.emplace(model.frequencies(), *prevalence);
  Buffer result(scores.size());
  {
    const GilReleased release;
    apply(model, span_of(scores), result.span());
    if (shift) (*shift)(result.span());
  }
  return std::move(result).to_matrix(model.classes());
}

nb::tuple class_bounds(const MulticlassModel& model, const Matrix& scores,
                       const std::optional<std::vector<double>>& prevalence) {
  std::optional<FrequencyShift> shift;
  if (prevalence) shift.emplace(model.frequencies(), *prevalence);
  Buffer lower(scores.size());
  Buffer upper(scores.size());
  {
    const GilReleased release;
    std::vector<double> p(scores.size());
    apply(model, span_of(scores), p);
    std::vector<double> around = p;
    if (shift) (*shift)(around);
    band_around(*model.joint(), p, around, lower.span(), upper.span());
  }
  return nb::make_tuple(std::move(lower).to_matrix(model.classes()),
                        std::move(upper).to_matrix(model.classes()));
}

// The package's conversion: whatever a user may hold a matrix in.
NewMatrix call_classes(const MulticlassModel& model, nb::handle scores) {
  const nb::object matrix = nb::module_::import_("calibrant._arrays")
                                .attr("class_matrix")(scores, "scores", model.classes());
  return apply_classes(model, nb::cast<Matrix>(matrix), {});
}

// Where the scores of each class should lie. Empty where nothing is known.
std::vector<ScoreCheck> checks_of(const MulticlassModel& model) {
  std::vector<ScoreCheck> checks;
  for (const Curve& curve : model.curves()) checks.emplace_back(curve.origin());
  if (model.joint() != nullptr && model.joint()->input() == ClassInput::kProbabilities) {
    Origin zero_to_one;
    zero_to_one.scores = ScoreRange{.low = 0, .high = 1};
    checks.resize(model.classes(), ScoreCheck(zero_to_one));
  }
  return checks;
}

// At most one sentence about scores that are unlike those of the fit. None: all lie in the range of
// the fit, so that all are finite.
std::optional<std::vector<std::string>> inspect_scores(const MulticlassModel& model,
                                                       const Matrix& scores) {
  const std::vector<ScoreCheck> checks = checks_of(model);
  const std::span<const double> all = span_of(scores);
  const std::size_t classes = checks.size();
  // All classes of a joint model share one range, and one fast look tells whether to count.
  if (classes == 0) return std::vector<std::string>();
  if (model.joint() != nullptr && !checks[0].any(all)) return std::nullopt;
  std::vector<ScoreCounts> counts(classes);
  for (std::size_t first = 0; first < all.size(); first += classes) {
    for (std::size_t k = 0; k < classes; ++k) {
      counts[k].add(checks[k].count(all.subspan(first + k, 1)));
    }
  }
  for (std::size_t k = 0; k < classes; ++k) {
    if (const auto warning = checks[k].judge(counts[k])) {
      return std::vector{fmt::format("class {}: {}", shown(model.names()[k]), warning->message)};
    }
  }
  return std::vector<std::string>();
}

std::optional<std::string> input_of(const MulticlassModel& model) {
  if (model.joint() == nullptr) return {};
  return std::string(name_of(kClassInputNames, model.joint()->input()));
}

nb::list class_candidates_of(const MulticlassModel& model) {
  nb::list result;
  if (model.joint() == nullptr) return result;
  for (const ClassCandidate& candidate : model.joint()->origin().candidates) {
    nb::dict one;
    one["name"] = candidate.name;
    one["weight"] = candidate.weight;
    result.append(one);
  }
  return result;
}

double weight_of(const MulticlassModel& model) {
  return model.joint() != nullptr ? model.joint()->origin().rows
                                  : model.curves()[0].origin().weight;
}

std::string account_of(nb::handle self) {
  const auto& model = nb::cast<const MulticlassModel&>(self);
  if (model.joint() == nullptr) return {};
  std::string account = describe(model.joint()->origin());
  if (!nb::hasattr(self, kKeptName)) return account;
  const std::string kept = describe(nb::cast<const Kept&>(self.attr(kKeptName)).rows);
  return account + (account.empty() || kept.empty() ? "" : " ") + kept;
}

nb::object export_classes(const MulticlassModel& model, const std::string& to,
                          const std::optional<std::vector<std::string>>& columns,
                          const std::string& name, const std::string& dialect,
                          const std::string& table, const std::vector<std::string>& keep,
                          const std::string& column, const std::string& input,
                          std::optional<int> input_columns, bool logits) {
  const ExportTarget target = export_target(to);
  if (columns && columns->empty()) throw OptionError("columns", "are empty");
  return exported(target, export_model(model, target,
                                       {.column = column,
                                        .name = name,
                                        .dialect = sql_dialect(dialect),
                                        .float_input = float_input(input),
                                        .input_columns = input_columns,
                                        .logits = logits,
                                        .columns = columns.value_or(std::vector<std::string>()),
                                        .table = table,
                                        .keep = keep}));
}

}  // namespace

void bind_class_models(nb::module_& module) {
  nb::class_<MulticlassModel> model(
      module, "MulticlassModel", nb::dynamic_attr(),
      "A map of all classes together, or a curve for each class against the rest.");
  model.def("__call__", &call_classes, nb::arg("scores"), kCallClasses)
      .def("_apply", &apply_classes, nb::arg("scores").noconvert(),
           nb::arg("prevalence").none() = nb::none())
      .def("_interval", &class_bounds, nb::arg("scores").noconvert(),
           nb::arg("prevalence").none() = nb::none())
      .def("_inspect", &inspect_scores, nb::arg("scores").noconvert())
      .def_prop_ro("names", &MulticlassModel::names, "The classes, in the order of the columns.")
      .def_prop_ro(
          "joint", [](const MulticlassModel& self) { return self.joint() != nullptr; },
          "Whether it maps all classes together.")
      .def_prop_ro("curves", &MulticlassModel::curves,
                   "Each class against the rest; empty if the model maps all classes together.")
      .def_prop_ro("frequencies", &MulticlassModel::frequencies,
                   "How frequent each class was in the rows it was fitted to.")
      .def_prop_ro("method", &MulticlassModel::method, "What fitted it.")
      .def_prop_ro(
          "level",
          [](const MulticlassModel& self) {
            return self.band() == nullptr ? std::nullopt : std::optional(self.band()->level);
          },
          "The level of its credible bands, if it has them.")
      .def_prop_ro("input", &input_of, "What a joint model's scores are: probabilities or logits.")
      .def_prop_ro("weight", &weight_of, "The number of rows behind it, or their total weight.")
      .def_prop_ro("candidates", &class_candidates_of,
                   "The kinds of maps that were averaged, and the weight of each.")
      .def("describe", &account_of,
           "What was averaged, in plain sentences; empty where nothing was.")
      .def("export", &export_classes, nb::arg("to"), nb::arg("columns") = nb::none(),
           nb::arg("name") = "", nb::arg("dialect") = "duckdb", nb::arg("table") = "scores",
           nb::arg("keep") = std::vector<std::string>(), nb::arg("column") = "score",
           nb::arg("input") = "double", nb::arg("input_columns") = nb::none(),
           nb::arg("logits") = false, kExportClasses)
      .def("__repr__", [](const MulticlassModel& self) {
        return fmt::format("<MulticlassModel by {}: {} rows, {} classes, {}>",
                           legible(self.method(), kMostShown), weight_of(self), self.classes(),
                           self.joint() != nullptr ? "together" : "a curve for each");
      });
  bind_text(model);
}

}  // namespace calibrant::python
