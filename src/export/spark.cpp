// Columns of a SELECT for Spark. Each may use those before it, and Spark compiles all of them into
// one loop.
//
// A tree of CASEs, as other engines get, grows beyond what the JVM compiles. Here arithmetic finds
// a score's place among the borders, by their bits (bit_rows.hpp) or by equal cells and a few
// comparisons, and the numbers of that piece of the curve lie side by side in one array. Reading a
// number is dear, so a line has two where that is precise enough: constant and slope of the
// distance from the nearer end of [0, 1]. docs/engineering/spark.md has what was measured.
//
// The array is a subquery, because Spark computes it once, before the scan, and packs it as doubles
// are in memory. A literal would be copied wherever it is read, with an object for every number.
// array_compact says that no number is NULL, which shortens the code.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "export/bit_rows.hpp"
#include "export/dialect.hpp"
#include "export/plan.hpp"
#include "export/spark_cubics.hpp"
#include "math/clip.hpp"

namespace calibrant {
namespace {

constexpr double kMostScore = std::numeric_limits<double>::max();
constexpr int kCells = 1 << 14;          // of borders that have many bits
constexpr double kClose = 1e-9;          // lines that keep this distance from 0 and 1 stay inside
constexpr long double kMostLoss = 2048;  // as much larger may a term of a sum be: right to 1e-12

constexpr const char* kScore = "__calibrant_score";
constexpr const char* kUnit = "__calibrant_unit";    // the score in units of 2^-52
constexpr const char* kNear = "__calibrant_near";    // its distance from the nearer end
constexpr const char* kPlace = "__calibrant_place";  // of the row in the table
constexpr const char* kTable = "__calibrant_table";

std::string spark_number(double x) { return dialect_of(SqlDialect::kSpark).number(x); }

template <class Number>
std::string spark_array(const std::vector<Number>& numbers, const char* type) {
  return fmt::format(
      "(SELECT array_compact(t) FROM VALUES (CAST(split('{}', ',') AS array<{}>)) AS v(t))",
      fmt::join(numbers, ","), type);
}

// Rows of numbers, one beside the other.
class Table {
 public:
  explicit Table(std::size_t columns) : columns_(columns), stride_(std::bit_ceil(columns)) {}

  void add(const std::vector<double>& row) {
    numbers_.insert(numbers_.end(), row.begin(), row.end());
    numbers_.resize(numbers_.size() + stride_ - columns_);
  }
  std::string text() const { return spark_array(numbers_, "double"); }
  /// A shift and an OR give the places of a row's numbers.
  std::string place(const std::string& row) const {
    return stride_ == 1 ? row : fmt::format("shiftleft({}, {})", row, std::countr_zero(stride_));
  }
  static std::string read(std::size_t column) {
    return fmt::format("get({}, {} | {})", kTable, kPlace, column);
  }

 private:
  std::size_t columns_;
  std::size_t stride_;
  std::vector<double> numbers_;
};

// Piece i lies before border i: its beginning, and its value and slope there for each output.
// Steps, and what is beyond the knots, are level.
class Pieces {
 public:
  Pieces(const Plan& plan, std::vector<double> borders) : borders_(std::move(borders)) {
    straight_ = plan.kind == Plan::Kind::kSegments;
    for (const Output& output : plan.outputs) {
      std::vector<double> values = output.values;
      if (straight_) values.insert(values.begin(), values.front());
      values.resize(borders_.size() + 1, values.back());
      values_.push_back(std::move(values));
    }
  }

  const std::vector<double>& borders() const { return borders_; }
  std::size_t size() const { return borders_.size() + 1; }
  std::size_t outputs() const { return values_.size(); }
  bool straight() const { return straight_; }
  double begin(std::size_t piece) const { return level(piece) ? 0 : borders_[piece - 1]; }
  double value(std::size_t output, std::size_t piece) const { return values_[output][piece]; }
  double slope(std::size_t output, std::size_t piece) const {
    if (level(piece)) return 0;
    const double rise = values_[output][piece + 1] - values_[output][piece];
    const double slope = rise / (borders_[piece] - borders_[piece - 1]);
    return std::abs(slope) <= kMostScore ? slope : 0;  // no score is between knots so near
  }
  // How far from 0 and 1 an output stays.
  double room(std::size_t output, std::size_t piece) const {
    const double begin = values_[output][piece];
    const double end = level(piece) ? begin : values_[output][piece + 1];
    return std::min({begin, 1 - begin, end, 1 - end});
  }

 private:
  bool level(std::size_t piece) const {
    return !straight_ || piece == 0 || piece == borders_.size();
  }

