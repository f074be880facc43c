#include "classes/joint_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "math/random.hpp"

namespace calibrant {
namespace {

constexpr std::size_t kBlock = kernels::kRowBlock;

// A symmetric positive definite matrix, lower triangle by rows, becomes its Cholesky factor.
void factor(std::vector<double>& matrix, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    double* row = &matrix[i * (i + 1) / 2];
    for (std::size_t j = 0; j <= i; ++j) {
      const double* other = &matrix[j * (j + 1) / 2];
      double sum = row[j];
      for (std::size_t k = 0; k < j; ++k) sum -= row[k] * other[k];
      row[j] = i == j ? std::sqrt(sum) : sum / other[j];
    }
  }
}

void solve(const std::vector<double>& factor, std::size_t size, double* x) {
  for (std::size_t i = 0; i < size; ++i) {
    const double* row = &factor[i * (i + 1) / 2];
    for (std::size_t k = 0; k < i; ++k) x[i] -= row[k] * x[k];
    x[i] /= row[i];
  }
  for (std::size_t i = size; i-- > 0;) {
    x[i] /= factor[i * (i + 1) / 2 + i];
    for (std::size_t k = 0; k < i; ++k) x[k] -= factor[i * (i + 1) / 2 + k] * x[i];
  }
}

}  // namespace

void JointRows::for_seen(
    const std::function<void(const kernels::RowBlocks&, std::span<const double>)>& work) const {
  if (passed) passed();
  for (const BlockRange run : {BlockRange{0, left_out.begin}, BlockRange{left_out.end, blocks()}}) {
    const std::size_t count = run.end - run.begin;
    if (count == 0) continue;
    const std::size_t first = run.begin * kBlock;
    work({classes, count, &x[first * classes], &labels[first]},
         weights.subspan(first, count * kBlock));
  }
}

double JointRows::sums(const JointMap& map, JointMap& derivatives) const {
  derivatives.slopes.assign(map.slopes.size(), 0);
  derivatives.intercepts.assign(map.intercepts.size(), 0);
  JointMap part = derivatives;
  double loss = 0;
  for_seen([&](const kernels::RowBlocks& seen, std::span<const double> own_weights) {
    loss += kernels::softmax_sums(seen, {map.slopes, map.intercepts}, own_weights, part.slopes,
                                  part.intercepts);
    for (std::size_t i = 0; i < part.slopes.size(); ++i) derivatives.slopes[i] += part.slopes[i];
    for (std::size_t k = 0; k < part.intercepts.size(); ++k) {
      derivatives.intercepts[k] += part.intercepts[k];
    }
  });
  return loss;
}

void JointRows::label_probabilities(const JointMap& map, BlockRange blocks_asked,
                                    std::vector<double>& out) const {
  AlignedVector p(classes * kBlock);
  out.resize((blocks_asked.end - blocks_asked.begin) * kBlock);
  for (std::size_t block = blocks_asked.begin; block < blocks_asked.end; ++block) {
    kernels::softmax_block(&x[block * classes * kBlock], classes, {map.slopes, map.intercepts},
                           p.data());
    for (std::size_t i = 0; i < kBlock; ++i) {
      out[(block - blocks_asked.begin) * kBlock + i] = p[labels[block * kBlock + i] * kBlock + i];
    }
  }
}

JointFit::JointFit(const JointRows& rows, JointKind kind, double temperature)
    : rows_(rows), kind_(kind), temperature_(temperature), classes_(rows.classes) {
  // A sample of the rows tells enough of the curvature.
  constexpr std::size_t kMaxBlocks = 32;
  const std::size_t all = rows.blocks();
  const std::size_t stride = (all + kMaxBlocks - 1) / kMaxBlocks;
  for (std::size_t k = 0; k < classes_; ++k) {
    curvature_.emplace_back(features() * (features() + 1) / 2);
  }
  AlignedVector p(classes_ * kBlock);
  std::vector<double> f(classes_ + 1);
  double sampled = 0;
  for (std::size_t block = 0; block < all; block += stride) {
    const double* x = &rows.x[block * classes_ * kBlock];
    kernels::softmax_block(x, classes_, {{&temperature, 1}, {}}, p.data());
    for (std::size_t i = 0; i < kBlock; ++i) {
      const double weight = rows.weights[block * kBlock + i];
      if (weight == 0) continue;
      sampled += weight;
      double mean = 0;
      double square = 0;
      for (std::size_t k = 0; k < classes_; ++k) {
        f[k] = temperature * x[k * kBlock + i];
        mean += p[k * kBlock + i] * f[k];
        square += p[k * kBlock + i] * f[k] * f[k];
      }
      f[classes_] = 1;
      common_curvature_ += weight * (square - mean * mean);
      for (std::size_t k = 0; k < classes_; ++k) {
        const double h = weight * p[k * kBlock + i] * (1 - p[k * kBlock + i]);
        std::vector<double>& c = curvature_[k];
        if (kind_ == JointKind::kMatrix) {
          std::size_t place = 0;
          for (std::size_t a = 0; a <= classes_; ++a) {
            const double hf = h * f[a];
            for (std::size_t b = 0; b <= a; ++b) c[place++] += hf * f[b];
          }
        } else if (kind_ == JointKind::kVector) {
          c[0] += h * f[k] * f[k];
          c[1] += h * f[k];
          c[2] += h;
        } else {
          c[0] += h;
        }
      }
    }
  }
  const double scale = std::accumulate(rows.weights.begin(), rows.weights.end(), 0.0) / sampled;
  common_curvature_ *= scale;
  for (auto& c : curvature_) {
    for (double& value : c) value *= scale;
  }
}

