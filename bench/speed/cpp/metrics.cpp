// The limit is our own choice: a scorecard must not cost more than sorting three times.
#include "calibrant/metrics.hpp"

#include <memory>

#include "harness.hpp"
#include "helpers/shapes.hpp"

namespace calibrant::bench {
namespace {

constexpr std::size_t kRows = 1'000'000;

Work evaluate_rows() {
  auto sample =
      std::make_shared<testing::Sample>(testing::draw(testing::Shape::kCalibrated, kRows));
  return [sample] { benchmark::DoNotOptimize(evaluate(sample->scores, sample->labels)); };
}

const bool kAdded = add_rows({{.name = "evaluate, N = 1e6",
                               .yardstick_name = "std::sort",
                               .limit = 3,
                               .work = evaluate_rows,
                               .yardstick = sort_doubles(kRows)}});

}  // namespace
}  // namespace calibrant::bench
