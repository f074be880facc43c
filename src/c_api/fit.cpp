// Fits for C: arrays in, a model out.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "c_api/guard.hpp"
#include "c_api/handle.hpp"
#include "c_api/options.hpp"
#include "calibrant/method.hpp"
#include "calibrant/update.hpp"
#include "support/check.hpp"

namespace calibrant::c_api {
namespace {

std::vector<std::uint32_t> checked_classes(std::span<const int> labels, std::size_t classes) {
  for (std::size_t i = 0; i < labels.size(); ++i) check_class("labels", i, labels[i], classes);
  return {labels.begin(), labels.end()};
}

/// A method that is known, with options that it reads.
struct Fit {
  Fit(const char* method, const char* text) : name(&given("method", method)) {
    if (text != nullptr) options = options_from_json(text);
    read_options(name, options.method);  // throws before the rows are looked at
  }

  StoredModel model(std::vector<Observations> seen) const {
    StoredModel stored =
        fit_kept({.method = name, .options = options.method, .observations = std::move(seen)}, {},
                 {.threads = options.threads});
    if (!options.keep_observations) stored.kept.reset();
    return stored;
  }

  StoredModel model_of_classes(std::span<const double> scores, std::span<const int> labels,
                               const std::vector<std::string>& names,
                               std::span<const double> weights) const {
    return fit_class_rows({.method = name,
                           .options = options.method,
                           .keep = options.keep_observations,
                           .execution = {.threads = options.threads}},
                          scores, checked_classes(labels, names.size()), names, weights);
  }

  std::string name;
  FitOptions options;
};

/// The model that `make` makes of the method, or a status and NULL.
template <class Make>
calibrant_status fitted(const char* method, const char* options, calibrant_model** model,
                        const Make& make) {
  return hand_over_new("model", model, [&] { return make(Fit(method, options)); });
}

/// Without a copy.
std::vector<Observations> only(Observations seen) {
  std::vector<Observations> one;
  one.push_back(std::move(seen));
  return one;
}

/// The names of rows, each once.
struct GroupNames {
  explicit GroupNames(const std::vector<std::string>& names) : distinct(names) {
    std::ranges::sort(distinct);
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    for (const std::string& name : names) {
      const auto place = std::ranges::lower_bound(distinct, name) - distinct.begin();
      of_row.push_back(static_cast<std::uint32_t>(place));
    }
  }

  std::vector<std::string> distinct;
  std::vector<std::uint32_t> of_row;
};

}  // namespace
}  // namespace calibrant::c_api

using namespace calibrant;
using namespace calibrant::c_api;

extern "C" calibrant_status calibrant_fit(const char* method, const char* options,
                                          const double* scores, const int* labels,
                                          const double* weights, size_t rows,
                                          calibrant_model** model) {
  return fitted(method, options, model, [&](const Fit& fit) {
    return fit.model(
        only(observe(array("scores", scores, rows), array("labels", labels, rows),
                     optional_array("weights", weights, rows), {.threads = fit.options.threads})));
  });
}

extern "C" calibrant_status calibrant_fit_counts(const char* method, const char* options,
                                                 const double* scores, const double* negatives,
                                                 const double* positives, size_t rows,
                                                 calibrant_model** model) {
  return fitted(method, options, model, [&](const Fit& fit) {
    return fit.model(
        only(observe_counts(array("scores", scores, rows), array("negatives", negatives, rows),
                            array("positives", positives, rows))));
  });
}

extern "C" calibrant_status calibrant_fit_classes(const char* method, const char* options,
                                                  const double* scores, const int* labels,
                                                  const double* weights, size_t rows,
                                                  const char* const* names, size_t classes,
                                                  calibrant_model** model) {
  return fitted(method, options, model, [&](const Fit& fit) {
    if (classes < 2) {
      throw ArgumentError("classes", fmt::format("{} are too few (at least 2)", classes));
    }
    return fit.model_of_classes(array("scores", scores, rows, classes),
                                array("labels", labels, rows), texts(names, classes),
                                optional_array("weights", weights, rows));
  });
}

extern "C" calibrant_status calibrant_fit_groups(const char* method, const char* options,
                                                 const char* by, const char* const* groups,
                                                 const double* scores, const int* labels,
                                                 const double* weights, size_t rows,
                                                 calibrant_model** model) {
  return fitted(method, options, model, [&](const Fit& fit) -> StoredModel {
    if (fit.options.keep_observations) {
      throw OptionError("keep_observations", "a model with groups keeps no observations");
    }
    check_use(fit.name, fit.options.method, false);
    const auto own = array("labels", labels, rows);
    for (std::size_t i = 0; i < own.size(); ++i) check_label("labels", i, own[i]);
    const GroupNames names(texts(groups, rows, "groups"));
    MethodOptions how = read_options(fit.name, fit.options.method);
    how.execution.threads = fit.options.threads;
    const std::vector<std::uint8_t> checked(own.begin(), own.end());
    return {.model =
                fit_groups(fit.name, &given("by", by),
                           observe_groups({.names = names.distinct,
                                           .of_row = names.of_row,
                                           .scores = array("scores", scores, rows),
                                           .labels = checked,
                                           .weights = optional_array("weights", weights, rows)}),
                           how)};
  });
}

extern "C" calibrant_status calibrant_update(const calibrant_model* old, double forget,
                                             const double* scores, const int* labels,
                                             const double* weights, size_t rows,
                                             calibrant_model** model) {
  return hand_over_new("model", model, [&] {
    const StoredModel& stored = given("old", old).stored;
    const std::size_t columns = calibrant_columns(old);
    const auto all = array("scores", scores, rows, columns);
    const auto weighed = optional_array("weights", weights, rows);
    const auto own = array("labels", labels, rows);
    return std::holds_alternative<MulticlassModel>(stored.model)
               ? update_class_rows(stored, all, checked_classes(own, columns), weighed,
                                   {.forget = forget})
               : update(stored, only(observe(all, own, weighed, {.threads = 1})),
                        {.forget = forget});
  });
}

extern "C" const char* calibrant_methods() {
  static const std::string text = methods_as_json();
  return text.c_str();
}
