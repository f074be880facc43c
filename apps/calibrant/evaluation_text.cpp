// The findings for people.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "evaluation.hpp"
#include "evaluation_words.hpp"
#include "metrics/measure_table.hpp"
#include "metrics/measure_titles.hpp"
#include "support/legible.hpp"
#include "text_table.hpp"

namespace calibrant::cli {
namespace {

/// A p-value behind "p "; tiny ones are not zero.
std::string chance(double p) { return p < 0.0001 ? "< 0.0001" : fmt::format("= {:.4f}", p); }

std::string plural(double count, std::string_view word) {
  return fmt::format("{:.10g} {}{}", count, word, count == 1 ? "" : "s");
}

const metrics::Measure& measure_called(std::string_view name) {
  return *std::ranges::find(metrics::kMeasures, name, &metrics::Measure::name);
}

std::string measures_text(const Evaluation& evaluation) {
  const bool intervals = evaluation.intervals.brier.has_value();
  TextTable table;
  table.columns = {{"measure", Align::kLeft}, {"value", Align::kRight}};
  if (intervals) {
    table.columns.push_back({fmt::format("{:g} % interval", 100 * kLevel), Align::kRight});
    table.columns.push_back({"by chance", Align::kRight});
  }
  for (const auto& [name, title] : metrics::kMeasureTitles) {
    const metrics::Measure& measure = measure_called(name);
    const auto interval = evaluation.intervals.*measure.interval;
    std::vector<std::string> cells = {std::string(title), number(measure.value(evaluation.card))};
    if (intervals) {
      cells.push_back(range(interval));
      cells.push_back(interval && interval->by_chance ? number(interval->by_chance) : "");
    }
    table.rows.push_back(std::move(cells));
  }
  std::string text = render(table);
  if (intervals) {
    text += fmt::format("by chance: what perfect probabilities stay below in {:g} % of samples\n",
                        50 * (1 + kLevel));
  }
  return text;
}

std::string expected_text(const Evaluation& evaluation) {
  const Scorecard& card = evaluation.card;
  if (!card.observed_expected) return "no positives were predicted";
  // A percentage of few positives says nothing.
  constexpr double kFew = 10;
  if (evaluation.expected < kFew) {
    return fmt::format("{} where {:.2g} {} predicted",
                       plural(card.prevalence * card.weight, "positive"), evaluation.expected,
                       evaluation.expected == 1 ? "was" : "were");
  }
  const double excess = 100 * (*card.observed_expected - 1);
  if (std::abs(excess) < 0.5) return "as many positives as predicted";
  return fmt::format("{:.0f} % {} positives than predicted", std::abs(excess),
                     excess > 0 ? "more" : "fewer");
}

std::string spiegelhalter_text(const Scorecard& card) {
  if (!card.spiegelhalter_z) {
    return "Spiegelhalter's test does not apply: every probability is 0, 1/2 or 1.\n";
  }
  return fmt::format("Spiegelhalter's test: z = {:.2f}, p {}.\n", *card.spiegelhalter_z,
                     chance(*card.spiegelhalter_p));
}

std::string calibration_text(const Evaluation& evaluation) {
  if (!evaluation.test) return "";
  return fmt::format("Together with the total, {}: p {}.\n", expected_text(evaluation),
                     chance(evaluation.test->p));
}

std::string bins_text(const Diagnosis& diagnosis) {
  TextTable table;
  table.columns = {{"bin", Align::kLeft},
                   {"rows", Align::kRight},
                   {"probability", Align::kRight},
                   {"observed", Align::kRight},
                   {fmt::format("{:g} % interval", 100 * kLevel), Align::kRight},
                   {"", Align::kLeft}};
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
  std::string text = render(table);
  if (starred) text += "* off by more than chance, even though all bins were tested\n";
  if (missed)
    text += "An interval may miss the probability without a star: one in 20 does so by chance.\n";
  return text + verdict_sentence(diagnosis) + "\n";
}

std::string verdict_text(const Findings& findings) {
  const auto off = std::ranges::count(findings.subgroups, true, &Subgroup::off);
  const std::string test =
      "by more than chance (total and Spiegelhalter's test together, Holm's correction, 5 %)";
  if (off == 0) return fmt::format("No subgroup is off {}.\n", test);
  std::string text =
      fmt::format("{} of {} is off {}:\n", off,
                  plural(static_cast<double>(findings.subgroups.size()), "subgroup"), test);
  if (off > 1) text.replace(text.find(" is off"), 7, " are off");
  for (const Subgroup& subgroup : findings.subgroups) {
    if (!subgroup.off) continue;
    text += fmt::format("  {} (p {}, {})\n", legible(subgroup.name), chance(*subgroup.adjusted_p),
                        expected_text(subgroup.evaluation));
  }
  return text;
}

std::string subgroups_text(const Findings& findings) {
  const bool intervals = findings.all.intervals.brier.has_value();
  TextTable table;
  table.columns = {{*findings.by, Align::kLeft}, {"rows", Align::kRight},
                   {"positive", Align::kRight},  {"log loss", Align::kRight},
                   {"Brier", Align::kRight},     {"ECE", Align::kRight},
                   {"AUC", Align::kRight},       {"obs / exp", Align::kRight}};
  if (intervals) table.columns.push_back({"95 % interval", Align::kRight});
  table.columns.push_back({"p (Holm)", Align::kRight});
  for (const auto& [name, evaluation, adjusted, off] : findings.subgroups) {
    const Scorecard& card = evaluation.card;
    std::vector<std::string> cells = {name,
                                      fmt::format("{:.10g}", card.weight),
                                      percent(card.prevalence),
                                      number(card.log_loss),
                                      number(card.brier),
                                      number(card.ece),
                                      number(card.auc),
                                      number(card.observed_expected)};
    if (intervals) cells.push_back(range(evaluation.intervals.observed_expected));
    cells.push_back(number(adjusted));
    table.rows.push_back(std::move(cells));
  }
  return render(table) + verdict_text(findings);
}

}  // namespace

std::string to_text(const Findings& findings) {
  const Evaluation& all = findings.all;
  const auto rows = static_cast<double>(all.rows);
  std::string text = fmt::format(
      "{}: {}{}, {} positive; probabilities from column {}\n\n",
      findings.file == "-" ? "standard input" : legible(findings.file), plural(rows, "row"),
      all.card.weight == rows ? "" : fmt::format(" of weight {:.10g}", all.card.weight),
      percent(all.card.prevalence), legible(findings.column));
  text += measures_text(all) + "\n" + spiegelhalter_text(all.card) + calibration_text(all) + "\n" +
          bins_text(findings.diagnosis);
  if (findings.by) text += "\n" + subgroups_text(findings);
  return text;
}

}  // namespace calibrant::cli
