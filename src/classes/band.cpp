// Each refit weighs every row by a Gamma variable with the row's weight as its mean and variance
// (the Bayesian bootstrap), and draws the centres of the priors. Its distance from the model, in
// log odds, is an error that the model may have. The half-width of a class at some log odds is a
// multiple of the root mean square of these distances among the rows near there. The multiple is
// smaller where simple maps have most of the weight: an average that holds on to them moves less
// with the labels than the refits do, whose rows are noisier.
#include "classes/band.hpp"

#include <algorithm>
#include <bit>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <vector>

#include "classes/labelled_rows.hpp"
#include "math/log_odds.hpp"
#include "math/quiet_policy.hpp"
#include "math/random.hpp"
#include "support/check.hpp"
#include "support/parallel.hpp"
#include "support/progress.hpp"

namespace calibrant {
namespace {

// Chosen on simulations: docs/engineering/classes.md.
constexpr double kWider = 1.10;
constexpr double kNarrowerIdentity = 0.6;     // by this share, if the scores as they are weigh 1
constexpr double kNarrowerTemperature = 0.3;  // and if temperature scaling does

constexpr std::size_t kMostPlaces = 10;  // of a class's half-widths
constexpr std::size_t kRowsOfPlace = 10;

// Marsaglia and Tsang 2000.
double gamma_variable(double shape, RandomStream& random) {
  if (shape < 1) {
    const double power = std::log(random.open_uniform()) / shape;
    return gamma_variable(shape + 1, random) * std::exp(power);
  }
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = random.normal();
    const double v = std::pow(1 + c * x, 3);
    if (v > 0 && std::log(random.open_uniform()) < x * x / 2 + d - d * v + d * std::log(v)) {
      return d * v;
    }
  }
}

// Of what a row holds, so that its place among the others does not matter.
std::uint64_t hash_of(std::span<const double> row, std::uint32_t label) {
  std::uint64_t hash = label;
  for (const double score : row) {
    hash = RandomStream(hash, std::bit_cast<std::uint64_t>(score == 0 ? 0.0 : score)).bits();
  }
  return hash;
}

// The t distribution's, because a root mean square of few refits is itself uncertain.
double multiple_of(double level, const ClassOrigin& origin) {
  constexpr auto kFreedom = static_cast<double>(kBandRefits);
  const double x = boost::math::ibeta_inv(kFreedom / 2, 0.5, 1 - level, Quiet());
  double factor = kWider;
  for (const ClassCandidate& candidate : origin.candidates) {
    if (candidate.name == "identity") factor -= kNarrowerIdentity * kWider * candidate.weight;
    if (candidate.name == "temperature") factor -= kNarrowerTemperature * kWider * candidate.weight;
  }
  return factor * std::sqrt(kFreedom * (1 - x) / x);
}

struct Distance {
  double log_odds;
  double square;
  double weight;
};

ClassBand::Widths widths_of(std::vector<Distance>& rows, double multiple) {
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Distance& a, const Distance& b) { return a.log_odds < b.log_odds; });
  double total = 0;
  for (const Distance& row : rows) total += row.weight;
  const std::size_t places = std::clamp<std::size_t>(rows.size() / kRowsOfPlace, 1, kMostPlaces);
  const double share = total / static_cast<double>(places);
  ClassBand::Widths widths;
  double seen = 0;
  for (std::size_t first = 0, i = 0; first < rows.size(); first = i) {
    double weight = 0;
    double moment = 0;
    double squares = 0;
    const double end = share * static_cast<double>(widths.log_odds.size() + 1);
    // Equal log odds stay together.
    for (;
         i < rows.size() && (i == first || seen < end || rows[i].log_odds == rows[i - 1].log_odds);
         ++i) {
      seen += rows[i].weight;
      weight += rows[i].weight;
      moment += rows[i].weight * rows[i].log_odds;
      squares += rows[i].weight * rows[i].square;
    }
    widths.log_odds.push_back(
        std::clamp(moment / weight, rows[first].log_odds, rows[i - 1].log_odds));
    widths.half_widths.push_back(multiple * std::sqrt(squares / weight));
  }
  return widths;
}

