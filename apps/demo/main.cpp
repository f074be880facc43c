// The paper's XOR experiment in one program: no network, well under two seconds.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "methods.hpp"
#include "table.hpp"

namespace {

/// ABB's AUC for draws 1, 2, ... of the data, with the seed of each; ascending.
std::vector<std::pair<double, std::uint64_t>> abb_aucs(std::uint64_t draws) {
  std::vector<std::pair<double, std::uint64_t>> aucs;
  for (std::uint64_t seed = 1; seed <= draws; ++seed) {
    aucs.emplace_back(demo::abb_auc(seed), seed);
  }
  std::sort(aucs.begin(), aucs.end());
  return aucs;
}

void write_counts(const std::string& path, const calibrant::Observations& seen) {
  std::string text = "score,negatives,positives\n";
  for (std::size_t i = 0; i < seen.groups(); ++i) {
    text += fmt::format("{},{},{}\n", seen.scores()[i], seen.negatives()[i], seen.positives()[i]);
  }
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

/// With a directory, the scores behind the table are left there.
void run(const std::optional<std::string>& directory) {
  // An odd number, so that one draw stands in the middle: no seed is picked by hand.
  constexpr std::uint64_t kDraws = 21;
  const auto aucs = abb_aucs(kDraws);
  const auto [median, seed] = aucs[aucs.size() / 2];
  fmt::print(
      "XOR data: four clusters, the label is 1 where the signs of the two coordinates differ.\n"
      "Logistic regression was fitted on 600 rows, each calibrator on its scores for 600 others,\n"
      "and the table measures the probabilities for 600 more. The two best of each row carry a "
      "star.\n\n");
  fmt::print("{}\n", demo::format_table(demo::compare_methods(seed)));
  fmt::print(
      "More is better for AUC and Acc, less for RMSE, MCE and ECE. No straight line solves XOR: "
      "the\n"
      "raw scores are near chance. Platt can only keep or turn round their order, and isotonic\n"
      "regression only keep it; Hist, SBB, ABB and Auto may go up and down, and find the classes. "
      "ACP\n"
      "averages over the classifier's own 95 % interval, here as wide as all the scores "
      "together.\n\n");
  fmt::print(
      "The clusters are symmetric, so the direction of the fitted line is a lottery, and with it\n"
      "how much calibration can win back. Over {} draws of the data, ABB's AUC was between {:.3f}\n"
      "and {:.3f}; the table shows the draw in the middle ({:.3f}). The paper printed one draw, "
      "0.941.\n",
      kDraws, aucs.front().first, aucs.back().first, median);
  if (directory) {
    const demo::Scores scores = demo::scores(seed);
    write_counts(*directory + "/calibration.csv", scores.calibration);
    write_counts(*directory + "/test.csv", scores.test);
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(argc > 1 ? std::optional<std::string>(argv[1]) : std::nullopt);
    return 0;
  } catch (const std::exception& error) {
    std::fputs("calibrant-demo: ", stderr);
    std::fputs(error.what(), stderr);
    std::fputs("\n", stderr);
    return 1;
  }
}
