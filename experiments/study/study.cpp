#include "study/study.hpp"

#include <cmath>

#include "calibrant/metrics.hpp"
#include "study/paper_errors.hpp"
#include "support/parallel.hpp"
#include "support/progress.hpp"

namespace calibrant::experiments {
namespace {

std::size_t repeats_of(const Experiment& experiment, const StudyOptions& options) {
  return experiment.fixed ? 1 : options.repeats;
}

// A name as a number (FNV-1a): std::hash differs between libraries.
std::uint64_t key_of(const std::string& name) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char letter : name) {
    hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211U;
  }
  return hash;
}

bool usable(const Method& method, const Scores& scores) {
  return !method.needs_interval || !scores.lower.empty();
}

}  // namespace

RandomStream repeat_stream(const std::string& dataset, std::uint64_t seed, std::size_t repeat) {
  return RandomStream(seed ^ key_of(dataset), repeat);
}

Measured measure(const std::vector<double>& probabilities,
                 const std::vector<std::uint8_t>& labels) {
  const Observations predictions = observe(probabilities, labels);
  const Scorecard card = evaluate(predictions, {.exact_p = false});
  const PaperErrors paper = paper_errors(predictions);
  const double area = card.auc.value_or(0.5);
  return {.text = {area, card.accuracy, card.rmse, card.mce, card.ece},
          .printed = {area, card.accuracy, card.rmse, paper.mce, paper.ece}};
}

Spread Column::spread(Reading reading, std::size_t measure) const {
  const auto value = [&](const Measured& repeat) {
    return (reading == Reading::kText ? repeat.text : repeat.printed).at(measure);
  };
  Spread result;
  const auto count = static_cast<double>(repeats.size());
  for (const Measured& repeat : repeats) result.mean += value(repeat) / count;
  if (repeats.size() < 2) return result;
  double squares = 0;
  for (const Measured& repeat : repeats) {
    squares += (value(repeat) - result.mean) * (value(repeat) - result.mean);
  }
  result.sd = std::sqrt(squares / (count - 1));
  return result;
}

std::vector<TableResult> run_study(const std::vector<Experiment>& experiments,
                                   const StudyOptions& options) {
  std::vector<TableResult> results;
  double total = 0;
  for (const Experiment& experiment : experiments) {
    results.push_back({.experiment = experiment});
    total += static_cast<double>(repeats_of(experiment, options));
  }
  // Which methods can be used shows with the first scores; every repeat has its own place.
  std::vector<std::vector<std::vector<std::optional<Measured>>>> measured;
  measured.reserve(experiments.size());
  for (const Experiment& experiment : experiments) {
    measured.emplace_back(repeats_of(experiment, options),
                          std::vector<std::optional<Measured>>(methods().size()));
  }
  ProgressMeter progress(options.execution, total);
  std::vector<std::function<void()>> tasks;
  for (std::size_t e = 0; e < experiments.size(); ++e) {
    for (std::size_t repeat = 0; repeat < measured[e].size(); ++repeat) {
      tasks.emplace_back([&, e, repeat] {
        RandomStream random = repeat_stream(experiments[e].dataset, options.seed, repeat);
        const Scored scored = train_and_score(experiments[e], experiments[e].draw(random));
        for (std::size_t m = 0; m < methods().size(); ++m) {
          const Method& method = methods()[m];
          if (!usable(method, scored.test.scores)) continue;
          measured[e][repeat][m] =
              measure(method.calibrate(scored.calibration, scored.test.scores), scored.test.labels);
        }
        progress.advance(1);
      });
    }
  }
  run_tasks(thread_count(options.execution), tasks);
  for (std::size_t e = 0; e < experiments.size(); ++e) {
    for (std::size_t m = 0; m < methods().size(); ++m) {
      if (!measured[e].front()[m]) continue;
      Column column = {.method = methods()[m].name};
      for (const auto& repeat : measured[e]) column.repeats.push_back(repeat[m].value());
      results[e].columns.push_back(std::move(column));
    }
  }
  return results;
}

}  // namespace calibrant::experiments
