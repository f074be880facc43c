#include "report/class_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "report/format.hpp"
#include "report/words.hpp"

namespace calibrant::report {
namespace {

/// A sentence names so many.
constexpr std::size_t kMostTold = 3;

/// By how much the probabilities differ from what came: "by 22 %", "12 times".
std::string by_how_much(const DiagnosedClass& one) {
  if (one.observed == 0)
    return fmt::format("{} ({} predicted, none came)", one.total(), significant(one.expected, 2));
  const double ratio = one.expected / one.observed;
  if (ratio >= 10) return fmt::format("{} ({} times as high)", one.total(), significant(ratio, 2));
  return fmt::format("{} by {}", one.total(), percent(std::abs(ratio - 1)));
}

std::string told(const std::vector<std::string>& parts, std::size_t all) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool last = i + 1 == all;
    text += (i == 0 ? "" : last ? " and " : ", ") + parts[i];
  }
  if (all > parts.size()) text += fmt::format(" and {} more", all - parts.size());
  return text;
}

/// Few rows are told with a digit behind the point.
std::string few_or_many(double rows) {
  return rows < 10 ? significant(rows, 2) : count(std::round(rows));
}

}  // namespace

std::string class_fault(const DiagnosedClass& one) {
  std::string text = one.total_off() ? by_how_much(one) : "";
  if (one.spread_off()) text += (text.empty() ? "" : ", ") + one.spread();
  return text;
}

std::string confusion_fault(const Confusion& one) {
  return !one.off() ? "" : one.more() ? "more often" : "less often";
}

std::vector<std::size_t> worst_classes(const MulticlassAssessment& assessment) {
  std::vector<std::size_t> order(assessment.classes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t k) {
    const DiagnosedClass& one = assessment.diagnosis.classes[k];
    const double gap = std::abs(one.observed - one.expected) / std::sqrt(one.expected + 1);
    return std::tuple(!one.off(), one.p(), -gap);
  });
  return order;
}

std::string top_sentence(const MulticlassAssessment& assessment) {
  const Diagnosis& top = assessment.diagnosis.top;
  if (top.fine()) return "There is no sign that the largest probability of a row is off.";
  return fmt::format("The largest probability of a row is {}.", fault_words(top, right_or_wrong()));
}

std::string classes_sentence(const MulticlassAssessment& assessment) {
  std::vector<std::string> parts;
  std::size_t off = 0;
  for (const std::size_t k : worst_classes(assessment)) {
    const DiagnosedClass& one = assessment.diagnosis.classes[k];
    if (!one.off()) break;
    if (++off <= kMostTold) {
      parts.push_back(fmt::format("{} is {}", assessment.classes[k].name, class_fault(one)));
    }
  }
  const std::size_t all = assessment.classes.size();
  const auto& found = assessment.diagnosis.classes;
  if (off == all && std::ranges::all_of(found, [&](const DiagnosedClass& one) {
        return class_fault(one) == class_fault(found[0]);
      })) {
    return fmt::format("All {} classes are {}, by more than chance.", all, class_fault(found[0]));
  }
  if (off == 0) return fmt::format("None of the {} classes is off by more than chance.", all);
  return fmt::format("{} of {} classes {} off by more than chance: {}.", off, all,
                     off == 1 ? "is" : "are", told(parts, off));
}

std::string confusions_sentence(const MulticlassAssessment& assessment) {
  const auto& confusions = assessment.diagnosis.confusions;
  const auto off = static_cast<std::size_t>(
      std::ranges::count_if(confusions, [](const Confusion& one) { return one.off(); }));
  if (off == 0) {
    return fmt::format(
        "None of the {} pairs of classes is confused more or less often than predicted, by more "
        "than chance.",
        count(static_cast<double>(assessment.diagnosis.pairs)));
  }
  std::vector<std::string> parts;
  for (const Confusion& one : confusions) {
    if (parts.size() == kMostTold || !one.off()) break;
    parts.push_back(fmt::format(
        "{} is taken for {} {} times ({} predicted)", assessment.classes[one.own].name,
        assessment.classes[one.predicted].name, count(one.observed), few_or_many(one.expected)));
  }
  return fmt::format(
      "{} of {} pairs of classes {} confused more or less often than predicted, by more than "
      "chance: {}.",
      off, count(static_cast<double>(assessment.diagnosis.pairs)), off == 1 ? "is" : "are",
      told(parts, off));
}

}  // namespace calibrant::report
