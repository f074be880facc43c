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
// (a table of tangents, a guess, giving up) costs a candidate at most, never the result.
#include "binning/dominance.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "kernels/starts.hpp"

namespace calibrant {
namespace {

constexpr int kMostSteps = 16;
constexpr std::size_t kTangents = 9;
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

double cross(const HalfPlane& p, const HalfPlane& q) { return p.a * q.b - q.a * p.b; }

double violation(const HalfPlane& p, double alpha, double beta) {
  return p.d - (alpha * p.a + beta * p.b);
}

// G as half-planes: -(1-theta) alpha - theta beta >= H(theta), the entropy, for every theta.
HalfPlane tangent_at(double theta) {
  if (theta <= 0) return {-1, 0, 0};
  if (theta >= 1) return {0, -1, 0};
  return {theta - 1, -theta, -(theta * std::log(theta) + (1 - theta) * std::log1p(-theta))};
}

std::array<HalfPlane, kTangents> make_tangents() {
  std::array<HalfPlane, kTangents> tangents;
  for (std::size_t k = 0; k < kTangents; ++k) {
    const double x = static_cast<double>(k) / (kTangents - 1);
    tangents[k] = tangent_at(x * x * (3 - 2 * x));  // denser towards 0 and 1
  }
  return tangents;
}

const std::array<HalfPlane, kTangents> kTangentTable = make_tangents();

}  // namespace

HalfPlane DominanceTest::plane_of(std::size_t slot) const {
  return {negatives_[slot] - trial_.a, positives_[slot] - trial_.b, heights_[slot] - trial_.d};
}

DominanceTest::Term DominanceTest::most_violated(double alpha, double beta) const {
  const std::size_t slot = kernels::highest_above_plane(
      negatives_.size(), negatives_.data(), positives_.data(), heights_.data(), alpha, beta);
  Term worst = {slot, plane_of(slot)};
  double worst_violation = violation(worst.plane, alpha, beta);
  for (const HalfPlane& tangent : kTangentTable) {
    const double by = violation(tangent, alpha, beta);
    if (by > worst_violation) {
      worst_violation = by;
      worst = {kTangent, tangent};
    }
  }
  if (worst_violation > 0) return worst;
  // The table is satisfied; the tangent that is most violated of all has theta = e^beta / (e^alpha
  // + e^beta), and is violated by the logarithm of that denominator.
  const double larger = std::max(alpha, beta);
  const double ratio = std::exp(std::min(alpha, beta) - larger);
  if (larger + std::log1p(ratio) > 0) {
    worst = {kTangent, tangent_at((beta > alpha ? 1 : ratio) / (1 + ratio))};
  }
  return worst;
}

bool DominanceTest::excludes(double share_0, double share_1, double turn) const {
  const std::array<double, 3> weights = {-share_0, -share_1, turn};
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
  trial_ = {negatives_[slot], positives_[slot], heights_[slot] + margin};
  for (Term& term : terms_) {
    if (term.slot != kTangent) term.plane = plane_of(term.slot);
  }
  auto& [first, second, entering] = terms_;
  double turn = cross(first.plane, second.plane);
  if (turn == 0) {
    std::swap(second, entering);
    turn = cross(first.plane, second.plane);
    if (turn == 0) {
      first = {kTangent, kTangentTable.front()};
      second = {kTangent, kTangentTable.back()};
      turn = cross(first.plane, second.plane);
    }
  }
  double goal_0 = 1;  // the goal, as a combination of the two
  double goal_1 = 1;
  // The certificate of the neighbour comes first: no search at all.
  bool guessed = true;
  for (int step = 0; step < kMostSteps; ++step) {
    if (!guessed) {
      const double alpha = (first.plane.d * second.plane.b - second.plane.d * first.plane.b) / turn;
      const double beta = (first.plane.a * second.plane.d - second.plane.a * first.plane.d) / turn;
      entering = most_violated(alpha, beta);
      if (!(violation(entering.plane, alpha, beta) > 0)) return false;
    }
    // entering = (share_0 * first + share_1 * second) / |turn|
    const double sign = turn > 0 ? 1 : -1;
    const double share_0 = sign * cross(entering.plane, second.plane);
    const double share_1 = sign * cross(first.plane, entering.plane);
    if (share_0 <= 0 && share_1 <= 0) {
      if (excludes(share_0, share_1, std::abs(turn))) return true;
      if (!guessed) return false;
    }
    if (guessed) {
      guessed = false;
      continue;
    }
    if (share_0 > 0 && (share_1 <= 0 || goal_0 * share_1 < goal_1 * share_0)) {
      goal_0 /= share_0;
      goal_1 -= goal_0 * share_1;
      goal_0 *= std::abs(turn);
      first = entering;
    } else {
      goal_1 /= share_1;
      goal_0 -= goal_1 * share_0;
      goal_1 *= std::abs(turn);
      second = entering;
    }
    turn = cross(first.plane, second.plane);
    if (turn == 0) return false;
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
  terms_ = {Term{kTangent, kTangentTable.front()}, Term{kTangent, kTangentTable.back()},
            Term{count - 1, {}}};
  // From the newest to the oldest: what a removal moves has been tested already.
  for (std::size_t i = count - 1; i-- > 0;) {
    if (!is_dominated(i, margin)) continue;
    lost[i] = 1;
    remove(i);
  }
}

}  // namespace calibrant
