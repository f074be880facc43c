#include "methods.hpp"

#include <cstddef>

#include "calibrant/calibrant.hpp"
#include "logistic_regression.hpp"
#include "xor_data.hpp"

namespace demo {
namespace {

using calibrant::Curve;

constexpr std::size_t kRowsEach = 600;  // as in the paper

std::vector<double> scores_of(const std::vector<Prediction>& predictions) {
  std::vector<double> scores;
  scores.reserve(predictions.size());
  for (const Prediction& prediction : predictions) scores.push_back(prediction.probability);
  return scores;
}

/// The classifier's scores for the calibration and the test sample.
struct Scored {
  calibrant::Observations calibration;
  std::vector<Prediction> test;
  std::vector<double> test_scores;
  std::vector<std::uint8_t> test_labels;
};

Scored score(std::uint64_t seed) {
  const Experiment experiment = draw_experiment(seed, kRowsEach);
  const LogisticRegression classifier(experiment.training);
  const auto calibration = scores_of(classifier(experiment.calibration.points));
  const auto test = classifier(experiment.test.points);
  return {.calibration = calibrant::observe(calibration, experiment.calibration.labels),
          .test = test,
          .test_scores = scores_of(test),
          .test_labels = experiment.test.labels};
}

std::vector<double> apply_acp(const Scored& scored) {
  const calibrant::AcpModel model = calibrant::fit_acp(scored.calibration);
  std::vector<double> probabilities;
  probabilities.reserve(scored.test.size());
  for (const Prediction& p : scored.test) {
    probabilities.push_back(model(p.probability, p.lower, p.upper));
  }
  return probabilities;
}

}  // namespace

std::vector<Result> compare_methods(std::uint64_t seed) {
  const Scored scored = score(seed);
  std::vector<Result> results;
  const auto add = [&](const char* method, const std::vector<double>& probabilities) {
    results.push_back({method, calibrant::evaluate(probabilities, scored.test_labels)});
  };
  const auto add_curve = [&](const char* method, const Curve& curve) {
    add(method, calibrant::apply(curve, scored.test_scores));
  };
  add("raw", scored.test_scores);
  add("ACP", apply_acp(scored));
  add_curve("IsoReg", calibrant::fit_isotonic(scored.calibration));
  add_curve("Platt", calibrant::fit_platt(scored.calibration));
  add_curve("Hist", calibrant::fit_histogram(scored.calibration));
  add_curve("SBB", calibrant::fit_sbb(scored.calibration));
  add_curve("ABB", calibrant::fit_abb(scored.calibration));
  add_curve("Auto", calibrant::fit_auto(scored.calibration));
  return results;
}

Scores scores(std::uint64_t seed) {
  const Scored scored = score(seed);
  return {scored.calibration, calibrant::observe(scored.test_scores, scored.test_labels)};
}

double abb_auc(std::uint64_t seed) {
  const Scored scored = score(seed);
  const Curve curve = calibrant::fit_abb(scored.calibration);
  const auto probabilities = calibrant::apply(curve, scored.test_scores);
  return calibrant::auc(calibrant::observe(probabilities, scored.test_labels)).value_or(0.5);
}

}  // namespace demo
