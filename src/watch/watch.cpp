#include "calibrant/watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "calibrant/multiclass_metrics.hpp"
#include "math/log_odds.hpp"
#include "math/random.hpp"
#include "support/check.hpp"
#include "watch/state.hpp"

namespace calibrant {
namespace {

constexpr const char* kTopLabel = "top label";

void check_row(std::span<const double> row, std::size_t index) {
  double sum = 0;
  for (const double p : row) {
    check_probability("probabilities", index, p);
    sum += p;
  }
  if (row.size() > 1 && std::abs(sum - 1) > kMostSumError) {
    throw InputError("probabilities", index,
                     fmt::format("the row adds up to {:.6g} (1 was expected)", sum));
  }
}

// Neighbours become one window when there is no more room.
void join_windows(WatchState& state) {
  std::vector<WatchedWindow> joined;
  for (std::size_t i = 0; i < state.windows.size(); i += 2) {
    WatchedWindow both = state.windows[i];
    const WatchedWindow& second = state.windows[i + 1];
    both.rows += second.rows;
    both.expected += second.expected;
    both.observed += second.observed;
    both.variance += second.variance;
    both.log_evidence = second.log_evidence;
    joined.push_back(std::move(both));
  }
  state.windows = std::move(joined);
  state.window_rows *= 2;
}

void add_to_window(WatchState& state, double p, bool positive, double fortune,
                   const std::string& time) {
  if (state.windows.empty() || state.windows.back().rows == state.window_rows) {
    if (state.windows.size() == kMostWindows) join_windows(state);
    state.windows.push_back({.time = time});
  }
  WatchedWindow& window = state.windows.back();
  window.rows += 1;
  window.expected += p;
  window.observed += positive ? 1 : 0;
  window.variance += p * (1 - p);
  window.log_evidence = std::log(fortune);
}

// One row: a probability and whether it came true for each stream.
class RowTaker {
 public:
  RowTaker(WatchState& state, std::span<const std::string> times)
      : state_(state), times_(times), hash_(state.batch_hash) {}

  void see(std::size_t stream, double p, bool positive) {
    state_.streams[stream].see(p, positive);
    hash_ = RandomStream(hash_, std::bit_cast<std::uint64_t>(p) + (positive ? 1 : 0)).bits();
    if (stream == 0) {
      p_ = p;
      positive_ = positive;
    }
  }

  void end_row(std::size_t row, std::size_t rows) {
    static const std::string kNone;
    const std::string& time = times_.empty() ? kNone : times_[row];
    add_to_batch(time);
    state_.rows += 1;
    const double fortune = state_.fortune();
    state_.largest = std::max(state_.largest, fortune);
    if (state_.alarm_row == 0 && fortune >= 1 / state_.options.alpha) {
      state_.alarm_row = state_.rows;
      state_.alarm_time = time;
    }
    add_to_window(state_, p_, positive_, fortune, time);
    // Only the last rows are kept.
    if (rows - row <= kMostRecent) {
      state_.recent_probabilities.push_back(p_);
      state_.recent_labels.push_back(positive_ ? 1 : 0);
    }
    if (!time.empty()) state_.last_time = time;
    if (std::fmod(state_.rows, kWatchBlock) != 0) return;
    for (WatchStream& stream : state_.streams) stream.end_block(time);
  }

  void end_rows() {
    state_.batch_hash = hash_;
    const auto cut = [](auto& values) {
      if (values.size() > kMostRecent) values.erase(values.begin(), values.end() - kMostRecent);
    };
    cut(state_.recent_probabilities);
    cut(state_.recent_labels);
  }

 private:
  void add_to_batch(const std::string& time) {
    for (const char c : time) hash_ = RandomStream(hash_, static_cast<unsigned char>(c)).bits();
    if (!time.empty() || p_ != state_.batch_last) state_.batch_varied += 1;
    state_.batch_last = p_;
  }

