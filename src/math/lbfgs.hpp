// The minimum of a smooth convex function of many variables: limited-memory BFGS (Nocedal 1980) on
// top of a preconditioner, with backtracking.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <numeric>
#include <vector>

namespace calibrant {

using Variables = std::vector<double>;

struct ConvexProblem {
  /// The value at a point; the gradient is written to the second argument, which has its length.
  std::function<double(const Variables&, Variables&)> evaluate;
  /// Replaces a gradient by an approximate inverse of the Hessian times it.
  std::function<void(Variables&)> precondition;
};

/// Stops when the preconditioner expects less than `tolerance` of a further step. Changes `point`.
inline void minimise(const ConvexProblem& problem, double tolerance, Variables& point) {
  struct Update {
    Variables step;
    Variables change;  // of the gradient
    double product;
  };
  constexpr std::size_t kMemory = 8;
  constexpr int kMaxSteps = 200;
  constexpr int kMaxHalvings = 30;
  const auto dot = [](const Variables& a, const Variables& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
  };
  const auto add = [](Variables& a, double factor, const Variables& b) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] += factor * b[i];
  };

  std::deque<Update> updates;
  Variables gradient(point.size());
  Variables next_gradient(point.size());
  double value = problem.evaluate(point, gradient);
  for (int count = 0; count < kMaxSteps; ++count) {
    Variables direction = gradient;
    std::vector<double> factors;
    for (auto update = updates.rbegin(); update != updates.rend(); ++update) {
      factors.push_back(dot(update->step, direction) / update->product);
      add(direction, -factors.back(), update->change);
    }
    problem.precondition(direction);
    for (const Update& update : updates) {
      const double wanted = factors.back() - dot(update.change, direction) / update.product;
      factors.pop_back();
      add(direction, wanted, update.step);
    }
    const double slope = dot(gradient, direction);
    if (!(slope > 2 * tolerance)) return;

    double length = 1;
    double next_value = 0;
    Variables next;
    for (int halving = 0;; ++halving, length /= 2) {
      if (halving == kMaxHalvings) return;  // as low as rounding lets it be
      next = point;
      add(next, -length, direction);
      next_value = problem.evaluate(next, next_gradient);
      if (next_value <= value - 1e-4 * length * slope) break;
    }
    Update update{next, next_gradient, 0};
    add(update.step, -1, point);
    add(update.change, -1, gradient);
    update.product = dot(update.step, update.change);
    if (update.product > 0) {
      updates.push_back(std::move(update));
      if (updates.size() > kMemory) updates.pop_front();
    }
    point = std::move(next);
    gradient.swap(next_gradient);
    value = next_value;
  }
}

}  // namespace calibrant
