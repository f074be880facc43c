// A symmetric positive definite matrix of three rows, factored.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace calibrant {

using Vector3 = std::array<double, 3>;
using Matrix3 = std::array<Vector3, 3>;

class Cholesky3 {
 public:
  Cholesky3() = default;
  /// Pivots, which rounding may make negative, are at least `least`.
  explicit Cholesky3(const Matrix3& matrix, double least = std::numeric_limits<double>::min()) {
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        double sum = matrix[i][j];
        for (std::size_t k = 0; k < j; ++k) sum -= factor_[i][k] * factor_[j][k];
        factor_[i][j] = i == j ? std::sqrt(std::max(sum, least)) : sum / factor_[j][j];
      }
    }
  }

  double log_determinant() const {
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i) sum += 2 * std::log(factor_[i][i]);
    return sum;
  }

  /// M^-1 x.
  Vector3 solve(const Vector3& x) const {
    Vector3 y = half_solve(x);
    for (std::size_t i = 3; i-- > 0;) {
      for (std::size_t k = i + 1; k < 3; ++k) y[i] -= factor_[k][i] * y[k];
      y[i] /= factor_[i][i];
    }
    return y;
  }

  /// x' M^-1 x.
  double inverse_form(const Vector3& x) const {
    const Vector3 y = half_solve(x);
    return y[0] * y[0] + y[1] * y[1] + y[2] * y[2];
  }

 private:
  Vector3 half_solve(const Vector3& x) const {
    Vector3 y = x;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t k = 0; k < i; ++k) y[i] -= factor_[i][k] * y[k];
      y[i] /= factor_[i][i];
    }
    return y;
  }

  Matrix3 factor_ = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
};

}  // namespace calibrant
