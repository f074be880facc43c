// The truth is the probability of the label given the scores, which is all that a calibrator can
// learn. A softmax forgets what all log odds have in common. After slopes A of its own for each
// class, A z + c 1 gives the same scores for every c; so z may be anywhere on a line along
// d = A^-1 1, and the probability is the mean over it. The coverage of the probability that the
// label was drawn from stands beside it.
#include "bands.hpp"

#include <fmt/format.h>

#include "calibrant/classes.hpp"
#include "support/parallel.hpp"

namespace calibrant {
namespace {

constexpr double kDeviation = 2;  // of the log odds that draw() makes

// Solves A d = 1 by elimination.
std::vector<double> forgotten_direction(const Distortion& distortion, std::size_t classes) {
  std::vector<std::vector<double>> a(classes, std::vector<double>(classes + 1, 1));
  for (std::size_t k = 0; k < classes; ++k) {
    for (std::size_t j = 0; j < classes; ++j) a[k][j] = distortion.slope(k, j, classes);
  }
  for (std::size_t i = 0; i < classes; ++i) {
    std::size_t pivot = i;
    for (std::size_t r = i; r < classes; ++r) {
      if (std::abs(a[r][i]) > std::abs(a[pivot][i])) pivot = r;
    }
    std::swap(a[i], a[pivot]);
    for (std::size_t r = 0; r < classes; ++r) {
      const double factor = a[r][i] / a[i][i];
      for (std::size_t c = i; r != i && c <= classes; ++c) a[r][c] -= factor * a[i][c];
    }
  }
  std::vector<double> d;
  for (std::size_t i = 0; i < classes; ++i) d.push_back(a[i][classes] / a[i][i]);
  return d;
}

std::vector<double> given_the_scores(const Distortion& distortion, const Drawn& fresh) {
  if (!distortion.slope) return fresh.data.truth;
  const std::size_t classes = fresh.data.classes;
  const std::vector<double> d = forgotten_direction(distortion, classes);
  double square = 0;
  for (const double x : d) square += x * x;
  std::vector<double> result(fresh.data.truth.size());
  std::vector<double> z(classes);
  for (std::size_t first = 0; first < result.size(); first += classes) {
    double product = 0;
    for (std::size_t k = 0; k < classes; ++k) product += d[k] * fresh.log_odds[first + k];
    double total = 0;
    for (int step = -25; step <= 25; ++step) {  // five standard deviations to either side
      const double t = 0.2 * step;
      const double along = -product / square + t * kDeviation / std::sqrt(square);
      const double weight = std::exp(-t * t / 2);
      for (std::size_t k = 0; k < classes; ++k) z[k] = fresh.log_odds[first + k] + along * d[k];
      const std::vector<double> p = softmax_of(z);
      for (std::size_t k = 0; k < classes; ++k) result[first + k] += weight * p[k];
      total += weight;
    }
    for (std::size_t k = 0; k < classes; ++k) result[first + k] /= total;
  }
  return result;
}

struct Coverage {
  const Distortion* distortion;
  std::size_t classes;
  double given = 0;  // the truth given the scores
  double drawn = 0;  // the truth that the label was drawn from
  double width = 0;
};

void run(Coverage& result, const Simulation& how) {
  for (std::uint64_t seed = how.first; seed < how.first + how.seeds; ++seed) {
    const ClassData data = draw(*result.distortion, result.classes, how.rows, seed).data;
    const Drawn fresh = draw(*result.distortion, result.classes, kTestRows, kTestSeed + seed);
    const std::vector<double> truth = given_the_scores(*result.distortion, fresh);
    const ClassModel model = fit_classes(data.scores, data.labels, data.classes, {},
                                         {.level = 0.95, .execution = {.threads = 1}});
    std::vector<double> lower(truth.size());
    std::vector<double> upper(truth.size());
    apply_interval(model, fresh.data.scores, lower, upper, {.threads = 1});
    const double share = 1 / static_cast<double>(truth.size() * how.seeds);
    for (std::size_t i = 0; i < truth.size(); ++i) {
      const auto covers = [&](double p) { return lower[i] <= p && p <= upper[i] ? share : 0; };
      result.given += covers(truth[i]);
      result.drawn += covers(fresh.data.truth[i]);
      result.width += share * (upper[i] - lower[i]);
    }
  }
}

}  // namespace

bool judge_bands(const Simulation& how) {
  std::vector<Coverage> results;
  for (const Distortion& distortion : distortions()) {
    for (const std::size_t classes : kClassCounts) results.push_back({&distortion, classes});
  }
  std::vector<std::function<void()>> tasks;
  for (Coverage& result : results) tasks.emplace_back([&] { run(result, how); });
  run_tasks(thread_count({}), tasks);
  fmt::print("| truth | K | covered, % | of what labels were drawn from | mean width | |\n");
  fmt::print("|---|--:|--:|--:|--:|---|\n");
  std::size_t good = 0;
  for (const Coverage& one : results) {
    const bool holds = one.given >= 0.92 && one.given <= 0.98;
    good += holds ? 1 : 0;
    fmt::print("| {} | {} | {:.1f} | {:.1f} | {:.4f} | {} |\n", one.distortion->name, one.classes,
               100 * one.given, 100 * one.drawn, one.width, holds ? "" : "outside");
  }
  const bool all = 10 * good >= 9 * results.size();
  fmt::print("{}: 95 % bands cover 92 to 98 % in {} of {} rows (nine of ten)\n",
             all ? "PASS" : "FAIL", good, results.size());
  return all;
}

}  // namespace calibrant
