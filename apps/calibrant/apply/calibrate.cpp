#include "apply/calibrate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>
#include <vector>

#include "apply/range_watch.hpp"
#include "calibrant/error.hpp"
#include "common/output.hpp"
#include "common/progress_bar.hpp"
#include "common/warnings.hpp"
#include "csv/blocks.hpp"
#include "csv/gzip_pieces.hpp"
#include "csv/layout.hpp"
#include "csv/number.hpp"
#include "csv/opening.hpp"
#include "csv/pipeline.hpp"
#include "csv/reading.hpp"
#include "csv/values.hpp"
#include "support/parallel.hpp"

namespace calibrant::cli {
namespace {

// Each thread holds about a megabyte; these stay far below the 64 MiB that apply may take.
constexpr unsigned kMostThreads = 24;
// The longest shortest double is 24 characters: -2.2250738585072014e-308.
constexpr std::size_t kMostDigits = 24;
// What stands for a probability where there was no score.
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// What one thread holds of its block: the text that goes out, and the columns on the way to it.
struct Part {
  std::vector<const char*> row_ends;   // before the line ending
  std::vector<std::string_view> gaps;  // rows that are left out, with their line endings
  std::vector<double> scores;          // NaN: missing, and kept
  std::vector<std::uint32_t> groups;   // of the rows, if the model has groups
  std::vector<ScoreCounts> counts;     // one for each column of scores
  // Probabilities, and the ends of the band. Several classes: row-major.
  std::vector<std::vector<double>> added;
  Bytes text;
  std::optional<GzipCompressor> compressor;
  GzipPiece compressed;
};

std::vector<std::string> added_columns(const CalibrateOptions& options) {
  std::vector<std::string> names;
  if (!options.columns) names = {"calibrated"};
  for (std::size_t k = 0; options.columns && k < options.columns->classes.size(); ++k) {
    names.push_back("calibrated_" + options.columns->classes[k]);
  }
  const std::size_t probabilities = names.size();
  for (std::size_t k = 0; options.interval && k < probabilities; ++k) {
    for (const char* end : {"_lower", "_upper"}) names.push_back(names[k] + end);
  }
  return names;
}

// As it stands in a header: in quotes if it has to be.
std::string quoted(const std::string& name, char delimiter) {
  if (name.find_first_of(std::string("\"\r\n") + delimiter) == std::string::npos) return name;
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + "\"";
}

class Calibrator {
 public:
  Calibrator(const Model& model, const InputOptions& input, const CalibrateOptions& options,
             const Blocks& blocks)
      : model_(&model),
        options_(&options),
        added_(added_columns(options)),
        layout_(blocks),
        crlf_(blocks.line_ending() == "\r\n"),
        decimal_(input.decimal),
        skip_(input.skip_missing),
        strict_(input.strict),
        watch_(model, options.columns ? options.columns->columns : std::vector{input.score}) {
    const std::vector<std::string> one = {input.score};
    for (const std::string& column : options.columns ? options.columns->columns : one) {
      scores_.push_back(layout_.want(column, "--score"));
    }
    if (std::holds_alternative<AcpModel>(model)) {
      lower_ = layout_.want(*input.lower, "--lower");
      upper_ = layout_.want(*input.upper, "--upper");
    }
    if (const auto* grouped = std::get_if<GroupedModel>(&model)) {
      group_ = layout_.want(input.by.value_or(grouped->by()), "--by");
    }
    needed_ = scores_;
    if (lower_) needed_.insert(needed_.end(), {*lower_, *upper_});
    for (const std::string& name : added_) {
      if (layout_.has(name)) {
        layout_.fail(blocks.header_line(),
                     fmt::format("has a column {} already (apply adds it)", shown(name)));
      }
    }
  }

  std::string header(const Blocks& blocks) const {
    std::string text(blocks.header());
    for (const std::string& name : added_) {
      text += blocks.delimiter() + quoted(name, blocks.delimiter());
    }
    return text.append(blocks.line_ending());
  }

  void run(const Block& block, Part& part) const {
    part.row_ends.clear();
    part.gaps.clear();
    part.scores.clear();
    part.groups.clear();
    part.counts.clear();
    part.added.resize(options_->interval ? 3 : 1);
    if (const auto* curve = std::get_if<Curve>(model_)) {
      read_scores(block, part);
      apply_curve(*curve, part);
    } else if (const auto* grouped = std::get_if<GroupedModel>(model_)) {
      read_scores(block, part);
      apply_groups(*grouped, part);
    } else if (const auto* multiclass = std::get_if<MulticlassModel>(model_)) {
      read_scores(block, part);
      for (auto& values : part.added) values.resize(part.scores.size());
      apply_classes(*multiclass, part);
    } else {
      apply_acp(std::get<AcpModel>(*model_), block, part);
    }
    if (options_->shift && !options_->columns) {
      for (auto& values : part.added) options_->shift(values);
    }
  }

