// Feasibility of half-planes in two unknowns, by the dual simplex method.
//
// Two half-planes whose border lines meet make that corner the optimum of some linear goal. The
// half-plane that the corner violates most enters; if the three exclude each other, they are the
// certificate (Farkas): weights c >= 0, not all zero, with
//
//   c_0 (a_0, b_0) + c_1 (a_1, b_1) + c_2 (a_2, b_2) = 0   and   c_0 d_0 + c_1 d_1 + c_2 d_2 > 0.
//
// Otherwise it takes the place of one of the two. How a certificate was found does not matter: it
// is checked as it stands, with all rounding counted against it, so any shortcut in the search
// (a guess, an imprecise corner, giving up) costs a candidate at most, never the result.
#include "binning/dominance.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "kernels/starts.hpp"

namespace calibrant {
namespace {

constexpr int kMostSteps = 16;
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

constexpr HalfPlane kFirstTangent = {-1, 0, 0};  // alpha <= 0
constexpr HalfPlane kLastTangent = {0, -1, 0};   // beta <= 0

double cross(const HalfPlane& p, const HalfPlane& q) { return p.a * q.b - q.a * p.b; }

double violation(const HalfPlane& p, double alpha, double beta) {
  return p.d - (alpha * p.a + beta * p.b);
}

// G as half-planes: -(1-theta) alpha - theta beta >= H(theta), the entropy, for every theta.
HalfPlane tangent_at(double theta) {
  if (theta <= 0) return kFirstTangent;
  if (theta >= 1) return kLastTangent;
  return {theta - 1, -theta, -(theta * std::log(theta) + (1 - theta) * std::log1p(-theta))};
}

}  // namespace

HalfPlane DominanceTest::plane_of(std::size_t slot) const {
  return {negatives_[slot] - trial_.a, positives_[slot] - trial_.b, heights_[slot] - trial_.d};
}

DominanceTest::Term DominanceTest::most_violated(double alpha, double beta) const {
  const std::size_t slot = kernels::highest_above_plane(
      negatives_.size(), negatives_.data(), positives_.data(), heights_.data(), alpha, beta);
  const HalfPlane plane = plane_of(slot);
  if (violation(plane, alpha, beta) > 0) return {slot, plane};
  // All points are content. The tangent that is most violated of all has theta = e^beta / (e^alpha
  // + e^beta), and is violated by the logarithm of that denominator.
  const double ratio = std::exp(-std::abs(alpha - beta));
  return {kTangent, tangent_at((beta > alpha ? 1 : ratio) / (1 + ratio))};
}

void DominanceTest::begin_trial(std::size_t slot, double margin) {
  trial_ = {negatives_[slot], positives_[slot], heights_[slot] + margin};
  for (Term& term : terms_) {
    if (term.slot != kTangent) term.plane = plane_of(term.slot);
  }
  // The trial's own half-plane has no direction; two parallel ones have no corner.
  if (turn() == 0) std::swap(terms_[1], terms_[2]);
  if (turn() == 0) {
    terms_[0] = {kTangent, kFirstTangent};
    terms_[1] = {kTangent, kLastTangent};
  }
}

double DominanceTest::turn() const { return cross(terms_[0].plane, terms_[1].plane); }

// |turn| * third = of_first * first + of_second * second.
DominanceTest::Shares DominanceTest::shares() const {
  const double sign = turn() > 0 ? 1 : -1;
  return {sign * cross(terms_[2].plane, terms_[1].plane),
          sign * cross(terms_[0].plane, terms_[2].plane)};
}

bool DominanceTest::exclude_each_other(const Shares& shares) const {
  if (shares.of_first > 0 || shares.of_second > 0) return false;
  const std::array<double, 3> weights = {-shares.of_first, -shares.of_second, std::abs(turn())};
  double a = 0;
  double b = 0;
  double d = 0;
  double size = 0;  // of the terms, to bound their rounding
  for (std::size_t i = 0; i < 3; ++i) {
    const HalfPlane& p = terms_[i].plane;
    a += weights[i] * p.a;
    b += weights[i] * p.b;
    d += weights[i] * p.d;
    size += weights[i] * (steepest_ * (std::abs(p.a) + std::abs(p.b)) + std::abs(p.d));
  }
  return d > steepest_ * (std::abs(a) + std::abs(b)) + 8 * kEpsilon * size;
}

bool DominanceTest::is_dominated(std::size_t slot, double margin) {
  begin_trial(slot, margin);
  // The certificate of the neighbour often holds here too: no search at all.
  if (exclude_each_other(shares())) return true;

  auto& [first, second, entering] = terms_;
  double goal_0 = 1;  // the goal, as a combination of the first and the second
  double goal_1 = 1;
  for (int step = 0; step < kMostSteps; ++step) {
    const double now = turn();
    if (now == 0) return false;
    const double alpha = (first.plane.d * second.plane.b - second.plane.d * first.plane.b) / now;
    const double beta = (first.plane.a * second.plane.d - second.plane.a * first.plane.d) / now;
    entering = most_violated(alpha, beta);
    if (!(violation(entering.plane, alpha, beta) > 0)) return false;
    const Shares share = shares();
    if (share.of_first <= 0 && share.of_second <= 0) return exclude_each_other(share);

    const bool first_leaves =
        share.of_first > 0 &&
        (share.of_second <= 0 || goal_0 * share.of_second < goal_1 * share.of_first);
    if (first_leaves) {
      goal_1 -= goal_0 / share.of_first * share.of_second;
      goal_0 *= std::abs(now) / share.of_first;
      first = entering;
    } else {
      goal_0 -= goal_1 / share.of_second * share.of_first;
      goal_1 *= std::abs(now) / share.of_second;
      second = entering;
    }
  }
  return false;
}

void DominanceTest::remove(std::size_t slot) {
  const std::size_t last = negatives_.size() - 1;
  negatives_[slot] = negatives_[last];
  positives_[slot] = positives_[last];
  heights_[slot] = heights_[last];
  negatives_.pop_back();
  positives_.pop_back();
  heights_.pop_back();
  for (Term& term : terms_) {
    if (term.slot == last) term.slot = slot;
  }
}

void DominanceTest::run(const std::vector<double>& negatives, const std::vector<double>& positives,
                        const std::vector<double>& heights, double margin,
                        std::vector<char>& lost) {
  const std::size_t count = negatives.size();
  lost.assign(count, 0);
  if (count < 2) return;
  negatives_ = negatives;
  positives_ = positives;
  heights_ = heights;
  terms_ = {Term{kTangent, kFirstTangent}, Term{kTangent, kLastTangent}, Term{count - 1, {}}};
  // From the newest to the oldest: what a removal moves has been tested already.
  for (std::size_t i = count - 1; i-- > 0;) {
    if (!is_dominated(i, margin)) continue;
    lost[i] = 1;
    remove(i);
  }
}

}  // namespace calibrant
