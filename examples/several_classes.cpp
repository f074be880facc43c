// Several classes, calibrated together.
//
// A classifier of four classes that is 2.5 times too sure of its log odds. Prints the table of
// docs/guide/multiclass.md; fails if calibrating did not help.
#include <calibrant/calibrant.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

namespace {

constexpr std::size_t kClasses = 4;

struct Rows {
  std::vector<double> scores;  // row-major
  std::vector<std::uint32_t> labels;
};

Rows draw(std::size_t rows, std::mt19937_64& bits) {
  const auto uniform = [&] { return static_cast<double>(bits() >> 11U) * 0x1p-53; };
  const auto softmax = [](std::array<double, kClasses> z, double factor) {
    double sum = 0;
    for (double& x : z) sum += x = std::exp(factor * x);
    for (double& x : z) x /= sum;
    return z;
  };
  Rows result;
  for (std::size_t i = 0; i < rows; ++i) {
    std::array<double, kClasses> z = {};
    for (double& x : z) x = 4 * uniform();
    const auto truth = softmax(z, 1);
    const auto shown = softmax(z, 2.5);
    result.scores.insert(result.scores.end(), shown.begin(), shown.end());
    double left = uniform();
    std::uint32_t label = 0;
    while (label + 1 < kClasses && left >= truth[label]) left -= truth[label++];
    result.labels.push_back(label);
  }
  return result;
}

void print(const char* name, const calibrant::MulticlassScorecard& card) {
  std::printf("| %s | %.4f | %.4f | %.4f | %.4f | %.4f |\n", name, card.log_loss, card.brier,
              card.accuracy, card.top_label_ece, card.class_wise_ece);
}

}  // namespace

int main() {
  std::mt19937_64 bits(1);
  const Rows known = draw(2000, bits);
  const Rows fresh = draw(20000, bits);

  const auto model = calibrant::fit_multiclass("auto", known.scores, known.labels,
                                               {"north", "east", "south", "west"});
  const auto calibrated = apply(model, fresh.scores);

  const auto before =
      evaluate(calibrant::observe_predictions(fresh.scores, fresh.labels, kClasses));
  const auto after = evaluate(calibrant::observe_predictions(calibrated, fresh.labels, kClasses));
  std::printf(
      "| | log loss | Brier | accuracy | top-label ECE | class-wise ECE "
      "|\n|---|---|---|---|---|---|\n");
  print("scores", before);
  print("calibrated", after);
  return after.log_loss < before.log_loss && after.class_wise_ece < before.class_wise_ece ? 0 : 1;
}
