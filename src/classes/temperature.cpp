// Newton's method with four derivatives by log t, within a bracket. Its sums are exact
// (exact_sum.hpp), so that the rows need not be sorted.
#include "classes/temperature.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <vector>

#include "classes/blocks.hpp"
#include "classes/labelled_rows.hpp"
#include "math/clip.hpp"
#include "math/exact_sum.hpp"
#include "support/parallel.hpp"

namespace calibrant {
namespace {

using kernels::kRowBlock;

// A power of two that makes the number at most 1.
double unit_of(double largest) {
  int exponent = 0;
  std::frexp(largest, &exponent);
  return std::ldexp(1.0, -exponent);
}

// How the sums over the rows are counted.
struct Counting {
  Counting(std::size_t rows, double largest_weight, double range)
      : units{unit_of(largest_weight), unit_of(range)},
        quanta(static_cast<double>(rows), 4.0 * static_cast<double>(rows)) {}
  kernels::TemperatureUnits units;
  Quanta quanta;
};

using Derivatives = std::array<double, 4>;

// By log t, of the loss less the log prior.
Derivatives by_log_slope(const kernels::TemperatureSums& sums, const Counting& counting,
                         double log_t) {
  // By t, times its powers.
  Derivatives by_t;
  double power = 1;
  for (std::size_t i = 0; i < by_t.size(); ++i) {
    power *= std::exp(log_t) / counting.units.x;
    by_t[i] = sums[i].value() / counting.units.weight * power;
  }
  const auto [first, second, third, fourth] = by_t;
  constexpr double kPrior = 1 / (kSlopeDeviation * kSlopeDeviation);
  return {first + kPrior * log_t, first + second + kPrior, first + 3 * second + third,
          first + 7 * second + 6 * third + fourth};
}

// Where the Taylor polynomial of the first derivative is 0, near by.
double taylor_step(const Derivatives& by) {
  double step = -by[0] / by[1];
  constexpr int kRounds = 6;
  for (int round = 0; round < kRounds; ++round) {
    const double value = by[0] + step * (by[1] + step * (by[2] / 2 + step * by[3] / 6));
    const double slope = by[1] + step * (by[2] + step * by[3] / 2);
    step -= value / slope;
  }
  return step;
}

// `at` gives the derivatives at a log t.
template <class At>
double best_slope(const At& at, double start, double last_step) {
  constexpr double kFarthestLog = 12;
  constexpr double kLongestStep = 2;
  constexpr double kNarrowBracket = 1e-12;
  constexpr int kMaxSteps = 60;
  double low = -kFarthestLog;
  double high = kFarthestLog;
  double now = std::log(start);
  for (int step = 0; step < kMaxSteps; ++step) {
    const Derivatives by = at(now);
    if (by[0] == 0) break;
    (by[0] > 0 ? high : low) = now;
    double next = now + taylor_step(by);
    const bool halved = !(next > low && next < high);
    if (halved) next = (low + high) / 2;
    next = std::clamp(next, now - kLongestStep, now + kLongestStep);
    const double length = std::abs(next - now);
    now = next;
    if (length < (halved ? kNarrowBracket : last_step)) break;
  }
  return std::exp(now);
}

// Rows as they were given. The features of few rows are kept from one pass to the next.
class GivenRows {
 public:
  GivenRows(std::span<const double> scores, std::span<const std::uint32_t> labels,
            std::size_t classes, std::span<const double> weights, ClassInput input)
      : scores_(scores), labels_(labels), classes_(classes), weights_(weights), input_(input) {
    constexpr std::size_t kMostKept = std::size_t{1} << 17;
    const std::size_t size = blocks() * kRowBlock * classes;
    if (size <= kMostKept) kept_.resize(size);
  }

  double slope(double start, double last_step, const Execution& execution,
               const std::function<void()>& passed) {
    const Counting counting(labels_.size(), weights_.empty() ? 1 : std::ranges::max(weights_),
                            feature_range(scores_, input_, {}));
    return best_slope(
        [&](double log_t) {
          if (passed) passed();
          return by_log_slope(sums(std::exp(log_t), counting, execution), counting, log_t);
        },
        start, last_step);
  }

 private:
  std::size_t blocks() const { return (labels_.size() + kRowBlock - 1) / kRowBlock; }

