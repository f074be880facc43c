// A watch as text, JSON, a page, and three numbers for a dashboard.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "calibrant/report.hpp"
#include "json/document.hpp"
#include "report/facts.hpp"
#include "report/format.hpp"
#include "report/plots.hpp"
#include "report/sections.hpp"
#include "report/watch_words.hpp"

namespace calibrant {
namespace {

using report::count;
using report::evidence_text;
using report::Figure;
using report::FigureWithData;
using report::Mark;
using report::Series;
using report::significant;
using report::Table;

constexpr double kTwoSided = 1.96;  // standard errors of a 95 % interval

void put_departure(Json& json, const Departure& departure) {
  json["first_row"] = departure.first_row;
  if (!departure.time.empty()) json["time"] = departure.time;
  json["rows"] = departure.rows;
  json["expected"] = departure.expected;
  json["observed"] = departure.observed;
  json["offset"] = departure.offset;
  json["slope"] = departure.slope;
  json["centre"] = departure.centre;
  json["log_loss_saved"] = departure.saved;
}

Figure evidence_plot(const WatchFinding& found, double alpha) {
  Figure figure = {.title = "Evidence against the model", .aspect = 0.5};
  Series line = {.label = "e-value", .mark = Mark::kLine, .tone = 1};
  double row = 0;
  double least = 1;
  double most = 1 / alpha;
  for (const WatchedWindow& window : found.windows) {
    row += window.rows;
    // A drawing has no room for more.
    const double value = std::exp(std::clamp(window.log_evidence, -20.0, 200.0));
    line.add(row, value);
    least = std::min(least, value);
    most = std::max(most, value);
    line.tips.push_back(fmt::format("row {}{}\ne-value {}", count(row),
                                    window.time.empty() ? "" : ", " + window.time,
                                    evidence_text(window.log_evidence)));
  }
  figure.x = {.title = "rows", .low = 0, .high = std::max(row, 1.0)};
  figure.y = {.title = "e-value", .log = true, .low = least / 2, .high = most * 2};
  figure.series = {{.label = "alarm", .tone = 0, .x = {0, row}, .y = {1 / alpha, 1 / alpha}},
                   std::move(line)};
  figure.note = "The axis of the e-value is logarithmic. An e-value of 1 says nothing.";
  figure.description = report::watch_headline(found);
  return figure;
}

FigureWithData windows_plot(const WatchFinding& found, const std::string& what) {
  Figure figure = {.title = "Observed and expected " + what + " by window", .aspect = 0.5};
  Series observed = {.label = "observed", .mark = Mark::kPoints, .tone = 2};
  Series band = {.label = "expected, 95 % of windows", .mark = Mark::kBand, .tone = 1};
  Series expected = {.mark = Mark::kLine, .tone = 1};
  Table table = {.caption = "Windows of neighbouring rows"};
  table.columns = {
      {"from row", false}, {"rows"}, {"expected"}, {"observed"}, {"e-value at its end"}};
  double row = 0;
  double most = 0;
  for (const WatchedWindow& window : found.windows) {
    const double middle = row + window.rows / 2;
    const double mean = window.expected / window.rows;
    const double reach = kTwoSided * std::sqrt(window.variance) / window.rows;
    band.add(middle, Interval{std::max(0.0, mean - reach), std::min(1.0, mean + reach)});
    expected.add(middle, mean);
    observed.add(middle, window.observed / window.rows);
    most = std::max({most, observed.y.back(), band.upper.back()});
    const std::string name = count(row + 1) + (window.time.empty() ? "" : ", " + window.time);
    observed.tips.push_back(fmt::format("from row {}\n{} observed, {} expected", name,
                                        count(window.observed), significant(window.expected, 4)));
    table.rows.push_back({name, count(window.rows), significant(window.expected, 4),
                          count(window.observed), evidence_text(window.log_evidence)});
    row += window.rows;
  }
  figure.x = {.title = "rows", .low = 0, .high = std::max(row, 1.0)};
  figure.y = {.title = "share", .low = 0, .high = std::min(1.0, 1.1 * most)};
  figure.series = {std::move(band), std::move(expected), std::move(observed)};
  figure.description = "Share of " + what +
                       " in windows of neighbouring rows, and what the "
                       "probabilities promised.";
  return {std::move(figure), std::move(table)};
}

std::vector<std::vector<std::string>> stream_rows(const WatchFinding& found) {
  std::vector<std::vector<std::string>> rows;
  for (const WatchedStream& stream : found.streams) {
    rows.push_back({stream.name, significant(stream.expected, 5), count(stream.observed),
                    evidence_text(stream.log_evidence)});
  }
  return rows;
}

std::vector<std::string> sentences_of(const Watch& watch, const WatchFinding& found,
                                      const ReportNames& names) {
  std::vector<std::string> result = report::watch_sentences(found, watch.options().alpha);
  if (found.alarm && !names.file.empty() && names.file != "-") {
    result.push_back(fmt::format("To refit: calibrant fit {} -o NEW_MODEL.json", names.file));
  }
  return result;
}

}  // namespace

std::string to_text(const Watch& watch, const ReportNames& names) {
  const WatchFinding found = watch.finding();
  std::string text = report::watch_headline(found) + "\n";
  for (const std::string& sentence : sentences_of(watch, found, names)) text += sentence + "\n";
  if (found.streams.size() == 1) return text;
  text += "\nstream, expected, observed, e-value\n";
  for (const std::vector<std::string>& cells : stream_rows(found)) {
    text += fmt::format("{}\n", fmt::join(cells, ", "));
  }
  return text;
}

std::string to_json(const Watch& watch, const ReportNames& names) {
  const WatchFinding found = watch.finding();
  Document document;
  Json& json = put_object(document.root);
  if (!names.file.empty()) json["file"] = names.file;
  json["alpha"] = watch.options().alpha;
  json["rows"] = found.rows;
  json["log_evidence"] = found.log_evidence;
  json["largest_log_evidence"] = found.largest_log_evidence;
  json["alarm"] = found.alarm;
  if (found.alarm) json["alarm_row"] = found.alarm_row;
  if (!found.alarm_time.empty()) json["alarm_time"] = found.alarm_time;
  put(json["sentences"], sentences_of(watch, found, names));
  Json& streams = put(json["streams"], Json::value_t::array);
  for (const WatchedStream& stream : found.streams) {
    Json& one = append_object(streams);
    if (!stream.name.empty()) one["name"] = stream.name;
    one["expected"] = stream.expected;
    one["observed"] = stream.observed;
    one["log_evidence"] = stream.log_evidence;
    if (stream.departure) put_departure(put_object(one["departure"]), *stream.departure);
  }
  Json& windows = put(json["windows"], Json::value_t::array);
  for (const WatchedWindow& window : found.windows) {
    Json& one = append_object(windows);
    one["rows"] = window.rows;
    one["expected"] = window.expected;
    one["observed"] = window.observed;
    one["log_evidence"] = window.log_evidence;
    if (!window.time.empty()) one["time"] = window.time;
  }
  return json.dump(2) + "\n";
}

std::string to_page(const Watch& watch, const ReportNames& names) {
  const WatchFinding found = watch.finding();
  report::Page page(names.title.empty() ? "Watch over a calibrated model" : names.title);
  page.lead(report::watch_headline(found));
  for (const std::string& sentence : sentences_of(watch, found, names)) page.paragraph(sentence);
  if (found.rows > 0) {
    const std::string what = found.streams.size() == 1 ? "positives" : "right top labels";
    page.section("Over time");
    page.add({{evidence_plot(found, watch.options().alpha)}, windows_plot(found, what)});
    page.section(
        fmt::format("The last {} rows", count(static_cast<double>(found.recent_labels.size()))));
    const Observations recent =
        observe(found.recent_probabilities, found.recent_labels, {}, {.threads = 1});
    const FigureWithData plot =
        report::reliability_plot(recent, diagnose(recent), "Observed against predicted", {});
    page.add(plot.figure, plot.data);
  }
  if (found.streams.size() > 1) {
    Table table = {.caption = "The top label and each class"};
    table.columns = {{"stream", false}, {"expected"}, {"observed"}, {"e-value"}};
    table.rows = stream_rows(found);
    page.section("Classes");
    page.add(table);
  }
  report::Facts facts;
  if (!names.file.empty()) facts.emplace_back("Last rows", report::file_words(names.file));
  facts.emplace_back("Chance of a false alarm",
                     significant(100 * watch.options().alpha, 3) + "\u00A0%");
  report::add_origin_facts(facts, names.command);
  report::add_appendix(page, facts);
  return page.to_html();
}

std::string to_prometheus(const Watch& watch) {
  const WatchFinding found = watch.finding();
  return fmt::format(
      "# HELP calibrant_watch_log_evidence Natural logarithm of the e-value against the model.\n"
      "# TYPE calibrant_watch_log_evidence gauge\n"
      "calibrant_watch_log_evidence {}\n"
      "# HELP calibrant_watch_alarm 1 once the alarm was raised.\n"
      "# TYPE calibrant_watch_alarm gauge\n"
      "calibrant_watch_alarm {}\n"
      "# HELP calibrant_watch_rows Rows that were watched.\n"
      "# TYPE calibrant_watch_rows counter\n"
      "calibrant_watch_rows {}\n",
      found.log_evidence, found.alarm ? 1 : 0, found.rows);
}

}  // namespace calibrant
