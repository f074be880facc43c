#include <algorithm>
#include <numeric>

#include "calibrant/groups.hpp"
#include "support/check.hpp"

namespace calibrant {
namespace {

// A row as counts, which weights and labels are, too.
struct GroupCounts {
  std::vector<double> scores;
  std::vector<double> negatives;
  std::vector<double> positives;

  void add(double score, double negative, double positive) {
    if (negative + positive <= 0) return;
    scores.push_back(score);
    negatives.push_back(negative);
    positives.push_back(positive);
  }
};

void check_group_rows(const GroupRows& rows) {
  const std::size_t size = rows.scores.size();
  check_not_empty("scores", size);
  check_same_length("groups", rows.of_row.size(), "scores", size);
  const bool counted = rows.labels.empty();
  if (!counted) check_same_length("labels", rows.labels.size(), "scores", size);
  if (!rows.weights.empty()) check_same_length("weights", rows.weights.size(), "scores", size);
  if (counted) {
    check_same_length("negatives", rows.negatives.size(), "scores", size);
    check_same_length("positives", rows.positives.size(), "scores", size);
  }
  for (std::size_t i = 0; i < size; ++i) {
    check_finite("scores", i, rows.scores[i]);
    if (!counted) check_label("labels", i, rows.labels[i]);
    if (!rows.weights.empty()) check_weight("weights", i, rows.weights[i]);
    if (counted) {
      check_weight("negatives", i, rows.negatives[i]);
      check_weight("positives", i, rows.positives[i]);
    }
    if (rows.of_row[i] >= rows.names.size()) {
      throw InputError("groups", i,
                       fmt::format("{} has no name ({} have)", rows.of_row[i], rows.names.size()));
    }
  }
}

}  // namespace

std::vector<GroupObservations> observe_groups(const GroupRows& rows) {
  check_group_rows(rows);
  std::vector<GroupCounts> counts(rows.names.size());
  for (std::size_t i = 0; i < rows.scores.size(); ++i) {
    GroupCounts& own = counts[rows.of_row[i]];
    if (rows.labels.empty()) {
      own.add(rows.scores[i], rows.negatives[i], rows.positives[i]);
    } else {
      const double weight = rows.weights.empty() ? 1 : rows.weights[i];
      own.add(rows.scores[i], rows.labels[i] == 0 ? weight : 0, rows.labels[i] == 0 ? 0 : weight);
    }
  }
  std::vector<std::size_t> order(counts.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::string_view(rows.names[i]); });
  std::vector<GroupObservations> result;
  for (const std::size_t i : order) {
    if (counts[i].scores.empty()) continue;
    result.push_back(
        {.name = rows.names[i],
         .seen = observe_counts(counts[i].scores, counts[i].negatives, counts[i].positives)});
    counts[i] = {};
  }
  check_not_empty("scores", result.size());
  return result;
}

Observations together(std::span<const GroupObservations> groups) {
  GroupCounts all;
  for (const GroupObservations& group : groups) {
    const Observations& seen = group.seen;
    all.scores.insert(all.scores.end(), seen.scores().begin(), seen.scores().end());
    all.negatives.insert(all.negatives.end(), seen.negatives().begin(), seen.negatives().end());
    all.positives.insert(all.positives.end(), seen.positives().begin(), seen.positives().end());
  }
  return observe_counts(all.scores, all.negatives, all.positives);
}

}  // namespace calibrant
