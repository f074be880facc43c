#include "report/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/format.hpp"

namespace calibrant::report {
namespace {

/// Closer to 0 or to 1 is all the same to a reader.
constexpr double kTiny = 0.001;

std::string joined(const std::vector<std::string>& parts) {
  constexpr std::size_t kMost = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(parts.size(), kMost); ++i) {
    const bool last = i + 1 == parts.size();
    text += (i == 0 ? "" : last ? " and " : ", ") + parts[i];
  }
  if (parts.size() > kMost)
    text += fmt::format(" and in {} more range{}", parts.size() - kMost,
                        parts.size() == kMost + 1 ? "" : "s");
  return text;
}

/// A range as it is told. Neighbours that read the same are one.
struct ToldRange {
  std::string where;
  bool too_high = false;
  bool too_low = false;

  std::string full() const {
    if (too_high && too_low) return "partly too high, partly too low " + where;
    return (too_high ? "too high " : "too low ") + where;
  }
};

std::vector<ToldRange> told_ranges(const Diagnosis& diagnosis) {
  std::vector<ToldRange> told;
  for (const OffRange& range : diagnosis.off) {
    const std::string where = range_words(diagnosis, range);
    if (told.empty() || told.back().where != where) told.push_back({where});
    (range.too_high ? told.back().too_high : told.back().too_low) = true;
  }
  return told;
}

std::string whole_words(const Diagnosis& diagnosis, const Outcome& outcome) {
  const std::string& whole = diagnosis.on_the_whole;
  if (whole == "too timid") {
    return "underconfident: they are too close to the average and should be more extreme";
  }
  if (whole == "too extreme") {
    return "overconfident: they are too extreme and should be closer to the average";
  }
  return fmt::format("{} on the whole ({} {} expected, {} observed)", whole,
                     count(std::round(diagnosis.expected)), outcome.counted,
                     count(diagnosis.observed));
}

/// The bin that stands out most, counted in standard deviations, among those that lean to the side
/// that the whole is off to. Nothing if none does.
const DiagnosedBin* telling_bin(const Diagnosis& diagnosis) {
  const std::string& whole = diagnosis.on_the_whole;
  const auto shows_it = [&](const DiagnosedBin& bin) {
    if (whole == "too high") return bin.too_high();
    if (whole == "too low") return !bin.too_high();
    const bool outwards = (bin.rows.mean < 0.5) == bin.too_high();
    return whole == "too timid" ? outwards : !outwards;
  };
  const DiagnosedBin* best = nullptr;
  double most = 0;
  for (const DiagnosedBin& bin : diagnosis.bins) {
    const double p = bin.rows.mean;
    const double gap = std::abs(bin.rows.observed() - p) *
                       std::sqrt(bin.rows.weight() / std::max(p * (1 - p), 1e-12));
    if (shows_it(bin) && gap > most) {
      most = gap;
      best = &bin;
    }
  }
  return best;
}

std::string scored_words(const MassBin& rows) {
  if (rows.high < kTiny && rows.high > 0) return "below " + significant(kTiny, 1);
  if (rows.low > 1 - kTiny && rows.low < 1) return "above " + significant(1 - kTiny, 3);
  if (rows.low == rows.high) return significant(rows.mean, 2);
  if (rows.mean < kTiny) return "about 0";
  if (rows.mean > 1 - kTiny) return "about 1";
  return "about " + probability_words(rows.mean);
}

}  // namespace

Outcome right_or_wrong() {
  return {.yes = "right",
          .no = "wrong",
          .counted = "right ones",
          .share = "observed share of right ones"};
}

std::string probability_words(double p) {
  p = std::clamp(p, kTiny, 1 - kTiny);
  if (p < 0.5) return significant(p, 2);
  std::string text = fixed(p, p > 0.99 ? 3 : 2);
  while (text.ends_with('0')) text.pop_back();
  return text;
}

