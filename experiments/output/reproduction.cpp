#include "output/reproduction.hpp"

#include <fmt/format.h>

#include <iterator>

#include "output/assessment.hpp"

namespace calibrant::experiments {
namespace {

void append(std::vector<Passage>& blocks, std::vector<Passage> more) {
  std::move(more.begin(), more.end(), std::back_inserter(blocks));
}

std::string optional_number(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : "";
}

}  // namespace

Document describe(const Reproduction& reproduction) {
  Document document = {.title =
                           "Binary Classifier Calibration, a Bayesian non-parametric approach: "
                           "the tables again"};
  append(document.blocks, describe_summary(reproduction));
  append(document.blocks, describe_setup());
  document.blocks.emplace_back(Heading{"The simulated data"});
  document.blocks.emplace_back(scatter_plots(reproduction.options.seed));
  append(document.blocks, describe_tables(reproduction));
  append(document.blocks, describe_schemes(reproduction));
  append(document.blocks, describe_cache(reproduction));
  document.blocks.emplace_back(Heading{"Time complexity"});
  document.blocks.emplace_back(
      Paragraph{"Growth of time with the number of rows is measured, and so never the same twice: "
                "it has files of its own, timing.html, timing.md and timing.csv."});
  return document;
}

std::string to_csv(const Reproduction& reproduction) {
  std::string text =
      "dataset,classifier,stand_in,method,measure,reading,repeats,mean,sd,published,z,within,"
      "best\n";
  for (const TableResult& table : reproduction.tables) {
    for (const Reading reading : {Reading::kPrinted, Reading::kText}) {
      for (std::size_t measure = 0; measure < kPaperMeasures; ++measure) {
        const std::vector<Cell> cells = assess_row(table, reading, measure);
        for (std::size_t m = 0; m < cells.size(); ++m) {
          const Cell& cell = cells[m];
          text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}\n", table.experiment.dataset,
                              table.experiment.classifier, table.experiment.stand_in ? 1 : 0,
                              table.columns[m].method, kMeasureNames.at(measure),
                              reading == Reading::kPrinted ? "printed" : "text",
                              table.columns[m].repeats.size(), cell.ours.mean, cell.ours.sd,
                              optional_number(cell.published), optional_number(cell.z),
                              cell.published ? (cell.within ? "1" : "0") : "", cell.best ? 1 : 0);
        }
      }
    }
  }
  return text;
}

}  // namespace calibrant::experiments
