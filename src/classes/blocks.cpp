#include "classes/blocks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "classes/top_label.hpp"
#include "kernels/softmax.hpp"
#include "math/clip.hpp"

namespace calibrant {
namespace {

using kernels::kRowBlock;
using RowValues = std::array<double, kRowBlock>;

// The sum of each row; 0 / 0 gives equal shares.
void divide_by_sums(std::size_t classes, double* block) {
  RowValues sums = {};
  for (std::size_t k = 0; k < classes; ++k) {
    for (std::size_t i = 0; i < kRowBlock; ++i) sums[i] += block[k * kRowBlock + i];
  }
  for (std::size_t k = 0; k < classes; ++k) {
    for (std::size_t i = 0; i < kRowBlock; ++i) {
      double& value = block[k * kRowBlock + i];
      value = sums[i] > 0 ? value / sums[i] : 1 / static_cast<double>(classes);
    }
  }
}

void apply_softmax(const SoftmaxPart& part, const double* x, std::size_t classes, double* out) {
  // The kernel wants a number for each class.
  const bool same = part.slopes.size() == 1;
  const std::vector<double> slopes =
      same ? std::vector(classes, part.slopes[0]) : std::vector<double>();
  const std::vector<double> zeros =
      part.intercepts.empty() ? std::vector(classes, 0.0) : std::vector<double>();
  kernels::softmax_block(
      x, {same ? slopes : part.slopes, part.intercepts.empty() ? zeros : part.intercepts}, out);
}

void apply_one_vs_rest(const OneVsRestPart& part, const double* p, std::size_t classes,
                       double* out) {
  if (classes == 2) {
    apply(part.curves[0], {p + kRowBlock, kRowBlock}, {out + kRowBlock, kRowBlock});
    for (std::size_t i = 0; i < kRowBlock; ++i) out[i] = 1 - out[kRowBlock + i];
    return;
  }
  for (std::size_t k = 0; k < classes; ++k) {
    apply(part.curves[k], {p + k * kRowBlock, kRowBlock}, {out + k * kRowBlock, kRowBlock});
  }
  divide_by_sums(classes, out);
}

void apply_top_label(const TopLabelPart& part, const double* p, std::size_t classes, double* out) {
  const TopLabels top(p, classes);
  RowValues confidence;
  apply(part.curve, top.largest, confidence);
  for (std::size_t k = 0; k < classes; ++k) {
    for (std::size_t i = 0; i < kRowBlock; ++i) {
      out[k * kRowBlock + i] = top.probability(i, p[k * kRowBlock + i], confidence[i]);
    }
  }
}

// With all their digits, less their mean.
void log_probabilities(const double* block, const double* probabilities, std::size_t classes,
                       ClassInput input, double* out) {
  constexpr double kLeast = 1e-300;
  if (input == ClassInput::kLogits) {
    kernels::centred_block(block, classes, out);
  } else {
    kernels::log_block(probabilities, classes, 0, kLeast, out);
  }
}

}  // namespace

void put_into_block(std::span<const double> rows, std::size_t classes, double* block) {
  const std::size_t count = rows.size() / classes;
  for (std::size_t i = 0; i < kRowBlock; ++i) {
    const double* row = &rows[std::min(i, count - 1) * classes];
    const bool finite = std::all_of(row, row + classes, [](double x) { return std::isfinite(x); });
    for (std::size_t k = 0; k < classes; ++k) {
      block[k * kRowBlock + i] = finite ? std::clamp(row[k], -kLargestNumber, kLargestNumber) : 0;
    }
  }
}

void block_probabilities(const double* block, std::size_t classes, ClassInput input, double* out) {
  if (input == ClassInput::kLogits) {
    apply_softmax({0, {1.0}, {}}, block, classes, out);
  } else {
    std::transform(block, block + classes * kRowBlock, out,
                   [](double p) { return std::max(p, 0.0); });
    divide_by_sums(classes, out);
  }
}

void block_features(const double* block, const double* probabilities, std::size_t classes,
                    ClassInput input, const ClassReading& reading, double* scratch, double* out) {
  if (reading.mixing == 0) {
    if (input == ClassInput::kLogits) {
      kernels::centred_block(block, classes, out);
    } else {
      kernels::log_block(probabilities, classes, 0, kScoreClip, out);
    }
    return;
  }
  if (reading.power != 1) {
    log_probabilities(block, probabilities, classes, input, out);
    apply_softmax({0, {reading.power}, {}}, out, classes, scratch);
    probabilities = scratch;
  }
  kernels::log_block(probabilities, classes, reading.mixing, kScoreClip, out);
}

AlignedVector probabilities_in_blocks(const FoldRows& rows, ClassInput input) {
  const std::size_t size = rows.classes() * kRowBlock;
  AlignedVector block(size);
  AlignedVector result(rows.blocks() * size);
  for (std::size_t begin = 0; begin < result.size(); begin += size) {
    put_into_block(rows.scores().subspan(begin, size), rows.classes(), block.data());
    block_probabilities(block.data(), rows.classes(), input, &result[begin]);
  }
  return result;
}

AlignedVector features_in_blocks(const FoldRows& rows, const AlignedVector& probabilities,
                                 ClassInput input, const ClassReading& reading) {
  const std::size_t size = rows.classes() * kRowBlock;
  AlignedVector block(size);
  AlignedVector scratch(size);
  AlignedVector result(rows.blocks() * size);
  for (std::size_t begin = 0; begin < result.size(); begin += size) {
    put_into_block(rows.scores().subspan(begin, size), rows.classes(), block.data());
    block_features(block.data(), &probabilities[begin], rows.classes(), input, reading,
                   scratch.data(), &result[begin]);
  }
  return result;
}

// Golden section over the logarithm of the power.
std::array<ClassReading, 2> class_readings(const FoldRows& rows, const AlignedVector& probabilities,
                                           ClassInput input) {
  constexpr double kShare = 0.6180339887498949;
  constexpr double kTolerance = 0.02;
  const std::size_t classes = rows.classes();
  const std::size_t size = classes * kRowBlock;
  const double mixing = 1 / (rows.weight() + 1);
  AlignedVector x(probabilities.size());
  AlignedVector block(size);
  for (std::size_t begin = 0; begin < x.size(); begin += size) {
    put_into_block(rows.scores().subspan(begin, size), classes, block.data());
    log_probabilities(block.data(), &probabilities[begin], classes, input, &x[begin]);
  }
  const auto loss = [&](double log_power) {
    const SoftmaxPart part{0, {std::exp(log_power)}, {}};
    double sum = 0;
    for (std::size_t b = 0; b < rows.blocks(); ++b) {
      apply_softmax(part, &x[b * size], classes, block.data());
      for (std::size_t i = b * kRowBlock; i < (b + 1) * kRowBlock; ++i) {
        const double p = block[rows.labels()[i] * kRowBlock + i % kRowBlock];
        sum -=
            rows.weights()[i] * std::log((1 - mixing) * p + mixing / static_cast<double>(classes));
      }
    }
    return sum;
  };
  double low = -4;
  double high = 2;
  double left = high - kShare * (high - low);
  double right = low + kShare * (high - low);
  double at_left = loss(left);
  double at_right = loss(right);
  while (high - low > kTolerance) {
    if (at_left < at_right) {
      high = std::exchange(right, left);
      at_right = at_left;
      left = high - kShare * (high - low);
      at_left = loss(left);
    } else {
      low = std::exchange(left, right);
      at_left = at_right;
      right = low + kShare * (high - low);
      at_right = loss(right);
    }
  }
  return {{{0, 1}, {mixing, std::exp(std::midpoint(low, high))}}};
}

void apply_part(const ClassPart& part, const double* block, const double* probabilities,
                std::size_t classes, ClassInput input, double* scratch, double* out) {
  if (const auto* softmax = std::get_if<SoftmaxPart>(&part.map)) {
    block_features(block, probabilities, classes, input, {softmax->mixing, softmax->power}, out,
                   scratch);
    apply_softmax(*softmax, scratch, classes, out);
  } else if (const auto* rest = std::get_if<OneVsRestPart>(&part.map)) {
    apply_one_vs_rest(*rest, probabilities, classes, out);
  } else {
    apply_top_label(std::get<TopLabelPart>(part.map), probabilities, classes, out);
  }
}

}  // namespace calibrant
