// A hidden Markov chain with exact inference, and data it is wrong about.
//
// Truth: a machine is well (0) or failing (1); its state lasts for ten steps on average. Three
// gauges read the state through the same vibration, so their noise is mostly shared:
//   signal_t = 1.2 state_t + v_t, gauge_{t,g} = signal_t + 0.3 u_{t,g}, all noise standard normal.
// Model: the usual one. The gauges are independent given the state, each with the right mean and
// variance. So the same evidence is counted three times.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace example {

inline constexpr std::size_t kGauges = 3;
inline constexpr double kShift = 1.2;
inline constexpr double kOwnNoise = 0.3;
inline constexpr double kStay = 0.9;

using Gauges = std::array<double, kGauges>;

struct Sequence {
  std::vector<int> states;
  std::vector<Gauges> gauges;
};

/// The same numbers from every standard library.
class Noise {
 public:
  explicit Noise(std::uint64_t seed) : bits_(seed) {}
  double uniform() { return static_cast<double>(bits_() >> 11U) * 0x1p-53; }
  double normal() {
    const double radius = std::sqrt(-2 * std::log1p(-uniform()));
    return radius * std::cos(2 * 3.141592653589793 * uniform());
  }

 private:
  std::mt19937_64 bits_;
};

inline Sequence draw_sequence(std::size_t steps, Noise& noise) {
  Sequence sequence;
  int state = noise.uniform() < 0.5 ? 1 : 0;
  for (std::size_t t = 0; t < steps; ++t) {
    if (t > 0 && noise.uniform() >= kStay) state = 1 - state;
    const double signal = kShift * state + noise.normal();
    Gauges gauges = {};
    for (double& gauge : gauges) gauge = signal + kOwnNoise * noise.normal();
    sequence.states.push_back(state);
    sequence.gauges.push_back(gauges);
  }
  return sequence;
}

/// P(gauges | state) of the model, up to a factor that both states share.
inline double likelihood(const Gauges& gauges, int state) {
  double log_likelihood = 0;
  for (const double gauge : gauges) {
    const double off = gauge - kShift * state;
    log_likelihood -= off * off / (2 * (1 + kOwnNoise * kOwnNoise));
  }
  return std::exp(log_likelihood);
}

/// P(state_t = 1 | all gauges) for every t under the model: the forward-backward recursion, exact,
/// rescaled at every step.
inline std::vector<double> marginals(const std::vector<Gauges>& gauges) {
  using Pair = std::array<double, 2>;
  const auto scaled = [](Pair p) { return Pair{p[0] / (p[0] + p[1]), p[1] / (p[0] + p[1])}; };
  const auto moved = [](const Pair& p) {
    return Pair{kStay * p[0] + (1 - kStay) * p[1], (1 - kStay) * p[0] + kStay * p[1]};
  };
  const auto seen = [&](const Pair& p, std::size_t t) {
    return scaled({p[0] * likelihood(gauges[t], 0), p[1] * likelihood(gauges[t], 1)});
  };
  std::vector<Pair> forward(gauges.size());
  for (std::size_t t = 0; t < gauges.size(); ++t) {
    forward[t] = seen(t == 0 ? Pair{0.5, 0.5} : moved(forward[t - 1]), t);
  }
  std::vector<double> result(gauges.size());
  Pair backward = {0.5, 0.5};
  for (std::size_t t = gauges.size(); t-- > 0;) {
    const Pair both = scaled({forward[t][0] * backward[0], forward[t][1] * backward[1]});
    result[t] = both[1];
    backward = moved(seen(backward, t));
  }
  return result;
}

}  // namespace example
