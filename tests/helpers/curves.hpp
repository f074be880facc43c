// Curves and scores to try things on, friendly and nasty.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "calibrant/curve.hpp"
#include "helpers/shapes.hpp"

namespace calibrant::testing {

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInf = std::numeric_limits<double>::infinity();
inline constexpr double kMax = std::numeric_limits<double>::max();
inline constexpr double kTiny = std::numeric_limits<double>::denorm_min();

inline std::vector<double> uniform(std::size_t n, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> values(n);
  for (double& value : values) value = random.uniform();
  return values;
}

/// A way to strew places for borders and knots, as the image of a uniform number.
struct Strewn {
  std::string name;
  std::function<double(double)> place;
};

inline std::vector<Strewn> ways_to_strew() {
  return {
      {"evenly", [](double u) { return u; }},
      {"over a wide range", [](double u) { return (u - 0.5) * 2 * kMax; }},
      {"piled up at zero", [](double u) { return std::pow(u, 10); }},
      {"over all exponents",
       [](double u) { return std::ldexp(1, static_cast<int>(2090 * u) - 1070); }},
      {"of both signs",
       [](double u) { return std::copysign(std::exp(-600 * std::abs(u - 0.5)), u - 0.5); }},
      {"at one end", [](double u) { return u < 0.01 ? u : 1 - 1e-9 * u; }},
      {"half in a cluster", [](double u) { return u < 0.5 ? 0.7 + u * 2e-6 : (u - 0.5) * 2; }},
      {"into a point", [](double u) { return 0.5 + std::exp(-30 * u); }},
      {"among denormals", [](double u) { return std::floor(u * 3000 - 1500) * kTiny; }},
      {"in a cluster with stragglers", [](double u) { return u < 0.01 ? (u - 0.005) * 1e300 : u; }},
      {"on a grid", [](double u) { return std::floor(u * 97) / 97; }},
  };
}

/// Strictly ascending; at most n.
inline std::vector<double> strewn(const Strewn& way, std::size_t n, std::uint64_t seed) {
  auto places = uniform(n, seed);
  for (double& place : places) place = way.place(place) + 0.0;
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

/// The places themselves, their neighbours, points between, the ends of the world, NaN.
inline std::vector<double> scores_around(const std::vector<double>& places, std::uint64_t seed) {
  std::vector<double> scores = {0.0,   -0.0,  0.5,    1,    -1,    kMax,  -kMax,    kInf,
                                -kInf, kTiny, -kTiny, kNan, -kNan, 1e-12, 1 - 1e-12};
  Random random(seed);
  for (std::size_t i = 0; i < places.size(); ++i) {
    scores.push_back(places[i]);
    scores.push_back(std::nextafter(places[i], kInf));
    scores.push_back(std::nextafter(places[i], -kInf));
    const double next = places[std::min(i + 1, places.size() - 1)];
    const double t = random.uniform();
    scores.push_back(places[i] * (1 - t) + next * t);
  }
  for (std::size_t i = scores.size(); i > 1; --i) std::swap(scores[i - 1], scores[random.below(i)]);
  return scores;
}

inline Band band_around(const std::vector<double>& values) {
  Band band{0.9, {}, {}};
  for (const double value : values) {
    band.lower.push_back(value * 0.5);
    band.upper.push_back(1 - (1 - value) * 0.25);
  }
  return band;
}

}  // namespace calibrant::testing
