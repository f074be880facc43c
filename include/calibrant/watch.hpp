// Is a model that was fitted once still calibrated? Labelled rows come in the order of time, and
// an alarm is raised when they speak clearly against the probabilities.
//
//   Watch watch({.alpha = 0.01});
//   watch.update(probabilities, labels);  // one batch after the other
//   if (watch.finding().alarm) std::cout << to_text(watch);
//
// The evidence is the fortune of gamblers who bet against the model, one row after the other, and
// begin with 1 together. The model sets the odds, so while it is calibrated no strategy wins on
// average. By Ville's inequality (1939) the chance that the fortune ever passes 1/alpha is then at
// most alpha, however often one looks. Gamblers who begin later find changes that come later.
// docs/math/watch.md has the strategy. How the rows are cut into batches changes no bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "calibrant/api.hpp"

namespace calibrant {
struct WatchState;  // not of the interface
}

namespace CALIBRANT_API calibrant {

struct WatchOptions {
  /// The chance of a false alarm, ever.
  double alpha = 0.05;
  /// Names of several classes. Empty: two classes, and the probability of the positive one.
  std::vector<std::string> classes = {};
  /// Which model is watched: fingerprint() of it, or any other text.
  std::string model = {};
};

/// Neighbouring rows.
struct WatchedWindow {
  double rows = 0;
  double expected = 0;  ///< positives, by the probabilities
  double observed = 0;
  double variance = 0;      ///< of `observed`, if the probabilities are right
  double log_evidence = 0;  ///< at its end, of all streams together
  std::string time = {};    ///< of its first row, if times are given
};

/// How the labels depart from the probabilities: the log odds u of a row become
/// u + offset + slope (u - centre).
struct Departure {
  double first_row = 0;  ///< counted from 1; known up to an eighth of the rows before it
  std::string time = {};
  double rows = 0;  ///< since then
  double expected = 0;
  double observed = 0;
  double offset = 0;
  double slope = 0;
  double centre = 0;
  /// Log loss per row that these corrections have saved on rows that they had not seen.
  double saved = 0;

  double operator()(double probability) const;
};

/// Probabilities of one kind: of the positive class, of the most likely class, of one class.
struct WatchedStream {
  std::string name = {};  ///< empty: two classes; "top label", or the class
  double expected = 0;
  double observed = 0;
  double log_evidence = 0;
  std::optional<Departure> departure = {};  ///< what speaks most clearly against the model
};

struct WatchFinding {
  double rows = 0;
  double log_evidence = 0;
  double largest_log_evidence = 0;  ///< so far
  bool alarm = false;               ///< once raised it stays
  double alarm_row = 0;             ///< counted from 1
  std::string alarm_time = {};
  /// One, or the top label and then each class.
  std::vector<WatchedStream> streams = {};
  std::vector<WatchedWindow> windows = {};  ///< of the first stream
  /// Of the first stream: the last rows, at most 2,000 of them.
  std::vector<double> recent_probabilities = {};
  std::vector<std::uint8_t> recent_labels = {};

  /// The stream that has the most evidence.
  const WatchedStream& worst() const;
};

class Watch {
 public:
  /// Throws OptionError.
  explicit Watch(const WatchOptions& options = {});
  Watch(const Watch& other);
  Watch(Watch&& other) noexcept;
  Watch& operator=(Watch other) noexcept;
  ~Watch();

  /// Two classes: a probability and a label, 0 or 1, for each row. `times` may be empty. Throws
  /// InputError naming the row; then nothing has changed.
  void update(std::span<const double> probabilities, std::span<const std::uint8_t> labels,
              std::span<const std::string> times = {});
  /// Several classes: rows of probabilities one after the other, and the index of each row's class.
  void update(std::span<const double> probabilities, std::span<const std::uint32_t> labels,
              std::span<const std::string> times = {});

  const WatchOptions& options() const;
  WatchFinding finding() const;

  /// The rows since the last call are a batch. False if the same rows were a batch before: one of
  /// the last 1,000. Rows that say too little to be told apart are not compared.
  bool end_batch();
  /// Of the newest row; empty if times are not given.
  const std::string& last_time() const;

  explicit Watch(std::unique_ptr<WatchState> state);
  const WatchState& state() const { return *state_; }

 private:
  std::unique_ptr<WatchState> state_;
};

/// The text of a state file, and back. Throws ModelError naming the place (model_file.hpp).
std::string to_state(const Watch& watch);
Watch watch_from_state(std::string_view text, const std::string& name = "state");
/// Files appear whole or not at all.
void save(const Watch& watch, const std::filesystem::path& path);
Watch load_watch(const std::filesystem::path& path);

}  // namespace calibrant
