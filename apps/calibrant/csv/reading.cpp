#include "csv/reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "calibrant/error.hpp"
#include "common/verbs.hpp"
#include "common/warnings.hpp"
#include "csv/number.hpp"
#include "support/parallel.hpp"

namespace calibrant::cli {
namespace {

// Reading is one thread's work at a time: more than these would only wait.
constexpr unsigned kMostReaders = 32;
constexpr std::size_t kMostLabels = 12;

}  // namespace

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

unsigned reading_threads(const InputOptions& options) {
  return std::min(thread_count({.threads = options.threads}), kMostReaders);
}

std::size_t expected_rows(std::size_t rows, double fraction) {
  return static_cast<std::size_t>(1.05 * static_cast<double>(rows) / fraction) + 16;
}

void OtherLabels::see(const Field& field, std::uint8_t label) {
  if (label == 1) positive_ = true;
  if (!positive_) add(std::string(trimmed(text_of(field))));
}

void OtherLabels::add(const std::string& name) {
  if (std::ranges::find(names_, name) != names_.end()) return;
  if (names_.size() < kMostLabels) {
    names_.push_back(name);
  } else {
    more_ = true;
  }
}

void OtherLabels::add(const OtherLabels& later) {
  positive_ = positive_ || later.positive_;
  more_ = more_ || later.more_;
  for (const std::string& name : later.names_) add(name);
}

void OtherLabels::check(const InputOptions& options) const {
  if (positive_) return;
  throw Error(fmt::format("{}: column {}: no label is {} (--positive; the labels are {}{})",
                          options.path, shown(options.label), shown(*options.positive),
                          listed(names_), more_ ? " and others" : ""));
}

void check_rows_left(const InputOptions& options, std::size_t rows, std::size_t skipped,
                     const std::string& what) {
  if (rows == 0 && skipped > 0) {
    throw Error(fmt::format(
        "{}: no row is left: {} a {}", options.path,
        skipped == 1 ? "the only one lacks" : fmt::format("all {} lack", skipped), what));
  }
  if (rows == 0) {
    throw Error(options.path + ": has a header but no rows (at least one was expected)");
  }
  tell_skipped(options.path, skipped, what);
}

void check_weights(const InputOptions& options, const std::vector<double>& weights,
                   const std::vector<std::uint32_t>& labels) {
  if (!std::isfinite(std::accumulate(weights.begin(), weights.end(), 0.0))) {
    throw Error(fmt::format("{}: column {}: the weights do not have a finite sum", options.path,
                            shown(*options.weight)));
  }
  if (std::ranges::all_of(weights, [](double weight) { return weight == 0; })) {
    throw Error(
        fmt::format("{}: column {}: all weights are 0", options.path, shown(*options.weight)));
  }
  warn(options.path, inspect_weights(weights, labels), options.strict);
}

}  // namespace calibrant::cli