  void write(const Block& block, Part& part) const {
    const std::size_t rows = part.row_ends.size();
    part.text.set_size(0);
    part.text.reserve(block.text.size() + rows * added_.size() * (kMostDigits + 3) + 1);
    char* to = part.text.data();
    auto gap = part.gaps.begin();
    const auto copy = [&](const char* begin, const char* end) {
      for (; gap != part.gaps.end() && gap->data() < end; ++gap) {
        std::memcpy(to, begin, static_cast<std::size_t>(gap->data() - begin));
        to += gap->data() - begin;
        begin = gap->data() + gap->size();
      }
      if (begin >= end) return;
      std::memcpy(to, begin, static_cast<std::size_t>(end - begin));
      to += end - begin;
    };
    // Everything from the end of one row to the end of the next goes out as it came in: the line
    // ending, blank lines, the row.
    const char* from = block.text.data();
    for (std::size_t i = 0; i < rows; ++i) {
      copy(from, part.row_ends[i]);
      for (std::size_t k = 0; k < added_.size(); ++k) {
        *to++ = layout_.delimiter();
        const double value = added(part, i, k);
        if (!std::isnan(value)) to = put_number(to, value);
      }
      from = part.row_ends[i];
    }
    const char* end = block.text.data() + block.text.size();
    const bool last_left_out = !part.gaps.empty() && part.gaps.back().end() == end;
    if (block.newline_added && crlf_ && end[-2] != '\r' && !last_left_out) {
      copy(from, end - 1);
      *to++ = '\r';
      from = end - 1;
    }
    copy(from, end);
    part.text.set_size(static_cast<std::size_t>(to - part.text.data()));
  }

  const RangeWatch& watch() const { return watch_; }

 private:
  // Calls `each` for every row, or `missing` for rows that are kept without a value; errors get the
  // line and the column of `place`.
  template <class Each, class Missing>
  void for_each_row(const Block& block, Part& part, const Each& each,
                    const Missing& missing) const {
    // Members would be read again for every row.
    const bool look = skip_ || options_->keep_missing;
    const std::size_t first = scores_[0];
    RowScanner row(layout_, block);
    while (row.next()) {
      std::size_t place = first;
      if (look && lacks_field(row)) {
        if (skip_) {
          part.gaps.emplace_back(row.row_begin(), row.next_row());
          continue;
        }
        missing();
      } else {
        try {
          each(row, place);
        } catch (const Error& error) {
          layout_.fail(row.line(), place, with_way_out(row[place], error.what()));
        }
      }
      part.row_ends.push_back(row.row_end());
    }
  }

  bool lacks_field(const RowScanner& row) const {
    return std::ranges::any_of(needed_, [&](std::size_t place) { return is_missing(row[place]); });
  }

  void read_scores(const Block& block, Part& part) const {
    for_each_row(
        block, part,
        [&, strict = strict_, decimal = decimal_](const RowScanner& row, std::size_t& place) {
          for (const std::size_t score : scores_) {
            place = score;
            part.scores.push_back(parse_number(row[score], decimal));
          }
          if (strict) check_range(row, part, place);
          if (group_) part.groups.push_back(group_of(row[*group_]));
        },
        [&] {
          part.scores.insert(part.scores.end(), scores_.size(), kNone);
          if (group_) part.groups.push_back(kUnknownGroup);
        });
    watch_.count(part.scores, part.counts);
  }

  // The scores of the last row.
  void check_range(const RowScanner& row, const Part& part, std::size_t& place) const {
    const double* scores = part.scores.data() + (part.scores.size() - scores_.size());
    for (std::size_t k = 0; k < scores_.size(); ++k) {
      place = scores_[k];
      watch_.check(k, scores[k], row[place]);
    }
  }

  void apply_curve(const Curve& curve, Part& part) const {
    part.added[0].resize(part.scores.size());
    apply(curve, part.scores, part.added[0], {.threads = 1});
    if (!options_->interval) return;
    part.added[1].resize(part.scores.size());
    part.added[2].resize(part.scores.size());
    apply_interval(curve, part.scores, part.added[1], part.added[2], {.threads = 1});
  }

  std::uint32_t group_of(const Field& field) const {
    return std::get<GroupedModel>(*model_).find(text_of(field));
  }

  void apply_groups(const GroupedModel& model, Part& part) const {
    for (auto& values : part.added) values.resize(part.scores.size());
    apply(model, part.scores, part.groups, part.added[0], {.threads = 1});
    if (!options_->interval) return;
    apply_interval(model, part.scores, part.groups, part.added[1], part.added[2], {.threads = 1});
  }

  void apply_classes(const MulticlassModel& model, Part& part) const {
    std::vector<double>& p = part.added[0];
    apply(model, part.scores, p, {.threads = 1});
    const std::vector<double> before = options_->interval ? p : std::vector<double>();
    if (options_->shift) options_->shift(p);
    if (options_->interval) band_around(*model.joint(), before, p, part.added[1], part.added[2]);
  }

