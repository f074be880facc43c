// C that compiles: under any locale, and by any name that is let through.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "calibrant/export.hpp"
#include "calibrant/method.hpp"
#include "calibrant/model_file.hpp"
#include "cli/run.hpp"
#include "export/c_text.hpp"
#include "helpers/comma_locale.hpp"

namespace calibrant::testing {
namespace {

std::vector<Curve> curves() {
  const std::vector<double> scores = {0.03, 0.11, 0.27, 0.27, 0.44, 0.58, 0.71, 0.93};
  const std::vector<std::uint8_t> labels = {0, 0, 1, 0, 0, 1, 1, 1};
  const Observations seen = observe(scores, labels);
  std::vector<Curve> result;
  for (const std::string_view method : method_names()) result.push_back(fit_method(method, seen));
  constexpr double kMost = std::numeric_limits<double>::max();
  result.emplace_back(Segments{{-kMost, -0.1, 5e-324, 1e-310, kMost}, {0, 5e-324, 0.1, 0.9, 1}});
  return result;
}

TEST(ExportUnderALocale, EveryTargetAndTheModelFileAreTheSame) {
  struct Written {
    std::string c, sql, onnx, json;
  };
  const auto write_all = [](const Curve& curve) {
    return Written{export_model(curve, ExportTarget::kC), export_model(curve, ExportTarget::kSql),
                   export_model(curve, ExportTarget::kOnnx), to_json(curve)};
  };
  std::vector<Written> expected;
  for (const Curve& curve : curves()) expected.push_back(write_all(curve));
  const CommaLocale comma;
  if (!comma.usable()) GTEST_SKIP() << "localedef makes no locale here";
  std::array<char, 8> number = {};
  std::snprintf(number.data(), number.size(), "%.1f", 0.5);
  ASSERT_STREQ(number.data(), "0,5");
  const std::vector<Curve> again = curves();
  for (std::size_t i = 0; i < again.size(); ++i) {
    const Written found = write_all(again[i]);
    EXPECT_EQ(found.c, expected[i].c) << i;
    EXPECT_EQ(found.sql, expected[i].sql) << i;
    EXPECT_EQ(found.onnx, expected[i].onnx) << i;
    EXPECT_EQ(found.json, expected[i].json) << i;
    EXPECT_EQ(to_json(from_json(expected[i].json)), expected[i].json) << i;
  }
}

TEST(ExportToC, NumbersAreHexadecimalAsPercentAWritesThem) {
  const std::vector<double> borders = {
      -1.5, -5e-324, 0, 1e-310, 0.1, 1, std::numeric_limits<double>::max()};
  const std::string text =
      export_model(Curve(Steps{borders, {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 1}}), ExportTarget::kC);
  for (const double border : borders) {
    std::array<char, 40> number = {};
    std::snprintf(number.data(), number.size(), "%a", border);
    EXPECT_NE(text.find(number.data()), std::string::npos) << number.data();
  }
}

TEST(ExportToC, NamesThatMeanSomethingAreRefused) {
  for (const char* name : {"nan",      "NULL",  "size_t", "erf",   "erff",    "main",     "printf",
                           "exp",      "log1p", "while",  "class", "DBL_MAX", "INFINITY", "M_PI",
                           "HUGE_VAL", "bool",  "true",   "linux", "errno",   "y0"}) {
    EXPECT_TRUE(means_something_in_c(name)) << name;
  }
  for (const char* name : {"calibrated", "churn_probability", "score", "p", "nano", "experiment",
                           "erfolg", "mainly", "Class", "size", "y", "f"}) {
    EXPECT_FALSE(means_something_in_c(name)) << name;
  }
}

// Asks the compiler what the headers of an export declare and define.
class ExportedName : public Cli {
 protected:
  std::string output_of(const std::string& command) const {
    const std::string inside = "cd '" + directory_.string() + "' && " + command + " 2>/dev/null";
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(inside.c_str(), "r"), ::pclose);
    std::string text;
    std::array<char, 4096> part = {};
    while (const std::size_t got = std::fread(part.data(), 1, part.size(), pipe.get())) {
      text.append(part.data(), got);
    }
    return text;
  }
};

TEST_F(ExportedName, WhateverTheHeadersHaveIsRefused) {
  write("h.c", "#include <float.h>\n#include <math.h>\n#include <stddef.h>\n");
  std::set<std::string> names;
  for (const char* options : {"-std=c99", "-std=c17", "-std=gnu17", "-std=gnu17 -D_GNU_SOURCE"}) {
    const std::string macros = output_of(std::string("cc ") + options + " -E -dM h.c");
    const std::string functions =
        output_of(std::string("cc ") + options + " -fsyntax-only -aux-info aux h.c && cat aux");
    for (const auto& [text, before] : {std::pair(macros, std::string_view("#define ")),
                                       std::pair(functions, std::string_view(" "))}) {
      const std::string letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
      if (before == " ") {  // a function: what stands before " ("
        for (std::size_t at = text.find(" ("); at != std::string::npos;
             at = text.find(" (", at + 1)) {
          const std::size_t begin = text.find_last_not_of(letters, at - 1) + 1;
          if (begin < at) names.insert(text.substr(begin, at - begin));
        }
        continue;
      }
      for (std::size_t at = text.find(before); at != std::string::npos;
           at = text.find(before, at)) {
        at += before.size();
        names.insert(text.substr(at, text.find_first_not_of(letters, at) - at));
      }
    }
  }
  if (names.size() < 100) GTEST_SKIP() << "this compiler does not say what headers have";
  EXPECT_TRUE(names.contains("erf") && names.contains("NULL")) << "the names were read";
  for (const std::string& name : names) {
    if (name.starts_with('_')) continue;  // no identifier of ours
    EXPECT_TRUE(means_something_in_c(name)) << name;
  }
}

}  // namespace
}  // namespace calibrant::testing
