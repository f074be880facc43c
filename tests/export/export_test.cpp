// The text of the exports, and what they refuse. tests/export/check_exports.py executes them.
#include "calibrant/export.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "calibrant/error.hpp"
#include "export/protobuf.hpp"
#include "helpers/message.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const Curve& steps() {
  static const Curve curve(Steps{{0.5}, {0.25, 0.75}}, Band{0.9, {0.125, 0.5}, {0.5, 1}});
  return curve;
}

std::string error_of(ExportTarget target, const ExportOptions& options,
                     const Curve& curve = steps()) {
  try {
    export_model(curve, target, options);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(ExportSql, IsOneExpression) {
  EXPECT_EQ(export_model(steps(), ExportTarget::kSql),
            "CAST(CASE\n"
            " WHEN \"score\" IS NULL THEN NULL\n"
            " WHEN CAST(\"score\" AS FLOAT8) > 1.7976931348623157e308 THEN 7.5e-1 + "
            "0e0 / CAST(\"score\" AS FLOAT8)\n"
            " WHEN CAST(\"score\" AS FLOAT8) < 5e-1 THEN 2.5e-1\n"
            " ELSE 7.5e-1\n"
            "END AS FLOAT8)\n");
}

TEST(ExportSql, QuotesNames) {
  const std::string text = export_model(
      steps(), ExportTarget::kSql, {.column = "a\"b\"; DROP TABLE t; --", .name = "it's \"p\""});
  EXPECT_THAT(text, HasSubstr("CAST(\"a\"\"b\"\"; DROP TABLE t; --\" AS FLOAT8)"));
  EXPECT_THAT(text, EndsWith(" AS \"it's \"\"p\"\"\"\n"));
  EXPECT_THAT(text, Not(HasSubstr("\"score\"")));
}

TEST(ExportSql, TheIntervalIsTwoMoreExpressions) {
  const std::string text = export_model(steps(), ExportTarget::kSql, {.interval = true});
  EXPECT_THAT(text, HasSubstr("END AS FLOAT8) AS \"calibrated\",\nCAST("));
  EXPECT_THAT(text, HasSubstr("END AS FLOAT8) AS \"calibrated_lower\",\nCAST("));
  EXPECT_THAT(text, EndsWith("END AS FLOAT8) AS \"calibrated_upper\"\n"));
}

TEST(ExportSql, NegativeNumbersNeverMakeAComment) {
  const Curve curve(Segments{{-2, -1}, {0.75, 0.25}});
  const std::string text = export_model(curve, ExportTarget::kSql);
  EXPECT_THAT(text, Not(HasSubstr("--")));
  EXPECT_THAT(text, HasSubstr("7.5e-1 + (CAST(\"score\" AS FLOAT8) - (-2e0)) / 1e0 * "
                              "(-5e-1)"));
}

// A reader that errs by a twentieth of a unit in the last place still finds the same double.
TEST(ExportSql, NumbersAreShortAndFarFromTheNextDouble) {
  testing::Random random(1);
  std::size_t letters = 0;
  constexpr std::size_t kMany = 3000;
  for (std::size_t i = 0; i < kMany; ++i) {
    const double digits = std::pow(10.0, 1 + static_cast<double>(random.below(6)));
    double x = std::round(random.uniform() * digits + 1) / digits;
    if (i % 2 == 0) x *= std::exp(40 * random.normal());
    const Curve constant(Steps{{x}, {0.25, 0.5}});
    const std::string text = export_model(constant, ExportTarget::kSql);
    const std::string before = "CAST(\"score\" AS FLOAT8) < ";
    const std::size_t at = text.find(before) + before.size();
    const std::string number = text.substr(at, text.find(' ', at) - at);
    EXPECT_EQ(std::strtod(number.c_str(), nullptr), x);
    const auto unit = static_cast<long double>(x - std::nextafter(x, 0));
    if (std::numeric_limits<long double>::digits > 60) {
      EXPECT_LE(std::abs(std::strtold(number.c_str(), nullptr) - x), 0.46L * unit) << number;
    }
    if (i % 2 == 1) letters += number.size();
  }
  EXPECT_LT(letters, kMany / 2 * 12);  // six digits, and eighteen for one in ten
}

// The depth of nested CASEs, for the 100 places of SQLite's parser.
TEST(ExportSql, IsShallow) {
  Steps many;
  for (int i = 0; i < 10'000; ++i) {
    if (i > 0) many.borders.push_back(i);
    many.values.push_back(i % 2);
  }
  const std::string text = export_model(Curve(many), ExportTarget::kSql);
  int depth = 0;
  int deepest = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 4, "CASE") == 0) deepest = std::max(deepest, ++depth);
    if (text.compare(i, 3, "END") == 0) --depth;
  }
  EXPECT_EQ(depth, 0);
  EXPECT_EQ(deepest, 7);  // 4^7 > 10,000
  many.borders.push_back(10'000);
  many.values.push_back(0);
  EXPECT_EQ(error_of(ExportTarget::kSql, {}, Curve(many)),
            "curve: has 10001 pieces, too many for one SQL expression (at most 10000 for "
            "duckdb; simplify it first)");
}

