#include "report/class_plots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "calibrant/metrics.hpp"
#include "report/class_words.hpp"
#include "report/format.hpp"

namespace calibrant::report {
namespace {

struct PromisedBin {
  double expected = 0;
  double negatives = 0;
  double positives = 0;

  double weight() const { return negatives + positives; }
};

/// At most ten bins of five expected positives or more.
std::vector<PromisedBin> promised_bins(const Observations& seen) {
  constexpr double kMost = 10;
  constexpr double kEach = 5;
  double all = 0;
  for (std::size_t i = 0; i < seen.groups(); ++i) {
    all += (seen.negatives()[i] + seen.positives()[i]) * seen.scores()[i];
  }
  const double count = std::clamp(std::floor(all / kEach), 1.0, kMost);
  std::vector<PromisedBin> bins(static_cast<std::size_t>(count));
  double before = 0;
  for (std::size_t i = 0; i < seen.groups(); ++i) {
    const double here = (seen.negatives()[i] + seen.positives()[i]) * seen.scores()[i];
    const double place = all > 0 ? count * (before + here / 2) / all : 0;
    PromisedBin& bin = bins[static_cast<std::size_t>(std::min(place, count - 1))];
    bin.expected += here;
    bin.negatives += seen.negatives()[i];
    bin.positives += seen.positives()[i];
    before += here;
  }
  std::erase_if(bins, [](const PromisedBin& bin) { return bin.weight() == 0; });
  return bins;
}

Series bins_series(const Observations& seen, const std::string& label, Tone tone) {
  Series series = {.label = label, .mark = Mark::kPoints, .tone = tone};
  for (const PromisedBin& bin : promised_bins(seen)) {
    const double mean = bin.expected / bin.weight();
    const double observed = bin.positives / bin.weight();
    const Interval interval =
        exact_binomial_interval(bin.negatives, bin.positives, kDiagnosisLevel);
    series.add(mean, observed, interval,
               fmt::format("{}{} rows\npredicted {}, observed {}\n95 % interval {}",
                           label.empty() ? "" : label + ": ", count(bin.weight()), percent(mean),
                           percent(observed), percent_range(interval.lower, interval.upper)));
  }
  return series;
}

/// What happened never has no place on a log axis: it is drawn here.
constexpr double kNever = 0.5;

std::string pair_words(const MulticlassAssessment& assessment, const Confusion& one) {
  return fmt::format("{} taken for {}", assessment.classes[one.own].name,
                     assessment.classes[one.predicted].name);
}

Table pairs_table(const MulticlassAssessment& assessment) {
  constexpr std::size_t kMost = 30;
  Table table = {.caption = fmt::format("The {} clearest pairs; those that stand out are off by "
                                        "more than chance",
                                        kMost)};
  table.columns = {
      {"own class", false}, {"taken for", false}, {"rows"}, {"predicted"}, {"p (Holm)"}};
  for (const Confusion& one : assessment.diagnosis.confusions) {
    if (table.rows.size() == kMost) break;
    if (one.off()) table.marked.push_back(table.rows.size());
    table.rows.push_back({assessment.classes[one.own].name, assessment.classes[one.predicted].name,
                          count(one.observed), significant(one.expected, 3), p_value(one.p)});
  }
  return table;
}

}  // namespace

Figure class_plot(const ClassRows& rows, const std::string& title) {
  const bool both = rows.before != nullptr && rows.after != nullptr;
  Figure figure = {.title = title, .width = 300, .aspect = 0.8};
  std::vector<Series> points;
  if (rows.before != nullptr) {
    points.push_back(bins_series(*rows.before, both ? "before" : "", 2));
  }
  if (rows.after != nullptr) points.push_back(bins_series(*rows.after, both ? "after" : "", 1));
  double most = 0;
  for (const Series& series : points) {
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      most = std::max({most, series.x[i], series.y[i]});
    }
  }
  const double end = std::clamp(round_up(1.05 * most), 1e-6, 1.0);
  figure.x = {.title = "predicted", .low = 0, .high = end};
  figure.y = {.title = "observed", .low = 0, .high = end};
  figure.series = {{.tone = 0, .x = {0, end}, .y = {0, end}}};
  figure.series.insert(figure.series.end(), points.begin(), points.end());
  figure.description = "Reliability diagram of the class " + title + ".";
  return figure;
}

FigureWithData confusion_plot(const MulticlassAssessment& assessment, const std::string& title) {
  constexpr std::size_t kMostPoints = 2000;
  constexpr std::size_t kMostTips = 60;
  Series usual = {.label = "pairs of classes", .mark = Mark::kPoints, .tone = 1};
  Series off = {.label = "off by more than chance", .mark = Mark::kPoints, .tone = 2};
  double most = 10;
  double least = std::numeric_limits<double>::infinity();
  for (const Confusion& one : assessment.diagnosis.confusions) {
    Series& series = one.off() ? off : usual;
    if (off.x.size() + usual.x.size() == kMostPoints) break;
    series.add(std::max(one.expected, kNever), std::max(one.observed, kNever));
    most = std::max({most, one.expected, one.observed});
    least = std::min({least, one.expected, one.observed});
    if (off.tips.size() + usual.tips.size() == kMostTips ||
        series.tips.size() + 1 != series.x.size())
      continue;
    series.tips.push_back(fmt::format("{}\n{} rows, {} predicted", pair_words(assessment, one),
                                      count(one.observed), significant(one.expected, 3)));
  }
  Figure figure = {.title = title, .aspect = 0.8};
  const double end = 1.5 * most;
  const double begin = std::clamp(least / 1.5, 0.4, most / 10);
  figure.x = {.title = "rows predicted", .log = true, .low = begin, .high = end};
  figure.y = {.title = "rows observed", .log = true, .low = begin, .high = end};
  figure.series = {{.label = "as predicted", .tone = 0, .x = {begin, end}, .y = {begin, end}}};
  if (!usual.x.empty()) figure.series.push_back(std::move(usual));
  if (!off.x.empty()) figure.series.push_back(std::move(off));
  figure.note = "Both axes are logarithmic. What is below 0.5 is drawn at 0.5.";
  figure.description =
      "Rows of each pair of an own class and another class that they were taken for, observed "
      "against predicted. " +
      confusions_sentence(assessment);
  return {std::move(figure), pairs_table(assessment)};
}

Table confusion_table(const MulticlassAssessment& assessment, const std::string& caption) {
  const std::size_t classes = assessment.classes.size();
  Table table = {.caption = caption, .css_class = "tight"};
  table.columns = {{"most likely", false}};
  for (const AssessedRows& one : assessment.classes) table.columns.push_back({"own " + one.name});
  for (std::size_t top = 0; top < classes; ++top) {
    std::vector<std::string> cells = {assessment.classes[top].name};
    for (std::size_t own = 0; own < classes; ++own) {
      const std::size_t pair = top * classes + own;
      const double expected = assessment.diagnosis.expected[pair];
      cells.push_back(
          fmt::format("{} ({})", count(assessment.diagnosis.observed[pair]),
                      expected < 10 ? fixed(expected, 1) : count(std::round(expected))));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace calibrant::report
