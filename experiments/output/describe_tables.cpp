// The paper's tables: for every method our mean and spread, the published figure, and how far apart
// they are; then the published figures that lie elsewhere, and what is known of each.
#include <fmt/format.h>

#include "output/assessment.hpp"
#include "output/reproduction.hpp"
#include "output/three_digits.hpp"

namespace calibrant::experiments {
namespace {

struct ColumnOfTable {
  Reading reading;
  std::size_t measure;
  const char* title;
};

// AUC, Acc and RMSE do not depend on the reading.
constexpr std::array<ColumnOfTable, 7> kColumns = {{
    {Reading::kPrinted, 0, "AUC"},
    {Reading::kPrinted, 1, "Acc"},
    {Reading::kPrinted, 2, "RMSE"},
    {Reading::kPrinted, 3, "MCE as printed"},
    {Reading::kPrinted, 4, "ECE as printed"},
    {Reading::kText, 3, "MCE as defined"},
    {Reading::kText, 4, "ECE as defined"},
}};

std::string format_ours(const Cell& cell) {
  return three_digits(cell.ours) + (cell.best ? " ★" : "");
}

std::string format_distance(const Cell& cell, bool fixed) {
  if (!cell.published) return "";
  if (fixed) return fmt::format("{:+.3f}", *cell.published - cell.ours.mean);
  return cell.z ? fmt::format("{:+.1f}", *cell.z) : "";
}

report::Table table_of(const TableResult& result) {
  const bool fixed = result.experiment.fixed;
  report::Table table = {.caption = result.experiment.title};
  table.columns.push_back({.title = "", .number = false});
  std::vector<std::vector<Cell>> columns;
  for (const ColumnOfTable& column : kColumns) {
    table.columns.push_back({.title = column.title});
    columns.push_back(assess_row(result, column.reading, column.measure));
  }
  for (std::size_t m = 0; m < result.columns.size(); ++m) {
    const std::string& method = result.columns[m].method;
    std::vector<std::string> ours = {method};
    std::vector<std::string> paper = {method + ", paper"};
    std::vector<std::string> distance = {method + (fixed ? ", paper − ours" : ", z")};
    for (const auto& column : columns) {
      const Cell& cell = column[m];
      ours.push_back(format_ours(cell));
      paper.push_back(cell.published ? three_digits(*cell.published) : "");
      distance.push_back(format_distance(cell, fixed));
    }
    table.marked.push_back(table.rows.size());
    table.rows.push_back(std::move(ours));
    if (!columns.front()[m].published) continue;
    table.rows.push_back(std::move(paper));
    table.rows.push_back(std::move(distance));
  }
  return table;
}

report::Table table_of(const std::vector<Outlier>& list) {
  report::Table table = {.caption = "Published figures that lie elsewhere", .css_class = "wrap"};
  table.columns = {{.title = "table", .number = false},
                   {.title = "method", .number = false},
                   {.title = "measure", .number = false},
                   {.title = "paper"},
                   {.title = "ours"},
                   {.title = "what is known", .number = false}};
  for (const Outlier& outlier : list) {
    table.rows.push_back({outlier.title, outlier.method, outlier.measure,
                          three_digits(outlier.cell.published.value_or(0)),
                          three_digits(outlier.cell.ours), outlier.reason});
  }
  return table;
}

}  // namespace

std::vector<Passage> describe_tables(const Reproduction& reproduction) {
  std::vector<Passage> blocks;
  blocks.emplace_back(Heading{"The tables"});
  blocks.emplace_back(Paragraph{fmt::format(
      "Mean ± standard deviation over {} repeats (SPECT has a fixed split and no spread), the "
      "published figure below, and z = (published − mean) / standard deviation. Stars mark the two "
      "best of the paper's methods, as the paper does in bold. “As defined” is the paper's text: "
      "ten bins of equal width. “As printed” is how its tables were really computed: ten groups of "
      "equally many rows, and the square root of a tenth of the sum for ECE.",
      reproduction.options.repeats)});
  for (const TableResult& table : reproduction.tables) {
    if (table.experiment.stand_in) continue;
    blocks.emplace_back(table_of(table));
  }
  blocks.emplace_back(Heading{"What lies elsewhere"});
  blocks.emplace_back(table_of(outliers(reproduction.tables, Reading::kPrinted)));
  blocks.emplace_back(Heading{"CAP: a stand-in"});
  blocks.emplace_back(Paragraph{
      "The pneumonia patients of the paper are not public. These are synthetic rows of the "
      "published shape (2,287 rows dealt into 1,087, 600 and 600; 172 discrete and 43 continuous "
      "features; about 11 % dire outcomes; naive Bayes on the discrete features, principal "
      "components before logistic regression). The published figures stand beside them for the "
      "eye only and are counted nowhere."});
  for (const TableResult& table : reproduction.tables) {
    if (table.experiment.stand_in) blocks.emplace_back(table_of(table));
  }
  return blocks;
}

}  // namespace calibrant::experiments
