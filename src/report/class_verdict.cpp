// The sentences at the top of a report on several classes, and what to do next.
#include <fmt/format.h>

#include <algorithm>

#include "report/class_report.hpp"
#include "report/class_words.hpp"
#include "report/format.hpp"
#include "report/sections.hpp"
#include "report/verdict.hpp"
#include "report/words.hpp"

namespace calibrant::report {
namespace {

bool any_class_off(const MulticlassAssessment& one) {
  return std::ranges::any_of(one.classes, &AssessedRows::off);
}

bool any_pair_off(const MulticlassAssessment& one) {
  // The clearest comes first.
  return !one.diagnosis.confusions.empty() && one.diagnosis.confusions[0].off();
}

/// What is off, and only that.
std::string fault_sentences(const MulticlassAssessment& one) {
  std::string text;
  if (!one.diagnosis.top.fine()) {
    text = top_sentence(one);
    const std::string example = example_words(one.diagnosis.top, right_or_wrong());
    if (!example.empty()) text += " " + upper_first(example) + ".";
  }
  const auto add = [&](const std::string& sentence) {
    text += (text.empty() ? "" : " ") + sentence;
  };
  if (any_class_off(one)) add(classes_sentence(one));
  if (any_pair_off(one)) add(confusions_sentence(one));
  return text;
}

std::string first_sentences(const std::string& subject, const MulticlassAssessment& one) {
  if (!one.diagnosis.fine()) {
    return subject + " are off by more than chance. " + fault_sentences(one);
  }
  if (one.diagnosis.few) {
    return fmt::format(
        "There are too few rows, or too few mistakes among them, to tell whether {} are "
        "calibrated.",
        lower_first(subject));
  }
  return fmt::format(
      "{} are calibrated as far as {} rows can tell: neither the most likely class, nor any of the "
      "{} classes, nor any pair of them is off by more than chance.",
      subject, count(one.card.weight), one.classes.size());
}

std::string second_sentences(const ClassReportInput& input) {
  const MulticlassAssessment& after = *input.after;
  const bool was_fine = input.before != nullptr && input.before->diagnosis.fine();
  if (after.diagnosis.fine()) {
    if (after.diagnosis.few) return "";
    return input.after_words +
           (was_fine ? ", they still are." : ", nothing is off by more than chance.");
  }
  const bool still = input.before != nullptr && !was_fine;
  return fmt::format("{}, they are {}off. {}", input.after_words, still ? "still " : "",
                     fault_sentences(after));
}

/// "The log loss would fall by 0.13, from 1.46 to 1.33".
std::string gain_words(const MulticlassAssessment& one) {
  return fmt::format("the log loss would fall by about {}, from {} to {}",
                     significant(*one.card.log_loss_calibration, 2), number_text(one.card.log_loss),
                     number_text(one.card.log_loss_refinement));
}

std::string calibrating_advice(const MulticlassAssessment& one) {
  const auto& gain = one.card.log_loss_calibration;
  const auto& interval = one.intervals.log_loss_calibration;
  if (!gain) return "";
  if (*gain > 0 && interval && interval->lower > 0) {
    return "Calibrate: " + gain_words(one) +
           ". Fit to rows that the classifier was not fitted to (calibrant fit), and look at this "
           "report again with other rows.";
  }
  if (!one.diagnosis.fine()) {
    return "Calibrating with as many rows as these would hardly lower the log loss. What is off is "
           "small, or needs more rows.";
  }
  return "";
}

}  // namespace

std::string verdict(const ClassReportInput& input) {
  std::string text;
  const auto add = [&](const std::string& sentence) {
    if (!text.empty() && !sentence.empty()) text += " ";
    text += sentence;
  };
  add(input.before != nullptr ? first_sentences(input.subject, *input.before)
                              : input.subject + " are not probabilities that add up to 1.");
  if (input.after != nullptr) add(second_sentences(input));
  for (const std::string& remark : input.remarks) add(remark);
  return text;
}

std::vector<std::string> advice(const ClassReportInput& input) {
  const MulticlassAssessment& last = input.after != nullptr ? *input.after : *input.before;
  std::vector<std::string> items;
  const auto add = [&](const std::string& item) {
    if (!item.empty()) items.push_back(item);
  };
  if (last.diagnosis.fine() && !last.diagnosis.few) {
    add("Use these probabilities: decisions and costs can be computed from them.");
  }
  add(calibrating_advice(last));
  if (any_pair_off(last) && input.after != nullptr) {
    const Confusion& worst = last.diagnosis.confusions[0];
    add(fmt::format(
        "Calibration does not know when {} is taken for {}. More training rows of both, "
        "or features that tell them apart, help more.",
        last.classes[worst.own].name, last.classes[worst.predicted].name));
  }
  std::vector<std::string> scarce;
  for (std::size_t k = 0; k < last.classes.size(); ++k) {
    constexpr double kFew = 10;
    if (last.diagnosis.classes[k].observed < kFew) scarce.push_back(last.classes[k].name);
  }
  if (!scarce.empty()) {
    constexpr std::size_t kNamed = 5;
    const std::size_t more = scarce.size() - std::min(scarce.size(), kNamed);
    scarce.resize(scarce.size() - more);
    add(fmt::format("Collect more rows of {}{}: fewer than ten of a class show nothing.",
                    fmt::join(scarce, ", "), more > 0 ? fmt::format(" and {} more", more) : ""));
  }
  if (last.card.log_loss_refinement) {
    add(
        fmt::format("A log loss of {} is left to the classifier itself: better features or more "
                    "training rows lower it, calibration does not.",
                    number_text(last.card.log_loss_refinement)));
  }
  return items;
}

}  // namespace calibrant::report
