#include "calibrant/groups.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "calibrant/method.hpp"
#include "calibrant/model_file.hpp"
#include "calibrant/platt.hpp"
#include "helpers/editing.hpp"
#include "helpers/message.hpp"
#include "math/log_odds.hpp"
#include "math/random.hpp"

namespace calibrant {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using testing::message_of;

struct GroupData {
  std::vector<std::string> names;
  std::vector<std::uint32_t> of_row;
  std::vector<double> scores;
  std::vector<std::uint8_t> labels;

  void add(const std::string& name, std::size_t rows, double offset, double slope,
           RandomStream& random) {
    names.push_back(name);
    for (std::size_t i = 0; i < rows; ++i) {
      const double u = -0.5 + 1.3 * random.normal();
      scores.push_back(logistic(u));
      labels.push_back(random.uniform() < logistic(offset + (1 + slope) * u) ? 1 : 0);
      of_row.push_back(static_cast<std::uint32_t>(names.size() - 1));
    }
  }
  GroupRows rows() const {
    return {.names = names, .of_row = of_row, .scores = scores, .labels = labels};
  }
};

const Curve& right_curve() {
  static const Curve curve(Sigmoid{.input = Sigmoid::Input::kLogit});
  return curve;
}

GroupedModel fit_right(const GroupData& data, unsigned threads = 1) {
  return fit_groups("site", right_curve(), observe_groups(data.rows()), {.threads = threads});
}

// docs/math/groups.md by a fine grid over offset and slope: no Newton steps, no nodes.
struct SlowCorrection {
  double offset = 0;
  double slope = 0;
  double offset_variance = 0;
  double slope_variance = 0;
};

std::map<std::string, SlowCorrection> slow_groups(const GroupData& data, double centre) {
  constexpr std::array kOffsets = {0.0, 0.03, 0.06, 0.12, 0.25, 0.5, 1.0, 2.0};
  constexpr std::array kSlopes = {0.0, 0.03, 0.06, 0.12, 0.25, 0.5, 1.0};
  constexpr int kSteps = 24;
  constexpr double kWidth = 6.0;
  const std::size_t groups = data.names.size();
  struct Sums {
    double evidence = 0;
    SlowCorrection moments;
  };
  std::vector<std::vector<Sums>> all;
  std::vector<double> log_evidence;
  for (const double a : kOffsets) {
    for (const double b : kSlopes) {
      std::vector<Sums> sums(groups);
      for (int i = -kSteps; i <= kSteps; ++i) {
        for (int j = -kSteps; j <= kSteps; ++j) {
          const double u = kWidth * i / kSteps;
          const double w = kWidth * j / kSteps;
          std::vector<double> log_likelihood(groups);
          for (std::size_t r = 0; r < data.scores.size(); ++r) {
            const double z = logit(data.scores[r]);
            const double own = z + a * u + b * w * (z - centre);
            log_likelihood[data.of_row[r]] -= softplus(data.labels[r] == 1 ? -own : own);
          }
          for (std::size_t g = 0; g < groups; ++g) {
            const double weight = std::exp(log_likelihood[g] - (u * u + w * w) / 2);
            sums[g].evidence += weight;
            sums[g].moments.offset += weight * a * u;
            sums[g].moments.slope += weight * b * w;
            sums[g].moments.offset_variance += weight * a * u * a * u;
            sums[g].moments.slope_variance += weight * b * w * b * w;
          }
        }
      }
      double total = 0;
      for (const Sums& one : sums) total += std::log(one.evidence);
      log_evidence.push_back(total);
      all.push_back(sums);
    }
  }
  const double best = *std::max_element(log_evidence.begin(), log_evidence.end());
  double sum = 0;
  for (double& one : log_evidence) sum += one = std::exp(one - best);
  std::map<std::string, SlowCorrection> result;
  for (std::size_t g = 0; g < groups; ++g) {
    SlowCorrection& own = result[data.names[g]];
    for (std::size_t k = 0; k < all.size(); ++k) {
      const double weight = log_evidence[k] / sum / all[k][g].evidence;
      own.offset += weight * all[k][g].moments.offset;
      own.slope += weight * all[k][g].moments.slope;
      own.offset_variance += weight * all[k][g].moments.offset_variance;
      own.slope_variance += weight * all[k][g].moments.slope_variance;
    }
    own.offset_variance -= own.offset * own.offset;
    own.slope_variance -= own.slope * own.slope;
  }
  return result;
}

TEST(Groups, EqualTheSlowAverage) {
  RandomStream random(3);
  GroupData data;
  data.add("north", 40, 1.0, 0, random);
  data.add("south", 25, -0.8, 0.3, random);
  data.add("east", 6, 0.2, 0, random);
  data.add("west", 1, 0, 0, random);
  const GroupedModel model = fit_right(data);
  const auto slow = slow_groups(data, model.centre());
  for (const GroupCorrection& group : model.groups()) {
    SCOPED_TRACE(group.name);
    const SlowCorrection& expected = slow.at(group.name);
    EXPECT_NEAR(group.offset, expected.offset, 0.01);
    EXPECT_NEAR(group.slope, expected.slope, 0.01);
    EXPECT_NEAR(std::sqrt(group.offset_variance), std::sqrt(expected.offset_variance), 0.02);
    EXPECT_NEAR(std::sqrt(group.slope_variance), std::sqrt(expected.slope_variance), 0.02);
  }
}

TEST(Groups, FewRowsGetTheCommonCurveAndManyTheirOwn) {
  RandomStream random(4);
  GroupData data;
  for (int g = 0; g < 20; ++g) {
    data.add(fmt::format("g{:02}", g), 300, 0.3 * random.normal(), 0, random);
  }
  data.add("large", 20000, 0.6, 0.2, random);
  data.add("small", 10, 0.6, 0, random);
  const GroupedModel model = fit_right(data);
  const GroupCorrection& large = model.correction(model.find("large"));
  // At the centre the true curve has these log odds.
  const double centre = model.centre();
  EXPECT_NEAR(centre + large.offset, 0.6 + 1.2 * centre, 0.06);
  EXPECT_NEAR(large.slope, 0.2, 0.06);
  const GroupCorrection& small = model.correction(model.find("small"));
  EXPECT_LT(std::abs(small.offset), 0.3);
  EXPECT_GT(small.offset_variance, 0.6 * model.unknown().offset_variance);
  EXPECT_NEAR(std::sqrt(model.unknown().offset_variance), 0.33, 0.15);
}

TEST(Groups, NoOrderOfRowsAndNoThreadChangesABit) {
  RandomStream random(5);
  GroupData data;
  for (int g = 0; g < 15; ++g) {
    data.add(fmt::format("g{}", g), 10 + 40 * static_cast<std::size_t>(g), 0.2 * g - 1, 0, random);
  }
  const std::string text = to_json(fit_right(data));
  EXPECT_EQ(to_json(fit_right(data, 3)), text);
  GroupData other;
  other.names.assign(data.names.rbegin(), data.names.rend());
  for (std::size_t i = data.scores.size(); i-- > 0;) {
    other.scores.push_back(data.scores[i]);
    other.labels.push_back(data.labels[i]);
    other.of_row.push_back(static_cast<std::uint32_t>(data.names.size() - 1 - data.of_row[i]));
  }
  EXPECT_EQ(to_json(fit_right(other)), text);
}

TEST(Groups, WeightsAreFrequencies) {
  RandomStream random(6);
  GroupData data;
  data.add("a", 50, 0.5, 0, random);
  data.add("b", 30, -0.5, 0, random);
  GroupData twice = data;
  for (std::size_t i = 0; i < data.scores.size(); ++i) {
    twice.scores.push_back(data.scores[i]);
    twice.labels.push_back(data.labels[i]);
    twice.of_row.push_back(data.of_row[i]);
  }
  const std::vector<double> weights(data.scores.size(), 2);
  GroupRows rows = data.rows();
  rows.weights = weights;
  const GroupedModel model = fit_groups("site", right_curve(), observe_groups(rows));
  EXPECT_EQ(to_json(model), to_json(fit_right(twice)));
  EXPECT_EQ(model.groups()[0].weight, 100);
  // Counted rows are the same again.
  std::vector<double> negatives;
  std::vector<double> positives;
  for (const std::uint8_t label : data.labels) {
    negatives.push_back(label == 0 ? 2 : 0);
    positives.push_back(label == 0 ? 0 : 2);
  }
  rows = data.rows();
  rows.labels = {};
  rows.negatives = negatives;
  rows.positives = positives;
  EXPECT_EQ(to_json(fit_groups("site", right_curve(), observe_groups(rows))), to_json(model));
}

TEST(Groups, OneGroupASingleRowAndSeparableRowsAreLegal) {
  RandomStream random(7);
  GroupData one;
  one.add("only", 500, 0, 0, random);
  EXPECT_LT(std::abs(fit_right(one).groups()[0].offset), 0.15);
  GroupData single;
  single.add("row", 1, 0, 0, random);
  EXPECT_TRUE(std::isfinite(fit_right(single)(0.3, 0)));
  // Every row of "up" is positive, every row of "down" negative.
  GroupData apart;
  apart.add("down", 400, 0, 0, random);
  apart.add("up", 400, 0, 0, random);
  for (std::size_t i = 0; i < 800; ++i) apart.labels[i] = i < 400 ? 0 : 1;
  const GroupedModel model = fit_right(apart);
  EXPECT_LT(model(0.4, model.find("down")), 0.02);
  EXPECT_GT(model(0.4, model.find("up")), 0.98);
}

TEST(Groups, ManySmallGroupsTellHowMuchTheyDiffer) {
  for (const double deviation : {0.0, 0.5}) {
    SCOPED_TRACE(deviation);
    RandomStream random(8);
    GroupData data;
    for (int g = 0; g < 10000; ++g) {
      data.add(fmt::format("{:05}", g), 5, deviation * random.normal(), 0, random);
    }
    const GroupedModel model = fit_right(data);
    EXPECT_EQ(model.groups().size(), 10000U);
    EXPECT_NEAR(std::sqrt(model.unknown().offset_variance), deviation, 0.1);
    EXPECT_LT(std::sqrt(model.unknown().slope_variance), 0.13);
  }
}

TEST(Groups, UnknownGroupsGetTheCommonCurve) {
  RandomStream random(9);
  GroupData data;
  for (int g = 0; g < 12; ++g) data.add(fmt::format("g{}", g), 200, random.normal(), 0, random);
  const auto seen = observe_groups(data.rows());
  const GroupedModel model = fit_groups("auto", "site", seen, {.level = 0.9});
  EXPECT_EQ(model.find("elsewhere"), kUnknownGroup);
  for (const double score : {0.0, 0.1, 0.7, 1.0}) {
    EXPECT_EQ(model(score), model.common()(score));
    const Interval common = model.common().interval(score);
    const Interval known = model.interval(score, 3);
    const Interval unknown = model.interval(score);
    EXPECT_LT(unknown.lower, common.lower);
    EXPECT_GT(unknown.upper, common.upper);
    EXPECT_LT(logit(known.upper) - logit(known.lower), logit(unknown.upper) - logit(unknown.lower));
  }
  EXPECT_TRUE(std::isnan(model(std::nan(""), 2)));
  // Many at once are the same bits.
  std::vector<double> p(data.scores.size());
  std::vector<double> lower(p.size());
  std::vector<double> upper(p.size());
  std::vector<std::uint32_t> groups(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) {
    groups[i] = i % 5 == 0 ? kUnknownGroup : model.find(data.names[data.of_row[i]]);
  }
  apply(model, data.scores, groups, p, {.threads = 2});
  apply_interval(model, data.scores, groups, lower, upper, {.threads = 2});
  for (std::size_t i = 0; i < p.size(); ++i) {
    ASSERT_EQ(p[i], model(data.scores[i], groups[i]));
    ASSERT_EQ(lower[i], model.interval(data.scores[i], groups[i]).lower);
    ASSERT_EQ(upper[i], model.interval(data.scores[i], groups[i]).upper);
  }
}

TEST(Groups, BandsHoldTheTruth) {
  double inside = 0;
  double all = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    RandomStream random(seed, 10);
    GroupData data;
    std::vector<double> offsets;
    for (int g = 0; g < 20; ++g) {
      offsets.push_back(0.4 * random.normal());
      data.add(fmt::format("g{:02}", g), 20 << (g % 5), offsets.back(), 0, random);
    }
    const GroupedModel model =
        fit_groups("auto", "site", observe_groups(data.rows()), {.level = 0.95});
    for (std::uint32_t g = 0; g < 20; ++g) {
      for (const double u : {-1.5, -0.5, 0.5}) {
        const Interval band = model.interval(logistic(u), g);
        const double truth = logistic(offsets[g] + u);
        inside += truth >= band.lower && truth <= band.upper ? 1 : 0;
        all += 1;
      }
    }
  }
  EXPECT_GT(inside / all, 0.91);
  EXPECT_LT(inside / all, 0.99);
}

