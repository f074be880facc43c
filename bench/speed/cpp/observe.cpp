#include "calibrant/observations.hpp"

#include <memory>

#include "harness.hpp"
#include "helpers/shapes.hpp"

namespace calibrant::bench {
namespace {

constexpr std::size_t kRows = 10'000'000;

Work observe_rows() {
  auto sample =
      std::make_shared<testing::Sample>(testing::draw(testing::Shape::kCalibrated, kRows));
  return [sample] {
    benchmark::DoNotOptimize(observe(sample->scores, sample->labels, {}, {.threads = 1}));
  };
}

const bool kAdded = add_rows({{.name = "observe, N = 1e7",
                               .yardstick_name = "std::sort",
                               .limit = 1,
                               .work = observe_rows,
                               .yardstick = sort_doubles(kRows),
                               .repeats = 3}});

}  // namespace
}  // namespace calibrant::bench
