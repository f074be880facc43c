#include "input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "calibrant/error.hpp"
#include "csv/blocks.hpp"
#include "csv/layout.hpp"
#include "csv/number.hpp"
#include "csv/pipeline.hpp"
#include "csv/values.hpp"
#include "observations/classes.hpp"
#include "progress_bar.hpp"
#include "support/parallel.hpp"
#include "verbs.hpp"

namespace calibrant::cli {
namespace {

// Reading is one thread's work at a time: more than these would only wait.
constexpr unsigned kMostThreads = 32;

enum class Kind { kScore, kLabel, kWeight, kNegatives, kPositives, kLower, kUpper, kSubgroup };

struct Wanted {
  Kind kind;
  std::size_t place;
};

// What is asked for must fit together.
void check_options(const InputOptions& options) {
  if (options.negatives.has_value() != options.positives.has_value()) {
    throw UsageError(options.negatives ? "--negatives needs --positives"
                                       : "--positives needs --negatives");
  }
  if (options.negatives && options.weight) {
    throw UsageError("--weight does not go with --negatives and --positives");
  }
  if (options.negatives && options.positive) {
    throw UsageError("--positive does not go with --negatives and --positives");
  }
}

const std::string& score_column(const InputOptions& options, const Layout& layout) {
  const auto& preferred = options.preferred_score;
  return preferred && layout.has(*preferred) ? *preferred : options.score;
}

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

// Turns the fields of one row after the other into numbers, at the end of `rows`.
class RowParser {
 public:
  RowParser(const InputOptions& options, const std::vector<Wanted>& wanted)
      : options_(options), wanted_(wanted) {}

  void parse(const Layout& layout, const Block& block, Rows& rows) const {
    Names subgroups;
    RowScanner row(layout, block);
    while (row.next()) {
      std::size_t place = 0;
      try {
        for (const Wanted& wanted : wanted_) {
          place = wanted.place;
          take(wanted.kind, row[place], rows, subgroups);
        }
      } catch (const Error& error) {
        layout.fail(row.line(), place, error.what());
      }
    }
    rows.subgroup_names = subgroups.names();
  }

 private:
  void take(Kind kind, const Field& field, Rows& rows, Names& subgroups) const {
    switch (kind) {
      case Kind::kScore:
        rows.scores.push_back(score_of(field, options_.probabilities));
        break;
      case Kind::kLabel:
        rows.labels.push_back(label_of(field, options_.positive));
        break;
      case Kind::kWeight:
        rows.weights.push_back(not_negative(field, "a weight"));
        break;
      case Kind::kNegatives:
        rows.negatives.push_back(not_negative(field, "a count"));
        break;
      case Kind::kPositives:
        rows.positives.push_back(not_negative(field, "a count"));
        break;
      case Kind::kLower:
        rows.lower.push_back(parse_number(field));
        break;
      case Kind::kUpper:
        rows.upper.push_back(parse_number(field));
        break;
      case Kind::kSubgroup:
        rows.subgroups.push_back(subgroups.index_of(text_of(field)));
        break;
    }
  }

  const InputOptions& options_;
  const std::vector<Wanted>& wanted_;
};

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

void append_rows(Rows& to, const Rows& from, Names& subgroups) {
  append(to.scores, from.scores);
  append(to.labels, from.labels);
  append(to.weights, from.weights);
  append(to.negatives, from.negatives);
  append(to.positives, from.positives);
  append(to.lower, from.lower);
  append(to.upper, from.upper);
  std::vector<std::uint32_t> index;
  for (const std::string& name : from.subgroup_names) index.push_back(subgroups.index_of(name));
  for (const std::uint32_t subgroup : from.subgroups) to.subgroups.push_back(index[subgroup]);
}

template <class Change>
void for_each_column(Rows& rows, const Change& change) {
  change(rows.scores);
  change(rows.labels);
  change(rows.weights);
  change(rows.negatives);
  change(rows.positives);
  change(rows.lower);
  change(rows.upper);
  change(rows.subgroups);
}

// The first block tells how many rows there will be, about. Room that is not needed costs nothing:
// memory is only taken when it is written.
std::size_t expected_rows(std::size_t rows, double fraction) {
  return static_cast<std::size_t>(1.05 * static_cast<double>(rows) / fraction) + 16;
}

void reserve_rows(Rows& rows, double fraction) {
  const std::size_t expected = expected_rows(rows.size(), fraction);
  for_each_column(rows, [&](auto& column) {
    if (!column.empty()) column.reserve(expected);
  });
}

[[noreturn]] void fail_without_rows(const InputOptions& options) {
  throw Error(options.path + ": has a header but no rows (at least one was expected)");
}

// A file without a single positive is legal, but a slip in --positive is more likely.
[[noreturn]] void fail_without_positives(const InputOptions& options) {
  throw Error(fmt::format("{}: column {}: no label is {} (--positive)", options.path,
                          shown(options.label), shown(*options.positive)));
}

void check_rows(const InputOptions& options, const Rows& rows) {
  const auto all_zero = [](const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double value) { return value == 0; });
  };
  if (rows.size() == 0) fail_without_rows(options);
  if (options.weight && all_zero(rows.weights)) {
    throw Error(
        fmt::format("{}: column {}: all weights are 0", options.path, shown(*options.weight)));
  }
  if (options.negatives && all_zero(rows.negatives) && all_zero(rows.positives)) {
    throw Error(fmt::format("{}: columns {} and {}: all counts are 0", options.path,
                            shown(*options.negatives), shown(*options.positives)));
  }
  if (options.positive &&
      std::find(rows.labels.begin(), rows.labels.end(), 1) == rows.labels.end()) {
    fail_without_positives(options);
  }
}

