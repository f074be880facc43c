// Evaluations and comparisons for C: arrays in, texts out.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "c_api/guard.hpp"
#include "c_api/options.hpp"
#include "calibrant/report.hpp"
#include "calibrant/suspicion.hpp"
#include "json/document.hpp"
#include "support/check.hpp"

// NOLINTNEXTLINE(readability-identifier-naming): the name is that of C.
struct calibrant_finding {
  std::variant<calibrant::Assessment, calibrant::MulticlassAssessment, calibrant::Comparison> found;
};

namespace calibrant::c_api {
namespace {

const char* json_or_none(const char* options) { return options == nullptr ? "{}" : options; }

/// A class name that a warning repeats may be no UTF-8.
std::string json_list(const std::vector<std::string>& sentences) {
  Document list;
  put(list.root, Json::value_t::array);
  for (const std::string& one : sentences) list.root.emplace_back(one);
  return list.root.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// The names of several classes; none of two.
std::vector<std::string> names_of_classes(const char* const* names, std::size_t classes) {
  if (classes == 1) {
    throw ArgumentError("classes", "1 is neither 0 (two classes, one number a row) nor several");
  }
  return texts(names, classes);
}

std::vector<std::uint32_t> checked_labels(std::span<const int> labels, std::size_t classes) {
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (classes == 0) {
      check_label("labels", i, labels[i]);
    } else {
      check_class("labels", i, labels[i], classes);
    }
  }
  return {labels.begin(), labels.end()};
}

ScoredRows scored_rows(const std::vector<std::string>& classes, const double* scores,
                       const int* labels, const double* weights, std::size_t rows) {
  const std::size_t columns = std::max<std::size_t>(1, classes.size());
  const auto in = array("scores", scores, rows, columns);
  const auto weighed = optional_array("weights", weights, rows);
  return {.classes = classes,
          .scores = {in.begin(), in.end()},
          .labels = checked_labels(array("labels", labels, rows), classes.size()),
          .weights = {weighed.begin(), weighed.end()}};
}

/// What was found before, of the same kind; none for a comparison.
template <class Found>
const Found* before_of(const calibrant_finding* before) {
  if (before == nullptr) return nullptr;
  const auto* same = std::get_if<Found>(&before->found);
  if (same == nullptr || std::is_same_v<Found, Comparison>) {
    throw ArgumentError("before", "is of another kind than finding, or of a comparison");
  }
  return same;
}

template <class Found>
std::string page_of(const Found& found, const ReportNames& names, const Found* before) {
  if constexpr (std::is_same_v<Found, Comparison>) {
    return to_page(found, names);
  } else {
    return to_page(found, names, before);
  }
}

template <class Found>
std::string finding_as(std::string_view form, const Found& found, const char* title,
                       const Found* before) {
  if (form == "text") return to_text(found);
  if (form == "json") return to_json(found);
  if (form == "html") return page_of(found, {.title = title == nullptr ? "" : title}, before);
  if (form != "notes") throw ArgumentError("form", "is not one of text, json, html, notes");
  if constexpr (std::is_same_v<Found, Comparison>) {
    return json_list(found.notes);
  } else {
    return "[]";
  }
}

std::vector<Warning> warnings_of(const ScoredRows& rows) {
  std::vector<Warning> warnings;
  if (!rows.weights.empty()) warnings = inspect_weights(rows.weights, rows.labels);
  std::vector<Warning> more;
  if (rows.classes.empty()) {
    const std::vector<int> labels(rows.labels.begin(), rows.labels.end());
    more = inspect(observe(rows.scores, labels, rows.weights));
  } else {
    std::vector<double> weights(rows.classes.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      weights[rows.labels[i]] += rows.weights.empty() ? 1 : rows.weights[i];
    }
    more = inspect_classes(rows.classes, weights);
  }
  warnings.insert(warnings.end(), more.begin(), more.end());
  return warnings;
}

}  // namespace
}  // namespace calibrant::c_api

using namespace calibrant;
using namespace calibrant::c_api;

