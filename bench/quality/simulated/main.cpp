// Simulated truth: the mean divergence of every method from it, and what Auto's bands cover.
//
// calibrant-quality [--seeds 50] [--rows N] [--half working|aside|both] [--claims 1000] prints the
// tables of docs/results/auto.md as Markdown and says PASS or FAIL for every claim made there.
// Without
// --rows there are 200, 600 and 3,000. Then it counts the false claims of `compare` in so many
// runs. With --seeds 0 it only does the latter. Who tunes a constant looks at the working half.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "calibrant/calibrant.hpp"
#include "false_claims.hpp"
#include "helpers/truths.hpp"
#include "support/parallel.hpp"

namespace calibrant {
namespace {

using testing::Truth;

constexpr double kLevel = 0.95;
constexpr std::size_t kTestRows = 2000;
constexpr std::uint64_t kTestSeed = 1'000'000;

struct Other {
  std::string_view title;
  bool needs_probabilities;
  std::string_view method;  // empty: the scores as they are

  std::vector<double> predict(const Observations& seen, const std::vector<double>& scores) const {
    return method.empty() ? scores : apply(fit_method(method, seen), scores);
  }
};

// The raw scores, and every method but Auto, which has a column of its own.
const std::vector<Other>& others() {
  static const std::vector<Other> all = [] {
    std::vector<Other> list = {{"raw", true, {}}};
    for (const Method& method : methods()) {
      if (!method.gives_curve || method.name == "auto") continue;
      list.push_back({method.title, method.needs_probabilities, method.name});
    }
    return list;
  }();
  return all;
}

// One row of the table: means over the seeds.
struct Result {
  Truth truth;
  std::size_t rows;
  std::vector<std::optional<double>> others;  // of others()
  double automatic = 0;
  double covered = 0;
  double width = 0;  // of the bands
};

double mean_divergence(Truth truth, const std::vector<double>& scores,
                       const std::vector<double>& predictions) {
  double sum = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    sum += testing::divergence(testing::probability(truth, scores[i]), predictions[i]);
  }
  return sum / static_cast<double>(scores.size());
}

void run_seed(Result& result, std::uint64_t seed, double share) {
  const Truth truth = result.truth;
  const testing::Sample sample = testing::draw(truth, result.rows, seed);
  const Observations seen = observe(sample.scores, sample.labels);
  const std::vector<double> scores = testing::draw(truth, kTestRows, kTestSeed + seed).scores;
  for (std::size_t m = 0; m < others().size(); ++m) {
    if (!result.others[m]) continue;
    *result.others[m] += share * mean_divergence(truth, scores, others()[m].predict(seen, scores));
  }
  const Curve curve = fit_auto(seen, {.level = kLevel, .execution = {.threads = 1}});
  result.automatic += share * mean_divergence(truth, scores, apply(curve, scores));
  if (!curve.band()) return;
  for (const double score : scores) {
    const double p = testing::probability(truth, score);
    const auto [lower, upper] = curve.interval(score);
    if (lower <= p && p <= upper) result.covered += share / static_cast<double>(kTestRows);
    result.width += share * (upper - lower) / static_cast<double>(kTestRows);
  }
}

Result run(Truth truth, std::size_t rows, std::size_t seeds) {
  Result result = {truth, rows, {}};
  for (const Other& other : others()) {
    const bool possible = !testing::has_margins(truth) || !other.needs_probabilities;
    result.others.push_back(possible ? std::optional(0.0) : std::nullopt);
  }
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    run_seed(result, seed, 1 / static_cast<double>(seeds));
  }
  return result;
}

std::string cell(double divergence, bool best) {
  const std::string text = fmt::format("{:.1f}", 1e4 * divergence);
  return best ? "**" + text + "**" : text;
}

double best_of(const Result& result) {
  double best = result.automatic;
  for (const auto& other : result.others) best = std::min(best, other.value_or(best));
  return best;
}

