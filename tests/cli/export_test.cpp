#include <fcntl.h>
#include <gmock/gmock.h>

#include "calibrant/calibrant.hpp"
#include "cli/run.hpp"

namespace calibrant::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class CliExport : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    Origin origin;
    origin.method = "sbb";
    const Steps steps{{0.25, 0.5}, {0.125, 0.1875, 0.75}};
    save(Curve(steps, {}, origin), file("steps.json"));
    save(Curve(steps, Band{0.9, {0, 0.125, 0.5}, {0.25, 0.5, 1}}, origin), file("band.json"));
    save(Curve(Segments{{0, 0.5, 1}, {0.25, 0.5, 0.75}}), file("segments.json"));
    save(Curve(Sigmoid{Sigmoid::Input::kScore, 1, -2, 0}), file("sigmoid.json"));
    files_ = files();
  }

  // Exit code, message, and that nothing was written.
  void expect_refused(int code, const std::vector<std::string>& arguments,
                      const std::string& message) const {
    std::vector<std::string> all = {"export"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const Result result = run(all);
    const std::string help = code == 64 ? " (see calibrant export --help)" : "";
    EXPECT_EQ(result.code, code);
    EXPECT_EQ(result.err, "calibrant: " + message + help + "\n");
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(files(), files_);
  }

  std::vector<std::string> files_;
};

TEST_F(CliExport, HelpShowsExamples) {
  const Result result = run({"export", "--help"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out, R"(Write a model as SQL, as C, as ONNX or for Spark.
Usage: calibrant export [OPTIONS] model

Positionals:
  model MODEL REQUIRED        The model file

Options:
  -h,--help                   Print this help message and exit
  --to TARGET REQUIRED        sql, c, onnx or spark
  -o,--output FILE=-          Where it goes; - is standard output
  --simplify ERROR            First thin the curve to the fewest knots within this error
  --column NAME               sql, spark: the column of scores; onnx: the input (score); sql of several classes: p_a,p_b,p_c
  --name NAME                 c: the function; sql, spark: the column; onnx: the output (calibrated)
  --dialect NAME              sql: duckdb, spark, postgres, sqlite, bigquery, snowflake, sqlserver, mysql or redshift (duckdb)
  --cells RULE                spark: scores are of this kind, probability or margin (probability)
  --input TYPE                onnx: the input's numbers, double or float (double)
  --input-columns COUNT       onnx: the input's columns; of a curve 0, 1 or 2, the last has the scores (0)
  --logits                    onnx: the input holds logits; the model was fitted to probabilities
  --table NAME                sql of several classes or groups: the table (scores)
  --keep NAMES                sql of several classes or groups: columns that the result has, too
  --by NAME                   Groups: their column (default: the one of the fit)
  --class NAME                One-vs-rest models: only the curve of this class against the rest
  --classes NAMES             Several classes: their names, in the order of the columns (default: the columns' names behind their common prefix)
  --interval                  The credible interval as well: NAME_lower and NAME_upper

Examples:
  calibrant export model.json --to sql --column score --simplify 1e-4
  calibrant export model.json --to c --name churn_probability -o churn.h
  calibrant export classes.json --to sql --column p_cat,p_dog --table scores --keep id
)");
}

TEST_F(CliExport, SqlOfASigmoid) {
  const Result result = run({"export", "sigmoid.json", "--to", "sql", "--column", "s"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out, R"(CAST(CASE
 WHEN "s" IS NULL THEN NULL
 WHEN CAST("s" AS FLOAT8) > 1.7976931348623157e308 THEN (4.09128813224619077e-124 * 2.40991986510288412e-181) + 0e0 / CAST("s" AS FLOAT8)
 WHEN CAST("s" AS FLOAT8) < (-3.495e2) THEN 1e0
 WHEN CAST("s" AS FLOAT8) > 3.505e2 THEN (4.09128813224619077e-124 * 2.40991986510288412e-181)
 ELSE 1e0 / (1e0 + exp(-(1e0 + (-2e0) * CAST("s" AS FLOAT8))))
END AS FLOAT8)
)");
}

TEST_F(CliExport, SqlOfSegmentsWithAName) {
  const Result result = run({"export", "segments.json", "--to", "sql", "--name", "p"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out, R"(CAST(CASE
 WHEN "score" IS NULL THEN NULL
 WHEN CAST("score" AS FLOAT8) > 1.7976931348623157e308 THEN 7.5e-1 + 0e0 / CAST("score" AS FLOAT8)
 WHEN CAST("score" AS FLOAT8) < 5.551115123125784e-17 THEN 2.5e-1
 WHEN CAST("score" AS FLOAT8) < 5e-1 THEN 2.5e-1 + (CAST("score" AS FLOAT8) - 0e0) / 5e-1 * 2.5e-1
 WHEN CAST("score" AS FLOAT8) < 1e0 THEN 5e-1 + (CAST("score" AS FLOAT8) - 5e-1) / 5e-1 * 2.5e-1
 ELSE 7.5e-1
END AS FLOAT8) AS "p"
)");
}

TEST_F(CliExport, SparkHasItsOwnQuotesAndDoubles) {
  const std::string common =
      run({"export", "band.json", "--to", "sql", "--interval", "--column", "a`b"}).out;
  std::string spark = common;
  const auto replace = [&](const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = spark.find(from, at)) != std::string::npos; at += to.size()) {
      spark.replace(at, from.size(), to);
    }
  };
  replace("\"a`b\"", "`a``b`");
  replace("\"", "`");
  replace("FLOAT8", "DOUBLE");
  EXPECT_EQ(run({"export", "band.json", "--to", "sql", "--interval", "--column", "a`b", "--dialect",
                 "spark"})
                .out,
            spark);
  EXPECT_EQ(run({"export", "band.json", "--to", "sql", "--interval", "--column", "a`b", "--dialect",
                 "postgres"})
                .out,
            common);
}

