// Rows of few bits, found as Spark finds them: the SQL is read here. test_spark_export.py runs it.
#include "export/bit_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string_view>

#include "calibrant/cells.hpp"

namespace calibrant {
namespace {

// IF(u < 1L, a, b) or ((shiftright(u, 1) & 1L) | 1L), by recursion.
class Reader {
 public:
  Reader(std::string_view text, std::int64_t u) : text_(text), u_(u) {}

  std::int64_t value() {
    if (skip("IF(u < ")) {
      const bool below = u_ < number("L, ");
      const std::int64_t first = value();
      EXPECT_TRUE(skip(", "));
      const std::int64_t second = value();
      EXPECT_TRUE(skip(")"));
      return below ? first : second;
    }
    EXPECT_TRUE(skip("((shiftright(u, "));
    const std::int64_t shifted = u_ >> number(") & ");
    const std::int64_t masked = shifted & number("L) | ");
    return masked | number("L)");
  }
  bool is_at_end() const { return text_.empty(); }

 private:
  bool skip(std::string_view word) {
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }
  std::int64_t number(std::string_view after) {
    std::size_t digits = 0;
    const std::int64_t result = std::stoll(std::string(text_.substr(0, 20)), &digits);
    text_.remove_prefix(digits);
    EXPECT_TRUE(skip(after));
    return result;
  }

  std::string_view text_;
  std::int64_t u_;
};

std::vector<double> cells_of(double power, std::size_t count) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform;
  std::vector<double> result = {0, 1};
  for (std::size_t i = 0; i < count; ++i) {
    const double near = std::pow(uniform(random), power) / 2;
    result.push_back(cell(i % 2 == 0 ? near : 1 - near, CellRule::kProbability));
  }
  std::ranges::sort(result);
  const auto rest = std::ranges::unique(result);
  result.erase(rest.begin(), rest.end());
  return result;
}

TEST(BitRows, EveryScoreFindsARowThatNoBorderDivides) {
  for (const double power : {1.0, 2.0}) {
    const std::vector<double> borders = cells_of(power, 4'000);
    const auto found = bit_rows(borders);
    ASSERT_TRUE(found);
    const std::string text = found->place("u");
    for (const double border : borders) {
      for (const double score : {border, std::nextafter(border, 0), std::nextafter(border, 1)}) {
        const auto units = static_cast<std::int64_t>(score * static_cast<double>(kUnits));
        Reader reader(text, units);
        const auto place = static_cast<std::size_t>(reader.value());
        ASSERT_TRUE(reader.is_at_end());
        ASSERT_LT(place, found->rows().size());
        const BitRow& row = found->rows()[place];
        ASSERT_TRUE(row.read);
        ASSERT_LE(row.start, units);
        ASSERT_LT(units - row.start, std::int64_t{1} << row.shift);
        const double start = std::ldexp(static_cast<double>(row.start), -52);
        EXPECT_EQ(std::ranges::upper_bound(borders, start),
                  std::ranges::upper_bound(borders, score))
            << score;
      }
    }
  }
}

TEST(BitRows, OtherBordersHaveNone) {
  const std::vector<std::vector<double>> others = {
      {-0.5, 0.5}, {0.5, 1.5}, {1e-300, 0.5}, {0.1, 0.2, 0.3}, {0.5, std::nextafter(0.5, 1)}};
  for (const auto& borders : others) EXPECT_FALSE(bit_rows(borders)) << borders[0];
}

}  // namespace
}  // namespace calibrant
