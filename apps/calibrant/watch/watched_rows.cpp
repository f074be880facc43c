#include "watch/watched_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <type_traits>
#include <utility>

#include "csv/class_rows.hpp"
#include "support/legible.hpp"

namespace calibrant::cli {
namespace {

std::optional<double> number_of(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

// Numbers if all are numbers, else texts, as 2026-03-01T12:00 is.
class TimeOrder {
 public:
  explicit TimeOrder(const std::vector<std::string>& times)
      : numbers_(std::ranges::all_of(
            times, [](const std::string& time) { return number_of(time).has_value(); })) {}

  bool before(const std::string& a, const std::string& b) const {
    if (!numbers_) return a < b;
    const auto one = number_of(a);
    const auto two = number_of(b);
    return one && two && *one < *two;
  }

 private:
  bool numbers_;
};

template <class Rows>
void sort_by_time(Rows& rows, std::size_t width, const std::string& path, const Watch& watch) {
  const TimeOrder order(rows.times);
  std::vector<std::size_t> places(rows.times.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::ranges::stable_sort(places, [&](std::size_t a, std::size_t b) {
    return order.before(rows.times[a], rows.times[b]);
  });
  const auto arrange = [&](auto& values, std::size_t each) {
    std::remove_reference_t<decltype(values)> sorted;
    sorted.reserve(values.size());
    for (const std::size_t place : places) {
      for (std::size_t k = 0; k < each; ++k) sorted.push_back(values[place * each + k]);
    }
    values = std::move(sorted);
  };
  arrange(rows.scores, width);
  arrange(rows.labels, 1);
  arrange(rows.times, 1);
  if (!watch.last_time().empty() && order.before(rows.times.front(), watch.last_time())) {
    throw Error(fmt::format("{}: a row of {} is older than {}, the newest row that was watched",
                            path, shown(rows.times.front()), shown(watch.last_time())));
  }
}

void add(const Curve& curve, const CsvRows& rows, Watch& watch) {
  std::vector<double> probabilities(rows.size());
  apply(curve, rows.scores, probabilities);
  watch.update(probabilities, rows.labels, rows.times);
}

void add(const MulticlassModel& model, const ClassRows& rows, Watch& watch) {
  std::vector<double> probabilities(rows.scores.size());
  apply(model, rows.scores, probabilities);
  if (model.classes() > 2) {
    watch.update(probabilities, rows.labels, rows.times);
    return;
  }
  // Two classes: the probability of the second.
  std::vector<double> second;
  for (std::size_t i = 1; i < probabilities.size(); i += 2) second.push_back(probabilities[i]);
  const std::vector<std::uint8_t> labels(rows.labels.begin(), rows.labels.end());
  watch.update(second, labels, rows.times);
}

}  // namespace

void watch_rows(const Model& model, const InputOptions& input,
                const std::optional<ClassColumns>& columns, Watch& watch) {
  if (columns) {
    const auto& classes = std::get<MulticlassModel>(model);
    if (!input.time) {
      read_class_parts(input, *columns, {},
                       [&](const ClassRows& rows) { add(classes, rows, watch); });
      return;
    }
    ClassRows rows = read_class_rows(input, *columns, {});
    sort_by_time(rows, columns->columns.size(), input.path, watch);
    add(classes, rows, watch);
    return;
  }
  const auto& curve = std::get<Curve>(model);
  if (!input.time) {
    read_row_parts(input, [&](const CsvRows& rows) { add(curve, rows, watch); });
    return;
  }
  CsvRows rows = read_rows(input);
  sort_by_time(rows, 1, input.path, watch);
  add(curve, rows, watch);
}

}  // namespace calibrant::cli
