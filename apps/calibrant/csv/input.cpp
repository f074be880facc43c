#include "csv/input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "calibrant/error.hpp"
#include "common/progress_bar.hpp"
#include "csv/blocks.hpp"
#include "csv/layout.hpp"
#include "csv/number.hpp"
#include "csv/opening.hpp"
#include "csv/pipeline.hpp"
#include "csv/reading.hpp"
#include "csv/values.hpp"

namespace calibrant::cli {
namespace {

enum class Kind {
  kScore,
  kLabel,
  kWeight,
  kNegatives,
  kPositives,
  kLower,
  kUpper,
  kSubgroup,
  kTime
};

struct Wanted {
  Kind kind;
  std::size_t place;
};

std::vector<Wanted> wanted_columns(const InputOptions& options, Layout& layout) {
  std::vector<Wanted> wanted = {
      {Kind::kScore, layout.want(score_column(options, layout), options.score_option)}};
  const auto want = [&](Kind kind, const std::optional<std::string>& name, const char* option) {
    if (name) wanted.push_back({kind, layout.want(*name, option)});
  };
  if (!options.negatives) want(Kind::kLabel, options.label, "--label");
  want(Kind::kWeight, options.weight, "--weight");
  want(Kind::kNegatives, options.negatives, "--negatives");
  want(Kind::kPositives, options.positives, "--positives");
  want(Kind::kLower, options.lower, "--lower");
  want(Kind::kUpper, options.upper, "--upper");
  want(Kind::kSubgroup, options.by, "--by");
  want(Kind::kTime, options.time, "--time");
  return wanted;
}

// The subgroups in the order in which they come.
class Names {
 public:
  std::uint32_t index_of(std::string name) {
    const auto [found, added] =
        index_.try_emplace(std::move(name), static_cast<std::uint32_t>(names_.size()));
    if (added) names_.push_back(found->first);
    return found->second;
  }
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::unordered_map<std::string, std::uint32_t> index_;
  std::vector<std::string> names_;
};

// What becomes of a block: its rows, and what was not used.
struct Part {
  CsvRows rows;
  std::size_t skipped = 0;
  OtherLabels others;
};

// Turns the fields of one row after the other into numbers, at the end of `part.rows`.
class RowParser {
 public:
  RowParser(const InputOptions& options, const std::vector<Wanted>& wanted)
      : options_(options), wanted_(wanted) {}

  void parse(const Layout& layout, const Block& block, Part& part) const {
    Names subgroups;
    RowScanner row(layout, block);
    while (row.next()) {
      if (options_.skip_missing && lacks_field(row)) {
        ++part.skipped;
        continue;
      }
      std::size_t place = 0;
      try {
        for (const Wanted& wanted : wanted_) {
          place = wanted.place;
          take(wanted.kind, row[place], part, subgroups);
        }
      } catch (const Error& error) {
        layout.fail(row.line(), place, with_way_out(row[place], error.what()));
      }
    }
    part.rows.subgroup_names = subgroups.names();
  }

 private:
  bool lacks_field(const RowScanner& row) const {
    return std::ranges::any_of(wanted_, [&](const Wanted& wanted) {
      const Field& field = row[wanted.place];
      switch (wanted.kind) {
        case Kind::kSubgroup:
          return false;  // a name like any other
        case Kind::kLabel:
          return is_missing_label(field, options_.positive);
        default:
          return is_missing(field);
      }
    });
  }

  void take(Kind kind, const Field& field, Part& part, Names& subgroups) const {
    CsvRows& rows = part.rows;
    switch (kind) {
      case Kind::kScore:
        rows.scores.push_back(score_of(field, options_.probabilities, options_.decimal));
        break;
      case Kind::kLabel:
        rows.labels.push_back(label_of(field, options_.positive, options_.decimal));
        if (options_.positive) part.others.see(field, rows.labels.back());
        break;
      case Kind::kWeight:
        rows.weights.push_back(not_negative(field, "a weight", options_.decimal));
        break;
      case Kind::kNegatives:
        rows.negatives.push_back(not_negative(field, "a count", options_.decimal));
        break;
      case Kind::kPositives:
        rows.positives.push_back(not_negative(field, "a count", options_.decimal));
        break;
      case Kind::kLower:
        rows.lower.push_back(parse_number(field, options_.decimal));
        break;
      case Kind::kUpper:
        rows.upper.push_back(parse_number(field, options_.decimal));
        break;
      case Kind::kSubgroup:
        rows.subgroups.push_back(subgroups.index_of(text_of(field)));
        break;
      case Kind::kTime:
        rows.times.push_back(time_of(field));
        break;
    }
  }

