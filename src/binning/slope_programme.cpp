// Dual simplex for two unknowns.
//
// Two half-planes whose border lines meet in a point make that point the optimum of some linear
// goal. The half-plane that the point violates most enters; if the three together exclude each
// other, they are the certificate (Farkas): weights c >= 0 with
//
//   c_0 (a_0, b_0) + c_1 (a_1, b_1) + c_2 (a_2, b_2) = 0   and   c_0 d_0 + c_1 d_1 + c_2 d_2 > 0.
//
// Otherwise it replaces one of the two, and the goal gets worse: no pair comes back. How the
// certificate was found does not matter; it is checked as it stands, with all rounding counted
// against it, so any shortcut in the search is safe.
#include "binning/slope_programme.hpp"

#include <array>
#include <cmath>
#include <limits>

namespace calibrant {
namespace {

constexpr int kMostSteps = 24;
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

struct HalfPlane {
  double a;
  double b;
  double d;
};

HalfPlane at(const HalfPlanes& planes, std::size_t i) {
  return {planes.a[i], planes.b[i], planes.d[i]};
}

double cross(const HalfPlane& p, const HalfPlane& q) { return p.a * q.b - q.a * p.b; }

std::size_t most_violated(const HalfPlanes& planes, double alpha, double beta) {
  std::size_t worst = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < planes.size(); ++i) {
    const double violation = planes.d[i] - (alpha * planes.a[i] + beta * planes.b[i]);
    if (violation > most) {
      most = violation;
      worst = i;
    }
  }
  return worst;
}

// Do the three, with these weights, exclude every slope within the bound?
bool excludes(const std::array<HalfPlane, 3>& planes, const std::array<double, 3>& weights,
              double bound) {
  double a = 0;
  double b = 0;
  double d = 0;
  double size = 0;  // of the terms, to bound their rounding
  for (std::size_t i = 0; i < 3; ++i) {
    a += weights[i] * planes[i].a;
    b += weights[i] * planes[i].b;
    d += weights[i] * planes[i].d;
    size += weights[i] *
            (bound * (std::abs(planes[i].a) + std::abs(planes[i].b)) + std::abs(planes[i].d));
  }
  return d > bound * (std::abs(a) + std::abs(b)) + 8 * kEpsilon * size;
}

}  // namespace

bool certainly_infeasible(const HalfPlanes& planes, std::size_t first, std::size_t second,
                          double bound) {
  std::array<HalfPlane, 2> basis = {at(planes, first), at(planes, second)};
  std::array<double, 2> goal = {1, 1};  // the goal as a combination of the two
  for (int step = 0; step < kMostSteps; ++step) {
    const double turn = cross(basis[0], basis[1]);
    if (turn == 0) return false;
    const double alpha = (basis[0].d * basis[1].b - basis[1].d * basis[0].b) / turn;
    const double beta = (basis[0].a * basis[1].d - basis[1].a * basis[0].d) / turn;
    const HalfPlane entering = at(planes, most_violated(planes, alpha, beta));
    if (!(entering.d - (alpha * entering.a + beta * entering.b) > 0)) return false;

    // entering = share_0 basis_0 + share_1 basis_1
    const double share_0 = cross(entering, basis[1]) / turn;
    const double share_1 = cross(basis[0], entering) / turn;
    if (share_0 <= 0 && share_1 <= 0) {
      return excludes({basis[0], basis[1], entering}, {-share_0, -share_1, 1}, bound);
    }
    const bool leaves_0 = share_0 > 0 && (share_1 <= 0 || goal[0] * share_1 < goal[1] * share_0);
    const std::size_t leaving = leaves_0 ? 0 : 1;
    const double step_length = goal[leaving] / (leaves_0 ? share_0 : share_1);
    goal[1 - leaving] -= step_length * (leaves_0 ? share_1 : share_0);
    goal[leaving] = step_length;
    basis[leaving] = entering;
  }
  return false;
}

}  // namespace calibrant
