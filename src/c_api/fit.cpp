// Fits for C: arrays in, a model out.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "c_api/guard.hpp"
#include "c_api/handle.hpp"
#include "c_api/options.hpp"
#include "calibrant/acp.hpp"
#include "calibrant/method.hpp"
#include "calibrant/multiclass.hpp"

namespace calibrant::c_api {
namespace {

/// A method that is known, with its options.
struct Fit {
  Fit(const char* method, const char* text) : name(&given("method", method)) {
    if (name != "acp") needs_probabilities(name);  // throws for a name that is unknown
    if (text != nullptr) options = options_from_json(name, text);
  }

  Curve curve(const Observations& seen) const { return fit_method(name, seen, options); }
  Model model(const Observations& seen) const {
    if (name == "acp") return fit_acp(seen);
    return curve(seen);
  }

  std::string name;
  MethodOptions options;
};

/// The model that `make` makes of the method, or a status and NULL.
template <class Make>
calibrant_status fitted(const char* method, const char* options, calibrant_model** model,
                        const Make& make) {
  if (model != nullptr) *model = nullptr;
  return guarded([&] {
    given("model", model);
    *model = new calibrant_model({.model = make(Fit(method, options))});
  });
}

std::vector<std::string> texts(const char* const* names, std::size_t count) {
  std::vector<std::string> result;
  for (const char* const name : array("names", names, count)) {
    result.emplace_back(&given("names", name));
  }
  return result;
}

}  // namespace
}  // namespace calibrant::c_api

using namespace calibrant;
using namespace calibrant::c_api;

extern "C" calibrant_status calibrant_fit(const char* method, const char* options,
                                          const double* scores, const int* labels,
                                          const double* weights, size_t rows,
                                          calibrant_model** model) {
  return fitted(method, options, model, [&](const Fit& fit) {
    return fit.model(observe(array("scores", scores, rows), array("labels", labels, rows),
                             optional_array("weights", weights, rows),
                             fit.options.execution.threads));
  });
}

extern "C" calibrant_status calibrant_fit_counts(const char* method, const char* options,
                                                 const double* scores, const double* negatives,
                                                 const double* positives, size_t rows,
                                                 calibrant_model** model) {
  return fitted(method, options, model, [&](const Fit& fit) {
    return fit.model(observe_counts(array("scores", scores, rows),
                                    array("negatives", negatives, rows),
                                    array("positives", positives, rows)));
  });
}

extern "C" calibrant_status calibrant_fit_classes(const char* method, const char* options,
                                                  const double* scores, const int* labels,
                                                  const double* weights, size_t rows,
                                                  const char* const* names, size_t classes,
                                                  calibrant_model** model) {
  return fitted(method, options, model, [&](const Fit& fit) -> Model {
    if (fit.name == "acp") throw OptionError("method", "acp is not for several classes");
    if (classes < 2) {
      throw ArgumentError("classes", fmt::format("{} are too few (at least 2)", classes));
    }
    const auto seen =
        observe_multiclass(array("scores", scores, rows, classes), array("labels", labels, rows),
                           classes, optional_array("weights", weights, rows));
    return fit_multiclass(seen, texts(names, classes),
                          [&](const Observations& one) { return fit.curve(one); });
  });
}
