#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "calibrant/abb.hpp"
#include "calibrant/diagram.hpp"
#include "report/format.hpp"
#include "report/plots.hpp"
#include "report/words.hpp"

namespace calibrant::report {
namespace {

/// The eye sees no more, and ABB takes no second.
constexpr std::size_t kGroups = 4096;
constexpr std::size_t kBandPlaces = 80;
constexpr std::size_t kHistogramBins = 40;

/// Which probability has this share of the weight at or below it?
double quantile(const Observations& seen, double share) {
  double before = 0;
  for (std::size_t i = 0; i < seen.groups(); ++i) {
    before += seen.negatives()[i] + seen.positives()[i];
    if (before >= share * seen.weight()) return seen.scores()[i];
  }
  return seen.scores().back();
}

Marginal histogram(const Observations& seen, const Outcome& outcome) {
  Marginal marginal = {.up = std::vector<double>(kHistogramBins),
                       .down = std::vector<double>(kHistogramBins),
                       .up_label = outcome.yes,
                       .down_label = outcome.no};
  for (std::size_t i = 0; i <= kHistogramBins; ++i) {
    marginal.edges.push_back(static_cast<double>(i) / static_cast<double>(kHistogramBins));
  }
  for (std::size_t i = 0; i < seen.groups(); ++i) {
    const auto bin =
        std::min(kHistogramBins - 1,
                 static_cast<std::size_t>(seen.scores()[i] * static_cast<double>(kHistogramBins)));
    marginal.up[bin] += seen.positives()[i];
    marginal.down[bin] += seen.negatives()[i];
  }
  // Skewed: the lesser class, or most bins, would vanish beside the largest bar.
  std::vector<double> filled;
  for (const auto* side : {&marginal.up, &marginal.down}) {
    std::ranges::copy_if(*side, std::back_inserter(filled), [](double n) { return n > 0; });
  }
  std::ranges::sort(filled);
  marginal.log = filled.back() > 20 * filled[filled.size() / 2] ||
                 std::ranges::max(marginal.up) * 20 < std::ranges::max(marginal.down) ||
                 std::ranges::max(marginal.down) * 20 < std::ranges::max(marginal.up);
  return marginal;
}

/// Does anything that matters lie in this rectangle of the unit square? The diagonal does not, and
/// the band only if asked for.
bool is_free(const Figure& figure, bool of_band, double left, double right, double bottom,
             double top) {
  for (const Series& series : figure.series) {
    if (series.tone == 0 || (series.mark == Mark::kBand && !of_band)) continue;
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      if (series.x[i] < left || series.x[i] > right) continue;
      const double low = series.lower.empty() ? series.y[i] : series.lower[i];
      const double high = series.upper.empty() ? series.y[i] : series.upper[i];
      if (high > bottom && low < top) return false;
    }
  }
  return true;
}

/// Enlarges where 98 % of the rows lie, if that is a small part of the axis and a corner is free.
std::optional<Inset> inset_of(const Figure& figure, const Observations& seen,
                              const Diagnosis& diagnosis) {
  constexpr double kSmallPart = 0.25;
  Inset inset;
  inset.x_low = quantile(seen, 0.01);
  inset.x_high = quantile(seen, 0.99);
  if (inset.x_high - inset.x_low > kSmallPart || !(inset.x_high > inset.x_low)) return {};
  if (inset.x_high < kSmallPart) {
    // Rare positives: from 0, both axes alike, so that the diagonal is the diagonal.
    double most = inset.x_high;
    for (const DiagnosedBin& bin : diagnosis.bins) {
      if (bin.rows.mean <= inset.x_high) most = std::max(most, bin.rows.observed());
    }
    inset = {.x_low = 0, .x_high = round_up(most), .y_low = 0, .y_high = round_up(most)};
    if (inset.x_high > 0.5) return {};
  } else {
    double low = 1;
    double high = 0;
    for (const DiagnosedBin& bin : diagnosis.bins) {
      low = std::min(low, bin.interval.lower);
      high = std::max(high, bin.interval.upper);
    }
    const double air = 0.05 * (inset.x_high - inset.x_low);
    inset.x_low = std::max(0.0, inset.x_low - air);
    inset.x_high = std::min(1.0, inset.x_high + air);
    inset.y_low = std::floor(low * 10) / 10;
    inset.y_high = std::ceil(high * 10) / 10;
  }
  // The rectangles hold the inset's labels, too.
  for (const bool of_band : {true, false}) {
    if (is_free(figure, of_band, 0.01, 0.55, 0.5, 1)) return inset;
    if (is_free(figure, of_band, 0.54, 1, 0, 0.5)) {
      inset.left = 0.6;
      inset.top = 0.52;
      return inset;
    }
  }
  return {};
}

std::string tip(const DiagnosedBin& bin) {
  const auto& [rows, interval, off] = bin;
  return fmt::format("{} to {}: {} rows\npredicted {}, observed {}\n95 % interval {}{}",
                     significant(rows.low, 3), significant(rows.high, 3), count(rows.weight()),
                     percent(rows.mean), percent(rows.observed()),
                     percent_range(interval.lower, interval.upper),
                     off ? bin.too_high() ? "\ntoo high" : "\ntoo low" : "");
}

Table bins_table(const Diagnosis& diagnosis) {
  Table table = {.caption =
                     "Bins of equal mass; exact binomial intervals; rows that stand out are "
                     "off by more than chance"};
  table.columns = {{"from"}, {"to"}, {"rows"}, {"predicted"}, {"observed"}, {"95 % interval"}};
  for (const DiagnosedBin& bin : diagnosis.bins) {
    const auto& [rows, interval, off] = bin;
    if (off) table.marked.push_back(table.rows.size());
    table.rows.push_back({significant(rows.low, 3), significant(rows.high, 3), count(rows.weight()),
                          percent(rows.mean), percent(rows.observed()),
                          percent_range(interval.lower, interval.upper)});
  }
  return table;
}

}  // namespace

