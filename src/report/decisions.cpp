#include "report/decisions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/format.hpp"

namespace calibrant::report {
namespace {

constexpr double kRare = 0.05;
constexpr const char* kRowsId = "thresholds";

std::string benefit(double value) { return fixed(value, std::abs(value) < 0.01 ? 5 : 4); }

std::vector<std::string> cells(const Decision& decision) {
  return {count(decision.above), count(std::round(decision.expected * 10) / 10),
          count(decision.observed), benefit(decision.net_benefit)};
}

std::string threshold_text(double threshold) { return significant(threshold, 3); }

/// Cells that the slider rewrites carry the number of their column in the table of all thresholds.
std::string chosen_table(const std::vector<NamedDecisions>& all, std::size_t chosen) {
  std::string out = fmt::format(
      "<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-label=\"Counts at the "
      "threshold\"><table class=\"wrap\" aria-live=\"polite\">\n<caption>At the threshold <b "
      "data-cell=\"0\">{}</b>: rows at or above it, and their positives</caption>\n<thead><tr><th "
      "scope=\"col\">probabilities</th>",
      threshold_text(all.front().decisions[chosen].threshold));
  for (const char* title : {"rows", "expected", "observed", "net benefit"}) {
    out += fmt::format("<th scope=\"col\" class=\"n\">{}</th>", title);
  }
  out += "</tr></thead>\n<tbody>\n";
  std::size_t column = 1;
  for (const auto& [name, decisions] : all) {
    out += fmt::format("<tr><th scope=\"row\">{}</th>", escape(name).text);
    for (const std::string& cell : cells(decisions[chosen])) {
      out += fmt::format("<td class=\"n\" data-cell=\"{}\">{}</td>", column++, cell);
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

Table all_thresholds(const std::vector<NamedDecisions>& all) {
  Table table = {.caption = "Every threshold"};
  table.columns.push_back({"threshold"});
  for (const auto& [name, decisions] : all) {
    const std::string of = all.size() == 1 ? "" : ", " + name;
    for (const char* title : {"rows above", "expected", "observed", "net benefit"}) {
      table.columns.push_back({title + of});
    }
  }
  for (std::size_t i = 0; i < all.front().decisions.size(); ++i) {
    std::vector<std::string> row = {threshold_text(all.front().decisions[i].threshold)};
    for (const auto& [name, decisions] : all) {
      for (std::string& cell : cells(decisions[i])) row.push_back(std::move(cell));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Figure net_benefit_plot(const std::vector<NamedDecisions>& all, double prevalence) {
  Figure figure = {.title = "Net benefit"};
  figure.description =
      "Net benefit of acting on everyone at or above a threshold, against acting on all and on "
      "none.";
  figure.note =
      "True positives less false positives at the odds of the threshold, per row. Higher is "
      "better; a model is of use where it lies above both \"all\" and \"none\".";
  const std::vector<Decision>& first = all.front().decisions;
  figure.x = {.title = "threshold",
              .log = prevalence < kRare,
              .low = prevalence < kRare ? first.front().threshold : 0,
              .high = prevalence < kRare ? first.back().threshold : 1};
  figure.y = {.title = "net benefit", .low = -0.12 * prevalence, .high = 1.06 * prevalence};
  Series treat_all = {.label = "all", .tone = 6};
  Series none = {.label = "none", .tone = 0};
  for (const Decision& decision : first) {
    const double t = decision.threshold;
    treat_all.add(t, prevalence - (1 - prevalence) * t / (1 - t));
    none.add(t, 0);
  }
  figure.series = {none, treat_all};
  for (std::size_t k = 0; k < all.size(); ++k) {
    // The last one, calibrated, has the first tone, as everywhere.
    Series line = {.label = all[k].name, .tone = k + 1 == all.size() ? 1 : 2};
    for (const Decision& decision : all[k].decisions) {
      line.add(decision.threshold, decision.net_benefit);
    }
    figure.series.push_back(std::move(line));
  }
  return figure;
}

}  // namespace

std::vector<Decision> decide(const Observations& predictions,
                             const std::vector<double>& thresholds) {
  const auto scores = predictions.scores();
  std::vector<Decision> result(thresholds.size());
  double above = 0;
  double expected = 0;
  double observed = 0;
  std::size_t i = scores.size();
  for (std::size_t k = thresholds.size(); k-- > 0;) {
    const double t = thresholds[k];
    for (; i > 0 && scores[i - 1] >= t; --i) {
      const double weight = predictions.negatives()[i - 1] + predictions.positives()[i - 1];
      above += weight;
      expected += weight * scores[i - 1];
      observed += predictions.positives()[i - 1];
    }
    const double benefit = (observed - (above - observed) * t / (1 - t)) / predictions.weight();
    result[k] = {t, above, expected, observed, benefit};
  }
  return result;
}

std::vector<double> usual_thresholds(double prevalence) {
  std::vector<double> result;
  if (prevalence >= kRare) {
    for (int i = 1; i < 100; ++i) result.push_back(i / 100.0);
    return result;
  }
  constexpr int kSteps = 60;
  const double low = std::max(prevalence, 1e-6) / 10;
  const double high = std::min(0.9, std::max(prevalence, 1e-6) * 100);
  for (int i = 0; i <= kSteps; ++i) {
    const double exact = low * std::pow(high / low, static_cast<double>(i) / kSteps);
    // Two digits: what the table says is what was computed.
    const double unit = std::pow(10.0, std::floor(std::log10(exact)) - 1);
    const double value = std::round(exact / unit) * unit;
    if (result.empty() || value > result.back() * (1 + 1e-9)) result.push_back(value);
  }
  return result;
}

std::size_t usual_choice(const std::vector<double>& thresholds, double prevalence) {
  const double wanted = prevalence < kRare ? prevalence : 0.5;
  const auto place = std::ranges::min_element(
      thresholds, {}, [&](double t) { return std::abs(std::log(t / std::max(wanted, 1e-12))); });
  return static_cast<std::size_t>(place - thresholds.begin());
}

void add_decisions(Page& page, const std::vector<NamedDecisions>& all, double prevalence,
                   double total) {
  std::vector<double> thresholds;
  for (const Decision& decision : all.front().decisions) thresholds.push_back(decision.threshold);
  const std::size_t chosen = usual_choice(thresholds, prevalence);
  page.add(Html{"<div class=\"row wide\">\n<div>\n"});
  page.paragraph(
      fmt::format("If you act on everyone whose probability is at or above a threshold, this is "
                  "what to expect, "
                  "and what happened, among the {} rows.",
                  count(total)));
  page.add(Html{fmt::format(
      "<div class=\"slider\" hidden data-rows=\"{}\"><label for=\"threshold\">Threshold</label>"
      "<output for=\"threshold\" data-cell=\"0\">{}</output>"
      "<input type=\"range\" id=\"threshold\" min=\"0\" max=\"{}\" step=\"1\" "
      "value=\"{}\"></div>\n",
      kRowsId, threshold_text(thresholds[chosen]), thresholds.size() - 1, chosen)});
  page.add(Html{chosen_table(all, chosen)});
  page.add_folded(all_thresholds(all), "Every threshold", kRowsId);
  page.add(Html{"</div>\n"});
  page.add(net_benefit_plot(all, prevalence));
  page.add(Html{"</div>\n"});
}

}  // namespace calibrant::report