// Of one class: what V has in its row, and b.
std::size_t JointFit::features() const {
  return kind_ == JointKind::kMatrix ? classes_ + 1 : kind_ == JointKind::kVector ? 2 : 1;
}

double JointFit::prior_precision(std::size_t k, std::size_t j, double q) const {
  const auto classes = static_cast<double>(classes_);
  const double own = 2 * classes / (q * q);
  return kind_ == JointKind::kMatrix && j != k && j != classes_ ? own * (classes - 1) : own;
}

// Variables: s, then for each class its row of V and its b.
JointMap JointFit::map(const Variables& variables) const {
  JointMap result{std::vector<double>(kind_ == JointKind::kMatrix ? classes_ * classes_ : classes_),
                  std::vector<double>(classes_)};
  const double slope = temperature_ * (1 + variables[0]);
  const double* v = &variables[1];
  for (std::size_t k = 0; k < classes_; ++k) {
    if (kind_ == JointKind::kMatrix) {
      for (std::size_t j = 0; j < classes_; ++j)
        result.slopes[k * classes_ + j] = temperature_ * *v++;
      result.slopes[k * classes_ + k] += slope;
    } else {
      result.slopes[k] = slope + (kind_ == JointKind::kVector ? temperature_ * *v++ : 0);
    }
    result.intercepts[k] = *v++;
  }
  return result;
}

JointMap JointFit::map(const Variables& variables, double q, double tolerance,
                       PriorDraw draw) const {
  if (!draw) return map(variables);
  RandomStream random(*draw, static_cast<std::uint64_t>(kind_));
  Variables centre(variables.size());
  for (double& away : centre) away = random.normal();
  double squares = 0;  // in standard deviations of the prior
  for (std::size_t i = 1; i < variables.size(); ++i) {
    const std::size_t k = (i - 1) / features();
    const double precision = prior_precision(k, (i - 1) % features(), q);
    squares += precision * variables[i] * variables[i];
  }
  const double wider = 2 * std::sqrt(squares / static_cast<double>(variables.size() - 1));
  return map(fit(std::max(1.0, wider) * q, tolerance, variables, centre));
}

Variables JointFit::fit(double q, double tolerance, Variables start,
                        const Variables& centre) const {
  const std::size_t size = features();
  if (start.empty()) start.assign(1 + classes_ * size, 0);
  std::vector<std::vector<double>> factors = curvature_;
  for (std::size_t k = 0; k < classes_; ++k) {
    for (std::size_t j = 0; j < size; ++j) {
      factors[k][j * (j + 1) / 2 + j] += prior_precision(k, j, q);
    }
    factor(factors[k], size);
  }
  const double common_prior = 1 / (kSlopeDeviation * kSlopeDeviation);
  JointMap derivatives;
  const auto evaluate = [&](const Variables& variables, Variables& gradient) {
    double value =
        rows_.sums(map(variables), derivatives) + 0.5 * common_prior * variables[0] * variables[0];
    double common = 0;
    std::size_t place = 1;
    for (std::size_t k = 0; k < classes_; ++k) {
      for (std::size_t j = 0; j + 1 < size; ++j) {
        gradient[place++] =
            temperature_ * derivatives.slopes[kind_ == JointKind::kMatrix ? k * classes_ + j : k];
      }
      common += derivatives.slopes[kind_ == JointKind::kMatrix ? k * classes_ + k : k];
      gradient[place++] = derivatives.intercepts[k];
      for (std::size_t j = 0; j < size; ++j) {
        const std::size_t at = place - size + j;
        const double precision = prior_precision(k, j, q);
        const double away =
            variables[at] - (centre.empty() ? 0 : centre[at] / std::sqrt(precision));
        value += 0.5 * precision * away * away;
        gradient[at] += precision * away;
      }
    }
    gradient[0] = temperature_ * common + common_prior * variables[0];
    return value;
  };
  const auto precondition = [&](Variables& gradient) {
    gradient[0] /= common_curvature_ + common_prior;
    for (std::size_t k = 0; k < classes_; ++k) solve(factors[k], size, &gradient[1 + k * size]);
  };
  minimise({evaluate, precondition}, tolerance, start);
  return start;
}

}  // namespace calibrant
