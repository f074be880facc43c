#include "report/diagnosis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/format.hpp"

namespace calibrant::report {
namespace {

/// Two digits, more only where the value would look like `other`, or like a 1 that it is not.
std::string edge(double value, double other) {
  for (int digits = 2; digits < 6; ++digits) {
    std::string text = significant(value, digits);
    if (text != significant(other, digits) && (text != "1" || value == 1)) return text;
  }
  return significant(value, 6);
}

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

std::string whole_words(const Diagnosis& diagnosis) {
  const bool total = diagnosis.on_the_whole == "too high" || diagnosis.on_the_whole == "too low";
  return diagnosis.on_the_whole + " on the whole" +
         (total ? fmt::format(" ({} positives expected, {} observed)",
                              count(std::round(diagnosis.expected)), count(diagnosis.observed))
                : "");
}

}  // namespace

std::string range_words(const Diagnosis& diagnosis, const OffRange& range) {
  const std::size_t end = diagnosis.bins.size() - 1;
  const double low = diagnosis.bins[range.first].rows.low;
  const double high = diagnosis.bins[range.last].rows.high;
  if (range.first == 0 && range.last == end) return "everywhere";
  if (low == high) return "at " + significant(low, 3);
  if (range.last == end) return "above " + edge(low, high);
  if (range.first == 0) return "below " + edge(high, low);

  return "between " + edge(low, high) + " and " + edge(high, low);
}

std::string fault_words(const Diagnosis& diagnosis) {
  std::string whole = diagnosis.on_the_whole.empty() ? "" : whole_words(diagnosis);
  if (diagnosis.off.empty()) return whole;
  const auto only = [&](bool too_high) {
    return std::ranges::all_of(diagnosis.off,
                               [&](const OffRange& r) { return r.too_high == too_high; });
  };
  std::vector<std::string> plain;  // "above 0.6"
  std::vector<std::string> full;   // "too high above 0.6"
  for (const OffRange& range : diagnosis.off) {
    plain.push_back(range_words(diagnosis, range));
    full.push_back((range.too_high ? "too high " : "too low ") + plain.back());
  }
  const OffRange& first = diagnosis.off.front();
  if (only(true) || only(false)) {
    const std::string direction = first.too_high ? "too high" : "too low";
    const bool everywhere = first.first == 0 && first.last + 1 == diagnosis.bins.size();
    if (diagnosis.on_the_whole == direction && !everywhere) {
      return whole + ", most clearly " + joined(plain);
    }
    const bool sure_side = diagnosis.off.size() == 1 && first.too_high &&
                           first.last + 1 == diagnosis.bins.size() &&
                           diagnosis.bins[first.first].rows.low >= 0.5;
    return (sure_side ? "overconfident" : direction) + " " + joined(plain);
  }
  // One change of direction has a name.
  std::size_t changes = 0;
  for (std::size_t i = 1; i < diagnosis.off.size(); ++i) {
    if (diagnosis.off[i].too_high != diagnosis.off[i - 1].too_high) ++changes;
  }
  if (changes > 1) return joined(full);
  return (first.too_high ? "underconfident: " : "overconfident: ") + joined(full);
}

std::string example_words(const Diagnosis& diagnosis) {
  const DiagnosedBin* worst = nullptr;
  const auto gap = [](const DiagnosedBin& bin) {
    return std::abs(bin.rows.observed() - bin.rows.mean);
  };
  for (const DiagnosedBin& bin : diagnosis.bins) {
    if (bin.off && (worst == nullptr || gap(bin) > gap(*worst))) worst = &bin;
  }
  if (worst == nullptr) return "";
  return fmt::format("of the {} scored about {}, {} were positive (95 % interval {})",
                     count(worst->rows.weight()), significant(worst->rows.mean, 2),
                     percent(worst->rows.observed()),
                     percent_range(worst->interval.lower, worst->interval.upper));
}

}  // namespace calibrant::report
