// What a word that nobody knows may have been meant to be.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace calibrant {

/// How many letters have to be changed, added, left out or swapped with their neighbours.
inline std::size_t edits_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before;  // the row before the last
  std::vector<std::size_t> last(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::vector<std::size_t> row(b.size() + 1, i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, changed});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = std::exchange(last, std::move(row));
  }
  return last.back();
}

/// " (did you mean lambda?)" if a known word is near, or nothing. A third of the letters may
/// differ.
template <class Words>
std::string did_you_mean(std::string_view word, const Words& known) {
  constexpr std::size_t kLongest = 40;  // bytes; no name is longer
  if (word.size() > kLongest) return {};
  std::string_view nearest;
  std::size_t fewest = std::max<std::size_t>(word.size() / 3, 1) + 1;
  for (const std::string_view one : known) {
    const std::size_t edits = edits_between(word, one);
    if (edits < std::min(fewest, one.size())) {
      fewest = edits;
      nearest = one;
    }
  }
  return nearest.empty() ? "" : " (did you mean " + std::string(nearest) + "?)";
}

}  // namespace calibrant