TEST(Groups, DoubtWithoutEndHoldsEveryProbability) {
  constexpr double kHuge = 1e308;
  const Curve common(Segments{.knots = {0, 1}, .values = {0.1, 0.9}},
                     Band{.level = 0.95, .lower = {0.05, 0.8}, .upper = {0.2, 0.95}});
  GroupCorrection far{.name = "far",
                      .offset = kHuge,
                      .slope = kHuge,
                      .offset_variance = kHuge,
                      .slope_variance = kHuge};
  const GroupedModel model("site", common, 0, {}, {far});
  for (const double score : {0.0, 1.0}) {
    const Interval interval = model.interval(score, 0);
    EXPECT_EQ(interval.lower, 0) << score;
    EXPECT_EQ(interval.upper, 1) << score;
  }
}

TEST(Groups, WrongRowsAreNamed) {
  const std::vector<std::string> names = {"a"};
  const std::vector<double> scores = {0.1, 0.2};
  const std::vector<std::uint8_t> labels = {0, 1};
  const std::vector<std::uint32_t> wrong = {0, 1};
  const std::vector<std::uint32_t> few = {0};
  const auto message = [&](const GroupRows& rows) {
    return message_of<InputError>([&] { observe_groups(rows); });
  };
  EXPECT_EQ(message({.names = names, .of_row = wrong, .scores = scores, .labels = labels}),
            "groups[1]: 1 has no name (1 have)");
  EXPECT_EQ(message({.names = names, .of_row = few, .scores = scores, .labels = labels}),
            "groups: has 1 elements (scores has 2)");
  EXPECT_THAT(message_of<InputError>([] {
                GroupedModel("site", right_curve(), 0, {}, {{.name = "b"}, {.name = "a"}});
              }),
              HasSubstr("groups[1]: is not in the order of the names"));
  EXPECT_THAT(message_of<Error>([] { GroupedModel("site", right_curve(), 0, {}, {}).interval(1); }),
              HasSubstr("has no band"));
}

