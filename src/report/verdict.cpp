#include "report/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/format.hpp"
#include "report/words.hpp"

namespace calibrant::report {
namespace {

bool warned_of(const ReportInput& input, Suspicion suspicion) {
  return std::ranges::find(input.warnings, suspicion, &Warning::suspicion) != input.warnings.end();
}

/// What was measured: the same labels before and after.
const Observations& measured(const ReportInput& input) {
  return input.before ? input.before->predictions : input.after->predictions;
}

std::string faulty_words(const Diagnosis& diagnosis) {
  const std::string example = example_words(diagnosis);
  if (example.empty()) return fault_words(diagnosis);
  // An example of what shows in the whole only is no proof.
  return fault_words(diagnosis) +
         (diagnosis.off.empty() ? ". For example, " + example : ". " + upper_first(example));
}

std::string fine_words(const ReportInput& input) {
  return std::string("no range is off by more than chance") +
         (input.subgroups_off ? " over all rows together" : "");
}

std::string first_sentence(const ReportInput& input, const std::optional<Diagnosis>& found) {
  if (warned_of(input, Suspicion::kPercentages)) {
    return input.subject + " look like percentages (0 to 100), not probabilities.";
  }
  if (warned_of(input, Suspicion::kReversed)) {
    const auto area = auc(!input.before && input.fitted ? input.fitted->scores : measured(input));
    return fmt::format(
        "{} run the wrong way: the higher the score, the fewer positives (AUC {}). Check first "
        "whether they are the probability of the other class.",
        input.subject, fixed(area.value_or(0), 2));
  }
  if (!found) {
    if (!input.fitted) return input.subject + " are not probabilities.";
    const auto scores = input.fitted->scores.scores();
    return fmt::format("{} are not probabilities: they run from {} to {}.", input.subject,
                       significant(scores.front(), 2), significant(scores.back(), 2));
  }
  if (!found->fine()) return fmt::format("{} are {}.", input.subject, faulty_words(*found));
  return fmt::format("{} are calibrated as far as {} rows can tell: {}.", input.subject,
                     count(input.before->predictions.weight()), fine_words(input));
}

std::string second_sentence(const ReportInput& input, const Diagnoses& found) {
  const bool was_fine = found.before && found.before->fine();
  if (!found.after->fine()) {
    const bool still = found.before && !was_fine;
    return fmt::format("{}, they are {}{}.", input.after_words, still ? "still " : "",
                       faulty_words(*found.after));
  }
  // Not the same words twice.
  return input.after_words + (was_fine ? ", they still are." : ", " + fine_words(input) + ".");
}

}  // namespace

std::string lower_first(std::string text) {
  if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') {
    text[0] = static_cast<char>(text[0] - 'A' + 'a');
  }
  return text;
}

std::string upper_first(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') {
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  }
  return text;
}

Diagnoses diagnose_both(const ReportInput& input) {
  Diagnoses result;
  if (input.before) result.before = diagnose(input.before->predictions);
  if (input.after) result.after = diagnose(input.after->predictions);
  return result;
}

std::string too_little(const ReportInput& input) {
  const Observations& rows = measured(input);
  const double positives = rows.positive_weight();
  const double negatives = rows.negative_weight();
  const auto few = [](double number, const char* what) {
    return fmt::format("{} {}{} too few", count(number), what, number == 1 ? " is" : "s are");
  };
  if (warned_of(input, Suspicion::kFewRows)) return few(rows.weight(), "row");
  if (warned_of(input, Suspicion::kOneClass)) {
    return fmt::format("All {} labels are {}, which is too little", count(rows.weight()),
                       positives > 0 ? 1 : 0);
  }
  if (!warned_of(input, Suspicion::kFewOfAClass)) return "";
  return fmt::format("{} among {} rows {} too few",
                     positives < negatives
                         ? count(positives) + (positives == 1 ? " positive" : " positives")
                         : count(negatives) + (negatives == 1 ? " negative" : " negatives"),
                     count(rows.weight()), std::min(positives, negatives) == 1 ? "is" : "are");
}

std::string warnings_words(const ReportInput& input) {
  std::string text;
  const auto add = [&](const std::string& message) {
    if (!text.empty()) text += " ";
    text += upper_first(message);
    if (!message.ends_with('?')) text += ".";
  };
  for (const Warning& warning : input.warnings) add(warning.message);
  for (const std::string& message : input.more_warnings) add(message);
  return text;
}

std::string verdict(const ReportInput& input, const Diagnoses& found) {
  std::string text = input.subgroups_headline;
  const auto add = [&](const std::string& sentence) {
    if (!text.empty() && !sentence.empty()) text += " ";
    text += sentence;
  };
  if (const std::string little = too_little(input); !little.empty()) {
    add(fmt::format("{} to tell whether {} are calibrated.", little, lower_first(input.subject)));
    return text;
  }
  add(first_sentence(input, found.before));
  if (found.after) add(second_sentence(input, found));
  if (!input.unclear_gain.empty()) {
    add(found.before && found.before->fine()
            ? "Calibrating them shows no clear gain in log loss, so they may stay as they are."
            : fmt::format("The gain in log loss is not clear, though ({}).", input.unclear_gain));
  }
  for (const std::string& remark : input.remarks) add(remark);
  return text;
}

std::string verdict(const ReportInput& input) { return verdict(input, diagnose_both(input)); }

}  // namespace calibrant::report
