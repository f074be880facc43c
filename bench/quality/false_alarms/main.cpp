// How often are probabilities called off, when they are right, and when one subgroup is wrong?
//
// calibrant-false-alarms [--tables 1000] [--shapes logistic,wide,beta,constant] [--probabilities
// FILE] draws tables of subgroups, and tests each table as `calibrant evaluate --by` does. It
// prints the share of tables in which a right subgroup is called off, for our p-values and for
// those of the chi-squared distribution, and the share in which a subgroup whose odds are doubled
// is found. The last column is the share of right tables that diagnose() calls off as a whole.
// PASS: at most 5 % plus two standard errors. A test that is exact fails one such check in 40, so
// that a row which fails is drawn again with ten times as many new tables, and these decide. FILE
// has one probability in each line, to draw from.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "calibrant/calibrant.hpp"
#include "helpers/right_tables.hpp"
#include "metrics/holm.hpp"

namespace calibrant {
namespace {

using testing::Random;
using testing::Spread;

constexpr double kChance = 0.05;

struct Size {
  std::size_t groups;
  std::size_t rows;
};
constexpr Size kSizes[] = {{10, 100}, {20, 50}, {50, 100}, {20, 300}};
constexpr double kRates[] = {0.01, 0.05, 0.25};

/// A shape of probabilities, or those of a file.
struct Source {
  std::string title;
  double rate = 0;
  std::optional<testing::Probabilities> shape = {};
  std::vector<double> given = {};

  std::vector<double> draw(std::size_t rows, Random& random) const {
    std::vector<double> p;
    for (std::size_t i = 0; i < rows; ++i) {
      p.push_back(shape ? shape->draw(random) : given[random.below(given.size())]);
    }
    return p;
  }
};

struct Shares {
  double ours = 0;
  double limit = 0;  ///< with the p-values of the chi-squared distribution
  double found = 0;
  double limit_found = 0;
  double whole = 0;
};

using Values = std::vector<std::optional<double>>;

struct Table {
  Values ours;
  Values limit;
};

void add(Table& table, const Observations& seen, double smallest) {
  const auto test = calibration_test(seen, {.smallest = smallest});
  if (!test) return;
  table.ours.emplace_back(test->p);
  table.limit.emplace_back(test->degrees == 2 ? std::exp(-test->statistic / 2)
                                              : std::erfc(std::sqrt(test->statistic / 2)));
}

bool any_off(const Values& p) {
  for (const auto& one : metrics::holm(p)) {
    if (one && *one <= kChance) return true;
  }
  return false;
}

Shares simulate(const Source& source, const Size& size, std::size_t first, std::size_t tables) {
  Shares shares;
  const double share = 1 / static_cast<double>(tables);
  const double smallest = metrics::smallest_of(size.groups, kChance);
  for (std::size_t t = first; t < first + tables; ++t) {
    Random random(1000 * t + size.groups + size.rows);
    Table right;
    std::optional<Observations> all;
    for (std::size_t g = 0; g < size.groups; ++g) {
      const std::vector<double> p = source.draw(size.rows, random);
      if (g == 0) {
        // The same probabilities with wrong labels take the place of the first subgroup.
        Table wrong;
        add(wrong, testing::labelled(p, random, 2), smallest);
        for (const bool limit : {false, true}) {
          Values values = limit ? wrong.limit : wrong.ours;
          values.resize(size.groups, 1.0);
          (limit ? shares.limit_found : shares.found) += any_off(values) ? share : 0;
        }
      }
      const Observations seen = testing::labelled(p, random);
      all = all ? merge(*all, seen) : seen;
      add(right, seen, smallest);
    }
    shares.ours += any_off(right.ours) ? share : 0;
    shares.limit += any_off(right.limit) ? share : 0;
    shares.whole += diagnose(*all).fine() ? 0 : share;
  }
  return shares;
}

bool check(const Source& source, const Size& size, std::size_t first, std::size_t tables) {
  const double most =
      kChance + 2 * std::sqrt(kChance * (1 - kChance) / static_cast<double>(tables));
  const Shares shares = simulate(source, size, first, tables);
  const bool good = shares.ours <= most && shares.whole <= most;
  fmt::print("| {} | {:.2g} % | {} × {} | {} |", source.title, 100 * source.rate, size.groups,
             size.rows, tables);
  for (const double share :
       {shares.ours, shares.limit, shares.found, shares.limit_found, shares.whole}) {
    fmt::print(" {:.1f} % |", 100 * share);
  }
  fmt::print(" {} |\n", good ? "PASS" : "FAIL");
  std::fflush(stdout);
  return good;
}

bool run(const Source& source, std::size_t tables) {
  bool passed = true;
  for (const Size& size : kSizes) {
    passed = (check(source, size, 0, tables) || check(source, size, tables, 10 * tables)) && passed;
  }
  return passed;
}

std::vector<double> read_numbers(const std::string& path) {
  std::ifstream file(path);
  std::vector<double> numbers;
  for (double number = 0; file >> number;) numbers.push_back(number);
  if (numbers.empty()) {
    fmt::print(stderr, "calibrant-false-alarms: {}: no numbers\n", path);
    std::exit(2);
  }
  return numbers;
}

}  // namespace
}  // namespace calibrant

int main(int argc, char** argv) {
  using namespace calibrant;
  std::size_t tables = 1000;
  std::string shapes = "logistic,wide,beta,constant";
  std::optional<std::string> file;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view option = argv[i];
    if (option == "--tables") tables = std::strtoul(argv[i + 1], nullptr, 10);
    if (option == "--shapes") shapes = argv[i + 1];
    if (option == "--probabilities") file = argv[i + 1];
  }
  fmt::print(
      "| probabilities | positive | groups × rows | tables | right, called off | by chi-squared | "
      "wrong, found | by chi-squared | right, whole called off | "
      "|\n|---|---|---|---|---|---|---|---|---|---|\n");
  bool passed = true;
  if (file) {
    Source source = {.title = "file"};
    source.given = read_numbers(*file);
    for (const double p : source.given) source.rate += p / static_cast<double>(source.given.size());
    passed = run(source, tables);
  } else {
    for (const Spread spread :
         {Spread::kLogistic, Spread::kWide, Spread::kBeta, Spread::kConstant}) {
      const std::string title(testing::name(spread));
      if (("," + shapes + ",").find("," + title + ",") == std::string::npos) continue;
      for (const double rate : kRates) {
        passed = run({.title = title, .rate = rate, .shape = testing::Probabilities(spread, rate)},
                     tables) &&
                 passed;
      }
    }
  }
  return passed ? 0 : 1;
}
