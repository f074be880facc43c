// Five hidden factors (severity, age, frailty, ...) drive the outcome; every feature is a noisy,
// redundant sign of one of them. Redundant signs of one factor are what makes naive Bayes
// overconfident, and what principal components undo. Loadings and rates follow two low-discrepancy
// sequences, so that the disease is fixed and only the patients are drawn. The constants were set
// by hand so that the three classifiers come out near the published raw rows.
#include "data/pneumonia.hpp"

#include <array>
#include <boost/math/distributions/normal.hpp>
#include <cmath>

namespace calibrant::experiments {
namespace {

constexpr std::size_t kDiscrete = 172;
constexpr std::size_t kContinuous = 43;
constexpr std::size_t kFeatures = kDiscrete + kContinuous;
constexpr std::size_t kOfSeverity = 163;  ///< discrete features that show the first factor
constexpr std::size_t kFactors = 5;
constexpr double kIntercept = -7.613268;
constexpr std::array<double, kFactors> kEffects = {4.2, 2.1, 2.1, 2.1, 2.1};
constexpr SplitSizes kSizes = {.train = 1087, .calibration = 600, .test = 600};

double fraction(double x) { return x - std::floor(x); }

/// How one feature shows its factor: x = loading * factor + sqrt(1 - loading^2) * noise.
struct Sign {
  std::size_t factor = 0;
  double loading = 0;
  std::size_t levels = 0;  ///< 0: continuous, exp(1.2 x)
  double first = 0;        ///< discrete: x above it is code 1
  double second = 0;       ///< with three levels: x above it is code 2
};

Sign make_sign(std::size_t j) {
  const double place = static_cast<double>(j) + 1;
  const double u1 = fraction(place * 0.6180339887498949);
  const double u2 = fraction(place * 0.7548776662466927);
  Sign sign;
  sign.loading = j < kOfSeverity ? 0.35 + 0.3 * u1 : 0.3 + 0.4 * u1;
  if (j >= kDiscrete) {
    sign.factor = (j - kDiscrete) % kFactors;
    return sign;
  }
  sign.factor = j < kOfSeverity ? 0 : 1 + j % (kFactors - 1);
  sign.levels = j % 4 == 3 ? 3 : 2;
  const double rate = 0.3 * std::pow(0.5 / 0.3, u2);
  const boost::math::normal normal;
  sign.first = boost::math::quantile(normal, 1 - rate);
  sign.second = boost::math::quantile(normal, 1 - rate / 2);
  return sign;
}

std::array<Sign, kFeatures> make_signs() {
  std::array<Sign, kFeatures> signs;
  for (std::size_t j = 0; j < kFeatures; ++j) signs.at(j) = make_sign(j);
  return signs;
}

double show(const Sign& sign, double factor, RandomStream& random) {
  const double noise = std::sqrt(1 - sign.loading * sign.loading) * random.normal();
  const double x = sign.loading * factor + noise;
  if (sign.levels == 0) return std::exp(1.2 * x);
  return (x > sign.first ? 1 : 0) + (sign.levels == 3 && x > sign.second ? 1 : 0);
}

}  // namespace

Split draw_pneumonia_stand_in(RandomStream& random) {
  static const std::array<Sign, kFeatures> kSigns = make_signs();
  const std::size_t rows = kSizes.train + kSizes.calibration + kSizes.test;
  Dataset data;
  for (const Sign& sign : kSigns) data.levels.push_back(sign.levels);
  data.features.resize(static_cast<Eigen::Index>(rows), kFeatures);
  for (std::size_t i = 0; i < rows; ++i) {
    std::array<double, kFactors> factors = {};
    double z = kIntercept;
    for (std::size_t f = 0; f < kFactors; ++f) {
      factors.at(f) = random.normal();
      z += kEffects.at(f) * factors.at(f);
    }
    data.labels.push_back(random.uniform() < 1 / (1 + std::exp(-z)) ? 1 : 0);
    for (std::size_t j = 0; j < kFeatures; ++j) {
      data.features(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
          show(kSigns.at(j), factors.at(kSigns.at(j).factor), random);
    }
  }
  return deal(data, kSizes, random);
}

}  // namespace calibrant::experiments
