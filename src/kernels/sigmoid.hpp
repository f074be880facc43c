// Reading a sigmoid at many scores. As with the other curves (kernels/curve.hpp), every instruction
// set gives the same bits, and so does the scalar twin (kernels/sigmoid_scalar.hpp).
#pragma once

#include <cstdint>
#include <span>

namespace calibrant::kernels {

enum class SigmoidInput : std::uint8_t { kScore, kLogit, kLogs };

/// As calibrant::Sigmoid.
struct SigmoidView {
  SigmoidInput input = SigmoidInput::kScore;
  double intercept = 0;
  double slope = 1;
  double slope_complement = 0;
};

/// `out` may be the very array of the scores.
void read_sigmoid(const SigmoidView& sigmoid, std::span<const double> scores, double* out);

}  // namespace calibrant::kernels
