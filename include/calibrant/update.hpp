// Models that absorb more rows: what is kept of the old ones is added to the new ones, and the same
// method fits them all again. docs/guide/updating.md says what that promises.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "calibrant/api.hpp"
#include "calibrant/execution.hpp"
#include "calibrant/model_file.hpp"

namespace CALIBRANT_API calibrant {

/// Fits by what is kept: method, options and observations. The names of several classes are given
/// in the order of their observations. Throws OptionError and what the method throws.
StoredModel fit_kept(Kept kept, const std::vector<std::string>& classes = {},
                     const Execution& execution = {});

/// How rows of several classes are fitted.
struct ClassFit {
  std::string method = "auto";
  OptionValues options = {};
  bool keep = false;        ///< the model can be updated; so it can with the option keep_rows
  bool every_class = true;  ///< as in ClassOptions
  Execution execution = {};
  Spelling spelling = Spelling::kLibrary;  ///< of options in messages
};

/// Throws what check_use, read_options and fit_multiclass throw. Classes that are fitted together
/// keep their distinct rows, or a sample of them; otherwise each class keeps its observations.
StoredModel fit_class_rows(const ClassFit& how, std::span<const double> scores,
                           std::span<const std::uint32_t> labels,
                           const std::vector<std::string>& names,
                           std::span<const double> weights = {});

/// What a model keeps; of ACP, which is its observations, the model itself. Throws Error, which
/// begins with `name`, if it keeps nothing or if this release does not know the method or an
/// option.
Kept kept_of(const StoredModel& stored, const std::string& name = "model");

/// The old observations, with their weights times `forget`, and the new ones together: one for each
/// curve. Throws OptionError unless `forget` is above 0 and at most 1, InputError if there are not
/// as many observations as curves, and what kept_of throws.
Kept absorb(const StoredModel& old, std::span<const Observations> added, double forget = 1);

struct UpdateOptions {
  double forget = 1;
  Execution execution = {};
};

/// absorb, then fit_kept. The new model keeps its observations, too.
StoredModel update(const StoredModel& old, std::span<const Observations> added,
                   const UpdateOptions& options = {});

/// The same for rows of several classes, which need not have every class. A model whose classes are
/// fitted together reads the new scores as it read the old ones, and fits them all to its rows and
/// the new ones. Throws InputError if the model is not of several classes, too.
StoredModel update_class_rows(const StoredModel& old, std::span<const double> scores,
                              std::span<const std::uint32_t> labels,
                              std::span<const double> weights = {},
                              const UpdateOptions& options = {});

}  // namespace calibrant
