#include "calibrant/update.hpp"

#include <fmt/format.h>

#include <utility>

#include "calibrant/method.hpp"
#include "support/legible.hpp"

namespace calibrant {

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
  if (!how.keep) {
    return {.model = fit_multiclass(how.method, scores, labels, names, weights, options)};
  }
  if (find_method(how.method).joint) {
    throw OptionError(
        "keep_observations",
        fmt::format("is for a curve for each class (method one-vs-rest), not for {}", how.method));
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
  const auto* several = std::get_if<MulticlassModel>(&stored.model);
  if (several != nullptr && several->joint() != nullptr) {
    throw Error(name +
                ": fits its classes together, and keeps no observations to add to (the "
                "method one-vs-rest can)");
  }
  if (!stored.kept) {
    throw Error(
        name +
        ": keeps no observations to add to (the option keep-observations of a fit keeps them)");
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
  if (!(forget > 0 && forget <= 1)) {
    throw OptionError("forget", fmt::format("{} is not above 0 and at most 1", forget));
  }
  Kept kept = kept_of(old);
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

}  // namespace calibrant
