// A diagnosis in sentences: at most two digits that matter, and the usual words.
#include "report/words.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "helpers/shapes.hpp"
#include "report/format.hpp"

namespace calibrant::report {
namespace {

using testing::Random;

/// Bins with these verdicts: 'h' too high, 'l' too low, '.' fine; bin i begins at edges[i].
Diagnosis made_of(const std::string& verdicts, const std::vector<double>& edges) {
  Diagnosis made;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    const double width = edges[i + 1] - edges[i];
    DiagnosedBin bin;
    bin.rows = {.low = edges[i],
                .high = edges[i] + 0.9 * width,
                .mean = edges[i] + 0.5 * width,
                .negatives = 50,
                .positives = 50};
    bin.off = verdicts[i] != '.';
    const bool high = verdicts[i] == 'h';
    if (bin.off) {
      if (!made.off.empty() && made.off.back().last + 1 == i && made.off.back().too_high == high) {
        made.off.back().last = i;
      } else {
        made.off.push_back({.first = i, .last = i, .too_high = high});
      }
    }
    made.bins.push_back(bin);
  }
  return made;
}

/// At 0, 0.1, ...
std::string words(const std::string& verdicts) {
  std::vector<double> edges;
  for (std::size_t i = 0; i <= verdicts.size(); ++i) edges.push_back(0.1 * static_cast<double>(i));
  return fault_words(made_of(verdicts, edges));
}

TEST(ReportWords, Faults) {
  EXPECT_EQ(words(".........."), "");
  EXPECT_EQ(words("hhhhhhhhhh"), "too high everywhere");
  EXPECT_EQ(words("llllllllll"), "too low everywhere");
  EXPECT_EQ(words("......hhhh"), "overconfident above 0.6");
  EXPECT_EQ(words("..hhhhhhhh"), "too high above 0.2");
  EXPECT_EQ(words("ll........"), "too low below 0.19");
  EXPECT_EQ(words("...l......"), "too low between 0.3 and 0.39");
  EXPECT_EQ(words("ll......hh"), "overconfident: too low below 0.19 and too high above 0.8");
  EXPECT_EQ(words("hh......ll"), "underconfident: too high below 0.19 and too low above 0.8");
  EXPECT_EQ(words("h.l.h.l.h."),
            "too high below 0.09, too low between 0.2 and 0.29, too high between 0.4 and 0.49 and "
            "in 2 more ranges");
  EXPECT_EQ(words("h.l.h.l..."),
            "too high below 0.09, too low between 0.2 and 0.29, too high between "
            "0.4 and 0.49 and in 1 more range");
  EXPECT_EQ(words("h"), "too high");
}

TEST(ReportWords, TinyScoresAreBelowAThousandth) {
  const std::vector<double> edges = {1e-30, 1e-20, 1e-11, 2e-5, 3e-5, 0.2, 0.9992, 1};
  EXPECT_EQ(fault_words(made_of(".l.....", edges)), "too low below 0.001");
  // Ranges that read the same are one.
  EXPECT_EQ(fault_words(made_of(".l.l...", edges)), "too low below 0.001");
  EXPECT_EQ(fault_words(made_of(".l.h...", edges)),
            "overconfident: partly too high, partly too low below 0.001");
  EXPECT_EQ(fault_words(made_of(".l.l..h", edges)),
            "overconfident: too low below 0.001 and too high above 0.999");
  EXPECT_EQ(fault_words(made_of("....l..", edges)), "too low between 0.001 and 0.18");
  const Diagnosis tiny = made_of(".l.....", edges);
  EXPECT_EQ(range_numbers(tiny, tiny.off[0]), "1e-20 to 9e-12");
  const Diagnosis wide = made_of(".h", {0, 0.345942, 1.0726});
  EXPECT_EQ(range_numbers(wide, wide.off[0]), "0.35 to 0.9999");
}

TEST(ReportWords, Probabilities) {
  EXPECT_EQ(probability_words(0), "0.001");
  EXPECT_EQ(probability_words(0.00123), "0.0012");
  EXPECT_EQ(probability_words(0.0193), "0.019");
  EXPECT_EQ(probability_words(0.357), "0.36");
  EXPECT_EQ(probability_words(0.601), "0.6");
  EXPECT_EQ(probability_words(0.957), "0.96");
  EXPECT_EQ(probability_words(0.9901), "0.99");
  EXPECT_EQ(probability_words(0.9984), "0.998");
  EXPECT_EQ(probability_words(1), "0.999");
}

TEST(ReportWords, Ranges) {
  Diagnosis made;
  made.bins.resize(3);
  const auto at = [&](double low, double high) {
    made.bins[1].rows = {.low = low, .high = high};
    return range_words(made, {.first = 1, .last = 1});
  };
  EXPECT_EQ(at(0.9, 0.9984), "between 0.9 and 0.998");
  EXPECT_EQ(at(0.35, 0.35), "at 0.35");
  EXPECT_EQ(at(0.351, 0.352), "near 0.35");
  EXPECT_EQ(at(0, 0), "at 0");
  EXPECT_EQ(at(1, 1), "at 1");
  EXPECT_EQ(at(0.0000223, 0.0000223), "below 0.001");
}

TEST(ReportWords, TheExampleIsTheWorstBin) {
  // Above 0.6 half of the rows are positive.
  Random random(1);
  std::vector<double> p;
  std::vector<std::uint8_t> labels;
  for (int i = 0; i < 4000; ++i) {
    p.push_back(random.uniform());
    labels.push_back(random.uniform() < (p.back() > 0.6 ? 0.5 : p.back()) ? 1 : 0);
  }
  const Diagnosis found = diagnose(observe(p, labels));
  EXPECT_THAT(
      fault_words(found),
      ::testing::MatchesRegex("too high on the whole \\([0-9,]+ positives expected, [0-9,]+ "
                              "observed\\), most clearly above 0.[0-9]+"));
  const auto worst = std::ranges::max_element(found.bins, {}, [](const DiagnosedBin& bin) {
    return bin.off ? bin.rows.mean - bin.rows.observed() : 0;
  });
  const auto [lower, upper] = worst->interval;
  EXPECT_EQ(example_words(found), "of the 200 scored about " + probability_words(worst->rows.mean) +
                                      ", " + percent_within(worst->rows.observed(), lower, upper) +
                                      " were positive (95 % interval " +
                                      percent_range(lower, upper) + ")");
}

TEST(ReportWords, TheWholeHasAnExampleToo) {
  // As a forest's votes: less extreme than the truth, in no bin by much.
  Diagnosis made;
  made.on_the_whole = "too timid";
  made.bins = {{.rows = {.low = 0.1, .high = 0.3, .mean = 0.2, .negatives = 90, .positives = 10},
                .interval = {.lower = 0.05, .upper = 0.18}},
               {.rows = {.low = 0.8, .high = 0.9, .mean = 0.85, .negatives = 20, .positives = 80},
                .interval = {.lower = 0.7, .upper = 0.9}}};
  EXPECT_EQ(fault_words(made),
            "underconfident: they are too close to the average and should be more extreme");
  EXPECT_EQ(example_words(made), "of the 100 scored about 0.2, 10\u00A0% were positive");
  made.on_the_whole = "too extreme";
  EXPECT_EQ(fault_words(made),
            "overconfident: they are too extreme and should be closer to the average");
  EXPECT_EQ(example_words(made), "of the 100 scored about 0.85, 80\u00A0% were positive");
  EXPECT_EQ(whole_name(made), "overconfident");
}

TEST(ReportWords, ExamplesNearTheEnds) {
  const auto example = [](double low, double high, double mean) {
    Diagnosis made;
    made.bins = {
        {.rows = {.low = low, .high = high, .mean = mean, .negatives = 50, .positives = 50},
         .interval = {.lower = 0.4, .upper = 0.6},
         .off = true}};
    made.off = {{.first = 0, .last = 0, .too_high = true}};
    const std::string text = example_words(made);
    return text.substr(0, text.find(','));
  };
  EXPECT_EQ(example(0.9, 1, 0.9995), "of the 100 scored about 1");
  EXPECT_EQ(example(0.9995, 0.9999, 0.9997), "of the 100 scored above 0.999");
  EXPECT_EQ(example(1e-9, 1e-4, 1e-5), "of the 100 scored below 0.001");
  EXPECT_EQ(example(1, 1, 1), "of the 100 scored 1");
  EXPECT_EQ(example(0, 0, 0), "of the 100 scored 0");
}

}  // namespace
}  // namespace calibrant::report
