#include "report/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "report/format.hpp"

namespace calibrant::report {
namespace {

constexpr double kAir = 0.04;
// The difference of two such, with air, is still a number.
constexpr double kLargest = 8e307;

std::vector<Tick> linear_ticks(Limits limits, std::size_t most) {
  constexpr std::array kSteps = {1.0, 2.0, 5.0, 10.0};
  const double span = limits.high - limits.low;
  // Where doubles end, powers of ten do not help.
  if (!(span > 1e-290)) return {{limits.low, significant(limits.low, 3)}};
  const double least = span / static_cast<double>(std::max<std::size_t>(most, 1));
  int power = static_cast<int>(std::floor(std::log10(least)));
  // Whole multiples of a whole number of 10^power: no rounding error adds up.
  const double unit = std::pow(10.0, power);
  const double step = *std::ranges::find_if(
      kSteps, [&](double s) { return s * unit >= least * (1 - 1e-9) || s == kSteps.back(); });
  if (step == 10) power += 1;
  const int decimals = std::max(0, -power);
  std::vector<Tick> result;
  const double slack = span * 1e-9;
  for (double k = std::ceil((limits.low - slack) / (step * unit));
       k * step * unit <= limits.high + slack; ++k) {
    const double value = k * step * unit;
    result.push_back({value, decimals > 6 || std::abs(value) >= 1e7 ? significant(value, 3)
                                                                    : fixed(value, decimals)});
  }
  return result;
}

/// 100, 10⁴ or 2·10⁴; `plain` where the whole axis does without superscripts.
std::string power_label(int power, bool plain, double factor) {
  if (plain || std::abs(power) < 3) return significant(factor * std::pow(10.0, power), 3);
  constexpr std::array kDigits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = factor == 1 ? "" : fixed(factor, 0) + "·";
  text += power < 0 ? "10⁻" : "10";
  for (const char digit : std::to_string(std::abs(power))) {
    text += kDigits[static_cast<std::size_t>(digit - '0')];
  }
  return text;
}

std::vector<Tick> log_ticks(Limits limits, std::size_t most) {
  const double low = std::log10(limits.low) - 1e-9;
  const double high = std::log10(limits.high) + 1e-9;
  const auto decades = static_cast<std::size_t>(std::max(1.0, high - low));
  const int every = static_cast<int>((decades + most - 1) / std::max<std::size_t>(most, 1));
  const bool plain = limits.low >= 1e-4 && limits.high <= 5e4;
  std::vector<Tick> powers;
  std::vector<Tick> all;
  for (int power = static_cast<int>(std::floor(low)); power <= high; ++power) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double value = factor * std::pow(10.0, power);
      if (std::log10(value) < low || std::log10(value) > high) continue;
      all.push_back({value, power_label(power, plain, factor)});
      if (factor == 1 && power % std::max(every, 1) == 0) powers.push_back(all.back());
    }
  }
  if (all.size() <= most || powers.empty()) return all;
  return powers;
}

}  // namespace

Scale::Scale(Limits limits, bool log, double from, double to)
    : limits_(limits), log_(log), from_(from), to_(to) {}

double Scale::operator()(double value) const {
  const double share = log_ ? std::log(value / limits_.low) / std::log(limits_.high / limits_.low)
                            : (value - limits_.low) / (limits_.high - limits_.low);
  return from_ + share * (to_ - from_);
}

bool Scale::places(double value) const {
  return std::abs(value) <= kLargest && (!log_ || value > 0);  // false for NaN
}

Limits axis_limits(const Axis& axis, const std::vector<double>& values) {
  if (!axis.categories.empty()) return {-0.5, static_cast<double>(axis.categories.size()) - 0.5};
  const auto inside = [&](double value) {
    return std::isfinite(value) && (!axis.log || value > 0);
  };
  std::optional<Limits> span;
  for (const double value : values) {
    if (!inside(value)) continue;
    if (!span) span = Limits{value, value};
    span->low = std::min(span->low, value);
    span->high = std::max(span->high, value);
  }
  Limits result = span.value_or(axis.log ? Limits{1, 10} : Limits{0, 1});
  result = {std::clamp(result.low, -kLargest, kLargest),
            std::clamp(result.high, -kLargest, kLargest)};
  if (axis.log) {
    const double air = result.high > result.low ? std::pow(result.high / result.low, kAir) : 2;
    result = {result.low / air, result.high * air};
  } else {
    const double size = std::max(std::abs(result.low), std::abs(result.high));
    double air = kAir * (result.high - result.low);
    if (!(air > 1e-12 * size)) air = size > 0 ? size / 2 : 0.5;
    result = {result.low - air, result.high + air};
  }
  if (axis.low && inside(*axis.low)) result.low = *axis.low;
  if (axis.high && inside(*axis.high)) result.high = *axis.high;
  if (!(result.high > result.low)) {
    result.high = axis.log ? result.low * 10 : result.low + std::max(1.0, std::abs(result.low));
  }
  return result;
}

std::vector<Tick> ticks(const Axis& axis, Limits limits, std::size_t most) {
  if (!axis.categories.empty()) {
    std::vector<Tick> result;
    for (const std::string& name : axis.categories) {
      result.push_back({static_cast<double>(result.size()), name});
    }
    return result;
  }
  return axis.log ? log_ticks(limits, most) : linear_ticks(limits, most);
}

}  // namespace calibrant::report
