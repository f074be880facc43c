// As in the authors' later code (github.com/pakdaman/calibration, BBQ/build.m) and confirmed by the
// SPECT / naive Bayes table: every bin takes N / 10 rows, rounded down, the last one the rest; a
// bin that would end at the score it began with goes on; borders lie half-way between the rows on
// both sides, the outer ones are 0 and 1; a score equal to a border goes up. Tied rows that a
// border divides: positives first, as in the SPECT file.
#include "methods/paper_histogram.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace calibrant::experiments {

Curve fit_paper_histogram(std::span<const double> scores, std::span<const std::uint8_t> labels) {
  constexpr std::size_t kBins = 10;
  std::vector<std::pair<double, bool>> rows;  // the score, and is it a negative?
  for (std::size_t i = 0; i < scores.size(); ++i) rows.emplace_back(scores[i], labels[i] == 0);
  std::sort(rows.begin(), rows.end());
  const std::size_t per_bin = std::max<std::size_t>(1, rows.size() / kBins);
  const auto end_of = [&](std::size_t bin) {  // of bins counted from 1
    return bin < kBins ? std::min(bin * per_bin, rows.size()) : rows.size();
  };

  Steps steps;
  std::size_t begin = 0;
  double low = 0;
  for (std::size_t bin = 1; begin < rows.size(); ++bin) {
    while (bin < kBins && rows[end_of(bin + 1) - 1].first == rows[begin].first) ++bin;
    const std::size_t end = end_of(bin);
    const bool last = end == rows.size();
    const double high = last ? 1 : std::midpoint(rows[end - 1].first, rows[end].first);
    double positives = 0;
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) {
      if (rows[i].second) continue;
      positives += 1;
      sum += rows[i].first;
    }
    const double p0 = (sum + (low + high) / 2) / (positives + 1);
    const double value = (positives + p0) / (static_cast<double>(end - begin) + 1);
    // A bin between two borders at one score: nothing can fall into it.
    const bool empty = !last && !steps.borders.empty() && high <= steps.borders.back();
    if (!empty) {
      steps.values.push_back(value);
      if (!last) steps.borders.push_back(high);
    }
    begin = end;
    low = high;
  }
  return Curve(std::move(steps));
}

}  // namespace calibrant::experiments
