// The joint model of examples/: its inference is exact, its marginals are off, and calibrating them
// is the same call as for any score.
#include "../examples/chain.hpp"

#include <gtest/gtest.h>

#include "calibrant/abb.hpp"
#include "calibrant/metrics.hpp"
#include "calibrant/platt.hpp"

namespace calibrant {
namespace {

// Every sequence of states, with its probability under the model.
std::vector<double> enumerated_marginals(const std::vector<example::Gauges>& gauges) {
  std::vector<double> ones(gauges.size());
  double total = 0;
  for (std::size_t states = 0; states < std::size_t{1} << gauges.size(); ++states) {
    const auto state = [&](std::size_t t) { return static_cast<int>((states >> t) & 1U); };
    double p = 0.5;
    for (std::size_t t = 0; t < gauges.size(); ++t) {
      if (t > 0) p *= state(t) == state(t - 1) ? example::kStay : 1 - example::kStay;
      p *= example::likelihood(gauges[t], state(t));
    }
    total += p;
    for (std::size_t t = 0; t < gauges.size(); ++t) ones[t] += state(t) == 1 ? p : 0;
  }
  for (double& p : ones) p /= total;
  return ones;
}

TEST(JointModel, InferenceIsTheEnumerationOfAllStates) {
  example::Noise noise(1);
  for (const std::size_t steps : {1U, 2U, 9U}) {
    const auto gauges = example::draw_sequence(steps, noise).gauges;
    const auto exact = enumerated_marginals(gauges);
    const auto p = example::marginals(gauges);
    ASSERT_EQ(p.size(), steps);
    for (std::size_t t = 0; t < steps; ++t) EXPECT_NEAR(p[t], exact[t], 1e-14);
  }
}

TEST(JointModel, MarginalsAreOffAndAnyMethodCalibratesThem) {
  example::Noise noise(2);
  const auto infer = [&](std::size_t sequences) {
    std::pair<std::vector<double>, std::vector<int>> rows;
    for (std::size_t i = 0; i < sequences; ++i) {
      const auto sequence = example::draw_sequence(50, noise);
      for (const double p : example::marginals(sequence.gauges)) rows.first.push_back(p);
      rows.second.insert(rows.second.end(), sequence.states.begin(), sequence.states.end());
    }
    return rows;
  };
  const auto [known, states] = infer(100);
  const auto [fresh, truth] = infer(200);
  const Scorecard before = evaluate(fresh, truth);
  EXPECT_LT(*before.calibration_slope, 0.7);  // too sure
  EXPECT_GT(before.ece, 0.05);
  const Observations seen = observe(known, states);
  for (const Curve& curve : {fit_abb(seen), fit_platt(seen, {.input = Sigmoid::Input::kLogit})}) {
    SCOPED_TRACE(curve.origin().method);
    const Scorecard after = evaluate(apply(curve, fresh), truth);
    EXPECT_LT(after.log_loss, before.log_loss - 0.03);
    EXPECT_LT(after.ece, before.ece / 2);
    EXPECT_NEAR(*after.calibration_slope, 1, 0.15);
  }
}

}  // namespace
}  // namespace calibrant
