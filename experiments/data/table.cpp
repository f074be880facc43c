#include "data/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <string>

#include "calibrant/error.hpp"
#include "data/delimited.hpp"

namespace calibrant::experiments {
namespace {

using Eigen::Index;

bool is_continuous(std::span<const Line> rows, std::size_t field) {
  return std::ranges::all_of(rows, [&](const Line& line) {
    return line.fields[field].empty() || to_number(line.fields[field]).has_value();
  });
}

void fill_continuous(std::span<const Line> rows, std::size_t field, Dataset& data) {
  double sum = 0;
  double count = 0;
  for (const Line& line : rows) {
    if (const auto value = to_number(line.fields[field])) {
      sum += *value;
      count += 1;
    }
  }
  const double mean = count > 0 ? sum / count : 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    data.features(static_cast<Index>(i), static_cast<Index>(field)) =
        to_number(rows[i].fields[field]).value_or(mean);
  }
  data.levels.push_back(0);
}

void fill_discrete(std::span<const Line> rows, std::size_t field, Dataset& data) {
  std::map<std::string, double> codes;
  for (const Line& line : rows) codes[line.fields[field]] = 0;
  double next = 0;
  for (auto& [text, code] : codes) code = next++;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    data.features(static_cast<Index>(i), static_cast<Index>(field)) =
        codes.at(rows[i].fields[field]);
  }
  data.levels.push_back(codes.size());
}

}  // namespace

Dataset read_table(const std::filesystem::path& path) {
  const std::vector<Line> lines = read_lines(path, {});
  if (lines.size() < 2) throw Error(fmt::format("{}: no rows below a header", path.string()));
  const std::size_t columns = lines.front().fields.size();
  const std::span<const Line> rows = std::span(lines).subspan(1);
  Dataset data;
  data.features.resize(static_cast<Index>(rows.size()), static_cast<Index>(columns - 1));
  for (const Line& line : rows) {
    if (line.fields.size() != columns) {
      throw Error(
          fmt::format("{}: {} fields ({} were expected)", line.place, line.fields.size(), columns));
    }
    const std::string& label = line.fields.back();
    if (label != "0" && label != "1") {
      throw Error(fmt::format("{}: the label is '{}' (0 or 1 was expected)", line.place, label));
    }
    data.labels.push_back(label == "1" ? 1 : 0);
  }
  for (std::size_t j = 0; j + 1 < columns; ++j) {
    (is_continuous(rows, j) ? fill_continuous : fill_discrete)(rows, j, data);
  }
  return data;
}

}  // namespace calibrant::experiments
