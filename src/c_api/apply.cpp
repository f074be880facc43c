// Models for C, applied.
#include <algorithm>
#include <vector>

#include "c_api/guard.hpp"
#include "c_api/handle.hpp"
#include "calibrant/prevalence.hpp"

using namespace calibrant;
using namespace calibrant::c_api;

namespace {

// The messages of a model of another kind than the call is for.
constexpr std::string_view kNeedsNoInterval =
    "is ACP's, which needs intervals (calibrant_apply_acp)";
constexpr std::string_view kNotAcp = "is not ACP's (calibrant_apply)";
constexpr std::string_view kNotACurve = "is not a curve, and has no band";

constexpr std::string_view kNoGroups = "has no groups (calibrant_apply)";
constexpr std::string_view kHasGroups = "has groups (calibrant_apply_groups)";

std::vector<std::uint32_t> groups_of(const GroupedModel& model, const char* const* names,
                                     std::size_t rows) {
  std::vector<std::uint32_t> groups;
  for (const char* const name : array("groups", names, rows)) {
    groups.push_back(name == nullptr ? kUnknownGroup : model.find(name));
  }
  return groups;
}

// A model that takes scores alone.
const Curve& plain_curve(const calibrant_model* model, std::string_view problem) {
  const Model& any = given("model", model).stored.model;
  if (std::holds_alternative<GroupedModel>(any)) throw ArgumentError("model", kHasGroups);
  if (!std::holds_alternative<Curve>(any)) throw ArgumentError("model", problem);
  return std::get<Curve>(any);
}

template <class Kind>
const Kind& kind(const calibrant_model* model, std::string_view problem) {
  const auto* wanted = std::get_if<Kind>(&given("model", model).stored.model);
  if (wanted == nullptr) throw ArgumentError("model", problem);
  return *wanted;
}

}  // namespace

extern "C" calibrant_status calibrant_apply(const calibrant_model* model, const double* scores,
                                            size_t rows, double* probabilities) {
  return guarded([&] {
    given("model", model);
    const std::size_t columns = calibrant_columns(model);
    const auto in = array("scores", scores, rows, columns);
    const auto out = array("probabilities", probabilities, rows, columns);
    if (const auto* several = std::get_if<MulticlassModel>(&model->stored.model)) {
      apply(*several, in, out, {.threads = 1});
    } else {
      apply(plain_curve(model, kNeedsNoInterval), in, out, {.threads = 1});
    }
  });
}

extern "C" calibrant_status calibrant_apply_acp(const calibrant_model* model, const double* scores,
                                                const double* lower, const double* upper,
                                                size_t rows, double* probabilities) {
  return guarded([&] {
    const auto& acp = kind<AcpModel>(model, kNotAcp);
    const auto in = array("scores", scores, rows);
    const auto low = array("lower", lower, rows);
    const auto high = array("upper", upper, rows);
    const auto out = array("probabilities", probabilities, rows);
    for (std::size_t i = 0; i < rows; ++i) {
      try {
        out[i] = acp(in[i], low[i], high[i]);
      } catch (const InputError& error) {
        throw InputError("row", i, error.what());
      }
    }
  });
}

extern "C" calibrant_status calibrant_shift_prevalence(const calibrant_model* model,
                                                       const double* prevalence,
                                                       double* probabilities, size_t rows) {
  return guarded([&] {
    const Model& any = given("model", model).stored.model;
    const std::size_t columns = calibrant_columns(model);
    const auto shift = shift_prevalence(any, array("prevalence", prevalence, columns));
    shift(array("probabilities", probabilities, rows, columns));
  });
}

extern "C" calibrant_status calibrant_interval(const calibrant_model* model, const double* scores,
                                               size_t rows, double* lower, double* upper) {
  return guarded([&] {
    given("model", model);
    const std::size_t columns = calibrant_columns(model);
    const auto in = array("scores", scores, rows, columns);
    const auto low = array("lower", lower, rows, columns);
    const auto high = array("upper", upper, rows, columns);
    const auto* several = std::get_if<MulticlassModel>(&model->stored.model);
    if (several != nullptr && several->joint() != nullptr) {
      apply_interval(*several->joint(), in, low, high, {.threads = 1});
    } else {
      apply_interval(plain_curve(model, kNotACurve), in, low, high);
    }
  });
}

extern "C" calibrant_status calibrant_apply_groups(const calibrant_model* model,
                                                   const double* scores, const char* const* groups,
                                                   size_t rows, double* probabilities) {
  return guarded([&] {
    const auto& grouped = kind<GroupedModel>(model, kNoGroups);
    apply(grouped, array("scores", scores, rows), groups_of(grouped, groups, rows),
          array("probabilities", probabilities, rows), {.threads = 1});
  });
}

extern "C" calibrant_status calibrant_interval_groups(const calibrant_model* model,
                                                      const double* scores,
                                                      const char* const* groups, size_t rows,
                                                      double* lower, double* upper) {
  return guarded([&] {
    const auto& grouped = kind<GroupedModel>(model, kNoGroups);
    apply_interval(grouped, array("scores", scores, rows), groups_of(grouped, groups, rows),
                   array("lower", lower, rows), array("upper", upper, rows), {.threads = 1});
  });
}

extern "C" calibrant_status calibrant_estimate_prevalence(const calibrant_model* model,
                                                          const double* probabilities, size_t rows,
                                                          double* frequencies, double* errors) {
  return guarded([&] {
    const Model& any = given("model", model).stored.model;
    const std::size_t columns = calibrant_columns(model);
    const auto to = array("frequencies", frequencies, columns);
    const PrevalenceEstimate estimate =
        estimate_prevalence(any, array("probabilities", probabilities, rows, columns));
    std::ranges::copy(estimate.frequencies, to.begin());
    if (errors != nullptr) std::ranges::copy(estimate.errors, errors);
  });
}
