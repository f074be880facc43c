#include "study/calibration_set.hpp"

#include "calibrant/folds.hpp"
#include "support/parallel.hpp"
#include "support/progress.hpp"

namespace calibrant::experiments {
namespace {

constexpr std::size_t kFolds = 5;

std::vector<std::size_t> rows_where(const std::vector<std::uint32_t>& folds, std::uint32_t fold,
                                    bool inside) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < folds.size(); ++i) {
    if ((folds[i] == fold) == inside) rows.push_back(i);
  }
  return rows;
}

void append(Labelled& all, const Labelled& part) {
  const auto add = [](auto& to, const auto& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  add(all.scores.values, part.scores.values);
  add(all.scores.lower, part.scores.lower);
  add(all.scores.upper, part.scores.upper);
  add(all.labels, part.labels);
}

// Every row scored by the classifier that was trained without its fold.
Labelled score_across_folds(const Experiment& experiment, const Dataset& rows, std::uint64_t seed) {
  const std::vector<std::uint32_t> folds = stratified_folds(rows.labels, kFolds, seed);
  Labelled all;
  for (std::uint32_t fold = 0; fold < kFolds; ++fold) {
    const auto classifier = experiment.trainer(select_rows(rows, rows_where(folds, fold, false)));
    append(all, score_rows(*classifier, select_rows(rows, rows_where(folds, fold, true))));
  }
  return all;
}

Scored score_by(Scheme scheme, const Experiment& experiment, const Split& split,
                std::uint64_t seed) {
  const bool all_rows = scheme == Scheme::kAll || scheme == Scheme::kCrossValidated;
  const Dataset rows = all_rows ? join(split.train, split.calibration) : split.train;
  const auto classifier = experiment.trainer(rows);
  Scored scored;
  scored.test = score_rows(*classifier, split.test);
  switch (scheme) {
    case Scheme::kTraining:
    case Scheme::kAll:
      scored.calibration = score_rows(*classifier, rows);
      break;
    case Scheme::kSeparate:
      scored.calibration = score_rows(*classifier, split.calibration);
      break;
    case Scheme::kCrossValidated:
      scored.calibration = score_across_folds(experiment, rows, seed);
      break;
  }
  rescale(experiment, scored.calibration, scored.test);
  return scored;
}

}  // namespace

std::string name(Scheme scheme) {
  switch (scheme) {
    case Scheme::kTraining:
      return "training scores";
    case Scheme::kSeparate:
      return "separate set";
    case Scheme::kAll:
      return "training scores, all rows";
    case Scheme::kCrossValidated:
      return "cross-validation, all rows";
  }
  return "";
}

std::vector<SchemeResult> compare_schemes(const std::vector<Experiment>& experiments,
                                          const StudyOptions& options) {
  std::vector<SchemeResult> results;
  for (const Experiment& experiment : experiments) {
    if (experiment.fixed) continue;
    SchemeResult result = {.experiment = experiment};
    for (const char* method : kSchemeMethods) {
      auto& columns = result.methods.emplace_back();
      for (Column& column : columns) {
        column.method = method;
        column.repeats.resize(options.repeats);
      }
    }
    results.push_back(std::move(result));
  }
  ProgressMeter progress(options.execution, static_cast<double>(results.size() * options.repeats));
  std::vector<std::function<void()>> tasks;
  for (SchemeResult& result : results) {
    for (std::size_t repeat = 0; repeat < options.repeats; ++repeat) {
      tasks.emplace_back([&result, &options, &progress, repeat] {
        const Experiment& experiment = result.experiment;
        RandomStream random = repeat_stream(experiment.dataset, options.seed, repeat);
        const Split split = experiment.draw(random);
        for (std::size_t s = 0; s < kSchemes.size(); ++s) {
          const Scored scored = score_by(kSchemes.at(s), experiment, split, options.seed);
          for (auto& columns : result.methods) {
            const Method& method = method_named(columns.at(s).method);
            columns.at(s).repeats[repeat] = measure(
                method.calibrate(scored.calibration, scored.test.scores), scored.test.labels);
          }
        }
        progress.advance(1);
      });
    }
  }
  run_tasks(thread_count(options.execution), tasks);
  return results;
}

}  // namespace calibrant::experiments