  const InputOptions& options_;
  const std::vector<Wanted>& wanted_;
};

void append_rows(CsvRows& to, const CsvRows& from, Names& subgroups) {
  append(to.scores, from.scores);
  append(to.labels, from.labels);
  append(to.weights, from.weights);
  append(to.negatives, from.negatives);
  append(to.positives, from.positives);
  append(to.lower, from.lower);
  append(to.upper, from.upper);
  append(to.times, from.times);
  std::vector<std::uint32_t> index;
  for (const std::string& name : from.subgroup_names) index.push_back(subgroups.index_of(name));
  for (const std::uint32_t subgroup : from.subgroups) to.subgroups.push_back(index[subgroup]);
}

template <class Change>
void for_each_column(CsvRows& rows, const Change& change) {
  change(rows.scores);
  change(rows.labels);
  change(rows.weights);
  change(rows.negatives);
  change(rows.positives);
  change(rows.lower);
  change(rows.upper);
  change(rows.subgroups);
  change(rows.times);
}

void reserve_rows(CsvRows& rows, double fraction) {
  const std::size_t expected = expected_rows(rows.size(), fraction);
  for_each_column(rows, [&](auto& column) {
    if (!column.empty()) column.reserve(expected);
  });
}

void check_rows(const InputOptions& options, const CsvRows& rows) {
  const auto all_zero = [](const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double value) { return value == 0; });
  };
  if (options.weight) {
    check_weights(options, rows.weights, {rows.labels.begin(), rows.labels.end()});
  }
  if (options.negatives && all_zero(rows.negatives) && all_zero(rows.positives)) {
    throw Error(fmt::format("{}: columns {} and {}: all counts are 0", options.path,
                            shown(*options.negatives), shown(*options.positives)));
  }
  const auto sum = [](const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
  };
  if (options.negatives && !std::isfinite(sum(rows.negatives) + sum(rows.positives))) {
    throw Error(fmt::format("{}: columns {} and {}: the counts do not have a finite sum",
                            options.path, shown(*options.negatives), shown(*options.positives)));
  }
}

// What a row that was skipped may lack.
std::string needed_words(const InputOptions& options) {
  std::string words = "score";
  if (options.lower) words += ", bound";
  if (options.weight) words += ", weight";
  return words + (options.negatives ? " or count" : " or label");
}

}  // namespace

namespace {

// finish(block, part) for each part, in order.
template <class Finish>
std::size_t for_each_part(const InputOptions& options, std::string& column, OtherLabels& others,
                          const Finish& finish) {
  check_options(options);
  const auto opened = open_blocks(options);
  Blocks& blocks = *opened;
  Layout layout(blocks);
  const std::vector<Wanted> wanted = wanted_columns(options, layout);
  const RowParser parser(options, wanted);
  ProgressBar bar("reading");
  column = score_column(options, layout);
  std::size_t skipped = 0;
  for_each_block<Part>(
      blocks, reading_threads(options),
      [&](const Block& block, Part& part) {
        for_each_column(part.rows, [](auto& values) { values.clear(); });
        part.skipped = 0;
        part.others = {};
        parser.parse(layout, block, part);
      },
      [&](const Block& block, const Part& part) {
        skipped += part.skipped;
        others.add(part.others);
        bar.show(block.fraction, finish(block, part.rows));
      });
  return skipped;
}

}  // namespace

CsvRows read_rows(const InputOptions& options) {
  CsvRows rows;
  OtherLabels others;
  Names subgroups;
  bool first = true;
  const std::size_t skipped = for_each_part(options, rows.score_column, others,
                                            [&](const Block& block, const CsvRows& part) {
                                              append_rows(rows, part, subgroups);
                                              if (std::exchange(first, false) && block.fraction)
                                                reserve_rows(rows, *block.fraction);
                                              return rows.size();
                                            });
  rows.subgroup_names = subgroups.names();
  check_rows_left(options, rows.size(), skipped, needed_words(options));
  check_rows(options, rows);
  if (options.positive) others.check(options);
  return rows;
}

void read_row_parts(const InputOptions& options, const std::function<void(const CsvRows&)>& take) {
  std::string column;
  OtherLabels others;
  std::size_t rows = 0;
  const std::size_t skipped =
      for_each_part(options, column, others, [&](const Block&, const CsvRows& part) {
        take(part);
        return rows += part.size();
      });
  check_rows_left(options, rows, skipped, needed_words(options));
  if (options.positive) others.check(options);
}

Observations observe_rows(const CsvRows& rows) {
  if (!rows.negatives.empty()) return observe_counts(rows.scores, rows.negatives, rows.positives);
  return observe(rows.scores, rows.labels, rows.weights, {.threads = 1});
}

}  // namespace calibrant::cli
