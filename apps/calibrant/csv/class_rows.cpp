#include "csv/class_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "calibrant/error.hpp"
#include "calibrant/multiclass_metrics.hpp"
#include "common/progress_bar.hpp"
#include "common/verbs.hpp"
#include "csv/blocks.hpp"
#include "csv/layout.hpp"
#include "csv/number.hpp"
#include "csv/opening.hpp"
#include "csv/pipeline.hpp"
#include "csv/reading.hpp"
#include "csv/values.hpp"

namespace calibrant::cli {
namespace {

void check_class_options(const InputOptions& options) {
  const auto refuse = [](bool given, const char* option) {
    if (given) throw UsageError(fmt::format("{}: is for two classes", option));
  };
  refuse(options.positive.has_value(), "--positive");
  refuse(options.negatives.has_value(), "--negatives");
  refuse(options.positives.has_value(), "--positives");
  refuse(options.by.has_value(), "--by");
}

class ClassParser {
 public:
  ClassParser(const InputOptions& options, const ClassColumns& columns, const ClassRules& rules,
              const Blocks& blocks)
      : options_(&options), columns_(&columns), rules_(rules), layout_(blocks) {
    for (const std::string& column : columns.columns) {
      scores_.push_back(layout_.want(column, options.score_option));
    }
    label_ = layout_.want(options.label, "--label");
    if (options.weight) weight_ = layout_.want(*options.weight, "--weight");
    if (options.time) time_ = layout_.want(*options.time, "--time");
    for (std::size_t k = 0; k < columns.classes.size(); ++k) {
      index_.emplace(columns.classes[k], static_cast<std::uint32_t>(k));
    }
  }

  void parse(const Block& block, ClassRows& rows) const {
    RowScanner row(layout_, block);
    while (row.next()) {
      if (options_->skip_missing && lacks_field(row)) {
        ++rows.skipped;
        continue;
      }
      std::size_t place = 0;
      try {
        for (const std::size_t score : scores_) {
          place = score;
          rows.scores.push_back(score_of(row[place], options_->probabilities, options_->decimal));
        }
        place = label_;
        rows.labels.push_back(class_of(row[place]));
        if (weight_) {
          place = *weight_;
          rows.weights.push_back(not_negative(row[place], "a weight", options_->decimal));
        }
        if (time_) {
          place = *time_;
          rows.times.push_back(time_of(row[place]));
        }
      } catch (const Error& error) {
        layout_.fail(row.line(), place, with_way_out(row[place], error.what()));
      }
      if (rules_.distributions) check_sum(row, rows);
    }
  }

 private:
  bool lacks_field(const RowScanner& row) const {
    const auto missing = [&](std::size_t place) { return is_missing(row[place]); };
    // A class may be called NA.
    return std::ranges::any_of(scores_, missing) || (weight_ && missing(*weight_)) ||
           (missing(label_) && !index_.contains(trimmed(row[label_].raw())));
  }

  std::uint32_t class_of(const Field& field) const {
    const std::string text = text_of(field);
    const std::string_view word = trimmed(text);
    const auto found = index_.find(word);
    if (found != index_.end()) return found->second;
    if (word.empty()) throw Error("is empty (a class was expected)");
    throw Error(fmt::format("{} is not a class ({}; --classes names others)", shown(text),
                            listed(columns_->classes)));
  }

  void check_sum(const RowScanner& row, const ClassRows& rows) const {
    double sum = 0;
    const std::size_t classes = columns_->classes.size();
    for (std::size_t k = rows.scores.size() - classes; k < rows.scores.size(); ++k) {
      sum += rows.scores[k];
    }
    if (std::abs(sum - 1) > kMostSumError) {
      layout_.fail(row.line(),
                   fmt::format("the probabilities add up to {:.6g} (1 was expected)", sum));
    }
  }

  const InputOptions* options_;
  const ClassColumns* columns_;
  ClassRules rules_;
  Layout layout_;
  std::vector<std::size_t> scores_;
  std::size_t label_ = 0;
  std::optional<std::size_t> weight_;
  std::optional<std::size_t> time_;
  std::map<std::string, std::uint32_t, std::less<>> index_;
};

void check_rows(const InputOptions& options, const ClassColumns& columns, const ClassRules& rules,
                const ClassRows& rows) {
  check_rows_left(options, rows.size(), rows.skipped,
                  options.weight ? "score, weight or label" : "score or label");
  if (options.weight) check_weights(options, rows.weights, rows.labels);
  if (!rules.every_class) return;
  std::vector<bool> seen(columns.classes.size());
  for (const std::uint32_t label : rows.labels) seen[label] = true;
  for (std::size_t k = 0; k < seen.size(); ++k) {
    if (!seen[k]) {
      throw Error(fmt::format("{}: column {}: no label is {} (--classes names the classes)",
                              options.path, shown(options.label), shown(columns.classes[k])));
    }
  }
}

}  // namespace

std::vector<double> ClassRows::class_weights(std::size_t classes) const {
  std::vector<double> sums(classes);
  for (std::size_t i = 0; i < size(); ++i) sums[labels[i]] += weights.empty() ? 1 : weights[i];
  return sums;
}

namespace {

template <class Finish>
void for_each_part(const InputOptions& options, const ClassColumns& columns,
                   const ClassRules& rules, const Finish& finish) {
  check_class_options(options);
  const auto opened = open_blocks(options);
  Blocks& blocks = *opened;
  const ClassParser parser(options, columns, rules, blocks);
  ProgressBar bar("reading");
  for_each_block<ClassRows>(
      blocks, reading_threads(options),
      [&](const Block& block, ClassRows& part) {
        part.scores.clear();
        part.labels.clear();
        part.weights.clear();
        part.times.clear();
        part.skipped = 0;
        parser.parse(block, part);
      },
      [&](const Block& block, const ClassRows& part) {
        bar.show(block.fraction, finish(block, part));
      });
}

}  // namespace

ClassRows read_class_rows(const InputOptions& options, const ClassColumns& columns,
                          const ClassRules& rules) {
  ClassRows rows;
  bool first = true;
  for_each_part(options, columns, rules, [&](const Block& block, const ClassRows& part) {
    append(rows.scores, part.scores);
    append(rows.labels, part.labels);
    append(rows.weights, part.weights);
    append(rows.times, part.times);
    rows.skipped += part.skipped;
    if (std::exchange(first, false) && block.fraction) {
      const std::size_t expected = expected_rows(rows.size(), *block.fraction);
      rows.scores.reserve(expected * columns.columns.size());
      rows.labels.reserve(expected);
      if (options.weight) rows.weights.reserve(expected);
    }
    return rows.size();
  });
  check_rows(options, columns, rules, rows);
  return rows;
}

void read_class_parts(const InputOptions& options, const ClassColumns& columns,
                      const ClassRules& rules, const std::function<void(const ClassRows&)>& take) {
  std::size_t rows = 0;
  std::size_t skipped = 0;
  for_each_part(options, columns, rules, [&](const Block&, const ClassRows& part) {
    take(part);
    skipped += part.skipped;
    return rows += part.size();
  });
  check_rows_left(options, rows, skipped, "score or label");
}

}  // namespace calibrant::cli
