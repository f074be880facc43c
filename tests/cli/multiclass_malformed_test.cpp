// Files and options of several classes that must be refused.
#include "calibrant/model_file.hpp"
#include "cli/malformed.hpp"

namespace calibrant::testing {
namespace {

class MulticlassMalformed : public Malformed {};

TEST_F(MulticlassMalformed, WrongRows) {
  const std::vector<std::string> score = {"--score", "p_a,p_b"};
  const std::string good = "p_a,p_b,label\n0.5,0.5,a\n0.25,0.75,b\n";
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), score.begin(), score.end());
    return more;
  };
  const std::vector<Case> cases = {
      {good + "0.5,0.5,c\n", score,
       "in.csv:4: column 'label': 'c' is not a class ('a', 'b'; --classes names others)"},
      {good + "0.5,0.5,\n", score,
       "in.csv:4: column 'label': is empty (a class was expected; --skip-missing leaves such rows "
       "out)"},
      {good + "0.5,x,a\n", score, "in.csv:4: column 'p_b': 'x' is not a number"},
      {good + "nan,0.5,a\n", score,
       "in.csv:4: column 'p_a': 'nan' is not a finite number (--skip-missing leaves such rows "
       "out)"},
      {good + "0.5,a\n", score, "in.csv:4: has 2 fields (the header has 3)"},
      {good + "0.5,1.5,a\n", with({"--method", "beta"}),
       "in.csv:4: column 'p_b': '1.5' is not a probability (0 to 1)"},
      {"p_a,label\n0.5,a\n", score,
       "in.csv:1: has no column 'p_b' (--score names another of 'p_a', 'label')"},
      {"p_a,p_b,label\n", score, "in.csv: has a header but no rows (at least one was expected)"},
      {"p_a,p_b,label\n0.5,0.5,a\n", score,
       "in.csv: column 'label': no label is 'b' (--classes names the classes)"},
      {"p_a,p_b,label,w\n0.5,0.5,a,0\n0.5,0.5,b,0\n", with({"--weight", "w"}),
       "in.csv: column 'w': all weights are 0"},
      {"p_a,p_b,label,w\n0.5,0.5,a,-1\n", with({"--weight", "w"}),
       "in.csv:2: column 'w': '-1' is negative (a weight was expected)"},
  };
  for (const Case& wrong : cases) expect_fit_refused(wrong);

  write("out.csv", "p_a,p_b,label\n0.5,0.5,a\n0.25,0.5,b\n");
  expect_refused({"evaluate", "out.csv", "--probability", "p_a,p_b"},
                 "out.csv:3: the probabilities add up to 0.75 (1 was expected)", kBadInput);
}

