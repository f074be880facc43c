#include "fit/sample.hpp"
#include "csv/observations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "calibrant/multiclass.hpp"
#include "common/counted.hpp"
#include "csv/class_rows.hpp"
#include "csv/number.hpp"

namespace calibrant::cli {

Sample read_sample(const InputOptions& options, const std::optional<ClassColumns>& columns,
                   bool every_class) {
  Sample sample;
  if (columns) {
    const ClassRows rows = read_class_rows(options, *columns, {.every_class = every_class});
    sample.rows = rows.size();
    sample.classes = columns->classes;
    sample.seen =
        observe_multiclass(rows.scores, rows.labels, columns->classes.size(), rows.weights);
  } else {
    Seen seen = read_observations(options);
    sample.rows = seen.rows;
    sample.seen.push_back(std::move(seen.observations));
  }
  return sample;
}

std::vector<Warning> inspect(const Sample& sample) {
  if (sample.classes.empty()) return calibrant::inspect(sample.seen[0]);
  std::vector<double> weights;
  for (const Observations& one : sample.seen) weights.push_back(one.positive_weight());
  return inspect_classes(shown(sample.classes), weights);
}

std::string words_of(const Sample& sample) {
  const auto percent = [](const Observations& seen) {
    return fmt::format("{:.4g} %", 100 * seen.positive_weight() / seen.weight());
  };
  if (sample.classes.empty()) {
    const Observations& seen = sample.seen[0];
    return fmt::format(
        "with {}, {} of them positive",
        counted(static_cast<double>(seen.groups()), "distinct score", "distinct scores"),
        percent(seen));
  }
  constexpr std::size_t kMostShares = 12;  // as in `listed`
  std::vector<std::string> shares;
  for (std::size_t k = 0; k < std::min(sample.classes.size(), kMostShares); ++k) {
    shares.push_back(fmt::format("{} {}", shown(sample.classes[k]), percent(sample.seen[k])));
  }
  std::string text =
      fmt::format("of {} classes: {}", sample.classes.size(), fmt::join(shares, ", "));
  if (sample.classes.size() > kMostShares) {
    text += fmt::format(" and {} more", sample.classes.size() - kMostShares);
  }
  return text;
}

}  // namespace calibrant::cli
