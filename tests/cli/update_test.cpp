// fit --keep-observations and fit --update.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "calibrant/abb.hpp"
#include "calibrant/method.hpp"
#include "calibrant/model_file.hpp"
#include "cli/malformed.hpp"
#include "helpers/editing.hpp"
#include "helpers/matrices.hpp"

namespace calibrant::testing {
namespace {

using ::testing::HasSubstr;

class Update : public Malformed {
 protected:
  // Rows [begin, end) of a sample, as a file.
  void write_rows(const std::string& name, const Sample& sample, std::size_t begin,
                  std::size_t end) {
    std::string text = "score,label\n";
    for (std::size_t i = begin; i < end; ++i) {
      text += fmt::format("{},{}\n", sample.scores[i], sample.labels[i]);
    }
    write(name, text);
  }

  Result fit(const std::string& input, const std::string& output,
             const std::vector<std::string>& options) {
    std::vector<std::string> arguments = {"fit", input, "-o", output};
    arguments.insert(arguments.end(), options.begin(), options.end());
    Result result = run(arguments);
    EXPECT_EQ(result.code, 0) << result.err;
    return result;
  }
};

TEST_F(Update, IsTheFitToAllRowsWhateverTheMethodToTheByte) {
  const Sample sample = draw(Shape::kStepped, 300);
  write_rows("old.csv", sample, 0, 200);
  write_rows("new.csv", sample, 200, 300);
  write_rows("all.csv", sample, 0, 300);
  std::vector<std::vector<std::string>> methods = {
      {"--level", "0.9", "--monotone"},
      {"--method", "abb", "--lambda", "4", "--scale", "score", "--lookup", "previous"},
      {"--method", "abb", "--level", "0.9"},
      {"--method", "sbb", "--no-smoothing", "--lambda", "2"},
      {"--method", "histogram", "--bins", "4", "--level", "0.5"},
      {"--method", "platt-logit", "--tabulate", "16"}};
  for (const std::string_view name : method_names()) {
    methods.push_back({"--method", std::string(name)});
  }
  for (auto options : methods) {
    SCOPED_TRACE(fmt::format("{}", fmt::join(options, " ")));
    options.emplace_back("--keep-observations");
    fit("old.csv", "model.json", options);
    fit("all.csv", "expected.json", options);
    fit("new.csv", "updated.json", {"--update", "model.json"});
    EXPECT_EQ(read("updated.json"), read("expected.json"));
    // Apply sees the same model as without observations.
    options.pop_back();
    fit("all.csv", "plain.json", options);
    EXPECT_EQ(run({"apply", "updated.json", "new.csv"}).out,
              run({"apply", "plain.json", "new.csv"}).out);
  }
}

TEST_F(Update, InPlaceAndAgain) {
  const Sample sample = draw(Shape::kSharp, 90);
  write_rows("all.csv", sample, 0, 90);
  fit("all.csv", "expected.json", {"--keep-observations", "--method", "sbb"});
  write_rows("part.csv", sample, 0, 30);
  fit("part.csv", "model.json", {"--keep-observations", "--method", "sbb"});
  for (const std::size_t begin : {30U, 60U}) {
    write_rows("part.csv", sample, begin, begin + 30);
    const Result result = fit("part.csv", "model.json", {"--update", "model.json"});
    EXPECT_THAT(result.err, HasSubstr(fmt::format("Updated sbb from model.json with 30 rows; in "
                                                  "all a weight of {} with {} distinct scores, ",
                                                  begin + 30, begin + 30)));
  }
  EXPECT_EQ(read("model.json"), read("expected.json"));
}

TEST_F(Update, ForgettingMultipliesTheOldWeights) {
  write("old.csv", "score,label\n0.25,0\n0.75,1\n0.5,1\n");
  write("new.csv", "score,label\n0.25,1\n0.875,1\n");
  write("all.csv", "score,neg,pos\n0.25,0.5,1\n0.5,0,0.5\n0.75,0,0.5\n0.875,0,1\n");
  fit("old.csv", "model.json", {"--keep-observations", "--method", "abb"});
  fit("all.csv", "expected.json",
      {"--keep-observations", "--method", "abb", "--negatives", "neg", "--positives", "pos"});
  const Result result =
      fit("new.csv", "updated.json", {"--update", "model.json", "--forget", "0.5"});
  EXPECT_THAT(result.err, HasSubstr("with 2 rows; in all a weight of 3.5 with"));
  EXPECT_EQ(read("updated.json"), read("expected.json"));
}

// Sums of fractional weights depend on their order in the last digits; nothing more.
TEST_F(Update, FractionalWeightsAgreeToRounding) {
  Random random(4);
  std::string old_rows;
  std::string new_rows;
  for (int i = 0; i < 200; ++i) {
    const double score = static_cast<double>(random.below(20)) / 20;
    (i < 120 ? old_rows : new_rows) +=
        fmt::format("{},{},{}\n", score, random.uniform() < score ? 1 : 0, random.uniform());
  }
  write("old.csv", "score,label,w\n" + old_rows);
  write("new.csv", "score,label,w\n" + new_rows);
  write("all.csv", "score,label,w\n" + old_rows + new_rows);
  const std::vector<std::string> options = {"--keep-observations", "--method", "abb", "--weight",
                                            "w"};
  fit("old.csv", "model.json", options);
  fit("all.csv", "expected.json", options);
  fit("new.csv", "updated.json", {"--update", "model.json", "--weight", "w"});
  EXPECT_LT(largest_gap(load_curve(file("updated.json")), load_curve(file("expected.json")), 0, 1),
            1e-12);
}

TEST_F(Update, SeveralClasses) {
  const Matrix matrix = draw_matrix(120, 3, 2);
  const auto rows = [&](std::size_t begin, std::size_t end) {
    std::string text = "p_a,p_b,p_c,label\n";
    for (std::size_t i = begin; i < end; ++i) {
      text += fmt::format("{},{},{},{}\n", matrix.scores[3 * i], matrix.scores[3 * i + 1],
                          matrix.scores[3 * i + 2], letters(3)[matrix.labels[i]]);
    }
    return text;
  };
  write("old.csv", rows(0, 100));
  write("new.csv", rows(100, 120));
  write("all.csv", rows(0, 120));
  const std::vector<std::string> options = {
      "--score", "p_a,p_b,p_c", "--keep-observations", "--method", "sbb", "--lambda", "2"};
  fit("old.csv", "model.json", options);
  fit("all.csv", "expected.json", options);
  // In another order: columns go by their names.
  fit("new.csv", "updated.json", {"--update", "model.json", "--score", "p_c,p_a,p_b"});
  EXPECT_EQ(read("updated.json"), read("expected.json"));
  // New rows need not have every class, but no other.
  write("one.csv", "p_a,p_b,p_c,label\n0.5,0.25,0.25,b\n");
  fit("one.csv", "updated.json", {"--update", "model.json", "--score", "p_a,p_b,p_c"});
  // The columns are found by the model's classes.
  fit("one.csv", "found.json", {"--update", "model.json"});
  EXPECT_EQ(read("found.json"), read("updated.json"));
}

// With every method that fits classes together.
TEST_F(Update, ClassesThatAreFittedTogether) {
  const Matrix matrix = draw_matrix(240, 3, 2);
  const auto rows = [&](std::size_t begin, std::size_t end) {
    std::string text = "p_a,p_b,p_c,label\n";
    for (std::size_t i = begin; i < end; ++i) {
      text += fmt::format("{},{},{},{}\n", matrix.scores[3 * i], matrix.scores[3 * i + 1],
                          matrix.scores[3 * i + 2], letters(3)[matrix.labels[i]]);
    }
    return text;
  };
  write("old.csv", rows(0, 200));
  write("new.csv", rows(200, 240));
  write("all.csv", rows(0, 240));
  for (const Method& method : methods()) {
    if (!method.joint) continue;
    SCOPED_TRACE(method.name);
    std::vector<std::string> options = {"--score", "p_a,p_b,p_c", "--method",
                                        std::string(method.name), "--keep-observations"};
    fit("old.csv", "model.json", options);
    fit("all.csv", "expected.json", options);
    const Result result = fit("new.csv", "model.json", {"--update", "model.json"});
    EXPECT_EQ(read("model.json"), read("expected.json"));
    EXPECT_THAT(result.err, HasSubstr(fmt::format("Updated {} from model.json with 40 rows; in all "
                                                  "a weight of 240 of 3 classes: ",
                                                  method.name)));
    // Apply sees the same model as without rows.
    options.pop_back();
    fit("all.csv", "plain.json", options);
    EXPECT_EQ(run({"apply", "model.json", "new.csv"}).out,
              run({"apply", "plain.json", "new.csv"}).out);
    // A sample is enough.
    options.insert(options.end(), {"--keep-rows", "100"});
    const Result sampled = fit("old.csv", "some.json", options);
    EXPECT_THAT(sampled.err,
                HasSubstr("\nIt keeps a sample of 100 rows, which stand for a weight of 200.\n"));
    EXPECT_THAT(fit("new.csv", "some.json", {"--update", "some.json"}).err,
                HasSubstr("\nIt keeps a sample of 100 rows, which stand for a weight of 240.\n"));
  }
  write("one.csv", "p_a,p_b,p_c,label\n0.5,0.25,0.5,b\n");
  expect_refused({"fit", "one.csv", "-o", "x", "--update", "model.json"},
                 "one.csv:2: the probabilities add up to 1.25 (1 was expected)", kBadInput);
  write("one.csv", "p_a,p_b,p_c,label\n0.5,0.25,0.25,d\n");
  expect_refused({"fit", "one.csv", "-o", "x", "--update", "model.json"},
                 "one.csv:2: column 'label': 'd' is not a class ('a', 'b', 'c'; --classes names "
                 "others)",
                 kBadInput);
}

TEST_F(Update, AcpIsItsObservations) {
  write("old.csv", "score,label,lo,hi\n0.25,0,0.1,0.4\n0.75,1,0.5,0.9\n");
  write("new.csv", "score,label\n0.5,1\n");
  write("all.csv", "score,label,lo,hi\n0.25,0,0,1\n0.75,1,0,1\n0.5,1,0,1\n");
  const std::vector<std::string> acp = {"--method", "acp", "--lower", "lo", "--upper", "hi"};
  fit("old.csv", "model.json", acp);
  fit("all.csv", "expected.json", acp);
  fit("new.csv", "updated.json", {"--update", "model.json"});
  EXPECT_EQ(read("updated.json"), read("expected.json"));
}

TEST_F(Update, WhatCannotBeIsRefused) {
  write("in.csv", kGood);
  fit("in.csv", "bare.json", {"--method", "isotonic"});
  fit("in.csv", "kept.json", {"--method", "sbb", "--lambda", "2", "--keep-observations"});
  expect_refused({"fit", "in.csv", "-o", "x", "--update", "bare.json"},
                 "bare.json: keeps no observations to add to (the option keep-observations of "
                 "a fit keeps them)",
                 kBadInput);
  expect_refused({"fit", "in.csv", "-o", "x", "--update", "none.json"},
                 "none.json: cannot be read (No such file or directory)", kBadInput);
  const auto refused = [&](std::vector<std::string> options, const std::string& message) {
    options.insert(options.begin(), {"fit", "in.csv", "-o", "x"});
    expect_refused(options, message + " (see calibrant fit --help)", kWrongUsage);
  };
  refused({"--update", "kept.json", "--method", "sbb"},
          "--method: does not go with --update (kept.json says how it was fitted)");
  refused({"--update", "kept.json", "--lambda", "2"},
          "--lambda: does not go with --update (kept.json says how it was fitted)");
  refused({"--update", "kept.json", "--forget", "0"}, "--forget: 0 is not above 0 and at most 1");
  refused({"--update", "kept.json", "--forget", "1.5"},
          "--forget: 1.5 is not above 0 and at most 1");
  refused({"--update", "kept.json", "--forget", "nan"},
          "--forget: nan is not above 0 and at most 1");
  refused({"--forget", "0.5"}, "--forget: is for --update");
  refused({"--update", "kept.json", "--score", "a,b"},
          "kept.json has two classes: --score names one column");
  // New rows are checked as the method demands.
  fit("in.csv", "beta.json", {"--method", "beta", "--keep-observations"});
  write("wild.csv", "score,label\n7,1\n");
  expect_refused({"fit", "wild.csv", "-o", "x", "--update", "beta.json"},
                 "wild.csv:2: column 'score': '7' is not a probability (0 to 1)", kBadInput);

  // What another release may have written, or a hand.
  const auto edit = [&](const std::string& from, const std::string& to) {
    write("edited.json", edited(read("kept.json"), from, to));
  };
  edit("\"lambda\":2", "\"gamma\":\"2\"");
  expect_refused({"fit", "in.csv", "-o", "x", "--update", "edited.json"},
                 "edited.json: keeps an option 'gamma' of '2', which this release does not know",
                 kBadInput);
  edit("\"lambda\":2", "\"level\":\"high\"");
  expect_refused({"fit", "in.csv", "-o", "x", "--update", "edited.json"},
                 "edited.json: keeps an option 'level' of 'high', which this release does not know",
                 kBadInput);
  edit("\"method\":\"sbb\",\"observations\"", "\"method\":\"forest\",\"observations\"");
  expect_refused({"fit", "in.csv", "-o", "x", "--update", "edited.json"},
                 "edited.json: was fitted by 'forest', which this release does not know",
                 kBadInput);
}

}  // namespace
}  // namespace calibrant::testing
