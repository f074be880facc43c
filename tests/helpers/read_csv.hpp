// Plain comma-separated files, as the golden data are: no quotes.
#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace calibrant::testing {

/// The fields of every line that is not empty, the header included; none if there is no such file.
inline std::vector<std::vector<std::string>> read_csv(const std::string& path) {
  std::vector<std::vector<std::string>> rows;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty()) continue;
    std::istringstream fields(line);
    rows.emplace_back();
    for (std::string field; std::getline(fields, field, ',');) rows.back().push_back(field);
  }
  return rows;
}

}  // namespace calibrant::testing
