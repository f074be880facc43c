// The library's own cells, for check_fit_query.py.
//
// usage: make_cells RULE < scores > midpoints      (doubles as bytes)
#include <cstdio>
#include <string>
#include <vector>

#include "calibrant/cells.hpp"

int main(int argc, char** argv) {
  if (argc != 2) return 64;
  const auto rule = std::string(argv[1]) == "margin" ? calibrant::CellRule::kMargin
                                                     : calibrant::CellRule::kProbability;
  std::vector<double> scores(1 << 20);
  scores.resize(std::fread(scores.data(), sizeof(double), scores.size(), stdin));
  calibrant::cells(scores, rule, scores);
  return std::fwrite(scores.data(), sizeof(double), scores.size(), stdout) == scores.size() ? 0 : 1;
}
