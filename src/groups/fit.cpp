// Given: log odds z of the common curve, and for each z the counts of a group's rows.
// Wanted: offset a and slope b of each group, in  logit p = z + a + b (z - centre).
//
// Prior: a ~ N(0, A^2), b ~ N(0, B^2), independent, the same for all groups. The pairs (A, B) are
// those of a grid; each group has an evidence at each pair, and the product over the groups is what
// the data say of the pair. A correction is the average over the pairs, and its variances are those
// of the mixture. docs/math/groups.md says why.
//
// In units of the prior, u = a / A and w = b / B, nothing divides by a width of 0, and the negative
// log posterior is strictly convex: Newton's method with halved steps finds its minimum. The
// evidence is an integral around it by 3 x 3 Gauss-Hermite nodes, because groups may have few rows.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "calibrant/groups.hpp"
#include "math/log_odds.hpp"
#include "math/log_weights.hpp"
#include "support/parallel.hpp"
#include "support/progress.hpp"

namespace calibrant {
namespace {

constexpr std::array kOffsetWidths = {0.0, 0.03, 0.06, 0.12, 0.25, 0.5, 1.0, 2.0};
constexpr std::array kSlopeWidths = {0.0, 0.03, 0.06, 0.12, 0.25, 0.5, 1.0};
constexpr std::size_t kPairs = kOffsetWidths.size() * kSlopeWidths.size();

// Log odds nearer to each other than this are taken together, in groups of many.
constexpr double kCellWidth = 1.0 / 32;
constexpr std::size_t kManyPlaces = 64;

struct Place {
  double z = 0;
  double weight = 0;
  double positives = 0;
};

std::vector<Place> places_of(const Observations& seen, const Curve& common) {
  std::vector<double> p(seen.groups());
  apply(common, seen.scores(), p, {.threads = 1});
  std::vector<Place> places(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) {
    places[i] = {.z = log_odds_of(p[i]),
                 .weight = seen.negatives()[i] + seen.positives()[i],
                 .positives = seen.positives()[i]};
  }
  if (places.size() <= kManyPlaces) return places;
  std::ranges::stable_sort(places, {}, &Place::z);
  std::vector<Place> cells;
  double last = -1e9;
  for (const Place& place : places) {
    const double cell = std::floor(place.z / kCellWidth);
    if (cell != last) cells.emplace_back();
    last = cell;
    Place& own = cells.back();
    own.weight += place.weight;
    own.z += (place.z - own.z) * (place.weight / own.weight);
    own.positives += place.positives;
  }
  return cells;
}

// Mean and variances of offset and slope.
struct Moments {
  double offset = 0;
  double slope = 0;
  double offset_variance = 0;
  double slope_variance = 0;
  double covariance = 0;
};

struct Fitted {
  double log_evidence = 0;
  Moments moments;
};

// One group under one pair of widths. Minimises
//   F(u, w) = sum_k n_k log(1 + exp(z_k')) - t_k z_k' + (u^2 + w^2) / 2.
class GroupProblem {
 public:
  GroupProblem(const std::vector<Place>& places, double centre, double offset_width,
               double slope_width)
      : places_(places), centre_(centre), a_(offset_width), b_(slope_width) {}

  Fitted solve(double offset, double slope) {
    double u = a_ > 0 ? offset / a_ : 0;
    double w = b_ > 0 ? slope / b_ : 0;
    double value = look(u, w);
    constexpr int kMostSteps = 50;
    for (int step = 0; step < kMostSteps; ++step) {
      const double determinant = huu_ * hww_ - huw_ * huw_;
      const double du = (hww_ * gu_ - huw_ * gw_) / determinant;
      const double dw = (huu_ * gw_ - huw_ * gu_) / determinant;
      const double promised = du * gu_ + dw * gw_;
      if (!(promised > 1e-10)) break;
      double part = 1;
      double next = look(u - du, w - dw);
      while (next > value && part > 1e-6) {
        part /= 2;
        next = look(u - part * du, w - part * dw);
      }
      u -= part * du;
      w -= part * dw;
      value = next;
    }
    return integrate(u, w, value);
  }

 private:
  double value_at(double u, double w) const {
    double sum = (u * u + w * w) / 2;
    for (const Place& place : places_) {
      const double z = place.z + a_ * u + b_ * w * (place.z - centre_);
      sum += place.weight * softplus(z) - place.positives * z;
    }
    return sum;
  }

  // The same, with gradient and Hessian.
  double look(double u, double w) {
    double sum = (u * u + w * w) / 2;
    gu_ = u;
    gw_ = w;
    huu_ = 1;
    huw_ = 0;
    hww_ = 1;
    for (const Place& place : places_) {
      const double x = b_ * (place.z - centre_);
      const double z = place.z + a_ * u + x * w;
      const double y = std::exp(-std::abs(z));
      const double p = (z < 0 ? y : 1) / (1 + y);
      sum += place.weight * (std::max(z, 0.0) + std::log1p(y)) - place.positives * z;
      const double rest = place.weight * p - place.positives;
      const double information = place.weight * y / ((1 + y) * (1 + y));
      gu_ += a_ * rest;
      gw_ += x * rest;
      huu_ += a_ * a_ * information;
      huw_ += a_ * x * information;
      hww_ += x * x * information;
    }
    return sum;
  }