TEST_F(CliExport, COfSegmentsIntoAFile) {
  const Result result = run({"export", "segments.json", "--to", "c", "-o", "model.h"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(read("model.h"), R"(/* double calibrated(double score): from score to probability.
   NaN gives NaN. Written by calibrant 0.1.0 from a model of method curve. */
#ifndef CALIBRANT_EXPORT_CALIBRATED_H
#define CALIBRANT_EXPORT_CALIBRATED_H

#include <float.h>
#include <math.h>
#include <stddef.h>

static const double calibrated_knots[3] = {
  0x0p+0, 0x1p-1, 0x1p+0
};

/* How many of these are <= score. */
static inline size_t calibrated_search(double score) {
  const double *borders = calibrated_knots;
  size_t count = 0;
  size_t left = 3;
  while (left > 0) {
    const size_t half = (left + 1) / 2;
    count += half & (0 - (size_t)(borders[count + half - 1] <= score));
    left -= half;
  }
  return count;
}

/* Straight lines between the knots, constant outside. */
static inline double calibrated_read(const double *values, double score) {
  const double *knots = calibrated_knots;
  const size_t above = calibrated_search(score);
  if (score != score) return score;
  if (above == 0) return values[0];
  if (above == 3) return values[2];
  const double left = knots[above - 1];
  const double right = knots[above];
  const double from = values[above - 1];
  const double to = values[above];
  const double t = (score - left) / (right - left);
  const double value = from + t * (to - from);
  const double least = from < to ? from : to;
  const double most = from < to ? to : from;
  return value < least ? least : value > most ? most : value;
}

static const double calibrated_values[3] = {
  0x1p-2, 0x1p-1, 0x1.8p-1
};

static inline double calibrated(double score) {
  return calibrated_read(calibrated_values, score);
}

#endif /* CALIBRANT_EXPORT_CALIBRATED_H */
)");
}

TEST_F(CliExport, OnnxIsTheSameToAFileAndToAPipe) {
  const Result result = run({"export", "band.json", "--to", "onnx", "--interval"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, StartsWith("\x08\x08\x12\x09"
                                     "calibrant"));
  EXPECT_THAT(result.out, HasSubstr("calibrated_lower"));
  EXPECT_EQ(
      run({"export", "band.json", "--to", "onnx", "--interval", "--output", "model.onnx"}).code, 0);
  EXPECT_EQ(read("model.onnx"), result.out);
}

TEST_F(CliExport, SimplifySaysWhatItKept) {
  const Result result = run({"export", "steps.json", "--to", "sql", "--simplify", "0.05"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err, "calibrant: 2 of 3 values kept, within 0.05\n");
  EXPECT_THAT(result.out, HasSubstr("< 5e-1 THEN 1.5625e-1\n ELSE 7.5e-1\n"));
  // A band that is not exported costs nothing; one that is must fit as well.
  EXPECT_EQ(run({"export", "band.json", "--to", "sql", "--simplify", "0.05"}).err,
            "calibrant: 2 of 3 values kept, within 0.05\n");
  EXPECT_EQ(run({"export", "band.json", "--to", "sql", "--simplify", "0.05", "--interval"}).err,
            "calibrant: 3 of 3 values kept, within 0.05\n");
  EXPECT_EQ(run({"export", "sigmoid.json", "--to", "sql", "--simplify", "0.05"}).err, "");
}

TEST_F(CliExport, WrongUsage) {
  expect_refused(64, {}, "model is required");
  expect_refused(64, {"steps.json"}, "--to is required");
  expect_refused(64, {"steps.json", "--to"}, "--to: 1 required TARGET missing");
  expect_refused(64, {"steps.json", "--to", "pmml"}, "--to: 'pmml' is not sql, c, onnx or spark");
  expect_refused(64, {"steps.json", "--to", "c", "--column", "s"},
                 "--column: has no meaning with --to c (only sql, spark and onnx have one)");
  expect_refused(64, {"steps.json", "--to", "c", "--dialect", "spark"},
                 "--dialect: has no meaning with --to c (only sql has one)");
  expect_refused(64, {"steps.json", "--to", "sql", "--dialect", "oracle"},
                 "--dialect: 'oracle' is not duckdb, spark, postgres, sqlite, bigquery, snowflake, "
                 "sqlserver, mysql or redshift");
  expect_refused(64, {"steps.json", "--to", "sql", "--cells", "margin"},
                 "--cells: has no meaning with --to sql (only spark has one)");
  expect_refused(64, {"steps.json", "--to", "spark", "--cells", "any"},
                 "--cells: 'any' is not probability or margin");
  expect_refused(64, {"steps.json", "--to", "spark", "--input", "float"},
                 "--input: has no meaning with --to spark (only onnx has one)");
  expect_refused(64, {"steps.json", "--to", "onnx", "--input", "half", "-o", "x"},
                 "--input: 'half' is not double or float");
  expect_refused(64, {"steps.json", "--to", "onnx", "--input-columns", "3", "-o", "x"},
                 "--input-columns: 3 is not 0, 1 or 2");
  expect_refused(64, {"steps.json", "--to", "c", "--name", "no-name"},
                 "--name: 'no-name' is not an identifier (a letter, then letters, digits and _)");
  expect_refused(64, {"steps.json", "--to", "c", "--name", "int"},
                 "--name: 'int' means something in C already");
  expect_refused(64, {"steps.json", "--to", "c", "--name", ""}, "--name: is empty");
  expect_refused(64, {"steps.json", "--to", "sql", "--column", ""}, "--column: is empty");
  expect_refused(64, {"steps.json", "--to", "onnx", "--column", "p", "--name", "p"},
                 "--name: 'p' is the input's name too (they must differ)");
  expect_refused(64, {"steps.json", "--to", "c", "--simplify=-1"},
                 "--simplify: -1 is not zero or a positive number");
  expect_refused(64, {"steps.json", "--to", "c", "--simplify", "nan"},
                 "--simplify: nan is not zero or a positive number");
  expect_refused(64, {"steps.json", "--to", "c", "--simplify", "much"},
                 "Could not convert: --simplify = much");
  expect_refused(64, {"steps.json", "--to", "c", "--frob"}, "--frob: is not an option");
}

TEST_F(CliExport, BadInput) {
  expect_refused(2, {"none.json", "--to", "c"},
                 "none.json: cannot be read (No such file or directory)");
  expect_refused(2, {".", "--to", "c"}, ".: is a directory");
  expect_refused(2, {"steps.json", "--to", "c", "--interval", "-o", "out.h"},
                 "steps.json: the model has no band (fit it with --level for --interval)");
  expect_refused(2, {"steps.json", "--to", "c", "-o", "no/out.h"},
                 "no/out.h: cannot be written (No such file or directory)");
  expect_refused(2, {"steps.json", "--to", "c", "-o", "."},
                 ".: cannot be written (Is a directory)");
  write("text.json", "scores\n");
  files_ = files();
  expect_refused(2, {"text.json", "--to", "c", "-o", "out.h"}, "text.json: is not JSON (byte 1)");
}

TEST_F(CliExport, TooLargeForSqlSaysHowToThinIt) {
  Steps many;
  for (int i = 0; i < 16'384; ++i) {
    if (i > 0) many.borders.push_back(i);
    many.values.push_back(i / 16'384.0);
  }
  save(Curve(many), file("many.json"));
  files_ = files();
  expect_refused(2, {"many.json", "--to", "sql", "-o", "out.sql"},
                 "many.json: curve: has 16384 pieces, too many for one SQL expression (at most "
                 "10000 for duckdb; simplify it first): use --simplify 1e-4");
  // Twice that is the distance of five neighbours.
  const Result result =
      run({"export", "many.json", "--to", "sql", "--simplify", "0.0001220703125"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err, "calibrant: 3277 of 16384 values kept, within 0.0001220703125\n");
}

TEST_F(CliExport, AFullDiskIsAnError) {
  const Scratch in;
  const Scratch err;
  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  const int code = finish(start(directory_, {"export", "steps.json", "--to", "c"}, in.descriptor(),
                                full, err.descriptor()));
  ::close(full);
  EXPECT_EQ(code, 2);
  EXPECT_EQ(err.text(), "calibrant: -: cannot be written (No space left on device)\n");
}

TEST_F(CliExport, AnOldFileIsReplacedWhole) {
  write("model.h", "old");
  EXPECT_EQ(run({"export", "steps.json", "--to", "c", "--interval", "-o", "model.h"}).code, 2);
  EXPECT_EQ(read("model.h"), "old");
  EXPECT_EQ(run({"export", "steps.json", "--to", "c", "-o", "model.h"}).code, 0);
  EXPECT_THAT(read("model.h"), StartsWith("/* double calibrated(double score)"));
  EXPECT_THAT(files(),
              ElementsAre("band.json", "model.h", "segments.json", "sigmoid.json", "steps.json"));
}

}  // namespace
}  // namespace calibrant::testing
