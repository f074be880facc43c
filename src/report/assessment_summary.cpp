// An assessment for people.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "calibrant/measures.hpp"
#include "calibrant/report.hpp"
#include "report/format.hpp"
#include "report/summary.hpp"
#include "report/summary_parts.hpp"
#include "support/legible.hpp"

namespace calibrant {
namespace {

using report::add_measures;
using report::chance;
using report::columns_words;
using report::number;
using report::plural;
using report::range;
using report::rows_words;
using report::shown_percent;
using report::Summary;
using report::Table;

constexpr const char* kTogether =
    "by more than chance (total and Spiegelhalter's test together, Holm's correction, 5 %)";

std::string expected_words(const AssessedRows& part) {
  const Scorecard& card = part.card;
  if (!card.observed_expected) return "no positives were predicted";
  // A percentage of few positives says nothing.
  constexpr double kFew = 10;
  if (part.expected < kFew) {
    return fmt::format("{} where {:.2g} {} predicted",
                       plural(card.prevalence * card.weight, "positive"), part.expected,
                       part.expected == 1 ? "was" : "were");
  }
  const double excess = 100 * (*card.observed_expected - 1);
  if (std::abs(excess) < 0.5) return "as many positives as predicted";
  return fmt::format("{:.0f} % {} positives than predicted", std::abs(excess),
                     excess > 0 ? "more" : "fewer");
}

void add_tests(Summary& summary, const AssessedRows& all) {
  summary.add(all.card.spiegelhalter_z
                  ? fmt::format("Spiegelhalter's test: z = {:.2f}, p {}.",
                                *all.card.spiegelhalter_z, chance(*all.card.spiegelhalter_p))
                  : "Spiegelhalter's test does not apply: every probability is 0, 1/2 or 1.");
  if (!all.test) return;
  summary.add(
      fmt::format("Together with the total, {}: p {}.", expected_words(all), chance(all.test->p)));
}

void add_bins(Summary& summary, const Diagnosis& diagnosis) {
  Table table;
  table.columns = {{"bin", false},
                   {"rows"},
                   {"probability"},
                   {"observed"},
                   {fmt::format("{:g} % interval", 100 * kDiagnosisLevel)},
                   {"", false}};
  bool starred = false;
  bool missed = false;  // without a star
  for (const auto& [rows, interval, off] : diagnosis.bins) {
    starred = starred || off;
    missed = missed || (!off && (rows.mean < interval.lower || rows.mean > interval.upper));
    table.rows.push_back(
        {rows.low == rows.high ? fmt::format("{:.4g}", rows.low)
                               : fmt::format("{:.4g} to {:.4g}", rows.low, rows.high),
         fmt::format("{:.10g}", rows.weight()), number(rows.mean), number(rows.observed()),
         range(interval.lower, interval.upper), off ? "*" : ""});
  }
  summary.add(std::move(table));
  if (starred) summary.add("* off by more than chance, even though all bins were tested");
  if (missed) {
    summary.add(
        "An interval may miss the probability without a star: one in 20 does so by chance.");
  }
  summary.add(verdict_sentence(diagnosis));
}

void add_subgroups(Summary& summary, const Assessment& assessment) {
  const bool intervals = assessment.all.intervals.brier.has_value();
  Table table;
  table.columns = {{*assessment.by, false},
                   {"rows"},
                   {"positive"},
                   {"log loss"},
                   {"Brier"},
                   {"ECE"},
                   {"AUC"},
                   {"obs / exp"}};
  if (intervals) {
    table.columns.push_back({fmt::format("{:g} % interval", 100 * assessment.options.level)});
  }
  table.columns.push_back({"p (Holm)"});
  for (const AssessedRows& part : assessment.subgroups) {
    const Scorecard& card = part.card;
    std::vector<std::string> cells = {part.name,
                                      fmt::format("{:.10g}", card.weight),
                                      shown_percent(card.prevalence),
                                      number(card.log_loss),
                                      number(card.brier),
                                      number(card.ece),
                                      number(card.auc),
                                      number(card.observed_expected)};
    if (intervals) cells.push_back(range(part.intervals.observed_expected));
    cells.push_back(part.adjusted_p ? report::p_value(*part.adjusted_p) : "-");
    table.rows.push_back(std::move(cells));
  }
  summary.gap();
  summary.add(std::move(table));
  const auto off = std::ranges::count(assessment.subgroups, true, &AssessedRows::off);
  if (off == 0) {
    summary.add(fmt::format("No subgroup is off {}.", kTogether));
    return;
  }
  summary.add(fmt::format("{} of {} {} off {}:", off,
                          plural(static_cast<double>(assessment.subgroups.size()), "subgroup"),
                          off == 1 ? "is" : "are", kTogether));
  for (const AssessedRows& part : assessment.subgroups) {
    if (!part.off) continue;
    summary.add(fmt::format("  {} (p {}, {})", legible(part.name), chance(*part.adjusted_p),
                            expected_words(part)));
  }
}

Summary summary_of(const Assessment& assessment, const ReportNames& names) {
  const AssessedRows& all = assessment.all;
  Summary summary;
  summary.add(fmt::format("{}, {} positive{}", rows_words(names, all.rows, all.card.weight),
                          shown_percent(all.card.prevalence), columns_words(names)));
  summary.gap();
  add_measures(summary, measures(), all.card, all.intervals, assessment.options.level);
  summary.gap();
  add_tests(summary, all);
  summary.gap();
  add_bins(summary, assessment.diagnosis);
  if (assessment.by) add_subgroups(summary, assessment);
  return summary;
}

}  // namespace

std::string to_text(const Assessment& assessment, const ReportNames& names) {
  return summary_of(assessment, names).to_text();
}

std::string to_fragment(const Assessment& assessment, const ReportNames& names) {
  return summary_of(assessment, names).to_html();
}

}  // namespace calibrant
