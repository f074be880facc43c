// Files and options that must be refused: the exact message, the exit code, and no output file.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "calibrant/model_file.hpp"
#include "cli/run.hpp"

namespace calibrant::testing {

inline constexpr int kBadInput = 2;
inline constexpr int kWrongUsage = 64;

struct Case {
  std::string file;                  // the text of in.csv
  std::vector<std::string> options;  // beside `fit in.csv -o out`
  std::string message;
  int code = kBadInput;
};

class Malformed : public Cli {
 protected:
  void expect_refused(const std::vector<std::string>& arguments, const std::string& message,
                      int code) {
    const auto before = files();
    const Result result = run(arguments);
    std::string line;
    for (const std::string& argument : arguments) line += argument + " ";
    SCOPED_TRACE(line);
    EXPECT_EQ(result.err, "calibrant: " + message + "\n");
    EXPECT_EQ(result.code, code);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(files(), before);
  }

  void expect_fit_refused(const Case& wrong) {
    write("in.csv", wrong.file);
    std::vector<std::string> arguments = {"fit", "in.csv", "-o", "out"};
    arguments.insert(arguments.end(), wrong.options.begin(), wrong.options.end());
    SCOPED_TRACE(wrong.file);
    expect_refused(arguments, wrong.message, wrong.code);
  }

  // in.csv through a good model, to out.
  void expect_apply_refused(const Case& wrong) {
    write("in.csv", wrong.file);
    write("model.json", to_json(Curve(Steps{{0.5}, {0.25, 0.75}}, {}, {.method = "isotonic"})));
    std::vector<std::string> arguments = {"apply", "model.json", "in.csv", "-o", "out"};
    arguments.insert(arguments.end(), wrong.options.begin(), wrong.options.end());
    SCOPED_TRACE(wrong.file);
    expect_refused(arguments, wrong.message, wrong.code);
  }
};

inline const std::string kGood = "score,label\n0.1,0\n0.9,1\n";

}  // namespace calibrant::testing
