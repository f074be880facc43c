// Reading curves. Many scores: out of cache, beside a copy of as many doubles, or beside the grid.
// One score: beside one std::exp, both over an array of random scores, so that no branch is learnt.
#include "calibrant/curve.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "harness.hpp"
#include "helpers/shapes.hpp"

namespace calibrant::bench {
namespace {

constexpr std::size_t kMany = 10'000'000;
constexpr std::size_t kFew = 4096;  // within the first-level cache

std::vector<double> uniform(std::size_t n, std::uint64_t seed) {
  testing::Random random(seed);
  std::vector<double> values(n);
  for (double& value : values) value = random.uniform();
  return values;
}

std::vector<double> sorted_distinct(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

/// Half of the places in a millionth of the range, far from zero.
double cluster(double u) { return u < 0.5 ? 0.7 + u * 2e-6 : (u - 0.5) * 2; }
/// Piled up at zero over ten decades, as the scores of a sure classifier are.
double pile(double u) { return std::pow(u, 10); }
double spread(double u) { return u; }

using Place = double (*)(double);

/// Made when its row is run: one of them takes longer than most rows.
using MakeCurve = std::function<Curve()>;

MakeCurve grid(std::size_t cells) {
  return [=] { return Curve(Grid{0, 1, uniform(cells, 3)}); };
}

MakeCurve segments(std::size_t knots, Place place) {
  return [=] {
    auto places = uniform(knots, 5);
    std::transform(places.begin(), places.end(), places.begin(), place);
    places = sorted_distinct(std::move(places));
    return Curve(Segments{places, uniform(places.size(), 6)});
  };
}

MakeCurve steps(std::size_t borders) {
  return [=] {
    const auto places = sorted_distinct(uniform(borders, 7));
    return Curve(Steps{places, uniform(places.size() + 1, 8)});
  };
}

MakeCurve sigmoid(Sigmoid::Input input) {
  return [=] { return Curve(Sigmoid{input, -0.3, 1.7, 1.1}); };
}

struct Arrays {
  std::vector<double> scores;
  std::vector<double> out;
};

std::shared_ptr<Arrays> arrays(Place place) {
  auto made = std::make_shared<Arrays>(Arrays{uniform(kMany, 1), std::vector<double>(kMany)});
  std::transform(made->scores.begin(), made->scores.end(), made->scores.begin(), place);
  return made;
}

std::function<Work()> apply_many(const MakeCurve& make, Place place = spread) {
  return [make, place] {
    return [curve = make(), data = arrays(place)] {
      apply(curve, data->scores, data->out, {.threads = 1});
      benchmark::DoNotOptimize(data->out.data());
    };
  };
}

Work copy_many() {
  return [data = arrays(spread)] {
    std::memcpy(data->out.data(), data->scores.data(), kMany * sizeof(double));
    benchmark::DoNotOptimize(data->out.data());
  };
}

template <class MakeFunction>
std::function<Work()> one_by_one(const MakeFunction& make) {
  return [make] {
    return [function = make(), scores = uniform(kFew, 2)] {
      for (const double score : scores) benchmark::DoNotOptimize(function(score));
    };
  };
}

auto exponential() {
  return [](double x) { return std::exp(x); };
}

Row many(const std::string& name, double limit, const MakeCurve& curve, Place place = spread) {
  return {.name = "apply " + name + ", N = 1e7",
          .yardstick_name = "apply Grid 1000",
          .limit = limit,
          .work = apply_many(curve, place),
          .yardstick = apply_many(grid(1000))};
}

Row beside_copy(const std::string& name, const MakeCurve& curve) {
  return {.name = "apply " + name + ", N = 1e7",
          .yardstick_name = "memcpy",
          .limit = 4,
          .work = apply_many(curve),
          .yardstick = copy_many};
}

Row one(const std::string& name, const MakeCurve& curve, double limit = 10) {
  return {.name = "one " + name + " (of 4096)",
          .yardstick_name = "std::exp",
          .limit = limit,
          .work = one_by_one(curve),
          .yardstick = one_by_one(exponential),
          .repeats = 15,
          .calls = 50};
}

const bool kAdded = add_rows({
    beside_copy("Grid 1000", grid(1000)),
    beside_copy("Grid 10000", grid(10'000)),
    many("Segments 1000, random knots", 4, segments(1000, spread)),
    many("Segments 1000, knots piled up at 0", 4, segments(1000, pile), pile),
    many("Segments 1000, half the knots in 1e-6", 4, segments(1000, cluster), cluster),
    many("Segments 100000, random knots", 12, segments(100'000, spread)),
    many("Steps 10", 4, steps(10)),
    many("Steps 20", 4, steps(20)),
    many("Steps 100", 4, steps(100)),
    many("Sigmoid of score", 4, sigmoid(Sigmoid::Input::kScore)),
    many("Sigmoid of logit", 8, sigmoid(Sigmoid::Input::kLogit)),
    many("Sigmoid of logs", 8, sigmoid(Sigmoid::Input::kLogs)),
    one("Grid 1000", grid(1000)),
    one("Steps 20", steps(20)),
    one("Segments 1000, random knots", segments(1000, spread)),
    one("Segments 1000, half the knots in 1e-6", segments(1000, cluster)),
    // Its tables do not fit the caches: what is timed is the way to memory.
    one("Segments 1000000, half the knots in 1e-6", segments(1'000'000, cluster), 20),
    one("Sigmoid of score", sigmoid(Sigmoid::Input::kScore)),
    one("Sigmoid of logit", sigmoid(Sigmoid::Input::kLogit)),
});

}  // namespace
}  // namespace calibrant::bench
