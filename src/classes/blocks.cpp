#include "classes/blocks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "kernels/softmax.hpp"

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
  RowValues largest = {};
  std::array<std::size_t, kRowBlock> top = {};
  for (std::size_t k = 0; k < classes; ++k) {
    for (std::size_t i = 0; i < kRowBlock; ++i) {
      if (p[k * kRowBlock + i] > largest[i]) {
        largest[i] = p[k * kRowBlock + i];
        top[i] = k;
      }
    }
  }
  RowValues confidence;
  apply(part.curve, largest, confidence);
  RowValues rest = {};  // not 1 - largest, which has no digits near 1
  for (std::size_t k = 0; k < classes; ++k) {
    for (std::size_t i = 0; i < kRowBlock; ++i) rest[i] += k == top[i] ? 0 : p[k * kRowBlock + i];
  }
  const double equal = 1 / static_cast<double>(classes - 1);
  for (std::size_t k = 0; k < classes; ++k) {
    for (std::size_t i = 0; i < kRowBlock; ++i) {
      const double share = rest[i] > 0 ? p[k * kRowBlock + i] / rest[i] : equal;
      out[k * kRowBlock + i] = k == top[i] ? confidence[i] : (1 - confidence[i]) * share;
    }
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
                    ClassInput input, double mixing, double* out) {
  if (input == ClassInput::kLogits && mixing == 0) {
    kernels::centred_block(block, classes, out);
  } else {
    kernels::log_block(probabilities, classes, mixing, out);
  }
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
                                 ClassInput input, double mixing) {
  const std::size_t size = rows.classes() * kRowBlock;
  AlignedVector block(size);
  AlignedVector result(rows.blocks() * size);
  for (std::size_t begin = 0; begin < result.size(); begin += size) {
    put_into_block(rows.scores().subspan(begin, size), rows.classes(), block.data());
    block_features(block.data(), &probabilities[begin], rows.classes(), input, mixing,
                   &result[begin]);
  }
  return result;
}

void apply_part(const ClassPart& part, const double* block, const double* probabilities,
                std::size_t classes, ClassInput input, double* scratch, double* out) {
  if (const auto* softmax = std::get_if<SoftmaxPart>(&part.map)) {
    block_features(block, probabilities, classes, input, softmax->mixing, scratch);
    apply_softmax(*softmax, scratch, classes, out);
  } else if (const auto* rest = std::get_if<OneVsRestPart>(&part.map)) {
    apply_one_vs_rest(*rest, probabilities, classes, out);
  } else {
    apply_top_label(std::get<TopLabelPart>(part.map), probabilities, classes, out);
  }
}

}  // namespace calibrant
