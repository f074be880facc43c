// Scores go straight to their label.
#include "csv/observations.hpp"

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "calibrant/error.hpp"
#include "calibrant/observations.hpp"
#include "common/progress_bar.hpp"
#include "csv/blocks.hpp"
#include "csv/layout.hpp"
#include "csv/opening.hpp"
#include "csv/pipeline.hpp"
#include "csv/reading.hpp"
#include "csv/values.hpp"
#include "system/large_array.hpp"

namespace calibrant::cli {
namespace {

// What becomes of a block: scores by their label, and what was not used.
struct CountedBlock {
  std::array<LargeArray, 2> scores;
  std::size_t skipped = 0;
  OtherLabels others;
};

void parse_by_label(const InputOptions& options, const Layout& layout, std::size_t score_place,
                    std::size_t label_place, const Block& block, CountedBlock& part) {
  for (auto& scores : part.scores) scores.clear();
  part.skipped = 0;
  part.others = {};
  const char decimal = options.decimal;
  RowScanner row(layout, block);
  while (row.next()) {
    if (options.skip_missing &&
        (is_missing(row[score_place]) || is_missing_label(row[label_place], options.positive))) {
      ++part.skipped;
      continue;
    }
    std::size_t place = score_place;
    try {
      const double score = score_of(row[score_place], options.probabilities, decimal);
      place = label_place;
      const std::uint8_t label = label_of(row[label_place], options.positive, decimal);
      part.scores[label].push_back(score);
      if (options.positive) part.others.see(row[label_place], label);
    } catch (const Error& error) {
      layout.fail(row.line(), place, with_way_out(row[place], error.what()));
    }
  }
}

}  // namespace

Seen read_observations(const InputOptions& options) {
  check_options(options);
  if (options.weight || options.negatives || options.lower || options.upper) {
    const CsvRows rows = read_rows(options);
    return {observe_rows(rows), rows.size(), rows.score_column};
  }
  const auto opened = open_blocks(options);
  Blocks& blocks = *opened;
  Layout layout(blocks);
  const std::string& column = score_column(options, layout);
  const std::size_t score = layout.want(column, options.score_option);
  const std::size_t label = layout.want(options.label, "--label");
  std::optional<ProgressBar> bar(std::in_place, "reading");
  CountedBlock all;
  auto& scores = all.scores;
  std::size_t rows = 0;
  for_each_block<CountedBlock>(
      blocks, reading_threads(options),
      [&](const Block& block, CountedBlock& part) {
        parse_by_label(options, layout, score, label, block, part);
      },
      [&](const Block& block, const CountedBlock& part) {
        const bool first = rows == 0;
        append(scores[0], part.scores[0]);
        append(scores[1], part.scores[1]);
        rows += part.scores[0].size() + part.scores[1].size();
        all.skipped += part.skipped;
        all.others.add(part.others);
        // Either class may hold nearly all rows that are yet to come.
        if (first && rows > 0 && block.fraction) {
          for (auto& values : scores) values.reserve(expected_rows(rows, *block.fraction));
        }
        bar->show(block.fraction, rows);
      });
  bar.reset();
  check_rows_left(options, rows, all.skipped, "score or label");
  if (options.positive) all.others.check(options);
  return {observe_by_label(scores[0], scores[1], {.threads = reading_threads(options)}), rows,
          column};
}

}  // namespace calibrant::cli
