#include <memory>

#include "calibrant/beta.hpp"
#include "calibrant/histogram.hpp"
#include "calibrant/isotonic.hpp"
#include "calibrant/platt.hpp"
#include "harness.hpp"
#include "helpers/shapes.hpp"

namespace calibrant::bench {
namespace {

constexpr std::size_t kMillion = 1'000'000;
constexpr std::size_t kTenMillion = 10'000'000;

// What is timed: a fit from ready Observations.
template <class Fit>
std::function<Work()> fitting(std::size_t rows, testing::Shape shape, Fit fit) {
  return [rows, shape, fit] {
    const testing::Sample sample = testing::draw(shape, rows);
    auto seen = std::make_shared<Observations>(observe(sample.scores, sample.labels));
    return [seen, fit] { benchmark::DoNotOptimize(fit(*seen)); };
  };
}

template <class Fit>
Row row(const std::string& name, std::size_t rows, double limit, testing::Shape shape, Fit fit) {
  return {.name = name,
          .yardstick_name = "std::sort",
          .limit = limit,
          .work = fitting(rows, shape, fit),
          .yardstick = sort_doubles(rows),
          .repeats = rows > kMillion ? 3 : 7};
}

Work observe_and_fit_isotonic() {
  auto sample =
      std::make_shared<testing::Sample>(testing::draw(testing::Shape::kCalibrated, kTenMillion));
  return [sample] {
    benchmark::DoNotOptimize(
        fit_isotonic(observe(sample->scores, sample->labels, {}, {.threads = 1})));
  };
}

const auto kPlatt = [](const Observations& seen) { return fit_platt(seen); };
const auto kPlattLogit = [](const Observations& seen) {
  return fit_platt(seen, {.input = Sigmoid::Input::kLogit});
};
const auto kBeta = [](const Observations& seen) { return fit_beta(seen); };
const auto kIsotonic = [](const Observations& seen) { return fit_isotonic(seen); };
const auto kHistogram = [](const Observations& seen) { return fit_histogram(seen); };
const auto kEqualWidth = [](const Observations& seen) {
  return fit_histogram(seen, {.strategy = BinStrategy::kEqualWidth});
};

using testing::Shape;
const bool kAdded = add_rows({
    row("Platt, N = 1e6", kMillion, 3, Shape::kCalibrated, kPlatt),
    row("Platt, N = 1e6, sharp", kMillion, 3, Shape::kSharp, kPlatt),
    row("Platt, N = 1e6, rare", kMillion, 3, Shape::kRare, kPlatt),
    row("Platt on logits, N = 1e6", kMillion, 3, Shape::kCalibrated, kPlattLogit),
    row("beta, N = 1e6", kMillion, 3, Shape::kCalibrated, kBeta),
    row("beta, N = 1e6, rare", kMillion, 3, Shape::kRare, kBeta),
    row("isotonic, N = 1e7", kTenMillion, 1, Shape::kCalibrated, kIsotonic),
    row("histogram, N = 1e7", kTenMillion, 1, Shape::kCalibrated, kHistogram),
    row("histogram of equal width, N = 1e7", kTenMillion, 1, Shape::kCalibrated, kEqualWidth),
    {.name = "observe and isotonic, N = 1e7",
     .yardstick_name = "std::sort",
     .limit = 2,
     .work = observe_and_fit_isotonic,
     .yardstick = sort_doubles(kTenMillion),
     .repeats = 3},
});

}  // namespace
}  // namespace calibrant::bench
