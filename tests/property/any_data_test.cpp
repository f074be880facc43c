// What must hold for every method on any data that observe() accepts, however odd.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "calibrant/calibrant.hpp"

namespace calibrant {
namespace {

struct AnyRows {
  std::vector<double> scores;
  std::vector<int> labels;
  std::vector<double> weights;  // empty: none
};

// Few distinct scores or many, of any size; or probabilities, with 0 and 1 among them.
rc::Gen<double> any_score(bool probabilities) {
  if (probabilities) {
    return rc::gen::oneOf(
        rc::gen::map(rc::gen::inRange(0, 21), [](int i) { return i / 20.0; }),
        rc::gen::map(rc::gen::inRange(0, 1 << 30), [](int i) { return std::ldexp(i, -30); }));
  }
  return rc::gen::oneOf(rc::gen::map(rc::gen::inRange(-3, 4), [](int i) { return i * 1.0; }),
                        rc::gen::map(rc::gen::arbitrary<double>(),
                                     [](double x) { return std::isfinite(x) ? x : 0.25; }));
}

AnyRows any_rows(bool probabilities) {
  AnyRows rows;
  const auto n = static_cast<std::size_t>(*rc::gen::inRange(1, 40));
  rows.scores = *rc::gen::container<std::vector<double>>(n, any_score(probabilities));
  rows.labels = *rc::gen::container<std::vector<int>>(n, rc::gen::inRange(0, 2));
  const int kind = *rc::gen::inRange(0, 3);
  if (kind == 1) {
    rows.weights = *rc::gen::container<std::vector<double>>(
        n, rc::gen::map(rc::gen::inRange(0, 30), [](int i) { return i * 1.0; }));
  } else if (kind == 2) {
    rows.weights = *rc::gen::container<std::vector<double>>(
        n, rc::gen::map(rc::gen::inRange(1, 1000), [](int i) { return i / 137.0; }));
  }
  if (!rows.weights.empty()) rows.weights[0] += 1;  // something must be left
  return rows;
}

constexpr std::size_t kMonotone = 0;  // its place among the fits

std::vector<Curve> fits(const Observations& seen, bool probabilities) {
  std::vector<Curve> curves = {fit_auto(seen, {.monotone = true, .level = 0.9}),
                               fit_abb(seen, {.prior = {.scale = Scale::kScore, .lambda = 3}}),
                               fit_isotonic(seen, {.interpolate = true})};
  for (const std::string_view name : method_names()) {
    if (needs_probabilities(name) && !probabilities) continue;
    curves.push_back(fit_method(name, seen, {.level = 0.9, .bins = 4}));
  }
  if (probabilities) {
    curves.push_back(fit_abb(seen, {.prior = {.scale = Scale::kLogit}}));
    curves.push_back(fit_sbb(seen, {.prior = {.scale = Scale::kLogit}}));
  }
  return curves;
}

void check_any_data(bool probabilities) {
  const AnyRows rows = any_rows(probabilities);
  const Observations seen = observe(rows.scores, rows.labels, rows.weights);
  std::vector<double> places(rows.scores);
  for (const double end : {-1e308, 0.0, 0.3, 1e308}) places.push_back(end);
  std::sort(places.begin(), places.end());
  const std::vector<Curve> curves = fits(seen, probabilities);
  for (const Curve& curve : curves) {
    const std::string& method = curve.origin().method;
    const bool ascends = method == "isotonic" || &curve == &curves[kMonotone];
    double before = 0;
    for (const double x : places) {
      const double p = curve(x);
      RC_ASSERT(p >= 0.0 && p <= 1.0);
      if (method == "abb" || method == "sbb") RC_ASSERT(p > 0.0 && p < 1.0);
      if (ascends) RC_ASSERT(p >= before);
      before = p;
      if (curve.band()) {
        const auto [low, high] = curve.interval(x);
        RC_ASSERT(low <= high && low >= 0.0 && high <= 1.0);
      }
    }
    RC_ASSERT(to_json(from_json(to_json(curve))) == to_json(curve));
    const Scorecard card = evaluate(apply(curve, rows.scores), rows.labels, rows.weights);
    RC_ASSERT(std::isfinite(card.log_loss) && std::isfinite(card.ici));
  }
}

RC_GTEST_PROP(AnyData, EveryMethodOnRealScores, ()) { check_any_data(false); }
RC_GTEST_PROP(AnyData, EveryMethodOnProbabilities, ()) { check_any_data(true); }

}  // namespace
}  // namespace calibrant
