// What do groups that borrow strength from each other gain?
//
// calibrant-quality-groups [--draws 20] draws 50 groups of 20 to 2,000 rows, whose true curves
// differ in log odds. The excess log loss over the truth is compared with that of one curve for all
// and of a curve for each group, on fresh rows of the same groups. The bands of 95 % are checked
// against the true probabilities, also for a group that no model has seen.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "calibrant/calibrant.hpp"
#include "math/log_odds.hpp"
#include "math/random.hpp"

namespace calibrant {
namespace {

constexpr std::size_t kGroups = 50;
constexpr std::size_t kFresh = 200;  ///< rows of each group that judge

struct Setting {
  std::string title;
  double offsets = 0.3;  ///< standard deviations
  double slopes = 0;
  double most_ratio = 0;  ///< 0: no limit
};

struct Group {
  double offset = 0;
  double slope = 0;
  std::size_t rows = 0;

  double truth(double u) const { return logistic(-0.3 + offset + (0.8 + slope) * u); }
};

Group draw_group(const Setting& setting, RandomStream& random) {
  Group group{.offset = setting.offsets * random.normal(),
              .slope = setting.slopes * random.normal()};
  group.rows = static_cast<std::size_t>(20 * std::pow(100, random.uniform()));
  return group;
}

double draw_logit(RandomStream& random) { return -1 + 1.5 * random.normal(); }

double excess(double truth, double p) {
  return truth * std::log(truth / p) + (1 - truth) * std::log((1 - truth) / (1 - p));
}

struct Result {
  double one = 0;
  double each = 0;
  double grouped = 0;
  double covered = 0;
  double unknown_covered = 0;
};

Result measure(const Setting& setting, std::uint64_t seed) {
  RandomStream random(seed, 27);
  std::vector<Group> groups;
  std::vector<std::string> names;
  std::vector<double> scores;
  std::vector<std::uint8_t> labels;
  std::vector<std::uint32_t> of_row;
  std::vector<Curve> curves;
  for (std::uint32_t g = 0; g < kGroups; ++g) {
    groups.push_back(draw_group(setting, random));
    names.push_back(fmt::format("site {:02}", g));
    for (std::size_t i = 0; i < groups[g].rows; ++i) {
      const double u = draw_logit(random);
      scores.push_back(logistic(u));
      labels.push_back(random.uniform() < groups[g].truth(u) ? 1 : 0);
      of_row.push_back(g);
    }
    const std::size_t begin = scores.size() - groups[g].rows;
    curves.push_back(
        fit_auto(observe(std::span(scores).subspan(begin), std::span(labels).subspan(begin))));
  }
  const auto seen =
      observe_groups({.names = names, .of_row = of_row, .scores = scores, .labels = labels});
  const GroupedModel model = fit_groups("site", fit_auto(together(seen), {.level = 0.95}), seen);

  Result result;
  for (std::uint32_t g = 0; g < kGroups; ++g) {
    const double weight =
        static_cast<double>(groups[g].rows) / static_cast<double>(scores.size() * kFresh);
    const Group stranger = draw_group(setting, random);
    for (std::size_t i = 0; i < kFresh; ++i) {
      const double u = draw_logit(random);
      const double score = logistic(u);
      const double truth = groups[g].truth(u);
      result.one += weight * excess(truth, model(score));
      result.each += weight * excess(truth, curves[g](score));
      result.grouped += weight * excess(truth, model(score, g));
      const auto inside = [&](double p, std::uint32_t group) {
        const Interval interval = model.interval(score, group);
        return p >= interval.lower && p <= interval.upper ? 1.0 / (kGroups * kFresh) : 0.0;
      };
      result.covered += inside(truth, g);
      result.unknown_covered += inside(stranger.truth(u), kUnknownGroup);
    }
  }
  return result;
}

bool check(const Setting& setting, std::size_t draws) {
  Result mean;
  for (std::size_t d = 0; d < draws; ++d) {
    const Result one = measure(setting, d);
    const auto part = static_cast<double>(draws);
    mean.one += one.one / part;
    mean.each += one.each / part;
    mean.grouped += one.grouped / part;
    mean.covered += one.covered / part;
    mean.unknown_covered += one.unknown_covered / part;
  }
  const double ratio = mean.grouped / std::min(mean.one, mean.each);
  const bool good = setting.most_ratio == 0 || ratio <= setting.most_ratio;
  fmt::print("{:<34} {:8.1f} {:8.1f} {:8.1f} {:6.2f} {:5} {:7.1f} {:8.1f}\n", setting.title,
             1e4 * mean.one, 1e4 * mean.each, 1e4 * mean.grouped, ratio,
             setting.most_ratio == 0 ? ""
             : good                  ? "PASS"
                                     : "FAIL",
             100 * mean.covered, 100 * mean.unknown_covered);
  std::fflush(stdout);
  return good;
}

}  // namespace
}  // namespace calibrant

int main(int count, char** arguments) {
  using namespace calibrant;
  std::size_t draws = 20;
  for (int i = 1; i + 1 < count; i += 2) {
    if (std::string_view(arguments[i]) == "--draws") {
      draws = std::strtoul(arguments[i + 1], nullptr, 10);
    }
  }
  fmt::print(
      "50 groups of 20 to 2,000 rows, {} draws: excess log loss (1e-4), and how often a band "
      "of 95 % holds the truth (%)\n{:<34} {:>8} {:>8} {:>8} {:>6} {:5} {:>7} {:>8}\n",
      draws, "", "one", "each", "groups", "ratio", "", "covered", "unknown");
  bool good = true;
  for (const Setting& setting :
       std::vector<Setting>{{.title = "offsets 0.3 (at most 0.6)", .most_ratio = 0.6},
                            {.title = "offsets 0.3, slopes 0.2", .slopes = 0.2},
                            {.title = "offsets 0.1", .offsets = 0.1},
                            {.title = "offsets 1", .offsets = 1},
                            {.title = "no difference", .offsets = 0}}) {
    good = check(setting, draws) && good;
  }
  return good ? 0 : 1;
}
