// The portable body of kernels/softmax.hpp; compiled once for every instruction set.
// NOLINTBEGIN(misc-definitions-in-headers)
#if defined(CALIBRANT_KERNELS_SOFTMAX_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CALIBRANT_KERNELS_SOFTMAX_INL
#undef CALIBRANT_KERNELS_SOFTMAX_INL
#else
#define CALIBRANT_KERNELS_SOFTMAX_INL
#endif

#include <algorithm>
#include <array>
#include <cstddef>

#include "kernels/exp_log-inl.hpp"
#include "kernels/softmax.hpp"
#include "support/aligned.hpp"

HWY_BEFORE_NAMESPACE();
namespace calibrant::kernels::HWY_NAMESPACE {

// What a class's slope and feature add. Fused is faster; unfused gives the same bits everywhere.
template <bool kFused>
HWY_INLINE V multiply_add(V slope, V x, V sum) {
  if constexpr (kFused) return hn::MulAdd(slope, x, sum);
  return hn::Add(hn::Mul(slope, x), sum);
}

// z of `kClasses` classes from `first` on, each a row of the matrix.
template <bool kFused, std::size_t kClasses>
HWY_INLINE void multiply_classes(const double* x, std::size_t classes, const SoftmaxMap& map,
                                 std::size_t first, double* z) {
  const Doubles d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t i = 0; i < kRowBlock; i += 2 * lanes) {
    V low[kClasses];
    V high[kClasses];
    for (std::size_t k = 0; k < kClasses; ++k) {
      low[k] = high[k] = hn::Set(d, map.intercepts.empty() ? 0.0 : map.intercepts[first + k]);
    }
    for (std::size_t j = 0; j < classes; ++j) {
      const V x_low = hn::Load(d, x + j * kRowBlock + i);
      const V x_high = hn::Load(d, x + j * kRowBlock + i + lanes);
      for (std::size_t k = 0; k < kClasses; ++k) {
        const V slope = hn::Set(d, map.slopes[(first + k) * classes + j]);
        low[k] = multiply_add<kFused>(slope, x_low, low[k]);
        high[k] = multiply_add<kFused>(slope, x_high, high[k]);
      }
    }
    for (std::size_t k = 0; k < kClasses; ++k) {
      hn::Store(low[k], d, z + (first + k) * kRowBlock + i);
      hn::Store(high[k], d, z + (first + k) * kRowBlock + i + lanes);
    }
  }
}

template <bool kFused>
HWY_INLINE void log_odds_of_block(const double* x, std::size_t classes, const SoftmaxMap& map,
                                  double* z) {
  const Doubles d;
  if (map.slopes.size() <= classes) {
    for (std::size_t k = 0; k < classes; ++k) {
      const V slope = hn::Set(d, map.slopes[map.slopes.size() == 1 ? 0 : k]);
      const V intercept = hn::Set(d, map.intercepts.empty() ? 0.0 : map.intercepts[k]);
      for (std::size_t i = k * kRowBlock; i < (k + 1) * kRowBlock; i += hn::Lanes(d)) {
        hn::Store(multiply_add<kFused>(slope, hn::Load(d, x + i), intercept), d, z + i);
      }
    }
    return;
  }
  std::size_t k = 0;
  for (; k + 4 <= classes; k += 4) multiply_classes<kFused, 4>(x, classes, map, k, z);
  for (; k + 2 <= classes; k += 2) multiply_classes<kFused, 2>(x, classes, map, k, z);
  for (; k < classes; ++k) multiply_classes<kFused, 1>(x, classes, map, k, z);
}

HWY_INLINE V largest_of_row(const double* z, std::size_t classes, std::size_t i) {
  const Doubles d;
  V largest = hn::Load(d, z + i);
  for (std::size_t k = 1; k < classes; ++k) {
    largest = hn::Max(largest, hn::Load(d, z + k * kRowBlock + i));
  }
  return largest;
}

