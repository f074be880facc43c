// One curve for all rows, and for each group of them (a site, a country) a correction that is the
// smaller the less the group tells. docs/math/groups.md has the equations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "calibrant/api.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/execution.hpp"
#include "calibrant/observations.hpp"

namespace CALIBRANT_API calibrant {

/// Log odds z of the common curve become z + offset + slope * (z - centre).
struct GroupCorrection {
  std::string name = {};
  double weight = 0;  ///< of the group's rows
  double offset = 0;
  double slope = 0;
  double offset_variance = 0;  ///< how sure offset and slope are
  double slope_variance = 0;
  double covariance = 0;
};

/// The group of a row whose group was not seen when the model was fitted.
inline constexpr std::uint32_t kUnknownGroup = UINT32_MAX;

/// Immutable; safe to use from many threads. A group is the place of its name in groups(), or
/// kUnknownGroup.
class GroupedModel {
 public:
  /// `by` names the column of the groups. `unknown` has the prior's variances, and neither offset
  /// nor slope. Throws InputError for names that are no UTF-8 or do not ascend strictly, and for
  /// numbers that make no correction.
  GroupedModel(std::string by, Curve common, double centre, GroupCorrection unknown,
               std::vector<GroupCorrection> groups);

  const std::string& by() const noexcept { return by_; }
  const Curve& common() const noexcept { return common_; }
  double centre() const noexcept { return centre_; }
  const GroupCorrection& unknown() const noexcept { return unknown_; }
  /// In the order of their names.
  const std::vector<GroupCorrection>& groups() const noexcept { return groups_; }

  std::uint32_t find(std::string_view name) const;
  const GroupCorrection& correction(std::uint32_t group) const {
    return group == kUnknownGroup ? unknown_ : groups_[group];
  }

  /// The probability of one score. 0, 1 and NaN of the common curve stay what they are.
  double operator()(double score, std::uint32_t group = kUnknownGroup) const;
  /// The credible interval, with the doubt about the group. Throws Error if the common curve has no
  /// band.
  Interval interval(double score, std::uint32_t group = kUnknownGroup) const;

 private:
  std::string by_;
  Curve common_;
  double centre_;
  GroupCorrection unknown_;
  std::vector<GroupCorrection> groups_;
};

/// Many scores at once, under the terms of a curve's apply(). Throws InputError too for a group
/// that the model does not have.
void apply(const GroupedModel& model, std::span<const double> scores,
           std::span<const std::uint32_t> groups, std::span<double> probabilities,
           const Execution& execution = {});
void apply_interval(const GroupedModel& model, std::span<const double> scores,
                    std::span<const std::uint32_t> groups, std::span<double> lower,
                    std::span<double> upper, const Execution& execution = {});

/// Rows with their groups: labels and weights, or counts.
struct GroupRows {
  std::span<const std::string> names;
  std::span<const std::uint32_t> of_row;  ///< a place in `names`
  std::span<const double> scores;
  std::span<const std::uint8_t> labels = {};
  std::span<const double> weights = {};  ///< empty: all 1
  std::span<const double> negatives = {};
  std::span<const double> positives = {};
};

struct GroupObservations {
  std::string name;
  Observations seen;
};

/// What each group saw, in the order of the names; groups without weight are left out. Throws
/// InputError as observe() does, and for a group without a name in `names`.
std::vector<GroupObservations> observe_groups(const GroupRows& rows);

/// All groups together, as if no row had a group.
Observations together(std::span<const GroupObservations> groups);

/// The corrections of a curve that was fitted to all rows. How much groups differ is learned from
/// all of them; it is averaged over by evidence.
GroupedModel fit_groups(std::string by, Curve common, std::span<const GroupObservations> groups,
                        const Execution& execution = {});

/// How many groups there are and how much they differ, in plain sentences.
std::string describe(const GroupedModel& model);

}  // namespace calibrant
