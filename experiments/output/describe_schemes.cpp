// Does calibration need rows of its own? The paper's footnote, measured.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "output/reproduction.hpp"
#include "output/three_digits.hpp"

namespace calibrant::experiments {
namespace {

constexpr std::size_t kRmse = 2;
constexpr std::size_t kEce = 4;

report::Table table_of(const std::vector<SchemeResult>& results, std::size_t measure,
                       std::string caption) {
  report::Table table = {.caption = std::move(caption)};
  table.columns = {{.title = "experiment", .number = false}, {.title = "method", .number = false}};
  for (const Scheme scheme : kSchemes) table.columns.push_back({.title = name(scheme)});
  for (const SchemeResult& result : results) {
    for (const auto& columns : result.methods) {
      std::vector<std::string> row = {result.experiment.title, columns.front().method};
      for (const Column& column : columns) {
        row.push_back(three_digits(column.spread(Reading::kText, measure)));
      }
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

// What training scores cost against a separate set, in RMSE averaged over the methods, the dearest
// experiment first.
struct Price {
  std::string title;
  double rmse = 0;
};

std::vector<Price> prices(const std::vector<SchemeResult>& results) {
  static_assert(kSchemes[0] == Scheme::kTraining && kSchemes[1] == Scheme::kSeparate);
  std::vector<Price> list;
  for (const SchemeResult& result : results) {
    Price& price = list.emplace_back();
    price.title = result.experiment.title;
    for (const auto& columns : result.methods) {
      const double difference = columns[0].spread(Reading::kText, kRmse).mean -
                                columns[1].spread(Reading::kText, kRmse).mean;
      price.rmse += difference / static_cast<double>(result.methods.size());
    }
  }
  std::ranges::stable_sort(list, std::ranges::greater(), &Price::rmse);
  return list;
}

}  // namespace

std::vector<Passage> describe_schemes(const Reproduction& reproduction) {
  std::vector<Passage> blocks;
  blocks.emplace_back(Heading{"Is a separate calibration set necessary?"});
  blocks.emplace_back(Paragraph{fmt::format(
      "A footnote of the paper says that it is not. Each calibrator learned from four kinds of "
      "scores ({} repeats): those of the classifier's own training rows; those of a separate set "
      "(the paper's experiments); those of the training rows again, but with the separate set "
      "added to them; and, on the same rows, scores by five-fold cross-validation. Less is better.",
      reproduction.scheme_repeats)});
  const std::vector<Price> dearest = prices(reproduction.schemes);
  blocks.emplace_back(
      Paragraph{fmt::format("Training scores cost most in “{}”: {:+.3f} in RMSE against a separate "
                            "set, averaged over the "
                            "methods; next in “{}”: {:+.3f}.",
                            dearest[0].title, dearest[0].rmse, dearest[1].title, dearest[1].rmse)});
  blocks.emplace_back(table_of(reproduction.schemes, kRmse, "RMSE"));
  blocks.emplace_back(table_of(reproduction.schemes, kEce, "ECE as defined"));
  return blocks;
}

}  // namespace calibrant::experiments
