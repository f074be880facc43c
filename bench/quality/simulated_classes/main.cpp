// Simulated truth of several classes: the mean divergence of every method from it.
//
// calibrant-quality-classes [--seeds 5] [--rows 1000] prints a table as Markdown and says PASS or
// FAIL for every row: Auto is within 1.3 times the best single method plus K * 2e-4.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <string_view>
#include <vector>

#include "calibrant/auto.hpp"
#include "calibrant/classes.hpp"
#include "calibrant/multiclass.hpp"
#include "helpers/class_data.hpp"
#include "support/parallel.hpp"

namespace calibrant {
namespace {

using testing::ClassData;
using testing::Random;
using testing::softmax_of;

constexpr std::size_t kTestRows = 2000;
constexpr std::uint64_t kTestSeed = 1'000'000;
constexpr std::array<std::size_t, 3> kClassCounts = {3, 10, 50};
constexpr std::size_t kMostCurves = 10;  // classes up to which one-vs-rest Auto is tried

// One row: what the classifier says, and the probabilities that the label is drawn from.
struct Row {
  std::vector<double> said;
  std::vector<double> truth;
};

struct Distortion {
  std::string_view name;
  // From the log odds of a row.
  std::function<Row(const std::vector<double>&)> make;
};

// A number in [-1, 1] that depends on two classes only.
double constant_of(std::size_t k, std::size_t j) {
  return 2 * std::fmod(0.618 * static_cast<double>(k + 1) + 0.414 * static_cast<double>(j + 1), 1) -
         1;
}

std::vector<double> mapped(const std::vector<double>& z,
                           const std::function<double(std::size_t)>& map) {
  std::vector<double> said;
  for (std::size_t k = 0; k < z.size(); ++k) said.push_back(map(k));
  return softmax_of(said);
}

// The top label's confidence c becomes c^(1/3); the others share the rest as before.
std::vector<double> overrated(std::vector<double> p) {
  const auto top = std::max_element(p.begin(), p.end());
  const double confidence = std::cbrt(*top);
  const double share = (1 - confidence) / (1 - *top);
  const double before = *top;
  for (double& value : p) value *= share;
  *top = before < 1 ? confidence : 1;
  return p;
}

const std::vector<Distortion>& distortions() {
  static const std::vector<Distortion> all = {
      {"none",
       [](const auto& z) {
         return Row{softmax_of(z), softmax_of(z)};
       }},
      {"temperature",
       [](const auto& z) {
         return Row{mapped(z, [&](std::size_t k) { return 2.5 * z[k]; }), softmax_of(z)};
       }},
      {"vector",
       [](const auto& z) {
         return Row{mapped(z,
                           [&](std::size_t k) {
                             return (1.5 + 0.8 * constant_of(k, 0)) * z[k] + constant_of(k, 1);
                           }),
                    softmax_of(z)};
       }},
      {"matrix",
       [](const auto& z) {
         const double scale = 0.8 / std::sqrt(static_cast<double>(z.size()));
         return Row{mapped(z,
                           [&](std::size_t k) {
                             double sum = z[k];
                             for (std::size_t j = 0; j < z.size(); ++j) {
                               sum += scale * constant_of(k, j) * z[j];
                             }
                             return sum;
                           }),
                    softmax_of(z)};
       }},
      {"shift of labels",
       [](const auto& z) {
         return Row{softmax_of(z),
                    mapped(z, [&](std::size_t k) { return z[k] + 1.2 * constant_of(k, 3); })};
       }},
      {"label noise",
       [](const auto& z) {
         Row row{softmax_of(z), softmax_of(z)};
         for (double& p : row.truth) p = 0.85 * p + 0.15 / static_cast<double>(z.size());
         return row;
       }},
      {"top label overrated",
       [](const auto& z) {
         return Row{overrated(softmax_of(z)), softmax_of(z)};
       }},
  };
  return all;
}

// The first rows have one label of each class, so that none is missing.
ClassData draw(const Distortion& distortion, std::size_t classes, std::size_t rows,
               std::uint64_t seed) {
  Random random(seed);
  ClassData data{classes, {}, {}, {}};
  std::vector<bool> seen(classes);
  std::size_t missing = classes;
  while (data.labels.size() < rows) {
    std::vector<double> z(classes);
    for (double& value : z) value = 2 * random.normal();
    const Row row = distortion.make(z);
    double left = random.uniform();
    std::uint32_t label = 0;
    while (label + 1 < classes && left >= row.truth[label]) left -= row.truth[label++];
    // Only as many rows as are needed for the classes that are missing remain.
    if (seen[label] && rows - data.labels.size() <= missing) continue;
    if (!seen[label]) --missing;
    seen[label] = true;
    data.labels.push_back(label);
    data.scores.insert(data.scores.end(), row.said.begin(), row.said.end());
    data.truth.insert(data.truth.end(), row.truth.begin(), row.truth.end());
  }
  return data;
}

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

void run(Result& result, std::size_t rows, std::size_t seeds) {
  for (const Single& one : contestants()) {
    double sum = result.classes <= one.max_classes ? 0 : -1;
    for (std::uint64_t seed = 0; seed < seeds && sum >= 0; ++seed) {
      const ClassData data = draw(*result.distortion, result.classes, rows, seed);
      const ClassData fresh = draw(*result.distortion, result.classes, kTestRows, kTestSeed + seed);
      sum += testing::divergence(fresh, one.predict(data, fresh)) / static_cast<double>(seeds);
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
  std::size_t seeds = 5;
  std::size_t rows = 1000;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string_view option = arguments[i];
    if (option != "--seeds" && option != "--rows") {
      fmt::print(stderr, "calibrant-quality-classes: unknown option {}\n", option);
      return 64;
    }
    (option == "--seeds" ? seeds : rows) = std::strtoul(arguments[i + 1], nullptr, 10);
  }
  std::vector<Result> results;
  for (const Distortion& distortion : distortions()) {
    for (const std::size_t classes : kClassCounts) results.push_back({&distortion, classes});
  }
  std::vector<std::function<void()>> tasks;
  for (Result& result : results) tasks.emplace_back([&] { run(result, rows, seeds); });
  run_tasks(thread_count({}), tasks);
  return print(results) ? 0 : 1;
}

}  // namespace
}  // namespace calibrant

int main(int count, char** arguments) { return calibrant::run_program(count, arguments); }