// z of some rows become exponentials; then each is passed on with their sum and the largest z.
// exp_fast has no numbers below 1e-308: they matter where a row that is almost certain is read on.
template <bool kFast, class Use>
HWY_INLINE void softmax_of_block(std::size_t classes, double* z, const Use& use) {
  const Doubles d;
  for (std::size_t i = 0; i < kRowBlock; i += hn::Lanes(d)) {
    const V largest = largest_of_row(z, classes, i);
    V sum = hn::Zero(d);
    for (std::size_t k = 0; k < classes; ++k) {
      const V below = hn::Sub(hn::Load(d, z + k * kRowBlock + i), largest);
      const V e = kFast ? exp_fast(below) : exp_negative(below);
      hn::Store(e, d, z + k * kRowBlock + i);
      sum = hn::Add(sum, e);
    }
    use(i, sum, largest);
  }
}

// z becomes the probabilities; log_sum[i] is log sum_k exp z_k of row i, unless it is null.
HWY_INLINE void probabilities_of_block(std::size_t classes, double* z, double* log_sum) {
  const Doubles d;
  softmax_of_block<false>(classes, z, [&](std::size_t i, V sum, V largest) HWY_ATTR {
    const V share = hn::Div(hn::Set(d, 1.0), sum);
    for (std::size_t k = 0; k < classes; ++k) {
      double* place = z + k * kRowBlock + i;
      hn::Store(hn::Mul(hn::Load(d, place), share), d, place);
    }
    if (log_sum != nullptr) hn::Store(hn::Add(largest, log_unit(sum)), d, log_sum + i);
  });
}

// sums[k * classes + j] += sum over rows of residual_k x_j, for a tile of kClasses x kFeatures.
template <std::size_t kClasses, std::size_t kFeatures>
HWY_INLINE void add_products(const double* residuals, const double* x, std::size_t classes,
                             double* sums) {
  const Doubles d;
  V tile[kClasses][kFeatures];
  for (auto& row : tile) {
    for (V& sum : row) sum = hn::Zero(d);
  }
  for (std::size_t i = 0; i < kRowBlock; i += hn::Lanes(d)) {
    V features[kFeatures];
    for (std::size_t j = 0; j < kFeatures; ++j) features[j] = hn::Load(d, x + j * kRowBlock + i);
    for (std::size_t k = 0; k < kClasses; ++k) {
      const V residual = hn::Load(d, residuals + k * kRowBlock + i);
      for (std::size_t j = 0; j < kFeatures; ++j) {
        tile[k][j] = hn::MulAdd(residual, features[j], tile[k][j]);
      }
    }
  }
  for (std::size_t k = 0; k < kClasses; ++k) {
    for (std::size_t j = 0; j < kFeatures; ++j) {
      sums[k * classes + j] += hn::GetLane(hn::SumOfLanes(d, tile[k][j]));
    }
  }
}

template <std::size_t kClasses>
HWY_INLINE void add_products_of(const double* residuals, const double* x, std::size_t classes,
                                double* sums) {
  std::size_t j = 0;
  for (; j + 4 <= classes; j += 4) {
    add_products<kClasses, 4>(residuals, x + j * kRowBlock, classes, sums + j);
  }
  for (; j < classes; ++j) {
    add_products<kClasses, 1>(residuals, x + j * kRowBlock, classes, sums + j);
  }
}

HWY_INLINE void add_slope_sums(const double* residuals, const double* x, std::size_t classes,
                               std::span<double> sums) {
  std::size_t k = 0;
  if (sums.size() == classes) {
    for (; k < classes; ++k) {
      add_products<1, 1>(residuals + k * kRowBlock, x + k * kRowBlock, classes, &sums[k]);
    }
    return;
  }
  for (; k + 4 <= classes; k += 4) {
    add_products_of<4>(residuals + k * kRowBlock, x, classes, &sums[k * classes]);
  }
  for (; k < classes; ++k) {
    add_products_of<1>(residuals + k * kRowBlock, x, classes, &sums[k * classes]);
  }
}

