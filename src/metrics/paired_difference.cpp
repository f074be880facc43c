#include "metrics/paired_difference.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "math/compensated_sum.hpp"

namespace calibrant::metrics {
namespace {

constexpr double kLeastDegrees = 2;

}  // namespace

double student_quantile(double degrees, double tail) {
  namespace policies = boost::math::policies;
  using Plain = policies::policy<policies::promote_double<false>>;
  return quantile(complement(boost::math::students_t_distribution<double, Plain>(degrees), tail));
}

PairedDifference paired_difference(std::span<const double> differences,
                                   std::span<const double> weights, double level,
                                   std::size_t comparisons) {
  const auto weight_of = [&](std::size_t i) { return weights.empty() ? 1 : weights[i]; };
  CompensatedSum weight;
  CompensatedSum total;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    weight.add(weight_of(i));
    total.add(weight_of(i) * differences[i]);
  }
  const double n = weight.value();
  PairedDifference result = {.value = total.value() / n};
  if (!(n > 1)) return result;
  CompensatedSum squares;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    const double off = differences[i] - result.value;
    squares.add(weight_of(i) * (off * off));
  }
  result.standard_error = std::sqrt(squares.value() / (n - 1) / n);
  // Fourth powers are taken of multiples of the deviation, so that none underflows.
  const double deviation = std::sqrt(squares.value() / n);
  double degrees = n - 1;
  if (deviation > 0) {
    CompensatedSum fourths;
    for (std::size_t i = 0; i < differences.size(); ++i) {
      const double off = (differences[i] - result.value) / deviation;
      fourths.add(weight_of(i) * (off * off * off * off));
    }
    degrees = n / fourths.value() * n - 1;
  }
  const double tail = (1 - level) / 2 / static_cast<double>(std::max<std::size_t>(comparisons, 1));
  const double reach =
      student_quantile(std::max(kLeastDegrees, degrees), tail) * *result.standard_error;
  result.interval = {result.value - reach, result.value + reach};
  return result;
}

}  // namespace calibrant::metrics
