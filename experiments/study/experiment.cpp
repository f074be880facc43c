#include "study/experiment.hpp"

#include <algorithm>
#include <memory>

#include "data/pneumonia.hpp"
#include "data/simulations.hpp"
#include "data/uci.hpp"

namespace calibrant::experiments {
namespace {

constexpr SplitSizes kAdultSizes = {.train = 2000, .calibration = 600, .test = 600};

void add_simulations(std::vector<Experiment>& list) {
  const Trainer trainer = logistic_regression();
  list.push_back({.title = "XOR, logistic regression",
                  .dataset = "xor",
                  .classifier = "LR",
                  .draw = draw_xor,
                  .trainer = trainer});
  list.push_back({.title = "Circular, logistic regression",
                  .dataset = "circular",
                  .classifier = "LR",
                  .draw = draw_circular,
                  .trainer = trainer});
  list.push_back({.title = "Linear, logistic regression",
                  .dataset = "linear",
                  .classifier = "LR",
                  .draw = draw_linear,
                  .trainer = trainer});
}

void add_adult(std::vector<Experiment>& list, const std::filesystem::path& data) {
  // The printed figures of all three classifiers come out with the discrete features only.
  const Dataset all = read_adult(data);
  std::vector<std::size_t> discrete;
  for (std::size_t j = 0; j < all.levels.size(); ++j) {
    if (all.levels[j] > 0) discrete.push_back(j);
  }
  const auto rows = std::make_shared<const Dataset>(select_features(all, discrete));
  const auto add = [&](const char* title, const char* classifier, Trainer trainer, bool rescale) {
    list.push_back(
        {.title = title,
         .dataset = "adult",
         .classifier = classifier,
         .draw = [rows](RandomStream& random) { return deal(*rows, kAdultSizes, random); },
         .trainer = std::move(trainer),
         .rescale = rescale});
  };
  add("Adult, naive Bayes", "Naive Bayes", naive_bayes(), false);
  add("Adult, linear SVM", "Linear SVM", linear_svm({.balanced = true}), true);
  add("Adult, logistic regression", "Logistic Regression", logistic_regression({.one_hot = false}),
      false);
}

void add_spect(std::vector<Experiment>& list, const std::filesystem::path& data) {
  const auto split = std::make_shared<const Split>(read_spect(data));
  const auto add = [&](const char* title, const char* classifier, Trainer trainer, bool rescale) {
    list.push_back({.title = title,
                    .dataset = "spect",
                    .classifier = classifier,
                    .draw = [split](RandomStream&) { return *split; },
                    .trainer = std::move(trainer),
                    .rescale = rescale,
                    .fixed = true});
  };
  add("SPECT, naive Bayes", "Naive Bayes", naive_bayes(), false);
  add("SPECT, quadratic SVM", "SVM Quadratic kernel", quadratic_svm(), true);
  add("SPECT, logistic regression", "Logistic Regression", separated_logistic_regression(), false);
}

void add_pneumonia(std::vector<Experiment>& list) {
  const auto add = [&](const char* title, const char* classifier, Trainer trainer, bool rescale) {
    list.push_back({.title = title,
                    .dataset = "cap",
                    .classifier = classifier,
                    .draw = draw_pneumonia_stand_in,
                    .trainer = std::move(trainer),
                    .rescale = rescale,
                    .stand_in = true});
  };
  add("CAP (stand-in), naive Bayes", "Naive Bayes", naive_bayes({.discrete_only = true}), false);
  add("CAP (stand-in), linear SVM", "Linear SVM", linear_svm({.cost = 0.005, .one_hot = false}),
      true);
  add("CAP (stand-in), logistic regression", "Logistic Regression",
      logistic_regression({.one_hot = false, .components = 43}), false);
}

}  // namespace

Labelled score_rows(const Classifier& classifier, const Dataset& rows) {
  return {.scores = classifier.score(rows), .labels = rows.labels};
}

void rescale(const Experiment& experiment, Labelled& calibration, Labelled& test) {
  if (!experiment.rescale) return;
  const auto [low_c, high_c] = std::ranges::minmax(calibration.scores.values);
  const auto [low_t, high_t] = std::ranges::minmax(test.scores.values);
  const double low = std::min(low_c, low_t);
  const double span = std::max(high_c, high_t) - low;
  for (Labelled* part : {&calibration, &test}) {
    for (double& score : part->scores.values) score = span > 0 ? (score - low) / span : 0.5;
  }
}

Scored train_and_score(const Experiment& experiment, const Split& split) {
  const std::unique_ptr<Classifier> classifier = experiment.trainer(split.train);
  Scored scored = {.calibration = score_rows(*classifier, split.calibration),
                   .test = score_rows(*classifier, split.test)};
  rescale(experiment, scored.calibration, scored.test);
  return scored;
}

std::vector<Experiment> list_experiments(const std::filesystem::path& data) {
  std::vector<Experiment> list;
  add_simulations(list);
  if (has_adult(data)) add_adult(list, data);
  if (has_spect(data)) add_spect(list, data);
  add_pneumonia(list);
  return list;
}

}  // namespace calibrant::experiments