extern "C" calibrant_status calibrant_inspect(const double* scores, const int* labels,
                                              const double* weights, size_t rows,
                                              const char* const* names, size_t classes, char** text,
                                              size_t* length) {
  if (text != nullptr) *text = nullptr;
  return guarded([&] {
    given("text", text);
    const auto called = names_of_classes(names, classes);
    std::vector<std::string> sentences;
    for (const Warning& one : warnings_of(scored_rows(called, scores, labels, weights, rows))) {
      sentences.push_back(one.message);
    }
    hand_over(json_list(sentences), text, length);
  });
}

extern "C" calibrant_status calibrant_evaluate(const char* options, const double* probabilities,
                                               const int* labels, const double* weights,
                                               size_t rows, const char* const* names,
                                               size_t classes, calibrant_finding** finding) {
  return hand_over_new("finding", finding, [&]() -> decltype(calibrant_finding::found) {
    const AssessOptions how = assess_options_from_json(json_or_none(options));
    const auto called = names_of_classes(names, classes);
    const auto in = array("probabilities", probabilities, rows, std::max<std::size_t>(1, classes));
    const auto own = array("labels", labels, rows);
    const auto weighed = optional_array("weights", weights, rows);
    if (!called.empty()) {
      return assess(observe_predictions(in, own, classes, weighed), rows, called, how);
    }
    return assess(observe_probabilities(in, own, weighed), rows, how);
  });
}

extern "C" calibrant_status calibrant_evaluate_subgroups(
    const char* options, const double* probabilities, const int* labels, const double* weights,
    size_t rows, const char* by, const int* subgroups, const char* const* names, size_t count,
    calibrant_finding** finding) {
  return hand_over_new("finding", finding, [&] {
    const AssessOptions how = assess_options_from_json(json_or_none(options));
    const auto in = array("probabilities", probabilities, rows);
    const auto own = array("labels", labels, rows);
    const auto weighed = optional_array("weights", weights, rows);
    const auto called = texts(names, count);
    const auto of_row = array("subgroups", subgroups, rows);
    for (std::size_t i = 0; i < rows; ++i) check_class("subgroups", i, of_row[i], count);
    const Observations seen = observe_probabilities(in, own, weighed);
    const std::vector<std::uint32_t> places(of_row.begin(), of_row.end());
    const std::vector<std::uint8_t> narrow(own.begin(), own.end());
    const Subgroups parts = {.by = &given("by", by),
                             .names = called,
                             .of_row = places,
                             .probabilities = in,
                             .labels = narrow,
                             .weights = weighed};
    return assess(seen, rows, how, &parts);
  });
}

extern "C" calibrant_status calibrant_compare(const char* options, const double* scores,
                                              const int* labels, const double* weights, size_t rows,
                                              const double* test_scores, const int* test_labels,
                                              const double* test_weights, size_t test_rows,
                                              const char* const* names, size_t classes,
                                              calibrant_finding** finding) {
  return hand_over_new("finding", finding, [&] {
    const auto called = names_of_classes(names, classes);
    const CompareOptions how = compare_options_from_json(json_or_none(options), !called.empty());
    std::optional<ScoredRows> test;
    if (test_scores != nullptr || test_labels != nullptr || test_rows > 0) {
      test = scored_rows(called, test_scores, test_labels, test_weights, test_rows);
    }
    return compare(scored_rows(called, scores, labels, weights, rows), std::move(test), how);
  });
}

extern "C" calibrant_status calibrant_finding_text(const calibrant_finding* finding,
                                                   const char* form, const char* title,
                                                   const calibrant_finding* before, char** text,
                                                   size_t* length) {
  if (text != nullptr) *text = nullptr;
  return guarded([&] {
    given("text", text);
    const std::string_view wanted = &given("form", form);
    const auto write = [&](const auto& found) {
      using Found = std::remove_cvref_t<decltype(found)>;
      return finding_as(wanted, found, title, before_of<Found>(before));
    };
    hand_over(std::visit(write, given("finding", finding).found), text, length);
  });
}

extern "C" void calibrant_free_finding(calibrant_finding* finding) { delete finding; }