  std::vector<double> borders_;
  std::vector<std::vector<double>> values_;
  bool straight_ = false;
};

class Select {
 public:
  Select(const Plan& plan, const ExportOptions& options) : plan_(plan) {
    const Dialect& dialect = dialect_of(SqlDialect::kSpark);
    probability_ = options.cells == CellRule::kProbability;
    score_ = dialect.quoted(options.column);
    if (!options.checked) {
      const double low = probability_ ? 0 : -kMostScore;
      const double high = probability_ ? 1 : kMostScore;
      const std::string x = fmt::format("CAST({} AS DOUBLE)", score_);
      // NaN is above all numbers.
      add(fmt::format("CASE WHEN {0} >= {1} AND {0} <= {2} THEN {0} END", x, spark_number(low),
                      spark_number(high)),
          kScore);
      score_ = kScore;
    }
  }

  std::string text() {
    if (plan_.kind == Plan::Kind::kSigmoid) {
      add_sigmoid();
    } else {
      add_pieces();
    }
    return fmt::format("{}\n", fmt::join(columns_, ",\n"));
  }

 private:
  void add(const std::string& expression, const std::string& name) {
    columns_.push_back(expression + " AS " + name);
  }
  void add_output(const std::string& expression, std::size_t output) {
    add(expression, dialect_of(SqlDialect::kSpark).quoted(plan_.outputs[output].name));
  }

  // The score within limits. NULL stays NULL, which it does not in greatest and least.
  static std::string clamped(const std::string& x, double low, double high) {
    return fmt::format("CASE WHEN {0} < {1} THEN {1} WHEN {0} > {2} THEN {2} ELSE {0} END", x,
                       spark_number(low), spark_number(high));
  }

  void add_units() {
    add(fmt::format("CAST({} * {} AS BIGINT)", score_, spark_number(static_cast<double>(kUnits))),
        kUnit);
    add(fmt::format("{} - CAST(shiftright({}, 51) AS DOUBLE)", score_, kUnit), kNear);
  }
  void add_table(const Table& table, const std::string& row) {
    add(table.text(), kTable);
    add(table.place(row), kPlace);
  }

  void add_sigmoid() {
    const Sigmoid& s = plan_.sigmoid;
    const auto cubics = probability_ ? cubics_of(s) : std::nullopt;
    std::string z = fmt::format("{} + {} * ", spark_number(s.intercept), spark_number(s.slope));
    if (s.input == Sigmoid::Input::kScore) {
      z += score_;
    } else {
      const std::string x = fmt::format("({})", clamped(score_, kScoreClip, 1 - kScoreClip));
      if (s.input == Sigmoid::Input::kLogit) {
        z += fmt::format("ln({0} / (1e0 - {0}))", x);
      } else {
        z += fmt::format("ln({0}) - {1} * ln(1e0 - {0})", x, spark_number(s.slope_complement));
      }
    }
    const std::string written = fmt::format("1e0 / (1e0 + exp(-({})))", z);
    if (!cubics) return add_output(written, 0);
    Table table(4);
    for (const auto& row : cubics->coefficients) table.add({row.begin(), row.end()});
    add_units();
    add_table(table, fmt::format("CAST({} AS INT)", cubics->rows.place(kUnit)));
    std::string y = Table::read(3);
    for (std::size_t k = 3; k-- > 0;) y = fmt::format("({} + {} * {})", Table::read(k), kNear, y);
    add_output(fmt::format("IF({0} >= {1}L AND {0} < {2}L, {3}, {4})", kUnit, cubics->first,
                           cubics->end, y, written),
               0);
  }

  void add_pieces() {
    std::vector<double> borders = plan_.places;
    if (borders.empty()) borders = {0};  // one step; the score is read all the same
    if (is_wide(borders.front(), borders.back())) {
      // Further apart than doubles reach: halves are not, and their quotients are the same.
      for (double& border : borders) border /= 2;
      add(score_ + " * 5e-1", "__calibrant_half");
      score_ = "__calibrant_half";
    }
    const Pieces pieces(plan_, borders);
    const auto rows = probability_ ? bit_rows(borders) : std::nullopt;
    if (!rows) {
      const std::string place = search(borders);
      std::vector<std::size_t> each(pieces.size());
      for (std::size_t i = 0; i < each.size(); ++i) each[i] = i;
      return add_numbers(pieces, each, place);
    }
    std::vector<std::size_t> piece_of;
    for (const BitRow& row : rows->rows()) {
      const double start = std::ldexp(static_cast<double>(row.start), -52);
      const auto after = std::ranges::upper_bound(borders, start);
      piece_of.push_back(static_cast<std::size_t>(after - borders.begin()));
    }
    add_units();
    const std::string place = fmt::format("CAST({} AS INT)", rows->place(kUnit));
    if (!pieces.straight() || !add_near(pieces, rows->rows(), piece_of, place)) {
      add_numbers(pieces, piece_of, place);
    }
  }