FigureWithData reliability_plot(const Observations& predictions, const Diagnosis& diagnosis,
                                const std::string& title, const Execution& execution,
                                const Outcome& outcome) {
  const Observations seen = thinned(predictions, kGroups);
  const Curve curve = fit_abb(seen, {.level = kDiagnosisLevel, .execution = execution});
  Figure figure = {.title = title, .aspect = 1};
  figure.x = {.title = "predicted probability", .low = 0, .high = 1};
  figure.y = {.title = outcome.share, .low = 0, .high = 1};
  Series band = {.label = "95 % credible band", .mark = Mark::kBand, .tone = 1};
  Series mean = {.label = "ABB", .tone = 1};
  for (const double x : sample_places(seen, kBandPlaces)) {
    band.add(x, curve.interval(x));
    mean.add(x, curve(x));
  }
  Series bins = {.label = "bins, 95 % interval", .mark = Mark::kPoints, .tone = 2};
  for (const DiagnosedBin& bin : diagnosis.bins) {
    bins.add(bin.rows.mean, bin.rows.observed(), bin.interval, tip(bin));
  }
  figure.series = {{.label = "perfect", .tone = 0, .x = {0, 1}, .y = {0, 1}}, band, mean, bins};
  figure.marginal = histogram(predictions, outcome);
  figure.inset = inset_of(figure, seen, diagnosis);
  figure.description = fmt::format(
      "Reliability diagram, {}. {} bins of equal mass; {}.", title, diagnosis.bins.size(),
      diagnosis.fine() ? "none is off the diagonal by more than its uncertainty"
                       : "the probabilities are " + fault_words(diagnosis, outcome));
  return {std::move(figure), bins_table(diagnosis)};
}

}  // namespace calibrant::report