TEST_F(MulticlassMalformed, WrongOptions) {
  const std::string file = "p_a,p_b,label\n0.5,0.5,a\n0.25,0.75,b\n";
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"--score", "p_a,p_b", "--classes", "a,b,c"},
       "--classes: has 3 names (--score has 2 columns)"},
      {{"--score", "p_a,p_b", "--classes", "a,a"}, "--classes: 'a' is there twice"},
      {{"--score", "p_a,p_b", "--classes", "a,"}, "--classes: a name between the commas is empty"},
      {{"--score", "p_a,p_a"}, "--score: 'p_a' is there twice"},
      {{"--score", "p_a,"}, "--score: a name between the commas is empty"},
      {{"--score", "p_,p_a"},
       "--score: 'p_' has no class name behind the common prefix (--classes names them)"},
      {{"--classes", "a,b"}, "--classes: needs a column for each in --score, such as p_a,p_b,p_c"},
      {{"--score", "p_a,p_b", "--level", "0.9", "--method", "abb"},
       "--level: with several classes, it is for methods that fit them together (dividing a row by "
       "its sum breaks the bands of curves)"},
      {{"--score", "p_a,p_b", "--method", "acp"}, "--method: acp is for two classes"},
      {{"--score", "p_a,p_b", "--positive", "a"}, "--positive: is for two classes"},
      {{"--score", "p_a,p_b", "--negatives", "a", "--positives", "b"},
       "--negatives: is for two classes"},
  };
  for (const auto& [options, message] : cases) {
    expect_fit_refused({file, options, message + " (see calibrant fit --help)", kWrongUsage});
  }

  write("model.json", to_json(MulticlassModel({"a", "b"}, {Curve(Sigmoid{}), Curve(Sigmoid{})})));
  write("curve.json", to_json(Curve(Sigmoid{})));
  const auto refused = [&](std::vector<std::string> arguments, const std::string& message) {
    const std::string verb = arguments[0];
    expect_refused(arguments, message + " (see calibrant " + verb + " --help)", kWrongUsage);
  };
  refused({"apply", "model.json", "in.csv", "--score", "p_a"},
          "model.json has the classes 'a', 'b': --score names a column for each, such as "
          "p_a,p_b,p_c");
  refused({"apply", "model.json", "in.csv", "--score", "p_a,p_c"},
          "model.json has the classes 'a', 'b', the columns are for 'a', 'c' (--classes names "
          "them)");
  refused({"apply", "model.json", "in.csv", "--score", "p_a,p_b,p_c"},
          "model.json has the classes 'a', 'b', the columns are for 'a', 'b', 'c' (--classes names "
          "them)");
  expect_refused({"apply", "model.json", "in.csv", "--score", "p_a,p_b", "--interval"},
                 "model.json: has no band (fit it with --level for --interval)", kBadInput);
  write("shares.json",
        to_json(MulticlassModel({"a", "b"},
                                {Curve(Sigmoid{}, {}, {.method = "platt", .prevalence = 0.4}),
                                 Curve(Sigmoid{}, {}, {.method = "platt", .prevalence = 0.6})})));
  const std::vector<std::array<std::string, 2>> shares = {
      {"0.5", "has 1 numbers (one for each of 2 classes was expected)"},
      {"0.5,0.6", "the numbers add up to 1.1 (1 was expected)"},
      {"a=0.5,c=0.5", "the model has no class 'c'"},
      {"a=0.5,a=0.5", "'a' is there twice"},
      {"a=1", "has no number for class 'b' (such as b=0.2)"},
      {"a=0.5,0.5", "names some classes and not others"},
      {"a=0.5,b=0.5,0", "names some classes and not others"},
      {"a=x,b=0.5", "'x' is not a number"},
  };
  for (const auto& [given, message] : shares) {
    refused({"apply", "shares.json", "in.csv", "--score", "p_a,p_b", "--prevalence", given},
            "--prevalence: " + message);
  }
  expect_refused({"apply", "model.json", "in.csv", "--score", "p_a,p_b", "--prevalence", "a=1,b=0"},
                 "model.json: does not say how frequent its classes were, and cannot be re-weighed",
                 kBadInput);
  refused({"apply", "model.json", "in.csv", "--score", "p_a,p_b", "--lower", "a"},
          "model.json is a multi-class model; --lower and --upper are for ACP models");
  refused({"apply", "curve.json", "in.csv", "--score", "p_a,p_b"},
          "curve.json has two classes: --score names one column");
  refused({"evaluate", "in.csv", "--probability", "p_a,p_b", "--by", "label"},
          "--by: is for two classes");
  refused({"evaluate", "in.csv", "--probability", "p_a,p_b", "--html", "r.html", "--before", "p_a"},
          "--before: needs a column for each of the classes 'a', 'b'");
  refused({"compare", "in.csv", "--score", "p_a,p_b", "--negatives", "a", "--positives", "b"},
          "--negatives: is for two classes");
  refused({"export", "model.json", "--to", "sql", "--column", "p_a,p_c"},
          "model.json has the classes 'a', 'b', the columns are for 'a', 'c' (--classes names "
          "them)");
  refused({"export", "model.json", "--to", "sql", "--column", "p"},
          "model.json has the classes 'a', 'b': --column names a column for each, such as "
          "p_a,p_b,p_c");
  refused({"export", "model.json", "--to", "sql", "--keep", "id,calibrated_b"},
          "--keep: 'calibrated_b' is a column of the result");
  refused({"export", "model.json", "--to", "spark"},
          "--to: spark is for one curve (sql in the dialect spark takes several classes)");
  refused({"export", "model.json", "--to", "c", "--interval"},
          "--interval: is for one curve, not for several classes");
  refused({"export", "model.json", "--to", "c", "--logits"},
          "--logits: has no meaning with --to c (only onnx has one)");
  refused({"export", "model.json", "--to", "onnx", "--input-columns", "1", "-o", "x"},
          "--input-columns: 1 is not 2, the number of classes");
  refused({"export", "curve.json", "--to", "sql", "--keep", "id"},
          "--keep: is for all classes of a model");
  refused({"export", "model.json", "--to", "sql", "--class", "c"},
          "--class: 'c' is not one of 'a', 'b'");
  refused({"export", "curve.json", "--to", "sql", "--class", "a"},
          "--class: curve.json is not a multi-class model");
  EXPECT_EQ(run({"export", "model.json", "--to", "c", "--class", "b"}).out,
            run({"export", "curve.json", "--to", "c"}).out);
  write("has.csv", "p_a,p_b,calibrated_b\n0.5,0.5,1\n");
  expect_refused({"apply", "model.json", "has.csv", "--score", "p_a,p_b"},
                 "has.csv:1: has a column 'calibrated_b' already (apply adds it)", kBadInput);
}

}  // namespace
}  // namespace calibrant::testing
