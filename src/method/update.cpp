#include "calibrant/update.hpp"

#include <fmt/format.h>

#include <utility>

#include "calibrant/method.hpp"
#include "support/legible.hpp"

namespace calibrant {
namespace {

void check_forget(double forget) {
  if (forget > 0 && forget <= 1) return;
  throw OptionError("forget", fmt::format("{} is not above 0 and at most 1", forget));
}

bool is_joint(const StoredModel& stored) {
  const auto* several = std::get_if<MulticlassModel>(&stored.model);
  return several != nullptr && several->joint() != nullptr;
}

// Fits `rows`. The model keeps kept.rows.
StoredModel fit_rows(Kept kept, const KeptRows& rows, const std::vector<std::string>& names,
                     const MethodOptions& options) {
  StoredModel stored{
      .model = fit_multiclass(kept.method, rows.scores, rows.labels, names, rows.weights, options)};
  if (options.keep_rows) kept.rows = sample_rows(std::move(kept.rows), *options.keep_rows);
  stored.kept = std::move(kept);
  return stored;
}

}  // namespace

StoredModel fit_kept(Kept kept, const std::vector<std::string>& classes,
                     const Execution& execution) {
  MethodOptions options = read_options(kept.method, kept.options);
  if (classes.empty()) check_use(kept.method, kept.options, false);
  options.execution = execution;
  if (options.cells) {
    for (Observations& seen : kept.observations) seen = gather(seen, *options.cells);
  }
  StoredModel stored{.model = fit_model(kept.method, kept.observations, classes, options)};
  // ACP is its observations, and keeps no second copy.
  if (!std::holds_alternative<AcpModel>(stored.model)) stored.kept = std::move(kept);
  return stored;
}

StoredModel fit_class_rows(const ClassFit& how, std::span<const double> scores,
                           std::span<const std::uint32_t> labels,
                           const std::vector<std::string>& names, std::span<const double> weights) {
  MethodOptions options = read_options(how.method, how.options, how.spelling);
  check_use(how.method, how.options, true, how.spelling);
  options.every_class = how.every_class;
  options.execution = how.execution;
  const auto joint = find_method(how.method).joint;
  if (!how.keep && !options.keep_rows) {
    return {.model = fit_multiclass(how.method, scores, labels, names, weights, options)};
  }
  if (joint) {
    KeptRows rows =
        keep_rows(scores, labels, names.size(), weights,
                  {.input = options.input, .every_class = options.every_class, .names = names});
    return fit_rows({.method = how.method, .options = how.options, .rows = rows}, rows, names,
                    options);
  }
  return fit_kept(
      {.method = how.method,
       .options = how.options,
       .observations = observe_multiclass(scores, labels, names.size(), weights, names)},
      names, how.execution);
}

Kept kept_of(const StoredModel& stored, const std::string& name) {
  if (const auto* acp = std::get_if<AcpModel>(&stored.model)) {
    return {.method = "acp", .observations = {acp->observations()}};
  }
  if (!stored.kept) {
    throw Error(
        fmt::format("{}: keeps no {} to add to (the option keep-observations of a fit keeps them)",
                    name, is_joint(stored) ? "rows" : "observations"));
  }
  const Kept& kept = *stored.kept;
  const auto refuse = [&](const std::string& problem) {
    throw Error(fmt::format("{}: {}, which this release does not know", name, problem));
  };
  try {
    find_method(kept.method);
  } catch (const OptionError&) {
    refuse("was fitted by " + shown(kept.method));
  }
  for (const auto& [option, value] : kept.options) {
    try {
      OptionValues one = {{option, value}};
      // Which options there are depends on the method of the curves.
      if (const auto curve = kept.options.find("curve"); curve != kept.options.end()) {
        one.insert(*curve);
      }
      read_options(kept.method, one);
    } catch (const OptionError&) {
      refuse(fmt::format("keeps an option {} of {}", shown(option), option_text(value)));
    }
  }
  return kept;
}

Kept absorb(const StoredModel& old, std::span<const Observations> added, double forget) {
  check_forget(forget);
  Kept kept = kept_of(old);
  if (is_joint(old)) throw Error("model: fits its classes together, and needs whole rows");
  if (added.size() != kept.observations.size()) {
    throw InputError("observations", std::nullopt,
                     fmt::format("has {} elements (the model needs {})", added.size(),
                                 kept.observations.size()));
  }
  const auto cells = read_options(kept.method, kept.options).cells;
  for (std::size_t k = 0; k < added.size(); ++k) {
    kept.observations[k] =
        merge(reweigh(kept.observations[k], forget), cells ? gather(added[k], *cells) : added[k]);
  }
  return kept;
}

StoredModel update(const StoredModel& old, std::span<const Observations> added,
                   const UpdateOptions& options) {
  const auto* several = std::get_if<MulticlassModel>(&old.model);
  return fit_kept(absorb(old, added, options.forget),
                  several == nullptr ? std::vector<std::string>() : several->names(),
                  options.execution);
}

StoredModel update_class_rows(const StoredModel& old, std::span<const double> scores,
                              std::span<const std::uint32_t> labels,
                              std::span<const double> weights, const UpdateOptions& how) {
  const auto* several = std::get_if<MulticlassModel>(&old.model);
  if (several == nullptr) {
    throw InputError("model", std::nullopt, "has two classes, and takes one score a row");
  }
  if (!is_joint(old)) {
    kept_of(old);  // throws before the rows are looked at
    return update(old,
                  observe_multiclass(scores, labels, several->classes(), weights, several->names()),
                  how);
  }
  check_forget(how.forget);
  Kept kept = kept_of(old);
  MethodOptions options = read_options(kept.method, kept.options);
  options.input = several->joint()->input();
  options.every_class = false;
  options.execution = how.execution;
  const KeptRows before = reweigh(std::move(kept.rows), how.forget);
  const KeptRows added =
      keep_rows(scores, labels, several->classes(), weights,
                {.input = options.input, .every_class = false, .names = several->names()});
  kept.rows = merge(before, added);
  const KeptRows all = before.is_sample() ? merge(scaled(before), added) : kept.rows;
  return fit_rows(std::move(kept), all, several->names(), options);
}

}  // namespace calibrant