std::string range_words(const Diagnosis& diagnosis, const OffRange& range) {
  const std::size_t end = diagnosis.bins.size() - 1;
  const double low = diagnosis.bins[range.first].rows.low;
  const double high = diagnosis.bins[range.last].rows.high;
  if (range.first == 0 && range.last == end) return "everywhere";
  if (low == high && (low == 0 || low == 1)) return low == 0 ? "at 0" : "at 1";
  if (high < kTiny) return "below " + probability_words(high);
  if (low > 1 - kTiny) return "above " + probability_words(low);
  const std::string from = probability_words(low);
  const std::string to = probability_words(high);
  if (low == high) return "at " + from;
  if (from == to) return "near " + from;
  if (range.last == end) return "above " + from;
  if (range.first == 0) return "below " + to;
  return "between " + from + " and " + to;
}

std::string range_numbers(const Diagnosis& diagnosis, const OffRange& range) {
  const double low = diagnosis.bins[range.first].rows.low;
  const double high = diagnosis.bins[range.last].rows.high;
  if (low == high) return significant(low, 3);
  int digits = 2;
  while (digits < 6 && significant(low, digits) == significant(high, digits)) ++digits;
  int above = digits;  // more only where the end would look like a 1 that it is not
  while (above < 6 && high < 1 && significant(high, above) == "1") ++above;
  return significant(low, digits) + " to " + significant(high, above);
}

std::string whole_name(const Diagnosis& diagnosis) {
  if (diagnosis.on_the_whole == "too timid") return "underconfident";
  if (diagnosis.on_the_whole == "too extreme") return "overconfident";
  return diagnosis.on_the_whole;
}

std::string fault_words(const Diagnosis& diagnosis, const Outcome& outcome) {
  if (diagnosis.off.empty()) {
    return diagnosis.on_the_whole.empty() ? "" : whole_words(diagnosis, outcome);
  }
  const std::vector<ToldRange> told = told_ranges(diagnosis);
  const OffRange& first = diagnosis.off.front();
  std::string direction = first.too_high ? "too high" : "too low";
  if (diagnosis.bins.size() == 1) return direction;  // one score: there is no "where"
  const bool one_direction = std::ranges::all_of(
      diagnosis.off, [&](const OffRange& range) { return range.too_high == first.too_high; });
  if (one_direction) {
    std::vector<std::string> places(told.size());
    std::ranges::transform(told, places.begin(), &ToldRange::where);
    const bool everywhere = first.first == 0 && first.last + 1 == diagnosis.bins.size();
    if (diagnosis.on_the_whole == direction && !everywhere) {
      return whole_words(diagnosis, outcome) + ", most clearly " + joined(places);
    }
    const bool sure_side = diagnosis.off.size() == 1 && !everywhere && first.too_high &&
                           first.last + 1 == diagnosis.bins.size() &&
                           diagnosis.bins[first.first].rows.low >= 0.5;
    return (sure_side ? "overconfident" : direction) + " " + joined(places);
  }
  std::vector<std::string> full(told.size());  // "too high above 0.6"
  std::ranges::transform(told, full.begin(), &ToldRange::full);
  // One change of direction has a name.
  std::size_t changes = 0;
  for (std::size_t i = 1; i < diagnosis.off.size(); ++i) {
    if (diagnosis.off[i].too_high != diagnosis.off[i - 1].too_high) ++changes;
  }
  if (changes > 1) return joined(full);
  return (first.too_high ? "underconfident: " : "overconfident: ") + joined(full);
}

std::string example_words(const Diagnosis& diagnosis, const Outcome& outcome) {
  const DiagnosedBin* worst = nullptr;
  const auto gap = [](const DiagnosedBin& bin) {
    return std::abs(bin.rows.observed() - bin.rows.mean);
  };
  for (const DiagnosedBin& bin : diagnosis.bins) {
    if (bin.off && (worst == nullptr || gap(bin) > gap(*worst))) worst = &bin;
  }
  const bool off = worst != nullptr;
  if (!off && !diagnosis.on_the_whole.empty()) worst = telling_bin(diagnosis);
  if (worst == nullptr) return "";
  const auto [lower, upper] = worst->interval;
  std::string text = fmt::format("of the {} scored {}, {} were {}", count(worst->rows.weight()),
                                 scored_words(worst->rows),
                                 percent_within(worst->rows.observed(), lower, upper), outcome.yes);
  if (off) text += fmt::format(" (95 % interval {})", percent_range(lower, upper));
  return text;
}

}  // namespace calibrant::report
