// Straight lines with few knots, each line within a tube around one that has many.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace calibrant {

/// What is left open to a number.
struct Open {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();

  bool empty() const { return !(least <= most); }
  void narrow(double low, double high) {
    least = std::max(least, low);
    most = std::min(most, high);
  }
};

struct TubeLine {
  std::vector<double> values;  ///< at the given knots
  std::vector<Open> tube;      ///< where it has to pass them; the values are inside
  bool ascending = false;      ///< then the new line ascends too
};

struct Polyline {
  std::vector<double> knots;
  std::vector<std::vector<double>> values;  ///< of each line
};

/// The lines with other knots, which they share: some of those that were given, moved by a little
/// to where they have few digits. Near to the fewest, and near to the values in the mean of
/// squares. Empty if they would be more than `most`, or if the knots span more than the largest
/// double.
Polyline fewer_knots(const std::vector<double>& knots, const std::vector<TubeLine>& lines,
                     std::size_t most);

/// The nearest number with so many decimal digits. It never descends where x ascends.
double rounded(double x, int digits);

}  // namespace calibrant