// Scores by their label.
using ByClass = std::array<std::vector<double>, 2>;

void parse_by_class(const InputOptions& options, const Layout& layout, std::size_t score_place,
                    std::size_t label_place, const Block& block, ByClass& part) {
  for (auto& scores : part) scores.clear();
  RowScanner row(layout, block);
  while (row.next()) {
    std::size_t place = score_place;
    try {
      const double score = score_of(row[score_place], options.probabilities);
      place = label_place;
      // Adding zero turns -0.0 into 0.0 and changes nothing else.
      part[label_of(row[label_place], options.positive)].push_back(score + 0.0);
    } catch (const Error& error) {
      layout.fail(row.line(), place, error.what());
    }
  }
}

unsigned reading_threads(const InputOptions& options) {
  return std::min(thread_count({.threads = options.threads}), kMostThreads);
}

}  // namespace

char parse_delimiter(const std::string& text) {
  if (text == "tab" || text == "\\t") return '\t';
  if (text.size() == 1) {
    const char c = text[0];
    const bool number =
        std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '+' || c == '-';
    const bool visible = c == '\t' || (c >= ' ' && c <= '~');
    if (visible && !number && c != '"') return c;
  }
  throw UsageError(fmt::format(
      "--delimiter: {} is not a delimiter (one character, no letter, digit, quote or sign; or tab)",
      shown(text)));
}

void add_delimiter_option(CLI::App& verb, InputOptions& options) {
  verb.add_option_function<std::string>(
          "--delimiter",
          [&options](const std::string& text) { options.delimiter = parse_delimiter(text); },
          "What separates the fields: one character, or tab (default ,)")
      ->type_name("CHAR");
}

void add_input_options(CLI::App& verb, InputOptions& options) {
  add_delimiter_option(verb, options);
  const auto column = [&](const char* name, auto& value, const char* what) {
    verb.add_option(name, value, what)->type_name("COLUMN");
  };
  column("--score", options.score, "The classifier's score (default score)");
  column("--label", options.label, "The true label, 0 or 1 (default label)");
  column("--weight", options.weight, "How often the row counts");
  column("--negatives", options.negatives, "Rows already counted: how many negatives");
  column("--positives", options.positives, "Rows already counted: how many positives");
  verb.add_option("--positive", options.positive, "The label that counts as 1; all others are 0")
      ->type_name("LABEL");
}

Rows read_rows(const InputOptions& options) {
  check_options(options);
  Blocks blocks(options.path, options.delimiter);
  Layout layout(blocks);
  const std::vector<Wanted> wanted = wanted_columns(options, layout);
  const RowParser parser(options, wanted);
  ProgressBar bar("reading");
  Rows rows;
  rows.score_column = score_column(options, layout);
  Names subgroups;
  bool first = true;
  for_each_block<Rows>(
      blocks, reading_threads(options),
      [&](const Block& block, Rows& part) {
        for_each_column(part, [](auto& values) { values.clear(); });
        parser.parse(layout, block, part);
      },
      [&](const Block& block, const Rows& part) {
        append_rows(rows, part, subgroups);
        if (std::exchange(first, false) && block.fraction) reserve_rows(rows, *block.fraction);
        bar.show(block.fraction, rows.size());
      });
  rows.subgroup_names = subgroups.names();
  check_rows(options, rows);
  return rows;
}

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
  return {observe_classes(std::move(scores[0]), std::move(scores[1]), reading_threads(options)),
          rows, column};
}

Observations observe_rows(const Rows& rows) {
  if (!rows.negatives.empty()) return observe_counts(rows.scores, rows.negatives, rows.positives);
  return observe(rows.scores, rows.labels, rows.weights);
}

}  // namespace calibrant::cli
