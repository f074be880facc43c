// One expression, the same text for SQLite, PostgreSQL and DuckDB; other dialects differ in quotes,
// in the name of a double and of the logarithm, and in how numbers are written (dialect.cpp).
//
// A tree of CASEs, four branches at each: the parser of SQLite has a stack of 100 entries, and five
// go for each level. SQL Server allows ten levels; the tree has seven for 10,000 pieces. The column
// is cast wherever it is used, because SQLite compares a column of text with numbers as text. All
// numbers have an exponent, so DuckDB takes them for doubles, not decimals; in PostgreSQL they
// become doubles where they meet the column or the cast around it all.
//
// A value between two knots may be rounded past the second; the curve then takes the second. Such
// a segment is cut where that begins. PostgreSQL has an error for a product that is too small for a
// double; where a segment begins with such products, it is cut as well, and has its first value.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

#include "calibrant/error.hpp"
#include "export/dialect.hpp"
#include "export/plan.hpp"
#include "export/sql_text.hpp"
#include "math/clip.hpp"
#include "math/log_odds.hpp"
#include "math/search_doubles.hpp"

namespace calibrant {
namespace {

constexpr std::size_t kBranches = 4;
constexpr double kLargest = std::numeric_limits<double>::max();

std::string closing(const SqlColumn& column) {
  return fmt::format("END AS {})", column.dialect.real);
}

// What every expression begins with: NULL, and what lies above all finite numbers, which is
// infinity and, where there is one, NaN: 0 / infinity is 0 and 0 / NaN is NaN.
std::string opening(const SqlColumn& column, double last) {
  const Dialect& dialect = column.dialect;
  const std::string most = dialect.number(kLargest);
  const std::string above =
      dialect.ordered_nan ? column.value() + " > " + most : "NOT " + column.value() + " <= " + most;
  return fmt::format("CAST(CASE\n WHEN {} IS NULL THEN NULL\n", column.name) +
         fmt::format(" WHEN {} THEN {} + {} / {}\n", above, dialect.number(last), dialect.number(0),
                     column.value());
}

// From `begin` on, up to the next piece: from + (x * scale - left) / width * rise.
struct Piece {
  double begin = 0;
  double from = 0;
  double rise = 0;  // 0: constant, and the rest does not matter
  double scale = 1;
  double left = 0;
  double width = 1;

  double gain(double x) const { return (x * scale - left) / width * rise; }
  double operator()(double x) const { return from + gain(x); }
};

std::vector<Piece> pieces_of_steps(const std::vector<double>& borders,
                                   const std::vector<double>& values) {
  std::vector<Piece> pieces = {{.begin = -kLargest, .from = values[0]}};
  for (std::size_t i = 0; i < borders.size(); ++i) {
    pieces.push_back({.begin = borders[i], .from = values[i + 1]});
  }
  return pieces;
}

std::vector<Piece> pieces_of_segments(const std::vector<double>& knots,
                                      const std::vector<double>& values) {
  std::vector<Piece> pieces = {{.begin = -kLargest, .from = values[0]}};
  const auto add_constant = [&](double begin, double value) {
    if (pieces.back().rise != 0 || pieces.back().from != value) {
      pieces.push_back({.begin = begin, .from = value});
    }
  };
  for (std::size_t i = 0; i + 1 < knots.size(); ++i) {
    const double to = values[i + 1];
    if (to == values[i]) {
      add_constant(knots[i], to);
      continue;
    }
    const double scale = is_wide(knots[i], knots[i + 1]) ? 0.5 : 1;
    Piece piece = {.begin = knots[i],
                   .from = values[i],
                   .rise = to - values[i],
                   .scale = scale,
                   .left = knots[i] * scale,
                   .width = knots[i + 1] * scale - knots[i] * scale};
    const double first = std::nextafter(knots[i], knots[i + 1]);
    if (first < knots[i + 1] && piece.gain(first) == 0) {
      const auto rises = [&](double x) { return piece(x) != piece.from; };
      add_constant(knots[i], values[i]);
      piece.begin = first_beyond(first, knots[i + 1], first, rises);
    }
    pieces.push_back(piece);
    const auto beyond = [&](double x) { return piece.rise > 0 ? piece(x) > to : piece(x) < to; };
    const double end = std::nextafter(knots[i + 1], knots[i]);
    if (end > knots[i] && beyond(end)) {
      add_constant(first_beyond(knots[i], end, end, beyond), to);
    }
  }
  add_constant(knots.back(), values.back());
  return pieces;
}

class Tree {
 public:
  Tree(SqlColumn column, const std::vector<Piece>& pieces)
      : column_(std::move(column)), x_(column_.value()), pieces_(pieces) {}

  std::string text() {
    out_ = opening(column_, pieces_.back().from);
    branches(0, pieces_.size(), " ");
    return std::move(out_) + closing(column_);
  }

 private:
  void leaf(const Piece& piece) {
    if (piece.rise == 0) {
      out_ += number(piece.from);
      return;
    }
    const std::string scaled = piece.scale == 1 ? x_ : x_ + " * " + number(piece.scale);
    fmt::format_to(std::back_inserter(out_), "{} + ({} - {}) / {} * {}", number(piece.from), scaled,
                   number(piece.left), number(piece.width), number(piece.rise));
  }

  void subtree(std::size_t begin, std::size_t end, const std::string& indent) {
    if (end - begin == 1) return leaf(pieces_[begin]);
    out_ += "CASE\n";
    branches(begin, end, indent + " ");
    out_ += indent + "END";
  }

