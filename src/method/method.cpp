#include "calibrant/method.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "calibrant/error.hpp"
#include "support/legible.hpp"
#include "support/near_miss.hpp"
#include "support/progress.hpp"

namespace calibrant {
namespace {

/// Other packages write Platt_Logit.
std::string plain(std::string_view name) {
  std::string result(name);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '_' || c == ' ') c = '-';
  }
  return result;
}

const Method& curve_method(std::string_view name) {
  const Method& method = find_method(name);
  if (!method.gives_curve) throw OptionError("method", fmt::format("{} gives no curve", name));
  return method;
}

/// The span of the table is [0, 1] where scores are probabilities, and otherwise what was seen.
Curve tabulated(Curve curve, std::string_view method, const Observations& seen,
                const MethodOptions& options) {
  if (!options.tabulate) return curve;
  TabulateOptions table{.cells = *options.tabulate, .low = 0.0, .high = 1.0};
  if (!needs_probabilities(method, options)) {
    table.low = seen.scores().front();
    table.high = seen.scores().back();
    if (seen.groups() == 1) table.high = *table.low + std::max(1.0, std::abs(*table.low));
  }
  return tabulate(curve, table);
}

}  // namespace

const std::vector<std::string_view>& method_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> result;
    for (const Method& method : methods()) {
      if (method.gives_curve) result.push_back(method.name);
    }
    return result;
  }();
  return names;
}

const Method& find_method(std::string_view name) {
  std::vector<std::string_view> known;
  for (const Method& method : methods()) {
    if (method.name == name) return method;
    known.push_back(method.name);
  }
  refuse_method(name, known);
}

void refuse_method(std::string_view name, std::span<const std::string_view> known,
                   std::string_view called) {
  const std::string meant = plain(name);
  for (const Method& method : methods()) {
    const bool same = method.name == meant || std::ranges::count(method.aliases, meant) > 0;
    if (!same || std::ranges::count(known, method.name) == 0) continue;
    throw OptionError(std::string(called),
                      fmt::format("{} is called {} here", shown(name), method.name));
  }
  throw OptionError(std::string(called),
                    fmt::format("{} is not one of {}{}", shown(name), fmt::join(known, ", "),
                                did_you_mean(meant, known)));
}

std::vector<std::string_view> methods_that_read(const Option& option) {
  std::vector<std::string_view> readers;
  for (const Method& method : methods()) {
    const bool own = std::ranges::count(method.options, option.name) > 0 ||
                     std::ranges::count(method.class_options, option.name) > 0;
    if (own || (option.common && method.gives_curve)) readers.push_back(method.name);
  }
  return readers;
}

bool needs_probabilities(std::string_view method, const MethodOptions& options) {
  if (method == "one-vs-rest") return needs_probabilities(options.curve, options);
  const Method& known = find_method(method);
  const bool on_logits = options.prior.scale == Scale::kLogit &&
                         std::ranges::count(known.options, std::string_view("scale")) > 0;
  return known.needs_probabilities || on_logits || options.cells == CellRule::kProbability;
}

Curve fit_method(std::string_view method, const Observations& observations,
                 const MethodOptions& options) {
  const Method& known = curve_method(method);
  if (options.cells) {
    MethodOptions rest = options;
    rest.cells.reset();
    const Observations cells = gather(observations, *options.cells);
    return tabulated(std::get<Curve>(known.fit(cells, rest)), method, cells, options);
  }
  return tabulated(std::get<Curve>(known.fit(observations, options)), method, observations,
                   options);
}

Curve fit_method(std::string_view method, std::span<const double> scores,
                 std::span<const std::uint8_t> labels, std::span<const double> weights,
                 const MethodOptions& options) {
  const Method& known = curve_method(method);
  const bool as_they_are = weights.empty() && !options.cells && !options.tabulate;
  if (known.fit_unsorted != nullptr && as_they_are) {
    if (auto curve = known.fit_unsorted(scores, labels, options)) return *std::move(curve);
  }
  const Observations seen = observe(scores, labels, weights, options.execution);
  ProgressMeter(options.execution, 1).advance(0);  // sorting reports nothing on the way
  return fit_method(method, seen, options);
}

Model fit_model(std::string_view method, std::span<const Observations> observations,
                const std::vector<std::string>& classes, const MethodOptions& options) {
  check_use(method, {}, !classes.empty());
  const Method& known = find_method(method);
  if (classes.empty()) {
    if (!known.gives_curve) return known.fit(observations[0], options);
    return fit_method(method, observations[0], options);
  }
  if (method == "one-vs-rest") return fit_model(options.curve, observations, classes, options);
  if (!known.gives_curve) {
    throw OptionError("method", fmt::format("{} needs rows, not counted scores", method));
  }
  const auto curves = static_cast<double>(classes.size());
  double done = 0;
  return fit_multiclass(observations, classes, [&](const Observations& one) {
    MethodOptions part = options;
    part.execution = part_of(options.execution, done / curves, (done + 1) / curves);
    done += 1;
    return fit_method(method, one, part);
  });
}

MulticlassModel fit_multiclass(std::string_view method, std::span<const double> scores,
                               std::span<const std::uint32_t> labels,
                               const std::vector<std::string>& names,
                               std::span<const double> weights, const MethodOptions& options) {
  check_use(method, {}, true);
  const Method& known = find_method(method);
  if (known.joint) {
    return {names, fit_classes(scores, labels, names.size(), weights,
                               {.method = *known.joint,
                                .input = options.input,
                                .keep_top = options.keep_top,
                                .level = options.level,
                                .every_class = options.every_class,
                                .names = names,
                                .execution = options.execution})};
  }
  const auto seen = observe_multiclass(scores, labels, names.size(), weights, names);
  return std::get<MulticlassModel>(fit_model(method, seen, names, options));
}

GroupedModel fit_groups(std::string_view method, std::string by,
                        std::span<const GroupObservations> groups, const MethodOptions& options) {
  Curve common = fit_method(method, together(groups), options);
  return fit_groups(std::move(by), std::move(common), groups,
                    {.threads = options.execution.threads});
}

}  // namespace calibrant
