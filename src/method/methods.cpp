// The table of methods: one row for each.
#include "calibrant/auto.hpp"
#include "calibrant/beta.hpp"
#include "calibrant/isotonic.hpp"
#include "calibrant/method.hpp"
#include "calibrant/platt.hpp"
#include "calibrant/quadratic.hpp"
#include "calibrant/sbb.hpp"
#include "calibrant/simplify.hpp"
#include "calibrant/temperature.hpp"

namespace calibrant {
namespace {

HistogramOptions histogram_options(const MethodOptions& o) {
  return {.bins = o.bins,
          .strategy = o.strategy,
          .smoothing = o.smoothing,
          .level = o.level,
          .execution = o.execution};
}

std::vector<Method> make_methods() {
  return {
      {.name = "auto",
       .title = "Auto",
       .summary = "You do not want to choose: it averages the others by what the data say of each.",
       .can_be_long = true,
       .joint = ClassMethod::kAuto,
       .options = {"monotone", "level", "exact"},
       .class_options = {"keep_top", "input", "level", "keep_rows"},
       .python = {.class_name = "Auto"},
       .fit = [](const Observations& seen, const MethodOptions& o) -> Model {
         Curve curve =
             fit_auto(seen, {.monotone = o.monotone, .level = o.level, .execution = o.execution});
         // A table is made of the curve as it is.
         return o.exact || o.tabulate ? curve : thin(curve);
       }},
      {.name = "abb",
       .title = "ABB",
       .summary =
           "The curve may have any shape: Averaging over Bayesian Binnings weighs every binning.",
       .aliases = {"averaging-over-bayesian-binnings"},
       .can_be_long = true,
       .options = {"lambda", "scale", "lookup", "level"},
       .python = {.class_name = "ABB", .positional = 2},
       .fit = [](const Observations& seen, const MethodOptions& o) -> Model {
         return fit_abb(
             seen,
             {.prior = o.prior, .lookup = o.lookup, .level = o.level, .execution = o.execution});
       }},
      {.name = "sbb",
       .title = "SBB",
       .summary = "You have to explain it: Selection over Bayesian Binnings finds the few steps "
                  "that the data "
                  "support.",
       .aliases = {"selection-over-bayesian-binnings"},
       .can_be_long = true,
       .options = {"lambda", "scale", "smoothing", "level"},
       .python = {.class_name = "SBB", .positional = 3},
       .fit = [](const Observations& seen, const MethodOptions& o) -> Model {
         return fit_sbb(seen, {.prior = o.prior,
                               .smoothing = o.smoothing,
                               .level = o.level,
                               .execution = o.execution});
       }},
      {.name = "platt",
       .title = "Platt",
       .summary = "You have few rows and margins: a logistic curve of two parameters.",
       .aliases = {"sigmoid", "logistic", "platt-scaling"},
       .python = {.class_name = "Platt", .argument = "input", .value = "score"},
       .fit = [](const Observations& seen, const MethodOptions& o) -> Model {
         return fit_platt(seen, {.execution = o.execution});
       }},
      {.name = "platt-logit",
       .title = "Platt on logits",
       .summary = "You have few rows and probabilities: a logistic curve through their log odds.",
       .aliases = {"logit"},
       .needs_probabilities = true,
       .python = {.class_name = "Platt", .argument = "input", .value = "logit"},
       .fit = [](const Observations& seen, const MethodOptions& o) -> Model {
         return fit_platt(seen, {.input = Sigmoid::Input::kLogit, .execution = o.execution});
       }},
      {.name = "beta",
       .title = "beta",
       .summary = "You have few rows and probabilities that are wrong in different ways near 0 and "
                  "near 1: three parameters.",
       .aliases = {"beta-calibration", "betacal"},
       .needs_probabilities = true,
       .python = {.class_name = "Beta"},
       .fit = [](const Observations& seen, const MethodOptions& o) -> Model {
         return fit_beta(seen, o.execution);
       }},
      {.name = "temperature",
       .title = "temperature",
       .summary =
           "You have few rows and probabilities that are too extreme or too timid, equally so "
           "near 0 and near 1: one parameter.",
       .aliases = {"temperature-scaling"},
       .needs_probabilities = true,
       .joint = ClassMethod::kTemperature,
       .class_options = {"input", "level", "keep_rows"},
       .python = {.class_name = "Temperature"},
       .fit = [](const Observations& seen, const MethodOptions& o) -> Model {
         return fit_temperature(seen, o.execution);
       }},
      {.name = "quadratic",
       .title = "quadratic",
       .summary =
           "You have some hundred rows and probabilities whose error bends: a parabola in the "
           "log odds.",
       .aliases = {"quadratic-logit"},
       .needs_probabilities = true,
       .python = {.class_name = "Quadratic"},
       .fit = [](const Observations& seen, const MethodOptions& o) -> Model {
         return fit_quadratic(seen, o.execution);
       }},
      {.name = "histogram",
       .title = "histogram",
       .summary = "You want the baseline that everyone knows: a fixed number of bins.",
       .aliases = {"histogram-binning", "binning"},
       .options = {"bins", "strategy", "smoothing", "level"},
       .python = {.class_name = "Histogram", .positional = 2},
       .fit = [](const Observations& seen, const MethodOptions& o) -> Model {
         return fit_histogram(seen, histogram_options(o));
       },
       .fit_unsorted = [](std::span<const double> scores, std::span<const std::uint8_t> labels,
                          const MethodOptions& o) -> std::optional<Curve> {
         if (o.strategy != BinStrategy::kEqualWidth) return {};
         return fit_histogram(scores, labels, histogram_options(o));
       }},
      {.name = "isotonic",
       .title = "isotonic",
       .summary = "You have many rows, and the order must not change: a curve that never descends.",
       .aliases = {"isotonic-regression", "pav", "pava"},
       .options = {"interpolate"},
       .python = {.class_name = "Isotonic", .positional = 1},
       .fit = [](const Observations& seen, const MethodOptions& o) -> Model {
         return fit_isotonic(seen, {.interpolate = o.interpolate, .execution = o.execution});
       }},
      {.name = "acp",
       .title = "ACP",
       .summary =
           "Every prediction comes with a confidence interval: the positive fraction nearby.",
       .needs_probabilities = true,
       .gives_curve = false,
       .classes = Method::Classes::kTwo,
       .python = {.class_name = "ACP"},
       .fit = [](const Observations& seen, const MethodOptions&) -> Model {
         return fit_acp(seen);
       }},
      {.name = "vector",
       .title = "vector",
       .summary = "You have several classes, each too likely or too unlikely in its own way: a "
                  "slope and an intercept for each.",
       .aliases = {"vector-scaling"},
       .gives_curve = false,
       .can_be_long = true,
       .classes = Method::Classes::kSeveral,
       .joint = ClassMethod::kVector,
       .class_options = {"input", "level", "keep_rows"},
       .python = {.class_name = "Vector"}},
      {.name = "matrix",
       .title = "matrix",
       .summary = "You have several classes that are taken for one another, and many rows: every "
                  "class may depend on the scores of all.",
       .aliases = {"matrix-scaling", "dirichlet"},
       .gives_curve = false,
       .can_be_long = true,
       .classes = Method::Classes::kSeveral,
       .joint = ClassMethod::kMatrix,
       .class_options = {"input", "level", "keep_rows"},
       .python = {.class_name = "Matrix"}},
      {.name = "one-vs-rest",
       .title = "one-vs-rest",
       .summary = "You have several classes and want a curve for each: any method, fitted to the "
                  "class against the rest.",
       .aliases = {"ovr", "one-against-all"},
       .gives_curve = false,
       .can_be_long = true,
       .classes = Method::Classes::kSeveral,
       .class_options = {"curve"},
       .python = {.class_name = "OneVsRest", .positional = 1}},
  };
}

}  // namespace

const std::vector<Method>& methods() {
  static const std::vector<Method> all = make_methods();
  return all;
}

}  // namespace calibrant