TEST(ExportSql, DialectsDifferInQuotesTypesAndNumbers) {
  const auto of = [](SqlDialect dialect) {
    return export_model(steps(), ExportTarget::kSql,
                        {.column = "a`\"]b", .name = "p", .dialect = dialect});
  };
  EXPECT_THAT(of(SqlDialect::kBigquery), HasSubstr("WHEN `a\\`\"]b` IS NULL"));
  EXPECT_THAT(of(SqlDialect::kBigquery), HasSubstr("NOT CAST(`a\\`\"]b` AS FLOAT64) <= "));
  EXPECT_THAT(of(SqlDialect::kSnowflake), HasSubstr("CAST(\"a`\"\"]b\" AS DOUBLE) < CAST('"));
  EXPECT_THAT(of(SqlDialect::kSqlserver), HasSubstr("CAST([a`\"]]b] AS DOUBLE PRECISION)"));
  EXPECT_THAT(of(SqlDialect::kMysql), HasSubstr("CAST(`a``\"]b` AS DOUBLE)"));
  EXPECT_THAT(of(SqlDialect::kRedshift), HasSubstr(" < CAST('"));
  EXPECT_THAT(of(SqlDialect::kSqlserver), HasSubstr(" AS [p]\n"));
  const Curve sigmoid(Sigmoid{Sigmoid::Input::kLogit, 0, 2, 0});
  EXPECT_THAT(export_model(sigmoid, ExportTarget::kSql, {.dialect = SqlDialect::kSqlserver}),
              HasSubstr("(log(CAST([score] AS DOUBLE PRECISION)) - log(1e0 - "));
}

TEST(ExportSql, EveryDialectSaysHowManyPiecesItTakes) {
  Steps many;
  for (int i = 0; i < 10'001; ++i) {
    if (i > 0) many.borders.push_back(i);
    many.values.push_back(i % 2);
  }
  for (const std::string_view name : sql_dialect_names()) {
    const std::string error =
        error_of(ExportTarget::kSql, {.dialect = sql_dialect(name)}, Curve(many));
    EXPECT_THAT(error, HasSubstr(" for " + std::string(name) + "; simplify it first)"));
  }
}

TEST(ExportNames, EveryWordStandsForItsEnumerator) {
  EXPECT_EQ(export_target("onnx"), ExportTarget::kOnnx);
  EXPECT_EQ(sql_dialect("sqlserver"), SqlDialect::kSqlserver);
  EXPECT_EQ(sql_dialect_names().size(), 9);
  EXPECT_THAT(testing::message_of([] { export_target("pmml"); }),
              HasSubstr("to: 'pmml' is not sql, c, onnx or spark"));
}

TEST(ExportSpark, NamesAreQuotedAndScoresChecked) {
  const std::string text =
      export_model(steps(), ExportTarget::kSpark, {.column = "a`b", .name = "p`q"});
  EXPECT_THAT(text, StartsWith("CASE WHEN CAST(`a``b` AS DOUBLE) >= 0e0 AND "));
  EXPECT_THAT(text, HasSubstr(" AS `p``q`\n"));
  EXPECT_THAT(export_model(steps(), ExportTarget::kSpark, {.checked = true}),
              Not(HasSubstr("CASE WHEN CAST(")));
  EXPECT_EQ(error_of(ExportTarget::kSpark, {.column = ""}), "column: is empty");
}