// One half of the truths.
void print_table(const std::vector<Result>& results, bool aside) {
  std::vector<Result> half;
  std::ranges::copy_if(results, std::back_inserter(half), [&](const Result& result) {
    return testing::set_aside(result.truth) == aside;
  });
  if (half.empty()) return;
  fmt::print("{} half:\n\n| truth | N |", aside ? "Set-aside" : "Working");
  for (const Other& other : others()) fmt::print(" {} |", other.title);
  fmt::print(" Auto | covered | width |\n|---|---|");
  for (std::size_t i = 0; i < others().size() + 3; ++i) fmt::print("---|");
  fmt::print("\n");
  double automatic = 0;
  double covered = 0;
  double width = 0;
  for (const Result& result : half) {
    automatic += result.automatic / static_cast<double>(half.size());
    covered += result.covered / static_cast<double>(half.size());
    width += result.width / static_cast<double>(half.size());
    fmt::print("| {} | {} |", testing::name(result.truth), result.rows);
    const double best = best_of(result);
    for (const auto& other : result.others) {
      fmt::print(" {} |", other ? cell(*other, *other == best) : "");
    }
    fmt::print(" {} | {:.1f} % | {:.3f} |\n", cell(result.automatic, result.automatic == best),
               100 * result.covered, result.width);
  }
  fmt::print("\nMean of these rows: Auto {:.1f}, covered {:.1f} %, width {:.3f}\n\n",
             1e4 * automatic, 100 * covered, width);
}

bool claim(const std::string& text, bool holds) {
  fmt::print("{}: {}\n", holds ? "PASS" : "FAIL", text);
  return holds;
}

// The mean over the rows that a method can be used on, beside Auto's over the same rows.
bool check_means(const std::vector<Result>& results) {
  bool all = true;
  for (std::size_t m = 0; m < others().size(); ++m) {
    double other = 0;
    double automatic = 0;
    double count = 0;
    for (const Result& result : results) {
      if (!result.others[m]) continue;
      other += *result.others[m];
      automatic += result.automatic;
      ++count;
    }
    all &= claim(fmt::format("mean of all rows: Auto {:.1f}, below three quarters of {}'s {:.1f}",
                             1e4 * automatic / count, others()[m].title, 1e4 * other / count),
                 automatic < 0.75 * other);
  }
  return all;
}

bool check_claims(const std::vector<Result>& results) {
  bool all = true;
  for (const Result& result : results) {
    // Raw scores are no method; they have a claim of their own.
    double best = 1e300;
    for (std::size_t m = 1; m < result.others.size(); ++m) {
      best = std::min(best, result.others[m].value_or(best));
    }
    const std::string where = fmt::format("{}, N = {}", testing::name(result.truth), result.rows);
    if (result.rows >= 600) {
      all &= claim(fmt::format("{}: {:.1f} within 1.25 times the best single method + 2 ({:.1f})",
                               where, 1e4 * result.automatic, 1e4 * (1.25 * best + 2e-4)),
                   result.automatic <= 1.25 * best + 2e-4);
    }
    if (result.others[0]) {
      all &= claim(fmt::format("{}: not worse than raw by more than 5", where),
                   result.automatic <= *result.others[0] + 5e-4);
    }
    // Wanted, but not claimed: docs/results/auto.md says where bands are too narrow, and why.
    if (result.covered < 0.92 || result.covered > 0.98) {
      fmt::print("NOTE: {}: 95 % bands cover {:.1f} % (wanted: 92 to 98)\n", where,
                 100 * result.covered);
    }
  }
  return all;
}

int run_program(int count, char** arguments) {
  std::size_t seeds = 50;
  std::size_t claims = 1000;
  std::vector<std::size_t> rows = {200, 600, 3000};
  std::string_view half = "both";
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string_view option = arguments[i];
    if (option == "--seeds") {
      seeds = std::strtoul(arguments[i + 1], nullptr, 10);
    } else if (option == "--rows") {
      rows = {std::strtoul(arguments[i + 1], nullptr, 10)};
    } else if (option == "--half") {
      half = arguments[i + 1];
    } else if (option == "--claims") {
      claims = std::strtoul(arguments[i + 1], nullptr, 10);
    } else {
      fmt::print(stderr, "calibrant-quality: unknown option {}\n", option);
      return 64;
    }
  }
  if (seeds == 0) return check_false_claims(claims) ? 0 : 1;
  std::vector<Truth> truths;
  for (const Truth truth : testing::kTruths) {
    if (half == "both" || (half == "aside") == testing::set_aside(truth)) truths.push_back(truth);
  }
  std::vector<Result> results(truths.size() * rows.size());
  std::vector<std::function<void()>> tasks;
  for (std::size_t i = 0; i < results.size(); ++i) {
    tasks.emplace_back(
        [&, i] { results[i] = run(truths[i / rows.size()], rows[i % rows.size()], seeds); });
  }
  run_tasks(thread_count({}), tasks);
  print_table(results, false);
  print_table(results, true);
  const bool means = check_means(results);
  const bool rows_hold = check_claims(results);
  const bool honest = check_false_claims(claims);
  return rows_hold && means && honest ? 0 : 1;
}

}  // namespace
}  // namespace calibrant

int main(int count, char** arguments) { return calibrant::run_program(count, arguments); }
