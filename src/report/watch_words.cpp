#include "report/watch_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "report/format.hpp"

namespace calibrant::report {
namespace {

/// The departure is described if the evidence says that it is there rather than not.
constexpr double kWorthTelling = 2.302585092994046;  // ten to one

std::string at_time(const std::string& time) { return time.empty() ? "" : " (" + time + ")"; }

std::string of_stream(const WatchedStream& stream) {
  return stream.name.empty() ? "" : " of " + stream.name;
}

std::string counts_words(double expected, double observed, const char* what) {
  std::string text =
      fmt::format("{} {} came where {} were expected", count(observed), what,
                  expected < 100 ? significant(expected, 3) : count(std::round(expected)));
  const double excess = expected > 0 ? 100 * (observed / expected - 1) : 0;
  if (std::abs(excess) >= 0.5) {
    text += fmt::format(", {:.0f}\u00A0% {}", std::abs(excess), excess > 0 ? "more" : "fewer");
  }
  return text + ".";
}

const char* what_comes(const WatchedStream& stream, bool top) {
  return stream.name.empty() ? "positives" : top ? "right top labels" : "rows of the class";
}

std::string examples_words(const Departure& departure) {
  // Typical probabilities: one below, one at and one above the middle of what was seen.
  std::vector<std::string> parts;
  for (const double step : {-1.0, 0.0, 1.0}) {
    const double p = 1 / (1 + std::exp(-(departure.centre + step)));
    parts.push_back(fmt::format("{} should be {}", percent(p), percent(departure(p))));
  }
  return fmt::format("By these rows, {}.", fmt::join(parts, ", "));
}

}  // namespace

std::string evidence_text(double log_evidence) {
  constexpr double kLargest = 20.7;  // e to this is 1e9
  if (log_evidence < kLargest) return significant(std::exp(log_evidence), 3);
  const double digits = log_evidence / std::log(10.0);
  return fmt::format("1e+{:.0f}", std::floor(digits));
}

std::string watch_headline(const WatchFinding& found) {
  if (found.rows == 0) return "No rows have been watched yet.";
  if (!found.alarm) {
    return fmt::format("No alarm after {} rows.", count(found.rows));
  }
  return fmt::format(
      "Alarm: the probabilities are not calibrated any more. The alarm was raised "
      "at row {}{}.",
      count(found.alarm_row), at_time(found.alarm_time));
}

std::vector<std::string> watch_sentences(const WatchFinding& found, double alpha) {
  std::vector<std::string> result;
  if (found.rows == 0) return result;
  const WatchedStream& worst = found.worst();
  if (worst.departure && worst.log_evidence >= kWorthTelling) {
    const Departure& departure = *worst.departure;
    result.push_back(
        fmt::format("The departure{} shows since about row {}{}. Since then {}", of_stream(worst),
                    count(departure.first_row), at_time(departure.time),
                    counts_words(departure.expected, departure.observed,
                                 what_comes(worst, &worst == &found.streams.front()))));
    result.push_back(examples_words(departure));
    result.push_back(fmt::format("A refit would lower the log loss{} by about {} per row.",
                                 of_stream(worst), significant(departure.saved, 2)));
  }
  const WatchedStream& first = found.streams.front();
  result.push_back(fmt::format(
      "Over all {} rows, {}", count(found.rows),
      counts_words(first.expected, first.observed, what_comes(first, found.streams.size() > 1))));
  result.push_back(
      fmt::format("The evidence against the model (e-value) is {}, and was {} at most. An alarm "
                  "needs {}.",
                  evidence_text(found.log_evidence), evidence_text(found.largest_log_evidence),
                  significant(1 / alpha, 3)));
  result.push_back(
      fmt::format("While the model is calibrated, the chance that an alarm ever comes "
                  "is at most {}\u00A0%, however often one looks.",
                  significant(100 * alpha, 3)));
  return result;
}

}  // namespace calibrant::report
