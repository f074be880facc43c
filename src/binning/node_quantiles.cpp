// Nodes lie a good part of a standard deviation of the narrowest posterior apart, so the cumulative
// distribution is not a plain sum. Along the node number x (the ends of [0, 1] are at 0 and
// count + 1) the density d(x) is odd about both ends, and Euler-Maclaurin gives, at a node,
//
//   C(x_j) = sum_{i<j} d_i + d_j / 2 + e(x_j) - e(0),    e = -d' / 12 + d''' / 720,
//
// with central differences for the derivatives, to sixth order; between two nodes C is the cubic
// with those values and slopes d.
#include "binning/node_quantiles.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace calibrant {

NodeQuantiles::NodeQuantiles(const Nodes& nodes)
    : nodes_(nodes), chunk_sums_((nodes.theta.size() + kernels::kChunk - 1) / kernels::kChunk) {}

Interval NodeQuantiles::central(AlignedVector& density, double level) {
  kernels::multiply_and_sum_chunks(density.size(), nodes_.slope.data(), density.data(),
                                   chunk_sums_.data());
  along_nodes_ = density.data();
  const auto count = static_cast<std::ptrdiff_t>(nodes_.count);
  double total = end_term(count) - end_term(-1);
  for (const double sum : chunk_sums_) total += sum;
  const double tail = (1 - level) / 2;
  return {at(tail * total), at((1 - tail) * total)};
}

// d at node j, continued as an odd function about both ends (j = -1 and j = count).
double NodeQuantiles::d(std::ptrdiff_t j) const {
  const auto count = static_cast<std::ptrdiff_t>(nodes_.count);
  double sign = 1;
  if (j < -1) {
    j = -2 - j;
    sign = -1;
  } else if (j > count) {
    j = 2 * count - j;
    sign = -1;
  }
  return j < 0 || j >= count ? 0.0 : sign * along_nodes_[j];
}

double NodeQuantiles::end_term(std::ptrdiff_t j) const {
  const double near = d(j + 1) - d(j - 1);
  const double far = d(j + 2) - d(j - 2);
  return -near / 24 + 11.0 / 1440 * (far - 2 * near);
}

double NodeQuantiles::at(double mass) const {
  const auto count = static_cast<std::ptrdiff_t>(nodes_.count);
  const double start = end_term(-1);
  const auto cumulated = [&](std::ptrdiff_t j, double before) {
    return before + d(j) / 2 + end_term(j) - start;
  };
  // Find the first node j with C(x_j) >= mass: chunk by chunk, then node by node.
  double before = 0;  // sum of d_i, i < j
  std::size_t chunk = 0;
  while (chunk + 1 < chunk_sums_.size() && before + chunk_sums_[chunk] - start < mass) {
    before += chunk_sums_[chunk++];
  }
  auto j = static_cast<std::ptrdiff_t>(chunk * kernels::kChunk);
  // C at the last nodes of the chunks passed may already reach the mass.
  while (j > 0 && cumulated(j - 1, before - d(j - 1)) >= mass) before -= d(--j);
  while (j < count && cumulated(j, before) < mass) before += d(j++);

  // The cubic between node j-1 and node j, in t from 0 to 1.
  const double left = j == 0 ? 0 : cumulated(j - 1, before - d(j - 1));
  const double right = std::max(cumulated(j, before), mass);
  const double left_slope = d(j - 1);
  const double right_slope = d(j);
  const auto cubic = [&](double t) {
    const double s = 1 - t;
    return left * s * s * (1 + 2 * t) + right * t * t * (3 - 2 * t) + left_slope * t * s * s -
           right_slope * t * t * s;
  };
  double low = 0;
  double high = 1;
  for (int i = 0; i < 50; ++i) {
    const double middle = (low + high) / 2;
    (cubic(middle) < mass ? low : high) = middle;
  }
  const double phi_left = j == 0 ? 0 : nodes_.phi[static_cast<std::size_t>(j - 1)];
  const double phi_right = j == count ? std::numbers::pi : nodes_.phi[static_cast<std::size_t>(j)];
  const double half_sine = std::sin((phi_left + (phi_right - phi_left) * high) / 2);
  return half_sine * half_sine;
}

}  // namespace calibrant
