// Auto with all defaults, beside sorting a million doubles whatever the number of rows.
#include "calibrant/auto.hpp"

#include <memory>

#include "harness.hpp"
#include "helpers/shapes.hpp"

namespace calibrant::bench {
namespace {

constexpr std::size_t kMillion = 1'000'000;

std::function<Work()> fit(std::size_t n, testing::Shape shape) {
  return [=] {
    const auto sample = testing::draw(shape, n);
    auto seen = std::make_shared<Observations>(observe(sample.scores, sample.labels));
    return [=] { benchmark::DoNotOptimize(fit_auto(*seen)); };
  };
}

Row row(const std::string& name, std::size_t n, testing::Shape shape, double limit) {
  return {.name = name,
          .yardstick_name = "std::sort of 1e6",
          .limit = limit,
          .work = fit(n, shape),
          .yardstick = sort_doubles(kMillion),
          .repeats = 3};
}

using testing::Shape;
const bool kAdded = add_rows({
    row("Auto, N = 1e5", 100'000, Shape::kCalibrated, 15),
    row("Auto, N = 1e5, sharp", 100'000, Shape::kSharp, 15),
    row("Auto, N = 1e5, stepped", 100'000, Shape::kStepped, 15),
    row("Auto, N = 1e6", kMillion, Shape::kCalibrated, 150),
    row("Auto, N = 1e6, stepped", kMillion, Shape::kStepped, 150),
});

}  // namespace
}  // namespace calibrant::bench
