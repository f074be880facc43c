#include "calibrant/sbb.hpp"

#include <fmt/format.h>

#include <memory>

#include "binning/sbb_programme.hpp"
#include "harness.hpp"
#include "helpers/shapes.hpp"

namespace calibrant::bench {
namespace {

using testing::Shape;

std::function<Work()> fit(Shape shape, std::size_t rows, const Prior& prior) {
  return [=] {
    const auto sample = testing::draw(shape, rows);
    auto seen = std::make_shared<Observations>(observe(sample.scores, sample.labels));
    return [=] { benchmark::DoNotOptimize(fit_sbb(*seen, {.prior = prior})); };
  };
}

double mean_survivors(Shape shape, std::size_t rows, Scale scale) {
  const auto sample = testing::draw(shape, rows);
  const Observations seen = observe(sample.scores, sample.labels);
  const Execution execution;
  ProgressMeter progress(execution, 1);
  const BestBinning best = best_binning(make_binning_problem(seen, scale), 8, progress);
  return best.survivors;
}

std::vector<Row> make_rows() {
  std::vector<Row> rows;
  const auto add = [&](Shape shape, std::size_t n, double limit, const Prior& prior,
                       const char* what) {
    rows.push_back({.name = fmt::format("SBB, {}, {}, N = 1e{}", testing::name(shape), what,
                                        n > 500'000 ? 6 : 5),
                    .yardstick_name = "std::sort",
                    .limit = limit,
                    .work = fit(shape, n, prior),
                    .yardstick = sort_doubles(n),
                    .repeats = n > 500'000 ? 3 : 5});
  };
  for (const Shape shape : {Shape::kCalibrated, Shape::kFlat, Shape::kStepped, Shape::kRare}) {
    add(shape, 100'000, 40, {}, "all lambdas");
    add(shape, 1'000'000, 200, {}, "all lambdas");
    add(shape, 1'000'000, 200, {.lambda = 1}, "lambda = 1");
  }
  add(Shape::kCalibrated, 1'000'000, 200, {.scale = Scale::kScore}, "all lambdas, score");
  add(Shape::kFlat, 1'000'000, 200, {.scale = Scale::kScore}, "all lambdas, score");
  return rows;
}

// The table of docs/math/sbb.md at its far end.
std::vector<Figure> make_figures() {
  std::vector<Figure> figures;
  for (const Shape shape : testing::kShapes) {
    for (const Scale scale : {Scale::kRank, Scale::kScore}) {
      figures.push_back(
          {.name = fmt::format("SBB, {}, {}, N = 1e6, surviving starts", testing::name(shape),
                               scale == Scale::kRank ? "rank" : "score"),
           .limit = 30,
           .measure = [=] { return mean_survivors(shape, 1'000'000, scale); }});
    }
  }
  return figures;
}

const bool kAdded = add_rows(make_rows()) && add_figures(make_figures());

}  // namespace
}  // namespace calibrant::bench
