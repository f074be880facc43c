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
HWY_INLINE void multiply_classes(const double* x, const SoftmaxMap& map, std::size_t first,
                                 double* z) {
  const Doubles d;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t classes = map.intercepts.size();
  for (std::size_t i = 0; i < kRowBlock; i += 2 * lanes) {
    V low[kClasses];
    V high[kClasses];
    for (std::size_t k = 0; k < kClasses; ++k) {
      low[k] = high[k] = hn::Set(d, map.intercepts[first + k]);
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
HWY_INLINE void log_odds_of_block(const double* x, const SoftmaxMap& map, double* z) {
  const Doubles d;
  const std::size_t classes = map.intercepts.size();
  if (map.slopes.size() == classes) {
    for (std::size_t k = 0; k < classes; ++k) {
      const V slope = hn::Set(d, map.slopes[k]);
      const V intercept = hn::Set(d, map.intercepts[k]);
      for (std::size_t i = k * kRowBlock; i < (k + 1) * kRowBlock; i += hn::Lanes(d)) {
        hn::Store(multiply_add<kFused>(slope, hn::Load(d, x + i), intercept), d, z + i);
      }
    }
    return;
  }
  std::size_t k = 0;
  for (; k + 4 <= classes; k += 4) multiply_classes<kFused, 4>(x, map, k, z);
  for (; k < classes; ++k) multiply_classes<kFused, 1>(x, map, k, z);
}

// z becomes the probabilities; log_sum[i] is log sum_k exp z_k of row i.
HWY_INLINE void softmax_of_block(std::size_t classes, double* z, double* log_sum) {
  const Doubles d;
  for (std::size_t i = 0; i < kRowBlock; i += hn::Lanes(d)) {
    V largest = hn::Load(d, z + i);
    for (std::size_t k = 1; k < classes; ++k) {
      largest = hn::Max(largest, hn::Load(d, z + k * kRowBlock + i));
    }
    V sum = hn::Zero(d);
    for (std::size_t k = 0; k < classes; ++k) {
      const V e = exp_negative(hn::Sub(hn::Load(d, z + k * kRowBlock + i), largest));
      hn::Store(e, d, z + k * kRowBlock + i);
      sum = hn::Add(sum, e);
    }
    const V share = hn::Div(hn::Set(d, 1.0), sum);
    for (std::size_t k = 0; k < classes; ++k) {
      double* place = z + k * kRowBlock + i;
      hn::Store(hn::Mul(hn::Load(d, place), share), d, place);
    }
    hn::Store(hn::Add(largest, log_unit(sum)), d, log_sum + i);
  }
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
    log_odds_of_block<true>(x, map, z.data());
    for (std::size_t i = 0; i < kRowBlock; ++i) label_log_odds[i] = z[labels[i] * kRowBlock + i];
    softmax_of_block(classes, z.data(), log_sum.data());
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

inline void softmax_block_here(const double* x, const SoftmaxMap& map, double* out) {
  alignas(64) std::array<double, kRowBlock> log_sum;
  log_odds_of_block<false>(x, map, out);
  softmax_of_block(map.intercepts.size(), out, log_sum.data());
}

// out = read(x) less its mean over the classes.
template <class Read>
HWY_INLINE void centre(const double* x, std::size_t classes, double* out, const Read& read) {
  const Doubles d;
  const V share = hn::Set(d, 1 / static_cast<double>(classes));
  for (std::size_t i = 0; i < kRowBlock; i += hn::Lanes(d)) {
    V sum = hn::Zero(d);
    for (std::size_t k = 0; k < classes; ++k) {
      const V value = read(hn::Load(d, x + k * kRowBlock + i));
      hn::Store(value, d, out + k * kRowBlock + i);
      sum = hn::Add(sum, value);
    }
    const V mean = hn::Mul(sum, share);
    for (std::size_t k = 0; k < classes; ++k) {
      double* place = out + k * kRowBlock + i;
      hn::Store(hn::Sub(hn::Load(d, place), mean), d, place);
    }
  }
}

inline void log_block_here(const double* p, std::size_t classes, double mixing, double at_least,
                           double* out) {
  const Doubles d;
  const V kept = hn::Set(d, 1 - mixing);
  const V share = hn::Set(d, mixing / static_cast<double>(classes));
  const V least = hn::Set(d, at_least);
  centre(p, classes, out, [&](V x) HWY_ATTR {
    const V mixed = hn::Add(hn::Mul(kept, x), share);
    return log_unit(hn::IfThenElse(hn::Gt(mixed, least), mixed, least));
  });
}

inline void centred_block_here(const double* x, std::size_t classes, double* out) {
  centre(x, classes, out, [](V value) HWY_ATTR { return value; });
}

}  // namespace calibrant::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
// NOLINTEND(misc-definitions-in-headers)