  kernels::TemperatureSums sums(double slope, const Counting& counting,
                                const Execution& execution) {
    constexpr std::size_t kValuesPerRow = 8;  // that take as long as a row elsewhere
    const unsigned threads = threads_for_rows(scores_.size() / kValuesPerRow, execution.threads);
    std::vector<kernels::TemperatureSums> parts(threads);
    run_parts(threads, blocks(), [&](std::size_t part, std::size_t begin, std::size_t end) {
      ScoreBlock block(classes_, input_);
      AlignedVector scratch(kept_.empty() ? block.size() : 0);
      for (std::size_t b = begin; b < end; ++b) {
        double* x = kept_.empty() ? scratch.data() : &kept_[b * block.size()];
        if (kept_.empty() || !is_kept_) read(b, block, x);
        add(b, x, slope, counting, parts[part]);
      }
    });
    is_kept_ = true;
    kernels::TemperatureSums result;
    for (const kernels::TemperatureSums& part : parts) {
      for (std::size_t i = 0; i < result.size(); ++i) result[i].add(part[i]);
    }
    return result;
  }

  std::size_t rows_of(std::size_t block) const {
    return std::min(kRowBlock, labels_.size() - block * kRowBlock);
  }

  void read(std::size_t b, ScoreBlock& block, double* x) const {
    block.read(scores_.subspan(b * block.size(), rows_of(b) * classes_));
    if (input_ == ClassInput::kLogits) {
      std::copy_n(block.scores(), block.size(), x);
    } else {  // that a row adds up to 1 only nearly makes no difference to a softmax
      kernels::log_block(block.scores(), classes_, kScoreClip, x);
    }
  }

  void add(std::size_t b, const double* x, double slope, const Counting& counting,
           kernels::TemperatureSums& result) const {
    // Rows that only fill up the block have no weight.
    std::array<std::uint32_t, kRowBlock> labels = {};
    std::array<double, kRowBlock> weights = {};
    std::copy_n(&labels_[b * kRowBlock], rows_of(b), labels.begin());
    if (weights_.empty()) {
      std::fill_n(weights.begin(), rows_of(b), 1.0);
    } else {
      std::copy_n(&weights_[b * kRowBlock], rows_of(b), weights.begin());
    }
    kernels::temperature_sums({classes_, 1, x, labels.data()}, slope, weights, counting.units,
                              counting.quanta, result);
  }

  std::span<const double> scores_;
  std::span<const std::uint32_t> labels_;
  std::size_t classes_;
  std::span<const double> weights_;
  ClassInput input_;
  AlignedVector kept_;  // in blocks, or empty
  bool is_kept_ = false;
};

}  // namespace

double joint_temperature(const JointRows& rows) {
  const Counting counting(rows.labels.size(), std::ranges::max(rows.weights), rows.range);
  return best_slope(
      [&](double log_t) {
        kernels::TemperatureSums sums;
        rows.for_seen([&](const kernels::RowBlocks& seen, std::span<const double> weights) {
          kernels::temperature_sums(seen, std::exp(log_t), weights, counting.units, counting.quanta,
                                    sums);
        });
        return by_log_slope(sums, counting, log_t);
      },
      1, kLastStep);
}

bool some_label_is_denied(std::span<const double> scores, std::span<const std::uint32_t> labels,
                          std::size_t classes, ClassInput input) {
  constexpr double kNoChance = 1e-9;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto row = scores.subspan(i * classes, classes);
    const double own = row[labels[i]];
    if (input == ClassInput::kProbabilities ? own < kNoChance
                                            : own - std::ranges::max(row) < std::log(kNoChance)) {
      return true;
    }
  }
  return false;
}

SoftmaxPart fit_joint_temperature(std::span<const double> scores,
                                  std::span<const std::uint32_t> labels, std::size_t classes,
                                  std::span<const double> weights, ClassInput input,
                                  const Execution& execution, const std::function<void()>& passed) {
  constexpr std::size_t kManyRows = 2048;
  double start = 1;
  if (labels.size() >= kManyRows) {
    // About an eighth of the rows, chosen by what they say of their label.
    const LabelledRows sample(scores, labels, classes, weights, [&](std::size_t i) {
      constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
      const double own = scores[i * classes + labels[i]];
      return (std::bit_cast<std::uint64_t>(own) * kOdd) >> 61 == 0;
    });
    if (!sample.labels.empty()) {
      constexpr double kRough = 0.2;
      start = GivenRows(sample.scores, sample.labels, classes, sample.weights, input)
                  .slope(start, kRough, execution, passed);
    }
  }
  GivenRows all(scores, labels, classes, weights, input);
  return {0, {all.slope(start, kLastStep, execution, passed)}, {}};
}

}  // namespace calibrant
