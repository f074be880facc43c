#include "classes/blocks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "kernels/softmax.hpp"
#include "math/clip.hpp"

namespace calibrant {
namespace {

using kernels::kRowBlock;
constexpr double kLogClip = -27.631021115928547;  // the logarithm of kScoreClip
constexpr double kOneSlope = 1;

void add_curves(const OneVsRestPart& part, const CurveTable* table, double weight, const double* p,
                std::size_t classes, double* scratch, double* sum) {
  if (classes == 2) {
    apply(part.curves[0], {p + kRowBlock, kRowBlock}, {scratch + kRowBlock, kRowBlock});
    for (std::size_t i = 0; i < kRowBlock; ++i) scratch[i] = 1 - scratch[kRowBlock + i];
  } else if (table != nullptr) {
    table->read(p, classes, scratch);
  } else {
    for (std::size_t k = 0; k < classes; ++k) {
      apply(part.curves[k], {p + k * kRowBlock, kRowBlock}, {scratch + k * kRowBlock, kRowBlock});
    }
  }
  kernels::add_shares_block(scratch, classes, weight, sum);
}

void add_top_label(const TopLabelPart& part, const CurveTable* table, double weight,
                   const double* p, std::size_t classes, double* sum) {
  kernels::TopLabels top;
  kernels::find_top_labels(p, classes, top);
  alignas(64) kernels::RowValues confidence;
  if (table != nullptr) {
    table->read(top.largest.data(), 1, confidence.data());
  } else {
    apply(part.curve, top.largest, confidence);
  }
  kernels::add_top_labels(p, classes, top, confidence, weight, sum);
}

// What `get` gives of each block of the rows.
template <class Get>
AlignedVector in_blocks(const FoldRows& rows, ClassInput input, const Get& get) {
  const std::size_t size = rows.classes() * kRowBlock;
  AlignedVector result(rows.blocks() * size);
  ScoreBlock block(rows.classes(), input);
  for (std::size_t begin = 0; begin < result.size(); begin += size) {
    block.read(rows.scores().subspan(begin, size));
    std::copy_n(get(block), size, &result[begin]);
  }
  return result;
}

}  // namespace

ScoreBlock::ScoreBlock(std::size_t classes, ClassInput input)
    : classes_(classes),
      input_(input),
      scores_(classes * kRowBlock),
      probabilities_(scores_.size()),
      logarithms_(scores_.size()),
      features_(scores_.size()) {}

bool ScoreBlock::read(std::span<const double> rows) {
  has_probabilities_ = has_logarithms_ = has_features_ = false;
  return kernels::rows_to_block(rows.data(), rows.size() / classes_, classes_, kLargestNumber,
                                scores_.data());
}

const double* ScoreBlock::probabilities() {
  if (!std::exchange(has_probabilities_, true)) {
    if (input_ == ClassInput::kLogits) {
      kernels::softmax_block(scores_.data(), classes_, {{&kOneSlope, 1}, {}},
                             probabilities_.data());
    } else {
      kernels::shares_block(scores_.data(), classes_, probabilities_.data());
    }
  }
  return probabilities_.data();
}

const double* ScoreBlock::logarithms() {
  if (input_ == ClassInput::kLogits) return scores_.data();
  if (!std::exchange(has_logarithms_, true)) {
    kernels::log_block(probabilities(), classes_, kLeastProbability, logarithms_.data());
  }
  return logarithms_.data();
}

const double* ScoreBlock::features(const ClassReading& reading) {
  if (std::exchange(has_features_, true) && reading == reading_) return features_.data();
  reading_ = reading;
  if (reading.mixing == 0) {
    const double least = input_ == ClassInput::kLogits ? -2 * kLargestNumber : kLogClip;
    kernels::centred_block(logarithms(), classes_, least, features_.data());
    return features_.data();
  }
  kernels::mixed_block(logarithms(), classes_, {reading.power, reading.mixing, kScoreClip},
                       features_.data());
  return features_.data();
}

double feature_range(std::span<const double> scores, ClassInput input,
                     const ClassReading& reading) {
  if (input == ClassInput::kProbabilities || reading.mixing > 0) return -kLogClip;
  const auto [least, most] = std::ranges::minmax(scores);
  return 2 * std::min(std::max(std::abs(least), std::abs(most)), kLargestNumber);
}

AlignedVector probabilities_in_blocks(const FoldRows& rows, ClassInput input) {
  return in_blocks(rows, input, [](ScoreBlock& block) { return block.probabilities(); });
}

AlignedVector features_in_blocks(const FoldRows& rows, ClassInput input,
                                 const ClassReading& reading) {
  return in_blocks(rows, input, [&](ScoreBlock& block) { return block.features(reading); });
}

// Golden section over the logarithm of the power.
std::array<ClassReading, 2> class_readings(const FoldRows& rows, ClassInput input) {
  constexpr double kShare = 0.6180339887498949;
  constexpr double kTolerance = 0.02;
  const std::size_t classes = rows.classes();
  const std::size_t size = classes * kRowBlock;
  const double mixing = 1 / (rows.weight() + 1);
  const AlignedVector x =
      in_blocks(rows, input, [](ScoreBlock& block) { return block.logarithms(); });
  AlignedVector p(size);
  const auto loss = [&](double log_power) {
    const double power = std::exp(log_power);
    double sum = 0;
    for (std::size_t b = 0; b < rows.blocks(); ++b) {
      kernels::softmax_block(&x[b * size], classes, {{&power, 1}, {}}, p.data());
      for (std::size_t i = b * kRowBlock; i < (b + 1) * kRowBlock; ++i) {
        const double own = p[rows.labels()[i] * kRowBlock + i % kRowBlock];
        sum -= rows.weights()[i] *
               std::log((1 - mixing) * own + mixing / static_cast<double>(classes));
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

void add_part(const ClassPart& part, const CurveTable* table, ScoreBlock& block,
              std::size_t classes, double* scratch, double* sum) {
  if (const auto* softmax = std::get_if<SoftmaxPart>(&part.map)) {
    kernels::add_softmax_block(block.features({softmax->mixing, softmax->power}), classes,
                               {softmax->slopes, softmax->intercepts}, part.weight, scratch, sum);
  } else if (const auto* rest = std::get_if<OneVsRestPart>(&part.map)) {
    add_curves(*rest, table, part.weight, block.probabilities(), classes, scratch, sum);
  } else {
    add_top_label(std::get<TopLabelPart>(part.map), table, part.weight, block.probabilities(),
                  classes, sum);
  }
}

}  // namespace calibrant
