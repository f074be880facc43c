// Given: probabilities p_ik of new rows, and the frequencies f_k of the fit.
// Wanted: the frequencies q that maximise  sum_i log sum_k q_k r_ik,  r_ik = p_ik / f_k.
//
// This is concave in q. Each round takes the better of two steps: that of the EM algorithm
// (Saerens, Latinne & Decaestecker 2002), q_k times the mean of r_ik / m_i with m_i = sum_k q_k
// r_ik, which never leads astray; and Newton's, which ends. The information about q, with the most
// frequent class for the rest, is  sum_i (r_ik - r_iK)(r_il - r_iK) / m_i^2; its inverse has the
// variances.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "calibrant/error.hpp"
#include "calibrant/prevalence.hpp"
#include "multiclass/fitted_prevalence.hpp"

namespace calibrant {
namespace {

constexpr double kGone = 1e-9;  // a frequency that Newton's steps no longer move

// Rows in an order that does not depend on that of the caller.
class Ratios {
 public:
  // `rate`: probabilities are of positives only.
  Ratios(std::span<const double> probabilities, std::span<const double> fitted, bool rate)
      : classes_(fitted.size()) {
    const std::size_t given = rate ? 1 : classes_;
    const auto row = [&](std::size_t i) { return probabilities.subspan(i * given, given); };
    std::vector<std::size_t> order(probabilities.size() / given);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::erase_if(order, [&](std::size_t i) {
      return std::ranges::any_of(row(i), [](double p) { return std::isnan(p); });
    });
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
      return std::ranges::lexicographical_compare(row(a), row(b));
    });
    for (const std::size_t i : order) {
      if (rate) values_.push_back((1 - row(i)[0]) / fitted[0]);
      for (std::size_t k = 0; k < given; ++k) {
        values_.push_back(row(i)[k] / fitted[rate ? 1 : k]);
      }
    }
  }

  std::size_t classes() const { return classes_; }
  std::size_t size() const { return values_.size() / classes_; }
  std::span<const double> operator[](std::size_t i) const {
    return std::span(values_).subspan(i * classes_, classes_);
  }

 private:
  std::size_t classes_;
  std::vector<double> values_;
};

double mix(std::span<const double> row, const std::vector<double>& q) {
  double sum = 0;
  for (std::size_t k = 0; k < q.size(); ++k) sum += q[k] * row[k];
  return std::max(sum, std::numeric_limits<double>::min());
}

double log_likelihood(const Ratios& rows, const std::vector<double>& q) {
  double sum = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) sum += std::log(mix(rows[i], q));
  return sum / static_cast<double>(rows.size());
}

// Means over the rows: the gradient, and the information without one class.
struct Slopes {
  std::vector<double> gradient;
  std::vector<double> information;  // row-major
};

Slopes slopes_of(const Ratios& rows, const std::vector<double>& q, std::size_t rest) {
  const std::size_t classes = q.size();
  Slopes slopes{std::vector<double>(classes), std::vector<double>(classes * classes)};
  std::vector<double> away(classes);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto row = rows[i];
    const double total = mix(row, q) * std::sqrt(static_cast<double>(rows.size()));
    for (std::size_t k = 0; k < classes; ++k) {
      slopes.gradient[k] += row[k] / total;
      away[k] = (row[k] - row[rest]) / total;
    }
    for (std::size_t k = 0; k < classes; ++k) {
      for (std::size_t l = 0; l <= k; ++l) slopes.information[k * classes + l] += away[k] * away[l];
    }
  }
  for (double& one : slopes.gradient) one /= std::sqrt(static_cast<double>(rows.size()));
  return slopes;
}

// The inverse of a symmetric matrix's part, given by its lower half, by Cholesky's factors. What
// the data say nothing of has a variance beyond all bounds.
std::vector<double> inverse_of(const std::vector<double>& matrix, std::size_t size,
                               const std::vector<std::size_t>& part) {
  const std::size_t n = part.size();
  std::vector<double> factor(n * n);  // the inverse of the lower factor, in the end
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = matrix[std::max(part[i], part[j]) * size + std::min(part[i], part[j])];
      const double whole = sum;
      for (std::size_t k = 0; k < j; ++k) sum -= factor[i * n + k] * factor[j * n + k];
      if (i == j) {
        factor[i * n + i] = std::sqrt(std::max(sum, 1e-14 * whole + 1e-30));
      } else {
        factor[i * n + j] = sum / factor[j * n + j];
      }
    }
  }
  std::vector<double> inverse(n * n);
  for (std::size_t column = 0; column < n; ++column) {
    std::vector<double> x(n);
    x[column] = 1;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < i; ++k) x[i] -= factor[i * n + k] * x[k];
      x[i] /= factor[i * n + i];
    }
    for (std::size_t i = n; i-- > 0;) {
      for (std::size_t k = i + 1; k < n; ++k) x[i] -= factor[k * n + i] * x[k];
      x[i] /= factor[i * n + i];
      inverse[i * n + column] = x[i];
    }
  }
  return inverse;
}

