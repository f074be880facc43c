// How often does `watch` raise a false alarm, and how soon does it find a change?
//
// calibrant-quality-watch [--streams 2000] [--changed 400] draws streams of 20,000 rows. While the
// probabilities are right, the share of streams with an alarm may be at most alpha plus two
// standard errors. Other streams change at row 5,000, and the table has the median of the rows
// after that until the alarm. It is compared with a test of calibration that is repeated for each
// 1,000 rows, at a level of alpha divided by the 20 tests (Bonferroni's correction).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "calibrant/calibrant.hpp"
#include "math/log_odds.hpp"
#include "math/random.hpp"

namespace calibrant {
namespace {

constexpr std::size_t kRows = 20000;
constexpr std::size_t kChange = 5000;
constexpr std::size_t kWindow = 1000;
constexpr double kAlpha = 0.05;

/// The log odds are Normal with standard deviation 1 around those of `rate`.
struct Truth {
  std::string title = {};
  double rate = 0.2;
  double shift = 0;
  double slope = 1;
  double most_delay = 0;  ///< 0: no limit
};

struct Rows {
  std::vector<double> probabilities;
  std::vector<std::uint8_t> labels;
};

Rows draw(const Truth& truth, std::uint64_t seed, std::size_t change) {
  RandomStream random(seed, static_cast<std::uint64_t>(1e6 * truth.rate));
  const double centre = logit(truth.rate);
  Rows rows;
  for (std::size_t i = 0; i < kRows; ++i) {
    const double u = centre + random.normal();
    const double wrong = centre + truth.slope * (u - centre) + truth.shift;
    rows.probabilities.push_back(logistic(u));
    rows.labels.push_back(random.uniform() < logistic(i < change ? u : wrong) ? 1 : 0);
  }
  return rows;
}

/// The row of the first window that is called off, or none.
double first_window_off(const Rows& rows) {
  for (std::size_t begin = 0; begin < kRows; begin += kWindow) {
    const auto test = calibration_test(
        observe(std::span(rows.probabilities).subspan(begin, kWindow),
                std::span(rows.labels).subspan(begin, kWindow), {}, {.threads = 1}),
        {.smallest = kAlpha * kWindow / kRows});
    if (test && test->p <= kAlpha * kWindow / kRows) return static_cast<double>(begin + kWindow);
  }
  return std::numeric_limits<double>::infinity();
}

bool check_false_alarms(double rate, std::size_t streams) {
  double often = 0;
  double seldom = 0;
  constexpr double kSmall = 0.01;
  for (std::size_t s = 0; s < streams; ++s) {
    const Rows rows = draw({.rate = rate}, s, kRows);
    Watch watch;
    watch.update(rows.probabilities, rows.labels);
    const double largest = watch.finding().largest_log_evidence;
    often += largest >= -std::log(kAlpha) ? 1 : 0;
    seldom += largest >= -std::log(kSmall) ? 1 : 0;
  }
  bool passed = true;
  for (const auto& [alpha, count] : {std::pair(kAlpha, often), std::pair(kSmall, seldom)}) {
    const auto n = static_cast<double>(streams);
    const double most = alpha + 2 * std::sqrt(alpha * (1 - alpha) / n);
    const bool good = count / n <= most;
    fmt::print("| {:.3g} % | {} | {:.2f} % | {:.2f} % | {} |\n", 100 * rate, alpha, 100 * count / n,
               100 * most, good ? "PASS" : "FAIL");
    passed = passed && good;
  }
  std::fflush(stdout);
  return passed;
}

double median_delay(std::vector<double> rows) {
  std::erase_if(rows, [](double row) { return row <= kChange; });  // false alarms
  std::ranges::nth_element(rows, rows.begin() + static_cast<std::ptrdiff_t>(rows.size() / 2));
  return rows[rows.size() / 2] - kChange;
}

std::string delay_text(double delay) {
  return std::isfinite(delay) ? fmt::format("{:.0f}", delay) : "not found";
}

bool check_delay(const Truth& truth, std::size_t streams) {
  std::vector<double> ours;
  std::vector<double> windows;
  for (std::size_t s = 0; s < streams; ++s) {
    const Rows rows = draw(truth, 1'000'000 + s, kChange);
    Watch watch({.alpha = kAlpha});
    watch.update(rows.probabilities, rows.labels);
    const WatchFinding found = watch.finding();
    ours.push_back(found.alarm ? found.alarm_row : std::numeric_limits<double>::infinity());
    windows.push_back(first_window_off(rows));
  }
  const double delay = median_delay(ours);
  const bool good = truth.most_delay == 0 || delay <= truth.most_delay;
  fmt::print("| {} | {} | {} | {} | {} |\n", truth.title, delay_text(delay),
             delay_text(median_delay(windows)),
             truth.most_delay > 0 ? fmt::format("{:.0f}", truth.most_delay) : "–",
             truth.most_delay == 0 ? ""
             : good                ? "PASS"
                                   : "FAIL");
  std::fflush(stdout);
  return good;
}

}  // namespace
}  // namespace calibrant

int main(int argc, char** argv) {
  using namespace calibrant;
  std::size_t streams = 2000;
  std::size_t changed = 400;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view option = argv[i];
    if (option == "--streams") streams = std::strtoul(argv[i + 1], nullptr, 10);
    if (option == "--changed") changed = std::strtoul(argv[i + 1], nullptr, 10);
  }
  fmt::print(
      "| positive | alpha | streams with a false alarm | limit | |\n|---|--:|--:|--:|---|\n");
  bool passed = true;
  for (const double rate : {0.2, 0.01}) passed = check_false_alarms(rate, streams) && passed;
  fmt::print(
      "\n| change at row 5,000 | median delay, rows | windows of 1,000 rows | limit | |\n"
      "|---|--:|--:|--:|---|\n");
  const Truth truths[] = {
      {.title = "log odds + 0.1", .shift = 0.1},
      {.title = "log odds + 0.2", .shift = 0.2},
      {.title = "log odds + 0.3", .shift = 0.3, .most_delay = 2000},
      {.title = "log odds − 0.3", .shift = -0.3, .most_delay = 2000},
      {.title = "log odds + 0.5", .shift = 0.5},
      {.title = "log odds + 1", .shift = 1},
      {.title = "slope 0.9", .slope = 0.9},
      {.title = "slope 0.8", .slope = 0.8, .most_delay = 5000},
      {.title = "slope 0.6", .slope = 0.6},
      {.title = "1 % positive, log odds + 0.5", .rate = 0.01, .shift = 0.5},
  };
  for (const Truth& truth : truths) passed = check_delay(truth, changed) && passed;
  return passed ? 0 : 1;
}
