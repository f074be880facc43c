// apply --prevalence gives probabilities, whatever the prevalences are.
#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "calibrant/curve.hpp"
#include "calibrant/method.hpp"
#include "calibrant/model_file.hpp"
#include "cli/run.hpp"

namespace calibrant::testing {
namespace {

class CliPrevalence : public Cli {
 protected:
  static std::vector<double> last_column(const std::string& text) {
    std::vector<double> values;
    for (std::size_t begin = text.find('\n') + 1; begin < text.size();) {
      const std::size_t end = text.find('\n', begin);
      const std::size_t comma = text.rfind(',', end);
      double value = std::numeric_limits<double>::quiet_NaN();
      std::from_chars(&text[comma + 1], &text[end], value);
      values.push_back(value);
      begin = end + 1;
    }
    return values;
  }
};

TEST_F(CliPrevalence, AFitToATinyWeightOfPositives) {
  write("w.csv", "score,label,w\n0.1,0,1\n0.1,0,1\n0.9,1,1e-315\n0.95,0,1\n");
  for (const std::string_view name : method_names()) {
    const std::string method(name);
    ASSERT_EQ(run({"fit", "w.csv", "--weight", "w", "-o", "w.json", "--method", method}).code, 0);
    const Result result = run({"apply", "w.json", "-", "--prevalence", "0.3"}, "score\n0.1\n0.9\n");
    EXPECT_EQ(result.code, 0) << result.err;
    const std::vector<double> values = last_column(result.out);
    ASSERT_EQ(values.size(), 2U);
    for (const double value : values) EXPECT_TRUE(value >= 0 && value <= 1) << result.out;
  }
}

TEST_F(CliPrevalence, ASweepAgainstLongDoubles) {
  const std::vector<double> values = {0,    5e-324, 1e-310, 1e-300,    1e-16,
                                      0.25, 0.5,    0.75,   1 - 1e-16, 1};
  Steps steps{{}, values};
  std::string rows = "score\n";
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) steps.borders.push_back(static_cast<double>(i));
    rows += std::to_string(i) + "\n";
  }
  const std::vector<std::string> prevalences = {"5e-324", "1e-315", "1e-308", "1e-200",
                                                "0.01",   "0.5",    "0.99",   "0.9999999999999999"};
  for (const std::string& from : prevalences) {
    const double pi = std::strtod(from.c_str(), nullptr);
    save(Curve(steps, {}, {.method = "sbb", .weight = 10, .prevalence = pi}), file("m.json"));
    for (const std::string& to : prevalences) {
      const Result result = run({"apply", "m.json", "-", "--prevalence", to}, rows);
      ASSERT_EQ(result.code, 0) << result.err;
      const std::vector<double> found = last_column(result.out);
      ASSERT_EQ(found.size(), values.size());
      const long double wanted = std::strtod(to.c_str(), nullptr);
      for (std::size_t i = 0; i < values.size(); ++i) {
        ASSERT_TRUE(found[i] >= 0 && found[i] <= 1)
            << values[i] << " from " << from << " to " << to << ": " << result.out;
        if constexpr (std::numeric_limits<long double>::min_exponent < -16000) {
          const long double positive = values[i] * wanted * (1 - static_cast<long double>(pi));
          const long double negative =
              (1 - static_cast<long double>(values[i])) * (1 - wanted) * pi;
          const auto expected = static_cast<double>(positive / (positive + negative));
          EXPECT_NEAR(found[i], expected, 1e-11 * expected + 1e-300)
              << values[i] << " from " << from << " to " << to;
        }
      }
    }
  }
}

// By the definition: the model's probabilities times the ratio of frequencies.
TEST_F(CliPrevalence, SeveralClassesByNameOrInOrder) {
  std::string rows = "p_a,p_b,p_c,label\n";
  for (int i = 0; i < 60; ++i) {
    rows += i % 6 == 0   ? "0.5,0.3,0.2,a\n"
            : i % 6 < 3  ? "0.25,0.5,0.25,b\n"
            : i % 10 > 0 ? "0.2,0.2,0.6,c\n"
                         : "0.4,0.3,0.3,a\n";
  }
  write("rows.csv", rows);
  const std::string one = "p_a,p_b,p_c\n0.3,0.3,0.4\n";
  for (const std::string method : {"auto", "temperature", "platt"}) {
    ASSERT_EQ(
        run({"fit", "rows.csv", "-o", "m.json", "--score", "p_a,p_b,p_c", "--method", method}).code,
        0);
    const std::vector<std::string> apply = {"apply", "m.json", "-", "--score", "p_a,p_b,p_c"};
    const auto with = [&](const std::string& shares) {
      std::vector<std::string> arguments = apply;
      arguments.insert(arguments.end(), {"--prevalence", shares});
      const Result result = run(arguments, one);
      EXPECT_EQ(result.code, 0) << result.err;
      return result.out;
    };
    const std::string named = with("c=0.7,a=0.2,b=0.1");
    EXPECT_EQ(named, with("0.2,0.1,0.7"));
    const auto model = std::get<MulticlassModel>(load(file("m.json")));
    std::vector<double> p = calibrant::apply(model, std::vector{0.3, 0.3, 0.4});
    const std::vector<double> wanted = {0.2, 0.1, 0.7};
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) sum += p[k] *= wanted[k] / model.frequencies()[k];
    EXPECT_NEAR(last_column(named)[0], p[2] / sum, 1e-15) << method;
  }
}

}  // namespace
}  // namespace calibrant::testing