  WatchState& state_;
  std::span<const std::string> times_;
  std::uint64_t hash_;
  double p_ = 0;
  bool positive_ = false;
};

void check_times(std::span<const std::string> times, std::size_t rows) {
  if (!times.empty()) check_same_length("times", times.size(), "labels", rows);
}

}  // namespace

double WatchState::fortune() const {
  if (streams.size() == 1) return streams[0].fortune();
  double sum = 0;
  for (std::size_t k = 1; k < streams.size(); ++k) sum += streams[k].fortune();
  return streams[0].fortune() / 2 + sum / (2 * static_cast<double>(streams.size() - 1));
}

double Departure::operator()(double probability) const {
  const double u = log_odds_of(probability);
  return logistic(u + offset + slope * (u - centre));
}

const WatchedStream& WatchFinding::worst() const {
  return *std::ranges::max_element(streams, {}, &WatchedStream::log_evidence);
}

Watch::Watch(const WatchOptions& options) : state_(std::make_unique<WatchState>()) {
  check_option_level("alpha", options.alpha);
  if (options.classes.size() == 1 || options.classes.size() == 2) {
    throw OptionError("classes", "are names of three classes or more (two have one probability)");
  }
  state_->options = options;
  state_->streams.resize(options.classes.empty() ? 1 : 1 + options.classes.size());
}

Watch::Watch(std::unique_ptr<WatchState> state) : state_(std::move(state)) {}
Watch::Watch(const Watch& other) : state_(std::make_unique<WatchState>(*other.state_)) {}
Watch::Watch(Watch&& other) noexcept = default;
Watch& Watch::operator=(Watch other) noexcept {
  state_.swap(other.state_);
  return *this;
}
Watch::~Watch() = default;

void Watch::update(std::span<const double> probabilities, std::span<const std::uint8_t> labels,
                   std::span<const std::string> times) {
  if (!state_->options.classes.empty()) {
    throw InputError("labels", std::nullopt, "are 0 or 1, but several classes are watched");
  }
  check_same_length("probabilities", probabilities.size(), "labels", labels.size());
  check_times(times, labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    check_row(probabilities.subspan(i, 1), i);
    check_label("labels", i, labels[i]);
  }
  RowTaker taker(*state_, times);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    taker.see(0, probabilities[i], labels[i] == 1);
    taker.end_row(i, labels.size());
  }
  taker.end_rows();
}

void Watch::update(std::span<const double> probabilities, std::span<const std::uint32_t> labels,
                   std::span<const std::string> times) {
  const std::size_t classes = state_->options.classes.size();
  if (classes == 0) {
    throw InputError("labels", std::nullopt, "are classes, but two classes are watched");
  }
  check_same_length("probabilities", probabilities.size(), "labels times classes",
                    labels.size() * classes);
  check_times(times, labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    check_row(probabilities.subspan(i * classes, classes), i);
    check_class("labels", i, labels[i], classes);
  }
  RowTaker taker(*state_, times);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto row = probabilities.subspan(i * classes, classes);
    const auto top = static_cast<std::size_t>(std::ranges::max_element(row) - row.begin());
    taker.see(0, row[top], labels[i] == top);
    for (std::size_t k = 0; k < classes; ++k) taker.see(1 + k, row[k], labels[i] == k);
    taker.end_row(i, labels.size());
  }
  taker.end_rows();
}

const WatchOptions& Watch::options() const { return state_->options; }

WatchFinding Watch::finding() const {
  const WatchState& state = *state_;
  WatchFinding result = {.rows = state.rows,
                         .log_evidence = std::log(state.fortune()),
                         .largest_log_evidence = std::log(state.largest),
                         .alarm = state.alarm_row > 0,
                         .alarm_row = state.alarm_row,
                         .alarm_time = state.alarm_time,
                         .windows = state.windows,
                         .recent_probabilities = state.recent_probabilities,
                         .recent_labels = state.recent_labels};
  for (std::size_t k = 0; k < state.streams.size(); ++k) {
    const WatchStream& stream = state.streams[k];
    result.streams.push_back({.name = state.streams.size() == 1 ? ""
                                      : k == 0                  ? kTopLabel
                                                                : state.options.classes[k - 1],
                              .expected = stream.expected,
                              .observed = stream.observed,
                              .log_evidence = std::log(stream.fortune()),
                              .departure = departure_of(stream)});
  }
  return result;
}

bool Watch::end_batch() {
  // Fewer rows than this may be equal by chance.
  constexpr double kFewest = 20;
  const bool compared = state_->batch_varied >= kFewest;
  const std::string batch = fmt::format("{:016x}", state_->batch_hash);
  state_->batch_hash = 0;
  state_->batch_varied = 0;
  state_->batch_last = -1;
  if (!compared) return true;
  auto& batches = state_->batches;
  if (std::ranges::find(batches, batch) != batches.end()) return false;
  if (batches.size() == kMostBatches) batches.erase(batches.begin());
  batches.push_back(batch);
  return true;
}

const std::string& Watch::last_time() const { return state_->last_time; }

}  // namespace calibrant
