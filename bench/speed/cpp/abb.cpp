#include "calibrant/abb.hpp"

#include <cmath>
#include <memory>

#include "harness.hpp"
#include "helpers/shapes.hpp"

namespace calibrant::bench {
namespace {

std::shared_ptr<Observations> observations(testing::Shape shape, std::size_t n) {
  const auto sample = testing::draw(shape, n);
  return std::make_shared<Observations>(observe(sample.scores, sample.labels));
}

std::function<Work()> fit(std::size_t n, AbbOptions options) {
  return [=] {
    auto seen = observations(testing::Shape::kCalibrated, n);
    return [=] { benchmark::DoNotOptimize(fit_abb(*seen, options)); };
  };
}

const AbbOptions kFixed = {.prior = {.lambda = 1}};

double growth_exponent() {
  // Least squares would smooth over the caches; the two ends are what users see.
  const auto small = fit(100'000, kFixed)();
  const auto large = fit(1'000'000, kFixed)();
  return std::log10(median_seconds(large, 3) / median_seconds(small, 7));
}

double peak_mebibytes() {
  auto seen = observations(testing::Shape::kCalibrated, 1'000'000);
  return peak_memory([&] { benchmark::DoNotOptimize(fit_abb(*seen, kFixed)); });
}

const bool kRows = add_rows({
    {.name = "ABB, fixed lambda, N = 1e5",
     .yardstick_name = "std::sort",
     .limit = 15,
     .work = fit(100'000, kFixed),
     .yardstick = sort_doubles(100'000),
     .repeats = 9},
    {.name = "ABB, fixed lambda, N = 1e6",
     .yardstick_name = "std::sort",
     .limit = 40,
     .work = fit(1'000'000, kFixed),
     .yardstick = sort_doubles(1'000'000),
     .repeats = 3},
    {.name = "ABB, fixed lambda, N = 1e7",
     .yardstick_name = "std::sort",
     .limit = 12,
     .work = fit(10'000'000, kFixed),
     .yardstick = sort_doubles(10'000'000),
     .repeats = 1},
    // Ours, for what people use: lambda averaged.
    {.name = "ABB, lambda averaged, N = 1e5",
     .yardstick_name = "std::sort",
     .limit = 60,
     .work = fit(100'000, {}),
     .yardstick = sort_doubles(100'000),
     .repeats = 5},
});

const bool kFigures = add_figures({
    {.name = "ABB, growth exponent from N = 1e5 to 1e6", .limit = 1.55, .measure = growth_exponent},
    {.name = "ABB, fixed lambda, N = 1e6: peak memory, MiB",
     .limit = 1024,
     .measure = peak_mebibytes},
});

}  // namespace
}  // namespace calibrant::bench
