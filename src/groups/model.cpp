#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <utility>

#include "calibrant/error.hpp"
#include "calibrant/groups.hpp"
#include "math/log_odds.hpp"
#include "math/quiet_policy.hpp"
#include "support/legible.hpp"
#include "support/parallel.hpp"
#include "support/utf8.hpp"

namespace calibrant {
namespace {

void check_correction(const GroupCorrection& one) {
  const bool finite = std::isfinite(one.offset) && std::isfinite(one.slope) &&
                      std::isfinite(one.weight) && std::isfinite(one.covariance) &&
                      std::isfinite(one.offset_variance) && std::isfinite(one.slope_variance);
  // A covariance of two numbers is at most the product of their deviations, but for rounding.
  const double most = std::sqrt(one.offset_variance) * std::sqrt(one.slope_variance);
  if (finite && one.weight >= 0 && one.offset_variance >= 0 && one.slope_variance >= 0 &&
      std::abs(one.covariance) <= most * (1 + 1e-9)) {
    return;
  }
  throw InputError("groups", std::nullopt,
                   fmt::format("{} has numbers that make no correction", shown(one.name)));
}

double variance_at(const GroupCorrection& group, double distance) {
  return std::max(0.0, group.offset_variance +
                           distance * (2 * group.covariance + distance * group.slope_variance));
}

// What one group makes of the common curve's probabilities and bounds.
struct Corrected {
  const GroupCorrection& group;
  double centre;
  double quantile = 0;

  double log_odds(double z) const { return z + group.offset + group.slope * (z - centre); }

  double operator()(double p) const {
    if (!(p > 0 && p < 1) || (group.offset == 0 && group.slope == 0)) return p;
    return logistic(log_odds(logit(p)));
  }

  // Doubt without end wins over log odds without end.
  static double bound(double middle, double reach) {
    return logistic(std::isinf(reach) ? reach : middle + reach);
  }

  // The doubts about the curve and about the group are taken as independent: their squares add up.
  Interval around(double p, const Interval& common) const {
    if (!(p > 0 && p < 1)) return common;
    const double z = logit(p);
    const double middle = log_odds(z);
    const double stretch = 1 + group.slope;
    const double own = quantile * std::sqrt(variance_at(group, z - centre));
    const auto reach = [&](double side) {
      return std::hypot(std::max(side, 0.0) * std::abs(stretch), own);
    };
    double below = z - logit(common.lower);
    double above = logit(common.upper) - z;
    if (stretch < 0) std::swap(below, above);
    return {.lower = bound(middle, -reach(below)), .upper = bound(middle, reach(above))};
  }
};

double quantile_of(const Curve& curve) {
  if (!curve.band()) throw Error("the model has no band (the option level of a fit makes one)");
  const boost::math::normal_distribution<double, Quiet> normal;
  return boost::math::quantile(normal, 0.5 + curve.band()->level / 2);
}

void check_groups(const GroupedModel& model, std::span<const double> scores,
                  std::span<const std::uint32_t> groups, std::size_t results) {
  if (groups.size() != scores.size() || results != scores.size()) {
    throw InputError("groups", std::nullopt,
                     fmt::format("has {} elements, scores have {}, results {}", groups.size(),
                                 scores.size(), results));
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (groups[i] >= model.groups().size() && groups[i] != kUnknownGroup) {
      throw InputError("groups", i,
                       fmt::format("{} is not one of {} groups", groups[i], model.groups().size()));
    }
  }
}

template <class Each>
void for_rows(std::size_t rows, const Execution& execution, const Each& each) {
  run_parts(threads_for_rows(rows, execution.threads), rows,
            [&](std::size_t, std::size_t begin, std::size_t end) {
              for (std::size_t i = begin; i < end; ++i) each(i);
            });
}

}  // namespace

GroupedModel::GroupedModel(std::string by, Curve common, double centre, GroupCorrection unknown,
                           std::vector<GroupCorrection> groups)
    : by_(std::move(by)),
      common_(std::move(common)),
      centre_(centre),
      unknown_(std::move(unknown)),
      groups_(std::move(groups)) {
  if (by_.empty() || !is_utf8(by_)) {
    throw InputError("by", std::nullopt, by_.empty() ? "is empty" : "is not UTF-8");
  }
  if (!std::isfinite(centre_)) throw InputError("centre", std::nullopt, "is not a finite number");
  check_correction(unknown_);
  if (unknown_.offset != 0 || unknown_.slope != 0) {
    throw InputError("unknown", std::nullopt, "is corrected (an unknown group has the curve)");
  }
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    check_correction(groups_[i]);
    if (!is_utf8(groups_[i].name)) {
      throw InputError("groups", i, "has a name that is not UTF-8");
    }
    if (i > 0 && groups_[i].name <= groups_[i - 1].name) {
      throw InputError("groups", i, "is not in the order of the names, or there twice");
    }
  }
}

std::uint32_t GroupedModel::find(std::string_view name) const {
  const auto place = std::ranges::lower_bound(groups_, name, {}, &GroupCorrection::name);
  if (place == groups_.end() || place->name != name) return kUnknownGroup;
  return static_cast<std::uint32_t>(place - groups_.begin());
}

double GroupedModel::operator()(double score, std::uint32_t group) const {
  return Corrected{correction(group), centre_}(common_(score));
}

Interval GroupedModel::interval(double score, std::uint32_t group) const {
  const Corrected corrected{correction(group), centre_, quantile_of(common_)};
  return corrected.around(common_(score), common_.interval(score));
}

void apply(const GroupedModel& model, std::span<const double> scores,
           std::span<const std::uint32_t> groups, std::span<double> probabilities,
           const Execution& execution) {
  check_groups(model, scores, groups, probabilities.size());
  apply(model.common(), scores, probabilities, execution);
  for_rows(scores.size(), execution, [&](std::size_t i) {
    const Corrected corrected{model.correction(groups[i]), model.centre()};
    probabilities[i] = corrected(probabilities[i]);
  });
}

void apply_interval(const GroupedModel& model, std::span<const double> scores,
                    std::span<const std::uint32_t> groups, std::span<double> lower,
                    std::span<double> upper, const Execution& execution) {
  check_groups(model, scores, groups, std::min(lower.size(), upper.size()));
  const double quantile = quantile_of(model.common());
  std::vector<double> middle(scores.size());
  apply(model.common(), scores, middle, execution);
  apply_interval(model.common(), scores, lower, upper, execution);
  for_rows(scores.size(), execution, [&](std::size_t i) {
    const Corrected corrected{model.correction(groups[i]), model.centre(), quantile};
    const Interval own = corrected.around(middle[i], {.lower = lower[i], .upper = upper[i]});
    lower[i] = own.lower;
    upper[i] = own.upper;
  });
}

std::string describe(const GroupedModel& model) {
  const std::size_t groups = model.groups().size();
  return fmt::format(
      "{} {} by {}. Groups differ from the common curve by a standard deviation of {:.2g} in log "
      "odds, and by {:.2g} in slope. Rows of other groups get the common curve.",
      groups, groups == 1 ? "group" : "groups", legible(model.by(), kMostShown),
      std::sqrt(model.unknown().offset_variance), std::sqrt(model.unknown().slope_variance));
}

}  // namespace calibrant
