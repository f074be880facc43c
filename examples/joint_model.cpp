// The marginals of a joint model, calibrated like any score.
//
// A hidden Markov chain gives P(state_t | all readings) by exact inference (chain.hpp); the model
// is wrong about its noise, so these probabilities are too sure. Prints the table of
// docs/guide/joint-models.md; fails if calibrating did not help.
#include <calibrant/calibrant.hpp>

#include <cstdio>
#include <vector>

#include "chain.hpp"

namespace {

struct Marginals {
  std::vector<double> probabilities;
  std::vector<int> states;
};

// Whole sequences go to one part or the other: steps of one sequence know of each other.
Marginals infer(std::size_t sequences, example::Noise& noise) {
  Marginals result;
  for (std::size_t i = 0; i < sequences; ++i) {
    const example::Sequence sequence = example::draw_sequence(50, noise);
    for (const double p : example::marginals(sequence.gauges)) result.probabilities.push_back(p);
    for (const int state : sequence.states) result.states.push_back(state);
  }
  return result;
}

void print(const char* name, const calibrant::Scorecard& card) {
  std::printf("| %s | %.4f | %.4f | %.4f | %.4f | %.2f |\n", name, card.log_loss, card.brier,
              card.ece, card.auc.value_or(0), card.calibration_slope.value_or(0));
}

}  // namespace

int main() {
  example::Noise noise(1);
  const Marginals known = infer(200, noise);
  const Marginals fresh = infer(1000, noise);

  const auto seen = calibrant::observe(known.probabilities, known.states);
  const auto curve = calibrant::fit_abb(seen);
  const auto calibrated = apply(curve, fresh.probabilities);

  const auto before = calibrant::evaluate(fresh.probabilities, fresh.states);
  const auto after = calibrant::evaluate(calibrated, fresh.states);
  std::printf("| marginals | log loss | Brier | ECE | AUC | slope |\n|---|---|---|---|---|---|\n");
  print("of the model", before);
  print("calibrated", after);
  return after.log_loss < before.log_loss && after.ece < before.ece ? 0 : 1;
}
