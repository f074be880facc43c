// Simulated truth of several classes: the mean divergence of every method from it.
//
// calibrant-quality-classes [--seeds 5] [--rows 1000] prints a table as Markdown and says PASS or
// FAIL for every row: Auto is within 1.3 times the best single method plus K * 2e-4. With --bands 1
// it looks at Auto's 95 % bands instead: they cover 92 to 98 %. Seeds begin at --first 0.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <string_view>
#include <vector>

#include "bands.hpp"
#include "calibrant/auto.hpp"
#include "calibrant/classes.hpp"
#include "calibrant/multiclass.hpp"
#include "helpers/class_data.hpp"
#include "support/parallel.hpp"
#include "truths.hpp"

namespace calibrant {
namespace {

using testing::ClassData;

constexpr std::size_t kMostCurves = 10;  // classes up to which one-vs-rest Auto is tried

struct Single {
  std::string_view name;
  std::function<std::vector<double>(const ClassData&, const ClassData&)> predict;
  std::size_t max_classes = static_cast<std::size_t>(-1);
};

std::vector<double> predict(ClassMethod method, const ClassData& data, const ClassData& fresh) {
  const ClassModel model = fit_classes(data.scores, data.labels, data.classes, {},
                                       {.method = method, .execution = {.threads = 1}});
  std::vector<double> p(fresh.scores.size());
  apply(model, fresh.scores, p, {.threads = 1});
  return p;
}

std::vector<double> predict_one_vs_rest(const ClassData& data, const ClassData& fresh) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < data.classes; ++k) names.push_back(fmt::format("{}", k));
  const MulticlassModel model = fit_multiclass(
      observe_multiclass(data.scores, data.labels, data.classes), names,
      [](const Observations& seen) { return fit_auto(seen, {.execution = {.threads = 1}}); });
  return apply(model, fresh.scores);
}

// The last is Auto; the first is no method.
const std::vector<Single>& contestants() {
  const auto joint = [](ClassMethod method) {
    return [method](const ClassData& data, const ClassData& fresh) {
      return predict(method, data, fresh);
    };
  };
  static const std::vector<Single> all = {
      {"raw", [](const ClassData&, const ClassData& fresh) { return fresh.scores; }},
      {"temperature", joint(ClassMethod::kTemperature)},
      {"vector", joint(ClassMethod::kVector)},
      {"matrix", joint(ClassMethod::kMatrix)},
      {"one-vs-rest Auto", predict_one_vs_rest, kMostCurves},
      {"Auto", joint(ClassMethod::kAuto)},
  };
  return all;
}

struct Result {
  const Distortion* distortion;
  std::size_t classes;
  std::vector<double> divergences = {};  // of contestants(); negative: not tried
};

void run(Result& result, const Simulation& how) {
  for (const Single& one : contestants()) {
    double sum = result.classes <= one.max_classes ? 0 : -1;
    for (std::uint64_t seed = how.first; seed < how.first + how.seeds && sum >= 0; ++seed) {
      const ClassData data = draw(*result.distortion, result.classes, how.rows, seed).data;
      const ClassData fresh =
          draw(*result.distortion, result.classes, kTestRows, kTestSeed + seed).data;
      sum += testing::divergence(fresh, one.predict(data, fresh)) / static_cast<double>(how.seeds);
    }
    result.divergences.push_back(sum);
  }
}

bool print(const std::vector<Result>& results) {
  fmt::print("| truth | K |");
  for (const Single& one : contestants()) fmt::print(" {} |", one.name);
  fmt::print("\n|---|--:|");
  for (std::size_t i = 0; i < contestants().size(); ++i) fmt::print("--:|");
  fmt::print("\n");
  for (const Result& result : results) {
    fmt::print("| {} | {} |", result.distortion->name, result.classes);
    for (const double d : result.divergences) {
      fmt::print(" {} |", d < 0 ? "" : fmt::format("{:.1f}", 1e4 * d));
    }
    fmt::print("\n");
  }
  bool all = true;
  for (const Result& result : results) {
    double best = 1e300;
    for (std::size_t i = 1; i + 1 < result.divergences.size(); ++i) {
      if (result.divergences[i] >= 0) best = std::min(best, result.divergences[i]);
    }
    const double limit = 1.3 * best + 2e-4 * static_cast<double>(result.classes);
    const bool holds = result.divergences.back() <= limit;
    fmt::print(
        "{}: {}, K = {}: Auto {:.1f} within 1.3 times the best single method + 2 K ({:.1f})\n",
        holds ? "PASS" : "FAIL", result.distortion->name, result.classes,
        1e4 * result.divergences.back(), 1e4 * limit);
    all &= holds;
  }
  return all;
}

int run_program(int count, char** arguments) {
  Simulation how;
  std::size_t bands = 0;
  const std::map<std::string_view, std::size_t*> options = {
      {"--seeds", &how.seeds}, {"--rows", &how.rows}, {"--first", &how.first}, {"--bands", &bands}};
  for (int i = 1; i + 1 < count; i += 2) {
    const auto option = options.find(arguments[i]);
    if (option == options.end()) {
      fmt::print(stderr, "calibrant-quality-classes: unknown option {}\n", arguments[i]);
      return 64;
    }
    *option->second = std::strtoul(arguments[i + 1], nullptr, 10);
  }
  if (bands != 0) return judge_bands(how) ? 0 : 1;
  std::vector<Result> results;
  for (const Distortion& distortion : distortions()) {
    for (const std::size_t classes : kClassCounts) results.push_back({&distortion, classes});
  }
  std::vector<std::function<void()>> tasks;
  for (Result& result : results) tasks.emplace_back([&] { run(result, how); });
  run_tasks(thread_count({}), tasks);
  return print(results) ? 0 : 1;
}

}  // namespace
}  // namespace calibrant

int main(int count, char** arguments) { return calibrant::run_program(count, arguments); }
