// Claims of `compare` that are false by construction: tests/helpers/equal_methods.hpp.
//
// Two methods are the hardest case, since nothing is corrected for; five show that the correction
// holds. The level is 5 %; a rate passes if it is at most that and two standard errors.
#include "false_claims.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "helpers/equal_methods.hpp"
#include "support/parallel.hpp"

namespace calibrant {
namespace {

struct Case {
  std::string name;
  std::size_t rows;
  std::size_t runs;
  std::function<testing::EqualMethods(std::size_t rows, std::uint64_t seed)> draw;
  std::size_t claims = 0;
};

std::vector<Case> all_cases(std::size_t runs) {
  std::vector<Case> cases;
  for (const std::size_t rows : {200U, 1000U, 5000U}) {
    for (const testing::Distortions& both : testing::equal_distortions()) {
      const double amount = testing::equalizing_amount(both);
      cases.push_back({fmt::format("two predictions, {}", both.name), rows, runs,
                       [&both, amount](std::size_t n, std::uint64_t seed) {
                         return testing::draw_distorted(both, amount, n, seed);
                       }});
    }
    const auto add_views = [&](const char* name, std::function<Curve(const Observations&)> fit) {
      for (const double mean : {0.0, -3.5}) {
        for (const std::size_t views : {2U, 5U}) {
          cases.push_back({fmt::format("{} on {} equal scores over folds, {} positive", name, views,
                                       mean == 0 ? "half" : "7 %"),
                           rows, std::max<std::size_t>(runs * 200 / rows / 2, 1),
                           [=](std::size_t n, std::uint64_t seed) {
                             return testing::draw_views(fit, mean, views, n, seed);
                           }});
        }
      }
    };
    add_views("platt-logit", [](const Observations& seen) {
      return fit_platt(seen, {.input = Sigmoid::Input::kLogit});
    });
    add_views("histogram", [](const Observations& seen) { return fit_histogram(seen); });
    add_views("isotonic", [](const Observations& seen) { return fit_isotonic(seen); });
  }
  return cases;
}

}  // namespace

bool check_false_claims(std::size_t runs) {
  std::vector<Case> cases = all_cases(runs);
  std::vector<std::function<void()>> tasks;
  for (Case& one : cases) {
    tasks.emplace_back([&one] {
      for (std::uint64_t run = 0; run < one.runs; ++run) {
        if (testing::claims_anything(testing::compared(one.draw(one.rows, run)))) ++one.claims;
      }
    });
  }
  run_tasks(thread_count({}), tasks);
  bool all = true;
  for (const Case& one : cases) {
    const auto runs_made = static_cast<double>(one.runs);
    const double rate = static_cast<double>(one.claims) / runs_made;
    const bool holds = rate <= 0.05 + 2 * std::sqrt(0.05 * 0.95 / runs_made);
    fmt::print("{}: {}, N = {}: {:.1f} % of {} comparisons claim a difference (5 % allowed)\n",
               holds ? "PASS" : "FAIL", one.name, one.rows, 100 * rate, one.runs);
    all &= holds;
  }
  return all;
}

}  // namespace calibrant
