// Quadrature over theta in [0, 1], in the angle phi: theta = sin^2(phi / 2).
//
// A bin of weight n is a bump of width about 1/sqrt(n) in phi, wherever it lies; so about sqrt(N)
// nodes, even in phi, resolve every bin, and the error falls geometrically beyond that.
#include "binning/nodes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/log_beta.hpp"

namespace calibrant {
namespace {

constexpr double kPi = 3.14159265358979323846;

// The measured needs (tests/binning/abb_engines_test.cpp): on the ten shapes 5.5 sqrt(N) + 16 nodes
// err by 1e-12 in P and 1e-10 in the log evidence, 4 sqrt(N) by 5e-9 and 3e-7; the error falls as
// exp(-(nodes / sqrt(N))^2). N + 2 nodes are exact.
constexpr double kFejerPerRoot = 5.5;
constexpr double kFejerExtra = 16;
// Quantiles are read between the nodes, so there is more to resolve than an integral.
constexpr double kBandPerRoot = 9;
constexpr double kBandExtra = 64;
constexpr double kTrapezoidPerRoot = 16;
constexpr double kTrapezoidExtra = 40;

// With fewer rows of a class the overall rate is itself a guess, and must not count twice.
constexpr double kLeastRows = 20;
/// Rarer events take the prior of this rate: numbers that are much larger than the rows would lose
/// the digits of these.
constexpr double kMostOdds = 1e4;

// From so many rows on coarse nodes are worth it, for periods of so many.
constexpr double kLeastAgedWeight = 1e6;
constexpr std::size_t kPeriod = std::size_t{1} << 14U;

// Beyond any memory; the cost model turns away long before.
constexpr double kMostNodes = 1e12;

std::size_t padded(double wanted) {
  constexpr auto kMultiple = static_cast<double>(kernels::kNodeMultiple);
  return static_cast<std::size_t>(std::ceil(std::min(wanted, kMostNodes) / kMultiple)) *
         kernels::kNodeMultiple;
}

Nodes allocate(std::size_t count) {
  const std::size_t size = padded(static_cast<double>(count));
  Nodes nodes;
  nodes.count = count;
  // Padding: a harmless theta, and no weight.
  nodes.theta.assign(size, 0.5);
  nodes.complement.assign(size, 0.5);
  nodes.weight.assign(size, 0.0);
  nodes.phi.resize(count);
  nodes.slope.assign(size, 0.0);
  return nodes;
}

// sin and cos are taken of the half angle nearer to zero, so that theta and its complement both
// have full relative precision; `rest` is pi - phi.
void place(Nodes& nodes, std::size_t j, double phi, double rest) {
  const double s = std::sin(phi / 2);
  const double c = std::sin(rest / 2);
  nodes.phi[j] = phi;
  nodes.theta[j] = s * s;
  nodes.complement[j] = c * c;
}

// pi * psi(t) for t <= 1/2, psi(t) = (12 pi t - 8 sin 2 pi t + sin 4 pi t) / (12 pi). psi runs from
// 0 to 1, and psi'(t) = (8/3) sin^4(pi t) vanishes at both ends.
double flattened(double t) {
  const double x = kPi * t;
  if (x > 1) return x - 2.0 / 3 * std::sin(2 * x) + std::sin(4 * x) / 12;
  // The three terms cancel up to x^5: sum the series from there.
  double sum = 0;
  double low = 32 * x * x * x * x * x / 120;     // (2x)^n / n!, n = 5
  double high = 1024 * x * x * x * x * x / 120;  // (4x)^n / n!
  for (int n = 5; n < 40; n += 2) {
    const double term = high / 12 - low * 2 / 3;
    sum += n % 4 == 1 ? term : -term;
    low *= 4 * x * x / ((n + 1) * (n + 2));
    high *= 16 * x * x / ((n + 1) * (n + 2));
  }
  return sum;
}

void finish(Nodes& nodes) {
  nodes.log_theta.resize(nodes.theta.size());
  nodes.log_complement.resize(nodes.theta.size());
  for (std::size_t j = 0; j < nodes.theta.size(); ++j) {
    nodes.log_theta[j] = std::log(nodes.theta[j]);
    nodes.log_complement[j] = std::log(nodes.complement[j]);
  }
}

}  // namespace

std::size_t node_count(double total_weight, bool whole) {
  const double root = std::sqrt(total_weight);
  const double wanted = whole ? std::min(kFejerPerRoot * root + kFejerExtra, total_weight + 2)
                              : kTrapezoidPerRoot * root + kTrapezoidExtra;
  return padded(wanted);
}

Nodes fejer_nodes(std::size_t count) {
  Nodes nodes = allocate(count);
  const std::size_t period = 2 * (count + 1);
  const double step = kPi / static_cast<double>(count + 1);
  // sin(i * step) for every i of one period, each from an angle in the first quarter.
  std::vector<double> sine(period);
  for (std::size_t i = 0; i <= (count + 1) / 2; ++i) {
    const double value = std::sin(static_cast<double>(i) * step);
    sine[i] = sine[count + 1 - i] = value;
    sine[(count + 1 + i) % period] = -value;
    sine[(period - i) % period] = -value;
  }
  sine[0] = sine[count + 1] = 0;
  for (std::size_t j = 1; j <= (count + 1) / 2; ++j) {
    // sum over odd k of sin(k phi_j) / k, small terms first.
    double sum = 0;
    const std::size_t last = (count + 1) / 2 * 2 - 1;
    std::size_t index = last * j % period;
    const std::size_t back = period - 2 * j % period;
    for (std::size_t k = last;; k -= 2) {
      sum += sine[index] / static_cast<double>(k);
      if (k == 1) break;
      index += back;
      if (index >= period) index -= period;
    }
    const double weight = 2 * sine[j] / static_cast<double>(count + 1) * sum;
    nodes.weight[j - 1] = nodes.weight[count - j] = weight;
  }
  for (std::size_t j = 1; j <= count; ++j) {
    place(nodes, j - 1, static_cast<double>(j) * step, static_cast<double>(count + 1 - j) * step);
    nodes.slope[j - 1] = step * sine[j] / 2;
  }
  finish(nodes);
  return nodes;
}

Nodes trapezoid_nodes(std::size_t count) {
  Nodes nodes = allocate(count);
  const auto intervals = static_cast<double>(count + 1);
  for (std::size_t j = 1; j <= count; ++j) {
    const double t = static_cast<double>(j) / intervals;
    const double rest = static_cast<double>(count + 1 - j) / intervals;
    // flattened(1 - t) = pi - flattened(t), so each end has full precision from its own side.
    const double phi = t <= rest ? flattened(t) : kPi - flattened(rest);
    const double phi_rest = t <= rest ? kPi - phi : flattened(rest);
    const double sine = std::sin(kPi * std::min(t, rest));
    const double slope = 8.0 / 3 * sine * sine * sine * sine;
    place(nodes, j - 1, phi, phi_rest);
    const double weight = kPi * slope * std::sin(std::min(phi, phi_rest)) / 2 / intervals;
    nodes.weight[j - 1] = nodes.slope[j - 1] = weight;
  }
  finish(nodes);
  return nodes;
}

Nodes make_nodes(double total_weight, bool whole) {
  const std::size_t count = node_count(total_weight, whole);
  Nodes nodes = whole ? fejer_nodes(count) : trapezoid_nodes(count);
  if (whole && total_weight >= kLeastAgedWeight) add_coarse_nodes(nodes, kPeriod);
  return nodes;
}

void add_coarse_nodes(Nodes& nodes, std::size_t period) {
  // Bins are on them for two periods, and a heavy group may end each.
  const double rows = 2.1 * static_cast<double>(period);
  nodes.coarse = std::make_shared<const Nodes>(fejer_nodes(node_count(rows, true)));
  nodes.period = period;
}

std::size_t band_node_count(double total_weight, bool whole) {
  if (!whole) return node_count(total_weight, whole);
  return padded(kBandPerRoot * std::sqrt(total_weight) + kBandExtra);
}

BinPrior band_prior(double negatives, double positives) {
  const auto beside = [](double many, double few) {
    return std::round(std::clamp(many / std::max(few, kLeastRows), 1.0, kMostOdds)) - 1;
  };
  return {.negatives = beside(negatives, positives), .positives = beside(positives, negatives)};
}

Nodes make_band_nodes(double total_weight, bool whole, const BinPrior& prior) {
  const std::size_t count = band_node_count(total_weight, whole);
  Nodes nodes = whole ? fejer_nodes(count) : trapezoid_nodes(count);
  const double log_total = log_bin_likelihood(prior.negatives, prior.positives);
  for (std::size_t j = 0; j < count; ++j) {
    const double density = std::exp(prior.positives * nodes.log_theta[j] +
                                    prior.negatives * nodes.log_complement[j] - log_total);
    nodes.weight[j] *= density;
    nodes.slope[j] *= density;
  }
  return nodes;
}

}  // namespace calibrant
