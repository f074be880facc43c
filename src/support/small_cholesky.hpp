// A symmetric positive definite matrix of up to three rows, factored.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace calibrant {

class Cholesky3 {
 public:
  using Matrix = std::array<std::array<double, 3>, 3>;

  Cholesky3() = default;
  /// The leading `size` rows and columns of a matrix.
  Cholesky3(const Matrix& matrix, std::size_t size) : size_(size) {
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        double sum = matrix[i][j];
        for (std::size_t k = 0; k < j; ++k) sum -= factor_[i][k] * factor_[j][k];
        factor_[i][j] = i == j ? std::sqrt(sum) : sum / factor_[j][j];
      }
    }
  }

  double log_determinant() const {
    double sum = 0;
    for (std::size_t i = 0; i < size_; ++i) sum += 2 * std::log(factor_[i][i]);
    return sum;
  }

  /// x' M^-1 x.
  double inverse_form(const std::array<double, 3>& x) const {
    std::array<double, 3> y = {};
    double sum = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      y[i] = x[i];
      for (std::size_t k = 0; k < i; ++k) y[i] -= factor_[i][k] * y[k];
      y[i] /= factor_[i][i];
      sum += y[i] * y[i];
    }
    return sum;
  }

 private:
  std::size_t size_ = 0;
  Matrix factor_ = {};
};

}  // namespace calibrant