// Newton's step within the simplex; classes at the border that would leave it stay there.
std::vector<double> newton_step(const std::vector<double>& q, const Slopes& slopes,
                                std::size_t rest) {
  std::vector<std::size_t> part;
  for (std::size_t k = 0; k < q.size(); ++k) {
    if (k != rest && (q[k] > kGone || slopes.gradient[k] > 1)) part.push_back(k);
  }
  const std::vector<double> inverse = inverse_of(slopes.information, q.size(), part);
  std::vector<double> step(q.size());
  for (std::size_t i = 0; i < part.size(); ++i) {
    for (std::size_t j = 0; j < part.size(); ++j) {
      step[part[i]] +=
          inverse[i * part.size() + j] * (slopes.gradient[part[j]] - slopes.gradient[rest]);
    }
    step[rest] -= step[part[i]];
  }
  double far = 1;
  constexpr double kMostOfTheWay = 0.99;
  for (std::size_t k = 0; k < q.size(); ++k) {
    if (step[k] < 0) far = std::min(far, -kMostOfTheWay * q[k] / step[k]);
  }
  std::vector<double> next = q;
  for (std::size_t k = 0; k < q.size(); ++k) next[k] += far * step[k];
  return next;
}

std::size_t most_frequent(const std::vector<double>& q) {
  return static_cast<std::size_t>(std::ranges::max_element(q) - q.begin());
}

std::vector<double> maximise(const Ratios& rows, std::vector<double> q) {
  constexpr int kMostRounds = 500;
  constexpr double kSmall = 1e-11;
  for (int round = 0; round < kMostRounds; ++round) {
    const std::size_t rest = most_frequent(q);
    const Slopes slopes = slopes_of(rows, q, rest);
    std::vector<double> em = q;
    double moved = 0;
    for (std::size_t k = 0; k < q.size(); ++k) {
      em[k] *= slopes.gradient[k];
      moved = std::max(moved, std::abs(em[k] - q[k]));
    }
    if (moved < kSmall) break;
    std::vector<double> newton = newton_step(q, slopes, rest);
    q = log_likelihood(rows, newton) > log_likelihood(rows, em) ? std::move(newton) : std::move(em);
  }
  return q;
}

// Throws InputError if the model cannot be re-weighed.
std::vector<double> fitted_frequencies(const Model& model) {
  if (const auto* several = std::get_if<MulticlassModel>(&model)) {
    std::vector<double> fitted = several->frequencies();
    const auto classes = static_cast<double>(fitted.size());
    [[maybe_unused]] const FrequencyShift can_be_shifted(
        fitted, std::vector<double>(fitted.size(), 1 / classes));
    return fitted;
  }
  const double rate = fitted_prevalence(model);
  [[maybe_unused]] const PrevalenceShift can_be_shifted(rate, 0.5);
  return {1 - rate, rate};
}

std::vector<double> errors_of(const Ratios& rows, const std::vector<double>& q) {
  const std::size_t rest = most_frequent(q);
  std::vector<std::size_t> part;
  for (std::size_t k = 0; k < q.size(); ++k) {
    if (k != rest) part.push_back(k);
  }
  const std::vector<double> inverse =
      inverse_of(slopes_of(rows, q, rest).information, q.size(), part);
  std::vector<double> variances(q.size());
  for (std::size_t i = 0; i < part.size(); ++i) {
    variances[part[i]] = inverse[i * part.size() + i];
    for (std::size_t j = 0; j < part.size(); ++j) variances[rest] += inverse[i * part.size() + j];
  }
  for (double& one : variances) one = std::sqrt(one / static_cast<double>(rows.size()));
  return variances;
}

}  // namespace

bool PrevalenceEstimate::clear() const {
  double change = 0;
  double error = 0;
  for (std::size_t k = 0; k < frequencies.size(); ++k) {
    change += (frequencies[k] - fitted[k]) * (frequencies[k] - fitted[k]);
    error += errors[k] * errors[k];
  }
  return change > error;
}

PrevalenceEstimate estimate_prevalence(const Model& model, std::span<const double> probabilities) {
  std::vector<double> fitted = fitted_frequencies(model);
  const std::size_t classes = fitted.size();
  const bool rate = !std::holds_alternative<MulticlassModel>(model);
  if (!rate && probabilities.size() % classes != 0) {
    throw InputError(
        "probabilities", std::nullopt,
        fmt::format("has {} elements, which are no rows of {}", probabilities.size(), classes));
  }
  const Ratios rows(probabilities, fitted, rate);
  if (rows.size() == 0) throw InputError("probabilities", std::nullopt, "has no row to count");
  std::vector<double> q = maximise(rows, fitted);
  const double least = 0.5 / static_cast<double>(rows.size());
  double sum = 0;
  for (double& one : q) sum += one = std::max(one, least);
  for (double& one : q) one /= sum;
  PrevalenceEstimate result{
      .fitted = std::move(fitted), .frequencies = q, .errors = errors_of(rows, q)};
  if (!rate) return result;
  for (auto* both : {&result.fitted, &result.frequencies, &result.errors}) *both = {both->at(1)};
  return result;
}

}  // namespace calibrant
