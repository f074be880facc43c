// Several classes with their names: one map of the whole row (calibrant/classes.hpp), or a curve
// for each class against the rest, and the row divided by its sum. docs/guide/multiclass.md says
// what each promises.
//
// Matrices are row-major: row i, class k is at [i * classes + k]. The class of a row is its index.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "calibrant/api.hpp"
#include "calibrant/classes.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/observations.hpp"

namespace CALIBRANT_API calibrant {

/// Immutable, as what it is made of; safe to use from many threads.
class MulticlassModel {
 public:
  /// Throws InputError for fewer than two names, a name that is empty, no UTF-8 or there twice, and
  /// if there is not one curve per name, or one class of the joint map.
  MulticlassModel(std::vector<std::string> names, std::vector<Curve> curves);
  MulticlassModel(std::vector<std::string> names, ClassModel joint);

  std::size_t classes() const noexcept { return names_.size(); }
  const std::vector<std::string>& names() const noexcept { return names_; }
  /// Each class against the rest, before the row is divided by its sum. Empty if it is joint.
  const std::vector<Curve>& curves() const noexcept { return curves_; }
  /// The map of the whole row, or nothing if each class has a curve.
  const ClassModel* joint() const noexcept { return joint_ ? &*joint_ : nullptr; }
  /// How sure the joint map is, or nothing.
  const ClassBand* band() const noexcept {
    return joint_ && joint_->band() ? &*joint_->band() : nullptr;
  }
  /// What fitted it.
  const std::string& method() const noexcept;
  /// How frequent each class was in the rows it was fitted to. Empty if that is not known.
  std::vector<double> frequencies() const;

 private:
  std::vector<std::string> names_;
  std::vector<Curve> curves_;
  std::optional<ClassModel> joint_;
};

/// What each curve sees: the scores of column k, and as positives the rows of class k. Throws what
/// observe() throws; a score is named by its row and column: `scores[3]: column 1: nan is not a
/// finite number`, or `class 'bee'` where names are given. A class without a row is legal.
std::vector<Observations> observe_multiclass(std::span<const double> scores,
                                             std::span<const std::uint32_t> labels,
                                             std::size_t classes,
                                             std::span<const double> weights = {},
                                             std::span<const std::string> names = {});
std::vector<Observations> observe_multiclass(std::span<const double> scores,
                                             std::span<const int> labels, std::size_t classes,
                                             std::span<const double> weights = {});

/// Any of the fits: `[](const Observations& seen) { return fit_abb(seen); }`.
using FitCurve = std::function<Curve(const Observations&)>;

/// One curve per class, in the order of the names. An InputError of the fit gets the class in front
/// of its problem. Throws InputError if there are not as many names as observations.
MulticlassModel fit_multiclass(std::span<const Observations> seen, std::vector<std::string> names,
                               const FitCurve& fit);

/// The probabilities of many rows, with bits that do not depend on the other rows: those of the
/// joint map, or each curve's value divided by the sum over the classes. A row whose values are all
/// 0 gets 1 / classes throughout: nothing is known of it. A row with a NaN gets NaN throughout. The
/// output may be the very array of the scores; otherwise the two must not overlap. Throws
/// InputError if the lengths do not fit.
void apply(const MulticlassModel& model, std::span<const double> scores,
           std::span<double> probabilities, const Execution& execution = {});
std::vector<double> apply(const MulticlassModel& model, std::span<const double> scores);

/// The same; a template only because a plain call with a std::vector would find std::apply.
template <class AnyModel, class Scores>
requires std::same_as<std::remove_cvref_t<AnyModel>, MulticlassModel> &&
    std::convertible_to<Scores, std::span<const double>>
        std::vector<double> apply(AnyModel&& model, Scores&& scores) {
  const MulticlassModel& same = model;
  return apply(same, std::span<const double>(scores));
}

}  // namespace calibrant
