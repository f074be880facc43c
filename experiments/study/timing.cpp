#include "study/timing.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>

#include "calibrant/calibrant.hpp"
#include "math/random.hpp"
#include "methods/method.hpp"
#include "support/progress.hpp"

namespace calibrant::experiments {
namespace {

using Clock = std::chrono::steady_clock;
using Recall = std::function<double(double)>;

/// A method as the time table knows it: from rows to something that can be asked.
struct Timed {
  const char* name;
  const char* paper_learning;
  const char* paper_recall;
  std::function<Recall(const std::vector<double>&, const std::vector<std::uint8_t>&)> learn;
};

template <class Fit>
auto curve_learner(Fit fit) {
  return [fit](const std::vector<double>& scores, const std::vector<std::uint8_t>& labels) {
    return Recall(fit(observe(scores, labels)));
  };
}

// The interval ACP is asked with: that of a classifier trained on as many rows.
Recall learn_acp(const std::vector<double>& scores, const std::vector<std::uint8_t>& labels) {
  const double half = 1 / std::sqrt(static_cast<double>(scores.size()));
  return [model = fit_acp(observe(scores, labels)), half](double p) {
    return model(p, std::max(0.0, p - half), std::min(1.0, p + half));
  };
}

std::vector<Timed> timed_methods() {
  const Execution alone = {.threads = 1};
  const Prior paper = {.scale = Scale::kRank, .lambda = kPaperLambda};
  return {
      {"Platt", "O(N T)", "O(1)",
       curve_learner([](const Observations& seen) { return fit_platt(seen); })},
      {"Hist", "O(N log N)", "O(b)",
       curve_learner([](const Observations& seen) { return fit_histogram(seen); })},
      {"IsoReg", "O(N)", "O(b)",
       curve_learner([](const Observations& seen) { return fit_isotonic(seen); })},
      {"ACP", "O(N log N)", "O(N)", learn_acp},
      {"SBB", "O(N²)", "O(b)", curve_learner([=](const Observations& seen) {
         return fit_sbb(seen, {.prior = paper, .execution = alone});
       })},
      {"ABB, cached", "O(R N²)", "O(1)", curve_learner([=](const Observations& seen) {
         return tabulate(fit_abb(seen, {.prior = paper, .execution = alone}),
                         {.cells = 1000, .low = 0, .high = 1});
       })},
      {"ABB", "", "O(N²)", curve_learner([=](const Observations& seen) {
         return fit_abb(seen, {.prior = paper, .execution = alone});
       })},
      {"ABB λ averaged", "", "", curve_learner([=](const Observations& seen) {
         return fit_abb(seen, {.execution = alone});
       })},
      {"auto", "", "", curve_learner([=](const Observations& seen) {
         return fit_auto(seen, {.execution = alone});
       })},
  };
}

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The best of a few runs, fewer of long ones: what else the machine does only ever adds.
template <class Job>
double best_seconds(Job job) {
  constexpr double kEnough = 0.5;
  constexpr int kMost = 15;
  double best = INFINITY;
  double spent = 0;
  for (int run = 0; run == 0 || (spent < kEnough && run < kMost); ++run) {
    const auto start = Clock::now();
    job();
    const double seconds = seconds_since(start);
    best = std::min(best, seconds);
    spent += seconds;
  }
  return best;
}

double recall_seconds(const Recall& recall, RandomStream& random) {
  constexpr std::size_t kQuestions = 100'000;
  std::vector<double> scores(kQuestions);
  for (double& score : scores) score = random.uniform();
  double sum = 0;
  const double seconds = best_seconds([&] {
    for (const double score : scores) sum += recall(score);
  });
  // What is not used is not computed: the sum of probabilities is never negative.
  return sum >= 0 ? seconds / kQuestions : 0;
}

double slope(const std::array<double, kTimedRows.size()>& seconds) {
  double mean_x = 0;
  double mean_y = 0;
  const auto count = static_cast<double>(kTimedRows.size());
  for (std::size_t i = 0; i < kTimedRows.size(); ++i) {
    mean_x += std::log(static_cast<double>(kTimedRows.at(i))) / count;
    mean_y += std::log(seconds.at(i)) / count;
  }
  double xx = 0;
  double xy = 0;
  for (std::size_t i = 0; i < kTimedRows.size(); ++i) {
    const double x = std::log(static_cast<double>(kTimedRows.at(i))) - mean_x;
    xx += x * x;
    xy += x * (std::log(seconds.at(i)) - mean_y);
  }
  return xy / xx;
}

}  // namespace

std::vector<Timing> measure_timings(const Execution& execution) {
  const std::vector<Timed> timed = timed_methods();
  std::vector<Timing> timings;
  timings.reserve(timed.size());
  for (const Timed& method : timed) {
    timings.push_back({.method = method.name,
                       .paper_learning = method.paper_learning,
                       .paper_recall = method.paper_recall});
  }
  ProgressMeter progress(execution, static_cast<double>(timed.size() * kTimedRows.size()));
  for (std::size_t i = 0; i < kTimedRows.size(); ++i) {
    RandomStream random(1, i);
    std::vector<double> scores(kTimedRows.at(i));
    std::vector<std::uint8_t> labels(kTimedRows.at(i));
    for (std::size_t row = 0; row < scores.size(); ++row) {
      scores[row] = random.uniform();
      labels[row] = random.uniform() < scores[row] ? 1 : 0;
    }
    for (std::size_t m = 0; m < timed.size(); ++m) {
      Recall recall;
      timings[m].learning.at(i) = best_seconds([&] { recall = timed[m].learn(scores, labels); });
      timings[m].recall.at(i) = recall_seconds(recall, random);
      progress.advance(1);
    }
  }
  for (Timing& timing : timings) {
    timing.learning_exponent = slope(timing.learning);
    timing.recall_exponent = slope(timing.recall);
  }
  return timings;
}

}  // namespace calibrant::experiments