  // A row for each piece that is named: values; for lines the beginning, then values and slopes.
  void add_numbers(const Pieces& pieces, const std::vector<std::size_t>& piece_of,
                   const std::string& place) {
    const bool straight = pieces.straight();
    Table table(straight ? 1 + 2 * pieces.outputs() : pieces.outputs());
    for (const std::size_t piece : piece_of) {
      std::vector<double> row;
      if (straight) row.push_back(pieces.begin(piece));
      for (std::size_t k = 0; k < pieces.outputs(); ++k) {
        row.push_back(pieces.value(k, piece));
        if (straight) row.push_back(pieces.slope(k, piece));
      }
      table.add(row);
    }
    add_table(table, place);
    for (std::size_t k = 0; k < pieces.outputs(); ++k) {
      if (!straight) {
        add_output(Table::read(k), k);
        continue;
      }
      const std::string y = fmt::format("{} + ({} - {}) * {}", Table::read(1 + 2 * k), score_,
                                        Table::read(0), Table::read(2 + 2 * k));
      if (is_inside(pieces, k)) {
        add_output(y, k);
      } else {
        const std::string line = fmt::format("__calibrant_line_{}", k);
        add(y, line);
        add_output(clamped(line, 0, 1), k);
      }
    }
  }

  // Lines by two numbers of the distance from the nearer end; false where that would cost digits,
  // as a steep line does if its value is small.
  bool add_near(const Pieces& pieces, const std::vector<BitRow>& rows,
                const std::vector<std::size_t>& piece_of, const std::string& place) {
    Table table(2 * pieces.outputs());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::size_t piece = piece_of[i];
      const long double end = rows[i].start < kUnits / 2 ? 0 : 1;
      const long double begin = pieces.begin(piece) - end;
      std::vector<double> row;
      for (std::size_t k = 0; k < pieces.outputs(); ++k) {
        const double slope = pieces.slope(k, piece);
        const long double rise = slope == 0 ? 0 : slope * begin;
        if (!is_inside(pieces, k) || std::abs(rise) > kMostLoss * pieces.room(k, piece))
          return false;
        row.push_back(static_cast<double>(pieces.value(k, piece) - rise));
        row.push_back(slope);
      }
      table.add(row);
    }
    add_table(table, place);
    for (std::size_t k = 0; k < pieces.outputs(); ++k) {
      add_output(fmt::format("{} + {} * {}", Table::read(2 * k), Table::read(2 * k + 1), kNear), k);
    }
    return true;
  }

  // Whether rounding cannot lead a line out of [0, 1].
  static bool is_inside(const Pieces& pieces, std::size_t output) {
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (!(pieces.room(output, i) >= kClose)) return false;
    }
    return true;
  }

  // The number of borders that are not above the score: equal cells say how many lie in lower
  // cells, and comparisons do the rest. The map from scores to cells never descends, rounding
  // included, and borders go through the same operations.
  std::string search(std::vector<double> borders) {
    const double low = borders.front();
    double scale = kCells / (borders.back() - low);
    if (!(scale <= kMostScore)) scale = 0;
    std::vector<int> before(kCells + 2);
    for (const double border : borders) {
      ++before[static_cast<std::size_t>((border - low) * scale) + 1];
    }
    const int most = std::ranges::max(before);
    for (std::size_t i = 1; i < before.size(); ++i) before[i] += before[i - 1];
    before.pop_back();
    const std::string inside = clamped(score_, low, borders.back());
    add(fmt::format("CAST((({}) - {}) * {} AS INT)", inside, spark_number(low),
                    spark_number(scale)),
        "__calibrant_cell");
    add(spark_array(before, "int"), "__calibrant_before");
    auto steps = static_cast<int>(std::bit_width(static_cast<unsigned>(most)));
    // Behind the last border stand some that no score reaches.
    borders.resize(borders.size() + (std::size_t{1} << steps),
                   std::numeric_limits<double>::infinity());
    add(spark_array(borders, "double"), "__calibrant_borders");
    std::string place = "__calibrant_first";
    add("get(__calibrant_before, __calibrant_cell)", place);
    while (steps-- > 0) {
      const int jump = 1 << steps;
      const std::string next = fmt::format("__calibrant_step_{}", steps);
      add(fmt::format("{0} + IF({1} < get(__calibrant_borders, {0} + {2}), 0, {3})", place, score_,
                      jump - 1, jump),
          next);
      place = next;
    }
    return place;
  }

  const Plan& plan_;
  bool probability_ = false;
  std::string score_;
  std::vector<std::string> columns_;
};

}  // namespace

std::string write_spark(const Plan& plan, const ExportOptions& options) {
  return Select(plan, options).text();
}

}  // namespace calibrant