TEST(Groups, FilesAreReadAsWritten) {
  RandomStream random(11);
  GroupData data;
  data.add("a", 60, 0.5, 0, random);
  data.add("", 60, -0.5, 0, random);
  const GroupedModel model =
      fit_groups("auto", "site", observe_groups(data.rows()), {.level = 0.9});
  const std::string text = to_json(model);
  EXPECT_THAT(text, HasSubstr(R"("version":5)"));
  const Model again = from_json(text);
  EXPECT_EQ(to_json(again), text);
  EXPECT_EQ(std::get<GroupedModel>(again).interval(0.3, 1).upper, model.interval(0.3, 1).upper);
  using testing::edited;
  EXPECT_EQ(error_of(edited(text, R"("name":["","a"])", R"("name":["a",""])")),
            "model.model: groups[1]: is not in the order of the names, or there twice");
  EXPECT_EQ(error_of(edited(text, R"("name":["","a"])", R"("name":["a"])")),
            "model.model.groups.weight: has 2 numbers (there are 1 groups)");
  EXPECT_EQ(error_of(edited(text, R"("by":"site")", R"("by":"")")), "model.model: by: is empty");
  EXPECT_THAT(error_of(edited(text, R"("offset_variance":[)", R"("offset_variance":[-1,)")),
              HasSubstr("has 3 numbers (there are 2 groups)"));
  const StoredModel kept{.model = model, .kept = Kept{.method = "auto"}};
  EXPECT_THAT(message_of<InputError>([&] { to_json(kept.model, kept.kept); }),
              HasSubstr("a model with groups keeps nothing"));
}

}  // namespace
}  // namespace calibrant