  void branches(std::size_t begin, std::size_t end, const std::string& indent) {
    const std::size_t n = end - begin;
    for (std::size_t branch = 0; branch < kBranches; ++branch) {
      const std::size_t first = begin + n * branch / kBranches;
      const std::size_t stop = begin + n * (branch + 1) / kBranches;
      if (first == stop) continue;
      if (stop == end) {
        out_ += indent + "ELSE ";
      } else {
        fmt::format_to(std::back_inserter(out_), "{}WHEN {} < {} THEN ", indent, x_,
                       number(pieces_[stop].begin));
      }
      subtree(first, stop, indent);
      out_ += "\n";
    }
  }

  std::string number(double x) const { return column_.dialect.number(x); }

  SqlColumn column_;
  std::string x_;
  const std::vector<Piece>& pieces_;
  std::string out_;
};

// Some engines have no infinity to give for exp(710), only an error: z stays within
// +-kMostExponent.
constexpr double kMostExponent = 700;
constexpr double kMostLogit = 27.7;  // ln(1 - kScoreClip) - ln(kScoreClip)

struct SigmoidText {
  double low;  // below and above, the value is the one here
  double high;
  double at_low;
  double at_high;
  std::string z;
};

SigmoidText score_sigmoid(const Sigmoid& sigmoid, const SqlColumn& column) {
  const Dialect& dialect = column.dialect;
  double low = (-kMostExponent - sigmoid.intercept) / sigmoid.slope;
  double high = (kMostExponent - sigmoid.intercept) / sigmoid.slope;
  if (low > high) std::swap(low, high);
  low = std::clamp(low, -kLargest, kLargest);
  high = std::clamp(high, -kLargest, kLargest);
  return {low, high, logistic(sigmoid.intercept + sigmoid.slope * low),
          logistic(sigmoid.intercept + sigmoid.slope * high),
          fmt::format("{} + {} * {}", dialect.number(sigmoid.intercept),
                      dialect.number(sigmoid.slope), column.value())};
}

SigmoidText log_sigmoid(const Sigmoid& sigmoid, const SqlColumn& column) {
  const Dialect& dialect = column.dialect;
  const std::string x = column.value();
  const double complement =
      sigmoid.input == Sigmoid::Input::kLogit ? sigmoid.slope : sigmoid.slope_complement;
  const auto value = [&](double s) {
    return logistic(sigmoid.intercept + sigmoid.slope * std::log(s) - complement * std::log1p(-s));
  };
  const std::string intercept = dialect.number(sigmoid.intercept);
  const std::string slope = dialect.number(sigmoid.slope);
  const std::string log = fmt::format("{}({})", dialect.ln, x);
  const std::string log_complement = fmt::format("{}({} - {})", dialect.ln, dialect.number(1), x);
  std::string z = sigmoid.input == Sigmoid::Input::kLogit
                      ? fmt::format("{} + {} * ({} - {})", intercept, slope, log, log_complement)
                      : fmt::format("{} + {} * {} - {} * {}", intercept, slope, log,
                                    dialect.number(complement), log_complement);
  const double most =
      std::abs(sigmoid.intercept) + kMostLogit * (std::abs(sigmoid.slope) + std::abs(complement));
  if (!(most < kMostExponent)) {
    z = fmt::format("CASE WHEN {0} < {1} THEN {1} WHEN {0} > {2} THEN {2} ELSE {0} END", z,
                    dialect.number(-kMostExponent), dialect.number(kMostExponent));
  }
  return {kScoreClip, 1 - kScoreClip, value(kScoreClip), value(1 - kScoreClip), z};
}

std::string sigmoid_expression(const Sigmoid& sigmoid, const SqlColumn& column) {
  const std::string x = column.value();
  const Dialect& dialect = column.dialect;
  const bool by_score = sigmoid.input == Sigmoid::Input::kScore;
  const SigmoidText text = by_score ? score_sigmoid(sigmoid, column) : log_sigmoid(sigmoid, column);
  return opening(column, text.at_high) +
         fmt::format(" WHEN {} < {} THEN {}\n", x, dialect.number(text.low),
                     dialect.number(text.at_low)) +
         fmt::format(" WHEN {} > {} THEN {}\n", x, dialect.number(text.high),
                     dialect.number(text.at_high)) +
         fmt::format(" ELSE {0} / ({0} + exp(-({1})))\n", dialect.number(1), text.z) +
         closing(column);
}

}  // namespace

std::string SqlColumn::value() const {
  return double_already ? name : fmt::format("CAST({} AS {})", name, dialect.real);
}

SqlCurve sql_curve(const Plan& plan, const Output& output, const SqlColumn& column) {
  if (plan.kind == Plan::Kind::kSigmoid) return {sigmoid_expression(plan.sigmoid, column)};
  const std::vector<Piece> pieces = plan.kind == Plan::Kind::kSteps
                                        ? pieces_of_steps(plan.places, output.values)
                                        : pieces_of_segments(plan.places, output.values);
  const Dialect& dialect = column.dialect;
  if (pieces.size() > dialect.most_pieces) {
    throw InputError("curve", std::nullopt,
                     fmt::format("has {} pieces, too many for one SQL expression (at most {} for "
                                 "{}; simplify it first)",
                                 pieces.size(), dialect.most_pieces, dialect.name));
  }
  return {Tree(column, pieces).text(), pieces.size()};
}

std::string write_sql(const Plan& plan, const ExportOptions& options) {
  const Dialect& dialect = dialect_of(options.dialect);
  const SqlColumn column = {dialect, dialect.quoted(options.column), false};
  if (options.name.empty() && !options.interval) {
    return sql_curve(plan, plan.outputs[0], column).text + "\n";
  }
  std::string text;
  for (const Output& output : plan.outputs) {
    if (!text.empty()) text += ",\n";
    text += sql_curve(plan, output, column).text + " AS " + dialect.quoted(output.name);
  }
  return text + "\n";
}

}  // namespace calibrant