  // Around the minimum, in steps of the Hessian's Cholesky factor.
  Fitted integrate(double u, double w, double least) const {
    const double first = std::sqrt(huu_);
    const double below = huw_ / first;
    const double second = std::sqrt(hww_ - below * below);
    double total = 0;
    Moments sum;
    for (const auto& [s, ws] : nodes(a_)) {
      for (const auto& [t, wt] : nodes(b_)) {
        const double dw = t / second;
        const double du = (s - below * dw) / first;
        const bool middle = s == 0 && t == 0;
        const double rise = middle ? 0 : value_at(u + du, w + dw) - least;
        const double weight = ws * wt * std::exp((s * s + t * t) / 2 - rise);
        total += weight;
        const double offset = a_ * (u + du);
        const double slope = b_ * (w + dw);
        sum.offset += weight * offset;
        sum.slope += weight * slope;
        sum.offset_variance += weight * offset * offset;
        sum.slope_variance += weight * slope * slope;
        sum.covariance += weight * offset * slope;
      }
    }
    return {.log_evidence = std::log(total) - least - std::log(first * second),
            .moments = scaled(sum, total)};
  }

  // Places and weights. What the likelihood does not know needs one place.
  static std::span<const std::pair<double, double>> nodes(double width) {
    static constexpr std::array<std::pair<double, double>, 1> kOne = {{{0, 1}}};
    static constexpr std::array<std::pair<double, double>, 3> kThree = {
        {{-1.7320508075688772, 1.0 / 6}, {0, 2.0 / 3}, {1.7320508075688772, 1.0 / 6}}};
    if (width == 0) return kOne;
    return kThree;
  }

  static Moments scaled(Moments sum, double total) {
    for (double* one :
         {&sum.offset, &sum.slope, &sum.offset_variance, &sum.slope_variance, &sum.covariance}) {
      *one /= total;
    }
    return sum;
  }

  const std::vector<Place>& places_;
  double centre_;
  double a_;
  double b_;
  double gu_ = 0;
  double gw_ = 0;
  double huu_ = 1;
  double huw_ = 0;
  double hww_ = 1;
};

using FittedPairs = std::array<Fitted, kPairs>;

FittedPairs fit_pairs(const std::vector<Place>& places, double centre) {
  FittedPairs pairs;
  std::size_t at = 0;
  for (const double offset_width : kOffsetWidths) {
    Moments near;
    for (const double slope_width : kSlopeWidths) {
      GroupProblem problem(places, centre, offset_width, slope_width);
      pairs[at] = problem.solve(near.offset, near.slope);
      near = pairs[at++].moments;
    }
  }
  return pairs;
}

// Where log odds tell most: offset and slope are then nearly independent.
double centre_of(const std::vector<std::vector<Place>>& groups) {
  double information = 0;
  double sum = 0;
  for (const auto& places : groups) {
    for (const Place& place : places) {
      const double p = logistic(place.z);
      const double own = place.weight * p * (1 - p);
      information += own;
      sum += own * place.z;
    }
  }
  return information > 0 ? sum / information : 0;
}

GroupCorrection averaged(const FittedPairs& pairs, const std::vector<double>& weights) {
  GroupCorrection result;
  for (std::size_t k = 0; k < kPairs; ++k) {
    const Moments& one = pairs[k].moments;
    result.offset += weights[k] * one.offset;
    result.slope += weights[k] * one.slope;
    result.offset_variance += weights[k] * one.offset_variance;
    result.slope_variance += weights[k] * one.slope_variance;
    result.covariance += weights[k] * one.covariance;
  }
  // These were second moments.
  result.offset_variance = std::max(0.0, result.offset_variance - result.offset * result.offset);
  result.slope_variance = std::max(0.0, result.slope_variance - result.slope * result.slope);
  const double most = std::sqrt(result.offset_variance) * std::sqrt(result.slope_variance);
  result.covariance = std::clamp(result.covariance - result.offset * result.slope, -most, most);
  return result;
}

GroupCorrection prior_of(const std::vector<double>& weights) {
  GroupCorrection unknown;
  std::size_t at = 0;
  for (const double offset_width : kOffsetWidths) {
    for (const double slope_width : kSlopeWidths) {
      unknown.offset_variance += weights[at] * offset_width * offset_width;
      unknown.slope_variance += weights[at++] * slope_width * slope_width;
    }
  }
  return unknown;
}

}  // namespace

GroupedModel fit_groups(std::string by, Curve common, std::span<const GroupObservations> groups,
                        const Execution& execution) {
  const std::size_t size = groups.size();
  std::vector<std::vector<Place>> places(size);
  for (std::size_t g = 0; g < size; ++g) places[g] = places_of(groups[g].seen, common);
  const double centre = centre_of(places);
  std::vector<FittedPairs> fitted(size);
  ProgressMeter meter(execution, static_cast<double>(size));
  run_parts(thread_count(execution), size, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t g = begin; g < end; ++g) {
      fitted[g] = fit_pairs(places[g], centre);
      meter.advance(1);
    }
  });
  std::vector<double> evidence(kPairs);
  for (const FittedPairs& pairs : fitted) {
    for (std::size_t k = 0; k < kPairs; ++k) evidence[k] += pairs[k].log_evidence;
  }
  const std::vector<double> weights = weights_of(evidence);
  std::vector<GroupCorrection> corrections;
  for (std::size_t g = 0; g < size; ++g) {
    corrections.push_back(averaged(fitted[g], weights));
    corrections.back().name = groups[g].name;
    corrections.back().weight = groups[g].seen.weight();
  }
  return {std::move(by), std::move(common), centre, prior_of(weights), std::move(corrections)};
}

}  // namespace calibrant
