// Auto with all defaults, beside sorting: from 1e6 rows on as many doubles, before that a million.
#include "calibrant/auto.hpp"

#include <memory>

#include "harness.hpp"
#include "helpers/shapes.hpp"

namespace calibrant::bench {
namespace {

constexpr std::size_t kMillion = 1'000'000;

// From rows that are not sorted.
std::function<Work()> fit(std::size_t n, testing::Shape shape) {
  return [=] {
    auto sample = std::make_shared<testing::Sample>(testing::draw(shape, n));
    return [=] { benchmark::DoNotOptimize(fit_auto(observe(sample->scores, sample->labels))); };
  };
}

Row row(const std::string& name, std::size_t n, testing::Shape shape, std::size_t sorted,
        double limit) {
  return {.name = name,
          .yardstick_name = sorted == kMillion ? "std::sort of 1e6" : "std::sort",
          .limit = limit,
          .work = fit(n, shape),
          .yardstick = sort_doubles(sorted),
          .repeats = 3};
}

double bytes_a_row() {
  const Work work = fit(10 * kMillion, testing::Shape::kCalibrated)();
  return peak_memory(work) * 1024 * 1024 / static_cast<double>(10 * kMillion);
}

using testing::Shape;
const bool kAdded = add_rows({
    row("Auto, N = 1e5", 100'000, Shape::kCalibrated, kMillion, 15),
    row("Auto, N = 1e5, sharp", 100'000, Shape::kSharp, kMillion, 15),
    row("Auto, N = 1e5, stepped", 100'000, Shape::kStepped, kMillion, 15),
    row("Auto, N = 1e6", kMillion, Shape::kCalibrated, kMillion, 5),
    row("Auto, N = 1e6, flat", kMillion, Shape::kFlat, kMillion, 5),
    row("Auto, N = 1e6, stepped", kMillion, Shape::kStepped, kMillion, 5),
    row("Auto, N = 1e6, rare", kMillion, Shape::kRare, kMillion, 5),
    row("Auto, N = 1e6, sharp", kMillion, Shape::kSharp, kMillion, 5),
    row("Auto, N = 1e7", 10 * kMillion, Shape::kCalibrated, 10 * kMillion, 3),
    row("Auto, N = 1e7, stepped", 10 * kMillion, Shape::kStepped, 10 * kMillion, 3),
});

const bool kMeasured =
    add_figures({{.name = "Auto, bytes a row, N = 1e7", .limit = 40, .measure = bytes_a_row}});

}  // namespace
}  // namespace calibrant::bench
