// From a file to what a fit sees, without the rows between: scores go straight to their class.
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "calibrant/error.hpp"
#include "csv/blocks.hpp"
#include "csv/layout.hpp"
#include "csv/pipeline.hpp"
#include "csv/reading.hpp"
#include "csv/values.hpp"
#include "input.hpp"
#include "observations/canonical.hpp"
#include "observations/classes.hpp"
#include "progress_bar.hpp"

namespace calibrant::cli {
namespace {

// Scores by their label.
using ByClass = std::array<LargeArray, 2>;

void parse_by_class(const InputOptions& options, const Layout& layout, std::size_t score_place,
                    std::size_t label_place, const Block& block, ByClass& part) {
  for (auto& scores : part) scores.clear();
  RowScanner row(layout, block);
  while (row.next()) {
    std::size_t place = score_place;
    try {
      const double score = score_of(row[score_place], options.probabilities);
      place = label_place;
      part[label_of(row[label_place], options.positive)].push_back(canonical(score));
    } catch (const Error& error) {
      layout.fail(row.line(), place, error.what());
    }
  }
}

}  // namespace

Seen read_observations(const InputOptions& options) {
  check_options(options);
  if (options.weight || options.negatives || options.lower || options.upper) {
    const Rows rows = read_rows(options);
    return {observe_rows(rows), rows.size(), rows.score_column};
  }
  Blocks blocks(options.path, options.delimiter);
  Layout layout(blocks);
  const std::string& column = score_column(options, layout);
  const std::size_t score = layout.want(column, options.score_option);
  const std::size_t label = layout.want(options.label, "--label");
  ProgressBar bar("reading");
  ByClass scores;
  std::size_t rows = 0;
  for_each_block<ByClass>(
      blocks, reading_threads(options),
      [&](const Block& block, ByClass& part) {
        parse_by_class(options, layout, score, label, block, part);
      },
      [&](const Block& block, const ByClass& part) {
        const bool first = rows == 0;
        append(scores[0], part[0]);
        append(scores[1], part[1]);
        rows += part[0].size() + part[1].size();
        // Either class may hold nearly all rows that are yet to come.
        if (first && block.fraction) {
          for (auto& values : scores) values.reserve(expected_rows(rows, *block.fraction));
        }
        bar.show(block.fraction, rows);
      });
  if (rows == 0) fail_without_rows(options);
  if (options.positive && scores[1].empty()) fail_without_positives(options);
  return {observe_classes(scores[0], scores[1], reading_threads(options)), rows, column};
}

}  // namespace calibrant::cli
