// Posteriors of a log odds, kept as a few quantiles each, so that many can be mixed.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace calibrant {

/// Quantiles are kept at Phi(u), u = -4.5, -4.25, ..., 4.5: between them u is a straight line in
/// the log odds, which is exact for a Normal distribution.
inline constexpr std::size_t kQuantiles = 37;
inline constexpr double kQuantileStep = 0.25;
using Quantiles = std::array<double, kQuantiles>;

double normal_score(std::size_t i);
/// Phi(u), the standard Normal distribution function.
double normal_cdf(double u);

/// From masses of cells: cell i lies between edges[i] and edges[i + 1], which ascend.
Quantiles quantiles_of(std::span<const double> masses, std::span<const double> edges);

Quantiles normal_quantiles(double mean, double deviation);

/// Adds an independent Normal error: exact for a Normal.
void widen(Quantiles& quantiles, double deviation);

/// One of the posteriors that are mixed.
struct WeightedQuantiles {
  double weight = 0;
  const Quantiles* quantiles = nullptr;
};

/// The place below which a share `mass` of the mixture lies.
double mixture_quantile(std::span<const WeightedQuantiles> parts, double mass);

}  // namespace calibrant