double half_width_at(const ClassBand::Widths& widths, double log_odds) {
  const std::vector<double>& at = widths.log_odds;
  const auto above = std::upper_bound(at.begin(), at.end(), log_odds);
  if (above == at.begin()) return widths.half_widths.front();
  if (above == at.end()) return widths.half_widths.back();
  const auto high = static_cast<std::size_t>(above - at.begin());
  const double t = (log_odds - at[high - 1]) / (at[high] - at[high - 1]);
  return (1 - t) * widths.half_widths[high - 1] + t * widths.half_widths[high];
}

}  // namespace

ClassBand class_band(const ClassModel& model, const FoldRows& rows, double level,
                     const Execution& execution, const Refit& refit) {
  const std::size_t classes = rows.classes();
  const LabelledRows distinct(rows.scores(), rows.labels(), classes, rows.weights(),
                              [&](std::size_t i) { return rows.weights()[i] > 0; });
  const std::size_t count = distinct.labels.size();
  const auto log_odds = [&](const ClassModel& one) {
    std::vector<double> p(distinct.scores.size());
    apply(one, distinct.scores, p, execution);
    std::ranges::transform(p, p.begin(), log_odds_of);
    return p;
  };
  const std::vector<double> centre = log_odds(model);
  std::vector<double> squares(centre.size());
  std::vector<double> weights(count);
  for (std::uint64_t draw = 0; draw < kBandRefits; ++draw) {
    for (std::size_t i = 0; i < count; ++i) {
      const auto row = std::span(distinct.scores).subspan(i * classes, classes);
      RandomStream random(hash_of(row, distinct.labels[i]), draw);
      constexpr double kLeast = 1e-12;  // not 0, which would be no row
      const double own = distinct.weights[i];
      weights[i] = std::max(gamma_variable(own, random), kLeast * own);
    }
    constexpr auto kAll = static_cast<double>(kBandRefits);
    const auto done = static_cast<double>(draw);
    const std::vector<double> moved =
        log_odds(refit(distinct.scores, distinct.labels, weights, draw,
                       part_of(execution, done / kAll, (done + 1) / kAll)));
    for (std::size_t i = 0; i < moved.size(); ++i) {
      squares[i] += (moved[i] - centre[i]) * (moved[i] - centre[i]) / kAll;
    }
  }
  ClassBand band{.level = level, .classes = std::vector<ClassBand::Widths>(classes)};
  const double multiple = multiple_of(level, model.origin());
  run_parts(thread_count(execution), classes, [&](std::size_t, std::size_t begin, std::size_t end) {
    std::vector<Distance> distances(count);
    for (std::size_t k = begin; k < end; ++k) {
      for (std::size_t i = 0; i < count; ++i) {
        distances[i] = {centre[i * classes + k], squares[i * classes + k], distinct.weights[i]};
      }
      band.classes[k] = widths_of(distances, multiple);
    }
  });
  return band;
}

void band_around(const ClassModel& model, std::span<const double> probabilities,
                 std::span<const double> around, std::span<double> lower, std::span<double> upper) {
  if (!model.band()) throw Error("this model has no band (fit it with a level)");
  check_same_length("around", around.size(), "probabilities", probabilities.size());
  check_same_length("lower", lower.size(), "probabilities", probabilities.size());
  check_same_length("upper", upper.size(), "probabilities", probabilities.size());
  const auto& classes = model.band()->classes;
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    const double p = around[i];
    const double width = half_width_at(classes[i % classes.size()], log_odds_of(probabilities[i]));
    const double at = log_odds_of(p);
    lower[i] = std::isnan(p) ? p : std::min(p, logistic(at - width));
    upper[i] = std::isnan(p) ? p : std::max(p, logistic(at + width));
  }
}

void apply_interval(const ClassModel& model, std::span<const double> scores,
                    std::span<double> lower, std::span<double> upper, const Execution& execution) {
  std::vector<double> p(scores.size());
  apply(model, scores, p, execution);
  band_around(model, p, p, lower, upper);
}

}  // namespace calibrant
