// How far may a thinned curve q stray from p? What counts is log loss: if p is right, q loses
// KL(p || q) a row, which is p (1 - p) d^2 / 2 for a small distance d in log odds. So the distance
// is bounded by d <= sqrt(2 K / (p (1 - p))): 2e-5 in the probability for K = 1e-9 and p = 1/2, and
// less towards 0 and 1. There the bound would allow any d, so d <= 0.01 holds too.
//
// Where the curve is rough (an average over binnings of some thousand scores), K = 1e-9 keeps
// thousands of knots that no data could tell from fewer: K grows until 300 do, but never beyond
// 1e-6. Bounds of a band may also stray by a fiftieth of their distance from the curve.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "calibrant/simplify.hpp"
#include "curve/polyline.hpp"
#include "math/log_odds.hpp"

namespace calibrant {
namespace {

constexpr std::size_t kMostKnots = 300;
constexpr double kLeastLoss = 1e-9;
constexpr int kSteps = 30;  // of a tenth of a power of ten
constexpr double kMostDistance = 0.01;
constexpr double kShareOfBand = 0.02;
constexpr int kDigits = 6;
constexpr double kShareOfDigits = 0.05;  // of a tolerance: what rounding to so many digits takes

double distance_allowed(double p, double loss) {
  return (1 - kShareOfDigits) * std::min(kMostDistance, std::sqrt(2 * loss / (p * (1 - p))));
}

Open around(double p, double distance) {
  const double z = logit(p);
  return {std::min(p, logistic(z - distance)), std::max(p, logistic(z + distance))};
}

TubeLine line_of(const std::vector<double>& values, const std::vector<double>* centre,
                 double loss) {
  TubeLine line{values, {}, std::ranges::is_sorted(values)};
  for (std::size_t k = 0; k < values.size(); ++k) {
    double distance = distance_allowed(values[k], loss);
    if (centre != nullptr) {
      const double band = std::abs(log_odds_of((*centre)[k]) - log_odds_of(values[k]));
      distance = std::max(distance, kShareOfBand * band);
    }
    line.tube.push_back(around(values[k], distance));
  }
  return line;
}

// So many digits of p or, where that is less, of 1 - p; order stays.
void round_all(std::vector<double>& values) {
  for (double& p : values) p = p <= 0.5 ? rounded(p, kDigits) : 1 - rounded(1 - p, kDigits);
}

// A logistic curve, if that is what it is: Platt scaling is two numbers, not some hundred knots.
std::optional<Sigmoid> as_sigmoid(const Segments& segments) {
  constexpr double kTail = 1e-6;  // Auto's knots follow its average within this
  // Least squares of the log odds, each with the weight of an observation there.
  double weight = 0;
  double x_mean = 0;
  double z_mean = 0;
  double squares = 0;
  double products = 0;
  for (std::size_t k = 0; k < segments.knots.size(); ++k) {
    const double p = segments.values[k];
    const double w = p * (1 - p);
    if (!(w > 0)) continue;
    weight += w;
    const double dx = segments.knots[k] - x_mean;
    const double dz = logit(p) - z_mean;
    x_mean += w / weight * dx;
    z_mean += w / weight * dz;
    squares += w * dx * (segments.knots[k] - x_mean);
    products += w * dx * (logit(p) - z_mean);
  }
  const double slope = products / squares;
  const double intercept = z_mean - slope * x_mean;
  if (!std::isfinite(slope) || !std::isfinite(intercept) || slope == 0) return {};
  const auto misses = [&](double x, double p) {
    const double q = logistic(intercept + slope * x);
    const Open open = around(p, distance_allowed(p, kLeastLoss));
    return !(q >= open.least && q <= open.most) && !(std::abs(p - q) <= kTail);
  };
  const auto& [knots, values] = segments;
  constexpr double kFar = std::numeric_limits<double>::infinity();
  if (misses(-kFar, values.front()) || misses(kFar, values.back())) return {};
  for (std::size_t k = 0; k + 1 < knots.size(); ++k) {
    const double middle = std::midpoint(knots[k], knots[k + 1]);
    if (misses(knots[k], values[k])) return {};
    if (misses(middle, std::midpoint(values[k], values[k + 1]))) return {};
  }
  return Sigmoid{.intercept = intercept, .slope = slope};
}

}  // namespace

Curve thin(const Curve& curve) {
  const auto* segments = std::get_if<Segments>(&curve.shape());
  if (segments == nullptr || segments->knots.size() < 2) return curve;
  const std::optional<Band>& band = curve.band();
  if (!band) {
    if (const auto sigmoid = as_sigmoid(*segments)) return Curve(*sigmoid, {}, curve.origin());
  }
  const auto with_loss = [&](int step, std::size_t most) {
    const double loss = kLeastLoss * std::pow(10, step / 10.0);
    std::vector<TubeLine> lines = {line_of(segments->values, nullptr, loss)};
    if (band) {
      lines.push_back(line_of(band->lower, &segments->values, loss));
      lines.push_back(line_of(band->upper, &segments->values, loss));
    }
    return fewer_knots(segments->knots, lines, most);
  };
  Polyline found = with_loss(0, kMostKnots);
  if (found.knots.empty()) {
    int too_little = 0;
    int enough = kSteps;
    found = with_loss(kSteps, segments->knots.size());
    if (found.knots.empty()) return curve;
    while (enough - too_little > 1) {
      const int middle = (too_little + enough) / 2;
      Polyline tried = with_loss(middle, kMostKnots);
      (tried.knots.empty() ? too_little : enough) = middle;
      if (!tried.knots.empty()) found = std::move(tried);
    }
  }
  for (std::vector<double>& values : found.values) round_all(values);
  std::optional<Band> thin_band;
  if (band) {
    // The value was inside, or was not; rounding and tolerances do not change that.
    const std::vector<double>& values = found.values[0];
    thin_band = Band{band->level, found.values[1], found.values[2]};
    const bool inside = std::ranges::equal(band->lower, segments->values, std::less_equal()) &&
                        std::ranges::equal(segments->values, band->upper, std::less_equal());
    for (std::size_t k = 0; k < values.size(); ++k) {
      double& lower = thin_band->lower[k];
      double& upper = thin_band->upper[k];
      if (inside) lower = std::min(lower, values[k]);
      upper = std::max(upper, inside ? values[k] : lower);
    }
  }
  return Curve(Segments{std::move(found.knots), std::move(found.values[0])}, std::move(thin_band),
               curve.origin());
}

}  // namespace calibrant