TEST(ExportC, TheHeaderOfASmallCurve) {
  EXPECT_EQ(export_model(steps(), ExportTarget::kC, {.name = "p_churn"}),
            R"(/* double p_churn(double score): from score to probability.
   NaN gives NaN. Written by calibrant 0.1.0 from a model of method curve. */
#ifndef CALIBRANT_EXPORT_P_CHURN_H
#define CALIBRANT_EXPORT_P_CHURN_H

#include <float.h>
#include <math.h>
#include <stddef.h>

static const double p_churn_borders[1] = {
  0x1p-1
};

/* How many of these are <= score. */
static inline size_t p_churn_search(double score) {
  const double *borders = p_churn_borders;
  size_t count = 0;
  size_t left = 1;
  while (left > 0) {
    const size_t half = (left + 1) / 2;
    count += half & (0 - (size_t)(borders[count + half - 1] <= score));
    left -= half;
  }
  return count;
}

static const double p_churn_values[2] = {
  0x1p-2, 0x1.8p-1
};

static inline double p_churn(double score) {
  return score != score ? score : p_churn_values[p_churn_search(score)];
}

#endif /* CALIBRANT_EXPORT_P_CHURN_H */
)");
}

TEST(ExportC, NothingOfTheModelGetsOutOfTheComment) {
  Origin origin;
  origin.method = "*/ int x; /*\n";
  const std::string text =
      export_model(Curve(Steps{{}, {0.5}}, {}, origin), ExportTarget::kC, {.name = "f"});
  EXPECT_THAT(text, HasSubstr("from a model of method ?? int x? ???. */\n"));
}

TEST(ExportOnnx, WritesTheFieldsOfOnnx) {
  const std::string bytes = export_model(steps(), ExportTarget::kOnnx);
  // ir_version 8, producer_name "calibrant", and at the end opset_import {domain "", version 17}.
  EXPECT_THAT(bytes, StartsWith("\x08\x08\x12\x09"
                                "calibrant"));
  EXPECT_THAT(bytes, EndsWith(std::string("\x42\x04\x0a\x00\x10\x11", 6)));
  EXPECT_THAT(bytes, HasSubstr("GreaterOrEqual"));
  EXPECT_THAT(bytes, Not(HasSubstr("calibrated_lower")));
  EXPECT_THAT(export_model(steps(), ExportTarget::kOnnx, {.interval = true}),
              HasSubstr("calibrated_upper"));
}

TEST(Protobuf, VarintsAndLengths) {
  protobuf::Message message;
  message.integer(1, 150).bytes(2, "ab").integer(20, -1);
  EXPECT_EQ(message.text(),
            "\x08\x96\x01\x12\x02"
            "ab"
            "\xA0\x01\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01");
}

TEST(Export, RefusesNamesByName) {
  const std::string not_identifier = " is not an identifier (a letter, then letters, digits and _)";
  EXPECT_EQ(error_of(ExportTarget::kC, {.name = "a-b"}), "name: 'a-b'" + not_identifier);
  EXPECT_EQ(error_of(ExportTarget::kC, {.name = "1a"}), "name: '1a'" + not_identifier);
  EXPECT_EQ(error_of(ExportTarget::kC, {.name = "_a"}), "name: '_a'" + not_identifier);
  EXPECT_EQ(error_of(ExportTarget::kC, {.name = "h\xc3\xa9"}),
            "name: 'h\xc3\xa9'" + not_identifier);
  EXPECT_EQ(error_of(ExportTarget::kC, {.name = "while"}),
            "name: 'while' means something in C already");
  EXPECT_EQ(error_of(ExportTarget::kC, {.name = "log1p"}),
            "name: 'log1p' means something in C already");
  EXPECT_EQ(error_of(ExportTarget::kOnnx, {.column = "a b"}), "column: 'a b'" + not_identifier);
  EXPECT_EQ(error_of(ExportTarget::kOnnx, {.name = "a b"}), "name: 'a b'" + not_identifier);
  EXPECT_EQ(error_of(ExportTarget::kOnnx, {.column = "p_lower", .name = "p", .interval = true}),
            "name: 'p_lower' is the input's name too (they must differ)");
  EXPECT_EQ(error_of(ExportTarget::kSql, {.column = ""}), "column: is empty");
  EXPECT_EQ(error_of(ExportTarget::kSql, {.column = std::string("a\0b", 3)}),
            "column: contains a zero byte, which no SQL identifier may");
}

TEST(Export, AnIntervalNeedsABand) {
  EXPECT_EQ(error_of(ExportTarget::kC, {.interval = true}, Curve(Steps{{}, {0.5}})),
            "this curve has no band (fit it with a level)");
}

}  // namespace
}  // namespace calibrant