// The probabilities become weight * (p - [k is the label]). Returns the block's loss.
HWY_INLINE double residuals_of_block(std::size_t classes, const std::uint32_t* labels,
                                     const double* weights, const double* log_sum,
                                     const double* label_log_odds, double* p) {
  const Doubles d;
  for (std::size_t k = 0; k < classes; ++k) {
    for (std::size_t i = 0; i < kRowBlock; i += hn::Lanes(d)) {
      double* place = p + k * kRowBlock + i;
      hn::Store(hn::Mul(hn::Load(d, place), hn::LoadU(d, weights + i)), d, place);
    }
  }
  double loss = 0;
  for (std::size_t i = 0; i < kRowBlock; ++i) {
    p[labels[i] * kRowBlock + i] -= weights[i];
    loss += weights[i] * (log_sum[i] - label_log_odds[i]);
  }
  return loss;
}

inline double softmax_sums_here(const RowBlocks& rows, const SoftmaxMap& map,
                                std::span<const double> weights, std::span<double> slope_sums,
                                std::span<double> intercept_sums) {
  const Doubles d;
  const std::size_t classes = rows.classes;
  std::fill(slope_sums.begin(), slope_sums.end(), 0.0);
  std::fill(intercept_sums.begin(), intercept_sums.end(), 0.0);
  AlignedVector z(classes * kRowBlock);
  AlignedVector log_sum(kRowBlock);
  std::array<double, kRowBlock> label_log_odds;
  double loss = 0;
  for (std::size_t block = 0; block < rows.blocks; ++block) {
    const double* x = rows.x + block * classes * kRowBlock;
    const std::uint32_t* labels = rows.labels + block * kRowBlock;
    log_odds_of_block<true>(x, classes, map, z.data());
    for (std::size_t i = 0; i < kRowBlock; ++i) label_log_odds[i] = z[labels[i] * kRowBlock + i];
    probabilities_of_block(classes, z.data(), log_sum.data());
    loss += residuals_of_block(classes, labels, &weights[block * kRowBlock], log_sum.data(),
                               label_log_odds.data(), z.data());
    for (std::size_t k = 0; k < classes; ++k) {
      V sum = hn::Zero(d);
      for (std::size_t i = 0; i < kRowBlock; i += hn::Lanes(d)) {
        sum = hn::Add(sum, hn::Load(d, &z[k * kRowBlock + i]));
      }
      intercept_sums[k] += hn::GetLane(hn::SumOfLanes(d, sum));
    }
    add_slope_sums(z.data(), x, classes, slope_sums);
  }
  return loss;
}

inline void softmax_block_here(const double* x, std::size_t classes, const SoftmaxMap& map,
                               double* out) {
  log_odds_of_block<false>(x, classes, map, out);
  probabilities_of_block(classes, out, nullptr);
}

inline void add_softmax_block_here(const double* x, std::size_t classes, const SoftmaxMap& map,
                                   double weight, double* scratch, double* sum) {
  const Doubles d;
  log_odds_of_block<false>(x, classes, map, scratch);
  softmax_of_block<true>(classes, scratch,
                         [&](std::size_t i, V exponentials, V /*largest*/) HWY_ATTR {
                           const V share = hn::Div(hn::Set(d, weight), exponentials);
                           for (std::size_t k = 0; k < classes; ++k) {
                             double* place = sum + k * kRowBlock + i;
                             const V own = hn::Mul(hn::Load(d, scratch + k * kRowBlock + i), share);
                             hn::Store(hn::Add(hn::Load(d, place), own), d, place);
                           }
                         });
}

// ExactSum with a vector of numbers.
struct ExactSums {
  V coarse;
  V fine;

  HWY_INLINE void add(V term, V coarse_quantum, V fine_quantum) {
    const V rounded = hn::Sub(hn::Add(term, coarse_quantum), coarse_quantum);
    coarse = hn::Add(coarse, rounded);
    fine = hn::Add(fine, hn::Sub(hn::Add(hn::Sub(term, rounded), fine_quantum), fine_quantum));
  }
  HWY_INLINE void add_to(ExactSum& sum) const {
    const Doubles d;
    sum.coarse += hn::GetLane(hn::SumOfLanes(d, coarse));
    sum.fine += hn::GetLane(hn::SumOfLanes(d, fine));
  }
};

