// The plot data against values that SciPy made, row by row: tests/golden/make_report.py.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "calibrant/diagnosis.hpp"
#include "helpers/read_csv.hpp"
#include "report/decisions.hpp"

namespace calibrant::report {
namespace {

using testing::read_csv;

const std::string kGolden = CALIBRANT_GOLDEN;

Observations predictions(const std::string& column) {
  const auto rows = read_csv(kGolden + "/../../docs/guide/predictions.csv");
  const auto place = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(rows[0].begin(), rows[0].end(), name) -
                                    rows[0].begin());
  };
  std::vector<double> p;
  std::vector<int> labels;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    p.push_back(std::stod(rows[i].at(place(column))));
    labels.push_back(std::stoi(rows[i].at(place("label"))));
  }
  return observe(p, labels);
}

/// The golden rows of one column, without the header.
std::vector<std::vector<double>> golden(const std::string& file, const std::string& column) {
  std::vector<std::vector<double>> result;
  for (const auto& row : read_csv(kGolden + "/" + file)) {
    if (row[0] != column) continue;
    result.emplace_back();
    for (std::size_t i = 1; i < row.size(); ++i) result.back().push_back(std::stod(row[i]));
  }
  return result;
}

class ReportGolden : public ::testing::TestWithParam<const char*> {};

TEST_P(ReportGolden, Bins) {
  const auto expected = golden("report_bins.csv", GetParam());
  const Diagnosis found = diagnose(predictions(GetParam()));
  ASSERT_EQ(expected.size(), 10U);
  ASSERT_EQ(found.bins.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const DiagnosedBin& bin = found.bins[i];
    EXPECT_EQ(bin.rows.low, expected[i][0]);
    EXPECT_EQ(bin.rows.high, expected[i][1]);
    EXPECT_EQ(bin.rows.weight(), expected[i][2]);
    EXPECT_EQ(bin.rows.positives, expected[i][3]);
    EXPECT_NEAR(bin.rows.mean, expected[i][4], 1e-13);
    EXPECT_NEAR(bin.interval.lower, expected[i][5], 1e-10);
    EXPECT_NEAR(bin.interval.upper, expected[i][6], 1e-10);
    EXPECT_EQ(bin.off, expected[i][7] == 1);
  }
}

TEST_P(ReportGolden, Decisions) {
  const auto expected = golden("report_decisions.csv", GetParam());
  ASSERT_EQ(expected.size(), 19U);
  std::vector<double> thresholds;
  for (const auto& row : expected) thresholds.push_back(row[0]);
  const auto found = decide(predictions(GetParam()), thresholds);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(found[i].above, expected[i][1]);
    EXPECT_NEAR(found[i].expected, expected[i][2], 1e-10);
    EXPECT_EQ(found[i].observed, expected[i][3]);
    EXPECT_NEAR(found[i].net_benefit, expected[i][4], 1e-13);
  }
}

INSTANTIATE_TEST_SUITE_P(Columns, ReportGolden, ::testing::Values("score", "calibrated"));

}  // namespace
}  // namespace calibrant::report
