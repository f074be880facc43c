// Models for C, applied.
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
      apply(kind<Curve>(model, kNeedsNoInterval), in, out, {.threads = 1});
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
      apply_interval(kind<Curve>(model, kNotACurve), in, low, high);
    }
  });
}
