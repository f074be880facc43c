// What someone else's program does with the library, umbrella header and all.
#include <calibrant/calibrant.hpp>

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace {

// An error that is thrown inside the library and caught by its type out here.
bool names_the_row() {
  try {
    calibrant::observe(std::vector<double>{0.5, 0.6}, std::vector<int>{0, 7});
  } catch (const calibrant::InputError& error) {
    return error.index() == 1;
  }
  return false;
}

}  // namespace

int main() {
  const std::vector<double> scores = {0.1, 0.2, 0.4, 0.7};
  const std::vector<int> labels = {0, 0, 1, 1};
  const calibrant::Observations seen = calibrant::observe(scores, labels);
  const calibrant::Curve curve = calibrant::fit_abb(seen);
  std::vector<double> probabilities(scores.size());
  apply(curve, scores, probabilities);
  std::printf("calibrant %s: %g\n", calibrant::version(), curve(0.4));
  const std::vector<std::uint8_t> truth = {0, 0, 1, 1};
  const std::string page = calibrant::to_page(calibrant::assess(probabilities, truth));
  const bool right = page.starts_with("<!DOCTYPE html>") && curve(0.1) < curve(0.7) &&
                     probabilities == apply(curve, scores);
  return right && names_the_row() && seen.groups() == 4 ? 0 : 1;
}
