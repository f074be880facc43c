// Real scores: every method on a suite of classic binary problems and Adult, by mean rank.
//
// calibrant-contest DIR [SPLITS] reads DIR/suite/*.csv and DIR/uci/adult.*; each problem is a data
// set under a classifier (logistic regression, naive Bayes, linear SVM margins), dealt into half
// for training, a quarter for calibration and a quarter for test, SPLITS (default 10) times.
// Measures are means over the splits. Prints the tables of docs/results/auto.md as Markdown.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "calibrant/calibrant.hpp"
#include "classifiers/classifier.hpp"
#include "data/table.hpp"
#include "data/uci.hpp"
#include "study/ranks.hpp"
#include "study/study.hpp"
#include "support/parallel.hpp"

namespace calibrant::contest {
namespace {

using namespace experiments;

constexpr std::size_t kMostRows = 6000;  // of a data set: half of them train

struct Contestant {
  std::string_view name;
  bool needs_probabilities;
  std::string_view method;  ///< empty: the scores as they are
};

const std::vector<Contestant>& contestants() {
  static const std::vector<Contestant> kAll = [] {
    std::vector<Contestant> list;
    for (const auto& method : calibrant::methods()) {
      if (!method.gives_curve) continue;
      list.push_back({method.title, method.needs_probabilities, method.name});
    }
    list.push_back({"raw", true, {}});
    return list;
  }();
  return kAll;
}

struct NamedTrainer {
  const char* name;
  bool probabilities;
  Trainer trainer;
};

struct Problem {
  std::string name;
  bool probabilities = true;
  std::vector<double> log_loss;  ///< of each contestant; 0 where it cannot take part
  std::vector<double> brier;
};

struct Loaded {
  std::string name;
  Dataset data;
};

std::vector<Loaded> load(const std::filesystem::path& directory) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(directory / "suite")) {
    if (entry.path().extension() == ".csv") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  std::vector<Loaded> loaded;
  for (const auto& file : files) loaded.push_back({file.stem().string(), read_table(file)});
  loaded.push_back({"adult", read_adult(directory / "uci")});
  return loaded;
}

void run_split(const Loaded& loaded, const NamedTrainer& classifier, std::size_t split,
               double share, Problem& problem) {
  RandomStream random = repeat_stream(loaded.name, 1, split);
  const std::size_t rows = std::min(loaded.data.rows(), kMostRows);
  const Split parts =
      deal(loaded.data, {.train = rows / 2, .calibration = rows / 4, .test = rows / 4}, random);
  const auto trained = classifier.trainer(parts.train);
  const Labelled calibration = score_rows(*trained, parts.calibration);
  const Labelled test = score_rows(*trained, parts.test);
  const Observations seen = observe(calibration.scores.values, calibration.labels);
  for (std::size_t m = 0; m < contestants().size(); ++m) {
    const Contestant& contestant = contestants()[m];
    if (contestant.needs_probabilities && !classifier.probabilities) continue;
    const std::vector<double> predicted =
        contestant.method.empty()
            ? test.scores.values
            : apply(fit_method(contestant.method, seen, {.execution = {.threads = 1}}),
                    test.scores.values);
    const Observations predictions = observe(predicted, test.labels);
    problem.log_loss[m] += share * log_loss(predictions);
    problem.brier[m] += share * brier_score(predictions);
  }
}

std::vector<Problem> run_all(const std::vector<Loaded>& data, std::size_t splits) {
  const std::vector<NamedTrainer> classifiers = {
      {"logistic regression", true, logistic_regression({.cost = 1})},
      {"naive Bayes", true, naive_bayes({.smoothing = 0.01})},
      {"linear SVM", false, linear_svm({.cost = 0.1})},
  };
  std::vector<Problem> problems;
  for (const Loaded& loaded : data) {
    for (const NamedTrainer& classifier : classifiers) {
      const std::vector<double> zeros(contestants().size(), 0);
      problems.push_back({fmt::format("{}, {}", loaded.name, classifier.name),
                          classifier.probabilities, zeros, zeros});
    }
  }
  std::vector<std::function<void()>> tasks;
  for (std::size_t p = 0; p < problems.size(); ++p) {
    tasks.emplace_back([&, p] {
      for (std::size_t split = 0; split < splits; ++split) {
        run_split(data[p / classifiers.size()], classifiers[p % classifiers.size()], split,
                  1 / static_cast<double>(splits), problems[p]);
      }
    });
  }
  run_tasks(thread_count({}), tasks);
  return problems;
}

bool print_ranks(const std::vector<Problem>& problems, bool with_margins) {
  std::vector<std::size_t> taking_part;
  for (std::size_t m = 0; m < contestants().size(); ++m) {
    if (!with_margins || !contestants()[m].needs_probabilities) taking_part.push_back(m);
  }
  std::vector<std::vector<double>> log_losses;
  std::vector<std::vector<double>> briers;
  for (const Problem& problem : problems) {
    if (!with_margins && !problem.probabilities) continue;
    auto& losses = log_losses.emplace_back();
    auto& scores = briers.emplace_back();
    for (const std::size_t m : taking_part) {
      losses.push_back(problem.log_loss[m]);
      scores.push_back(problem.brier[m]);
    }
  }
  const std::vector<double> by_loss = mean_ranks(log_losses);
  const std::vector<double> by_brier = mean_ranks(briers);
  const double difference = critical_difference(taking_part.size(), log_losses.size());
  fmt::print("\n{}: {} problems, critical difference {:.2f} (Nemenyi, 5 %)\n\n",
             with_margins ? "With SVM margins, methods that take any score"
                          : "Probabilities (logistic regression, naive Bayes), all methods",
             log_losses.size(), difference);
  fmt::print("| method | mean rank, log loss | mean rank, Brier |\n|---|--:|--:|\n");
  for (std::size_t i = 0; i < taking_part.size(); ++i) {
    fmt::print("| {} | {:.2f} | {:.2f} |\n", contestants()[taking_part[i]].name, by_loss[i],
               by_brier[i]);
  }
  const auto first = [](const std::vector<double>& ranks) {
    return std::ranges::min_element(ranks) == ranks.begin();
  };
  const auto clear = [&](const std::vector<double>& ranks) {
    std::string names;
    for (std::size_t i = 1; i < ranks.size(); ++i) {
      if (ranks[i] - ranks[0] <= difference) {
        names += fmt::format("{}{}", names.empty() ? "" : ", ", contestants()[taking_part[i]].name);
      }
    }
    return names.empty() ? std::string("none") : names;
  };
  fmt::print("\n{}: auto has the best mean rank on log loss (not clearly better than: {})\n",
             first(by_loss) ? "PASS" : "FAIL", clear(by_loss));
  fmt::print("{}: auto has the best mean rank on Brier (not clearly better than: {})\n",
             first(by_brier) ? "PASS" : "FAIL", clear(by_brier));
  return first(by_loss) && first(by_brier);
}

int run(int count, char** arguments) {
  if (count < 2) {
    fmt::print(stderr, "usage: calibrant-contest DIR [SPLITS]\n");
    return 64;
  }
  const std::size_t splits = count > 2 ? std::strtoul(arguments[2], nullptr, 10) : 10;
  const std::vector<Problem> problems = run_all(load(arguments[1]), splits);
  const bool probabilities = print_ranks(problems, false);
  const bool margins = print_ranks(problems, true);
  return probabilities && margins ? 0 : 1;
}

}  // namespace
}  // namespace calibrant::contest

int main(int count, char** arguments) {
  try {
    return calibrant::contest::run(count, arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "calibrant-contest: {}\n", error.what());
    return 2;
  }
}