  void apply_acp(const AcpModel& acp, const Block& block, Part& part) const {
    part.added[0].clear();
    for_each_row(
        block, part,
        [&](const RowScanner& row, std::size_t& place) {
          const double score = score_of(row[scores_[0]], true, decimal_);
          place = *lower_;
          const double lower = parse_number(row[place], decimal_);
          place = *upper_;
          const double upper = parse_number(row[place], decimal_);
          if (upper < lower) {
            throw Error(fmt::format("{} is below the lower bound {}", shown(text_of(row[*upper_])),
                                    shown(text_of(row[*lower_]))));
          }
          part.added[0].push_back(acp(score, lower, upper));
        },
        [&] { part.added[0].push_back(kNone); });
  }

  // What row i gets in the new column k.
  double added(const Part& part, std::size_t i, std::size_t k) const {
    const std::size_t classes = scores_.size();
    if (k < classes) return part.added[0][i * classes + k];
    return part.added[1 + (k - classes) % 2][i * classes + (k - classes) / 2];
  }

  // In quotes if a decimal comma would end the field.
  char* put_number(char* to, double value) const {
    const bool quotes = decimal_ == layout_.delimiter();
    if (quotes) *to++ = '"';
    char* begin = to;
    to = std::to_chars(to, to + kMostDigits, value).ptr;
    if (decimal_ != '.') std::replace(begin, to, '.', decimal_);
    if (quotes) *to++ = '"';
    return to;
  }

  const Model* model_;
  const CalibrateOptions* options_;
  std::vector<std::string> added_;
  Layout layout_;
  bool crlf_;
  char decimal_;
  bool skip_;
  bool strict_;
  RangeWatch watch_;
  std::vector<std::size_t> scores_;
  std::optional<std::size_t> lower_;  // ACP
  std::optional<std::size_t> upper_;
  std::optional<std::size_t> group_;
  std::vector<std::size_t> needed_;  // all of these
};

}  // namespace

std::vector<double> probabilities_of(const Model& model, const InputOptions& input,
                                     const CalibrateOptions& options) {
  const auto opened = open_blocks(input);
  Blocks& blocks = *opened;
  const Calibrator calibrator(model, input, options, blocks);
  ProgressBar bar("prevalence");
  std::vector<double> all;
  for_each_block<Part>(
      blocks, std::min(thread_count({.threads = input.threads}), kMostThreads),
      [&](const Block& block, Part& part) { calibrator.run(block, part); },
      [&](const Block& block, const Part& part) {
        all.insert(all.end(), part.added[0].begin(), part.added[0].end());
        bar.show(block.fraction, all.size());
      });
  return all;
}

void calibrate(const Model& model, const InputOptions& input, const CalibrateOptions& options) {
  const auto opened = open_blocks(input);
  Blocks& blocks = *opened;
  const Calibrator calibrator(model, input, options, blocks);
  const unsigned threads = std::min(thread_count({.threads = input.threads}), kMostThreads);
  const bool gzip = is_gzip_name(options.output);
  Output output(options.output);
  GzipFrame frame;
  const auto finish = [&](const Part& part) {
    if (gzip) frame.add(part.compressed);
    output.write(gzip ? part.compressed.bytes.view() : part.text.view());
  };
  const auto compress = [&](Part& part) {
    if (!gzip) return;
    if (!part.compressor) part.compressor.emplace();
    part.compressor->compress(part.text.view(), part.compressed);
  };

  std::optional<ProgressBar> bar(std::in_place, "apply");
  if (gzip) output.write(GzipFrame::head());
  Part head;
  head.text.append(calibrator.header(blocks));
  compress(head);
  finish(head);
  std::uint64_t rows = 0;
  std::size_t skipped = 0;
  std::vector<ScoreCounts> counts;
  for_each_block<Part>(
      blocks, threads,
      [&](const Block& block, Part& part) {
        calibrator.run(block, part);
        calibrator.write(block, part);
        compress(part);
      },
      [&](const Block& block, const Part& part) {
        finish(part);
        rows += part.row_ends.size();
        skipped += part.gaps.size();
        counts.resize(part.counts.size());
        for (std::size_t k = 0; k < counts.size(); ++k) counts[k].add(part.counts[k]);
        bar->show(block.fraction, rows);
      });
  bar.reset();
  if (skipped > 0) check_rows_left(input, rows, skipped, input.lower ? "score or bound" : "score");
  const std::vector<Warning> warnings = calibrator.watch().judge(counts);
  if (input.strict) warn(input.path, warnings, true);
  if (gzip) output.write(frame.tail());
  output.commit();
  warn(input.path, warnings, false);
}

}  // namespace calibrant::cli
