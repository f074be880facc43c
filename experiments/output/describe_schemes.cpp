// Does calibration need rows of its own? The paper's footnote, measured.
#include <fmt/format.h>

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

}  // namespace

std::vector<Block> describe_schemes(const Reproduction& reproduction) {
  std::vector<Block> blocks;
  blocks.emplace_back(Heading{"Is a separate calibration set necessary?"});
  blocks.emplace_back(Paragraph{fmt::format(
      "A footnote of the paper says that it is not. Each calibrator learned from four kinds of "
      "scores ({} repeats): those of the classifier's own training rows; those of a separate set "
      "(the paper's experiments); those of the training rows again, but with the separate set "
      "added "
      "to them; and, on the same rows, scores by five-fold cross-validation. Less is better.",
      reproduction.scheme_repeats)});
  blocks.emplace_back(table_of(reproduction.schemes, kRmse, "RMSE"));
  blocks.emplace_back(table_of(reproduction.schemes, kEce, "ECE as defined"));
  return blocks;
}

}  // namespace calibrant::experiments
