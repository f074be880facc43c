// All that a watch remembers. It does not grow with the number of rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "calibrant/watch.hpp"
#include "watch/stream.hpp"

namespace calibrant {

inline constexpr std::size_t kMostWindows = 100;
inline constexpr std::size_t kMostRecent = 2000;
inline constexpr std::size_t kMostBatches = 1000;

struct WatchState {
  WatchOptions options = {};
  double rows = 0;
  double largest = 1;    ///< fortune so far
  double alarm_row = 0;  ///< 0: no alarm
  std::string alarm_time = {};
  std::string last_time = {};
  /// Two classes: one. Several: the top label, then each class.
  std::vector<WatchStream> streams = {};
  double window_rows = 4.0 * kWatchBlock;  ///< of a whole window
  std::vector<WatchedWindow> windows = {};
  /// The last rows of the first stream, the oldest first.
  std::vector<double> recent_probabilities = {};
  std::vector<std::uint8_t> recent_labels = {};
  std::vector<std::string> batches = {};
  /// Of the batch that has not ended; these are not stored.
  std::uint64_t batch_hash = 0;
  double batch_varied = 0;  ///< rows that differ from the one before, or have a time
  double batch_last = -1;

  /// Of all streams together: half of the stake is on the top label, half on the classes.
  double fortune() const;
};

}  // namespace calibrant