// With m_n the mean of x^n under softmax(slope x), x less its largest: m_1 - x[label], and the
// second, third and fourth cumulants of x.
inline void temperature_sums_here(const RowBlocks& rows, double slope,
                                  std::span<const double> weights, const TemperatureUnits& units,
                                  const Quanta& quanta, TemperatureSums& sums) {
  const Doubles d;
  const V coarse = hn::Set(d, quanta.coarse);
  const V fine = hn::Set(d, quanta.fine);
  const V weight_unit = hn::Set(d, units.weight);
  const V unit = hn::Set(d, units.x);
  const V slopes = hn::Set(d, slope);
  const V zero = hn::Zero(d);
  ExactSums first{zero, zero};
  ExactSums second{zero, zero};
  ExactSums third{zero, zero};
  ExactSums fourth{zero, zero};
  alignas(64) std::array<double, kRowBlock> label_x;
  for (std::size_t block = 0; block < rows.blocks; ++block) {
    const double* x = rows.x + block * rows.classes * kRowBlock;
    const std::uint32_t* labels = rows.labels + block * kRowBlock;
    for (std::size_t i = 0; i < kRowBlock; ++i) label_x[i] = x[labels[i] * kRowBlock + i];
    for (std::size_t i = 0; i < kRowBlock; i += hn::Lanes(d)) {
      const V largest = largest_of_row(x, rows.classes, i);
      V sum = zero;
      V by_x = zero;
      V by_square = zero;
      V by_cube = zero;
      V by_fourth = zero;
      for (std::size_t k = 0; k < rows.classes; ++k) {
        const V own = hn::Sub(hn::Load(d, x + k * kRowBlock + i), largest);
        const V e = exp_negative(hn::Mul(slopes, own));
        const V scaled = hn::Mul(own, unit);
        const V e_x = hn::Mul(e, scaled);
        const V e_square = hn::Mul(e_x, scaled);
        sum = hn::Add(sum, e);
        by_x = hn::Add(by_x, e_x);
        by_square = hn::Add(by_square, e_square);
        const V e_cube = hn::Mul(e_square, scaled);
        by_cube = hn::Add(by_cube, e_cube);
        by_fourth = hn::Add(by_fourth, hn::Mul(e_cube, scaled));
      }
      const V share = hn::Div(hn::Set(d, 1.0), sum);
      const V m1 = hn::Mul(by_x, share);
      const V m2 = hn::Mul(by_square, share);
      const V m3 = hn::Mul(by_cube, share);
      const V label = hn::Mul(hn::Sub(hn::Load(d, &label_x[i]), largest), unit);
      const V variance = hn::Sub(m2, hn::Mul(m1, m1));
      const V twice = hn::Add(variance, variance);
      const V skew = hn::Sub(m3, hn::Mul(m1, hn::Add(m2, twice)));
      // m4 - 4 m1 m3 + 6 m1^2 m2 - 3 m1^4 is the moment about the mean.
      const V square = hn::Mul(m1, m1);
      const V four_m3 = hn::Mul(hn::Set(d, 4.0), m3);
      const V six_m2 = hn::Mul(hn::Set(d, 6.0), m2);
      const V three_square = hn::Mul(hn::Set(d, 3.0), square);
      const V about_mean = hn::Add(hn::Sub(hn::Mul(by_fourth, share), hn::Mul(m1, four_m3)),
                                   hn::Mul(square, hn::Sub(six_m2, three_square)));
      const V kurtosis = hn::Sub(about_mean, hn::Mul(hn::Set(d, 3.0), hn::Mul(variance, variance)));
      const V weight = hn::Mul(hn::LoadU(d, &weights[block * kRowBlock + i]), weight_unit);
      first.add(hn::Mul(weight, hn::Sub(m1, label)), coarse, fine);
      second.add(hn::Mul(weight, variance), coarse, fine);
      third.add(hn::Mul(weight, skew), coarse, fine);
      fourth.add(hn::Mul(weight, kurtosis), coarse, fine);
    }
  }
  first.add_to(sums[0]);
  second.add_to(sums[1]);
  third.add_to(sums[2]);
  fourth.add_to(sums[3]);
}

}  // namespace calibrant::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
// NOLINTEND(misc-definitions-in-headers)
