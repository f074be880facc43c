// An assessment is made of parts that are tested elsewhere: these are put together rightly.
#include "calibrant/assess.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "calibrant/error.hpp"
#include "calibrant/report.hpp"
#include "helpers/matrices.hpp"
#include "helpers/message.hpp"
#include "helpers/shapes.hpp"
#include "metrics/holm.hpp"

namespace calibrant {
namespace {

using ::testing::HasSubstr;
using testing::message_of;
using ::testing::Not;
using ::testing::StartsWith;

struct Patients {
  std::vector<double> probabilities;
  std::vector<std::uint8_t> labels;
  std::vector<double> weights;
  std::vector<std::uint32_t> site;
  std::vector<std::string> names = {"west", "east", "none"};

  Subgroups by_site() const {
    return {.by = "site",
            .names = names,
            .of_row = site,
            .probabilities = probabilities,
            .labels = labels,
            .weights = weights};
  }
};

/// In the east, probabilities are far too high. Rows of the third site have no weight.
Patients draw(std::size_t n) {
  testing::Random random(5);
  Patients rows;
  for (std::size_t i = 0; i < n; ++i) {
    const double p = random.uniform();
    rows.site.push_back(i % 10 == 0 ? 2 : static_cast<std::uint32_t>(random.below(2)));
    rows.probabilities.push_back(p);
    rows.labels.push_back(random.uniform() < (rows.site[i] == 1 ? p * p : p) ? 1 : 0);
    rows.weights.push_back(rows.site[i] == 2 ? 0 : static_cast<double>(1 + random.below(2)));
  }
  return rows;
}

TEST(Assess, IsTheScorecardItsIntervalsItsTestAndItsDiagnosis) {
  const Patients rows = draw(600);
  const Observations seen = observe(rows.probabilities, rows.labels, rows.weights);
  const Assessment found = assess(rows.probabilities, rows.labels, rows.weights,
                                  {.bins = 7, .repeats = 40, .level = 0.9, .seed = 3});
  EXPECT_EQ(found.all.rows, 600U);
  EXPECT_EQ(found.all.card.log_loss, evaluate(seen, {.bins = 7}).log_loss);
  EXPECT_EQ(found.all.card.ece, evaluate(seen, {.bins = 7}).ece);
  EXPECT_EQ(found.all.intervals,
            bootstrap(seen, {.repeats = 40, .level = 0.9, .bins = 7, .seed = 3}));
  EXPECT_EQ(found.all.test->p, calibration_test(seen)->p);
  EXPECT_EQ(found.diagnosis.p, diagnose(seen).p);
  const auto bins = reliability(seen, {.bins = 7});
  ASSERT_EQ(found.all.reliability.size(), bins.size());
  for (std::size_t i = 0; i < bins.size(); ++i) {
    EXPECT_EQ(found.all.reliability[i].row, bins[i]);
    EXPECT_LE(found.all.reliability[i].interval.lower, bins[i].observed);
    EXPECT_GE(found.all.reliability[i].interval.upper, bins[i].observed);
  }
  EXPECT_FALSE(found.by);
}

TEST(Assess, SubgroupsAreAssessedAloneAndTestedTogether) {
  const Patients rows = draw(900);
  const Subgroups by = rows.by_site();
  const Assessment found =
      assess(observe(rows.probabilities, rows.labels, rows.weights), 900, {.repeats = 30}, &by);
  ASSERT_EQ(found.subgroups.size(), 2U);
  EXPECT_EQ(found.weightless, 1U);
  std::vector<std::optional<double>> p;
  for (const AssessedRows& part : found.subgroups) {
    const std::uint32_t site = part.name == "west" ? 0 : 1;
    Patients alone;
    for (std::size_t i = 0; i < 900; ++i) {
      if (rows.site[i] != site) continue;
      alone.probabilities.push_back(rows.probabilities[i]);
      alone.labels.push_back(rows.labels[i]);
      alone.weights.push_back(rows.weights[i]);
    }
    const Assessment expected =
        assess(alone.probabilities, alone.labels, alone.weights, {.repeats = 30});
    EXPECT_EQ(part.rows, alone.labels.size());
    EXPECT_EQ(part.card.brier, expected.all.card.brier);
    EXPECT_EQ(part.intervals, expected.all.intervals);
    p.emplace_back(part.test->p);
  }
  EXPECT_EQ(found.subgroups[0].name, "east");  // by name
  EXPECT_TRUE(found.subgroups[0].off);
  EXPECT_FALSE(found.subgroups[1].off);
  const auto adjusted = metrics::holm(p);
  EXPECT_EQ(found.subgroups[0].adjusted_p, adjusted[0]);
  EXPECT_EQ(found.subgroups[1].adjusted_p, adjusted[1]);
}

TEST(Assess, CountsAreRows) {
  const std::vector<double> p = {0.2, 0.6, 0.7, 0.2};
  const std::vector<double> negatives = {3, 1, 0, 2};
  const std::vector<double> positives = {1, 2, 4, 0};
  const std::vector<std::uint32_t> half = {0, 0, 1, 1};
  const std::vector<std::string> names = {"a", "b"};
  const Subgroups counted = {.by = "half",
                             .names = names,
                             .of_row = half,
                             .probabilities = p,
                             .negatives = negatives,
                             .positives = positives};
  const Assessment found =
      assess(observe_counts(p, negatives, positives), 4, {.repeats = 0}, &counted);
  EXPECT_EQ(found.subgroups[0].card.weight, 7);
  EXPECT_EQ(found.subgroups[1].card.weight, 6);
  EXPECT_NEAR(found.subgroups[0].card.prevalence, 3.0 / 7, 1e-15);
}

TEST(Assess, RefusesWhatDoesNotFit) {
  const Patients rows = draw(20);
  const Observations seen = observe(rows.probabilities, rows.labels, rows.weights);
  Subgroups by = rows.by_site();
  by.names = by.names.first(2);
  EXPECT_EQ(message_of<InputError>([&] { assess(seen, 20, {.repeats = 0}, &by); }),
            "subgroups[0]: 2 is not a class (0 to 1)");
  by = rows.by_site();
  by.of_row = by.of_row.first(19);
  EXPECT_EQ(message_of<InputError>([&] { assess(seen, 20, {.repeats = 0}, &by); }),
            "subgroups: has 19 elements (probabilities has 20)");
  EXPECT_EQ(message_of<OptionError>([&] { assess(seen, 20, {.level = 1}); }),
            "level: 1 is not strictly between 0 and 1");
}

TEST(Assess, SeveralClassesAreTestedTogether) {
  const testing::Matrix matrix = testing::draw_matrix(800, 3, 3);
  const MulticlassPredictions seen = observe_predictions(matrix.scores, matrix.labels, 3);
  const MulticlassAssessment found = assess(seen, 800, testing::letters(3), {.repeats = 20});
  EXPECT_EQ(found.card.log_loss, evaluate(seen).log_loss);
  EXPECT_EQ(found.intervals.accuracy, bootstrap(seen.top, {.repeats = 20}).prevalence);
  const ClassDiagnosis diagnosis = diagnose(seen);
  EXPECT_EQ(found.diagnosis.p, diagnosis.p);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(found.classes[k].name, testing::letters(3)[k]);
    EXPECT_EQ(found.classes[k].adjusted_p, diagnosis.classes[k].p());
    EXPECT_EQ(found.classes[k].expected, diagnosis.classes[k].expected);
    EXPECT_TRUE(found.classes[k].off);  // the scores are far too sure
  }
  EXPECT_EQ(message_of<InputError>([&] { assess(seen, 800, testing::letters(2)); }),
            "names: has 2 elements (predictions has 3)");
}

MulticlassAssessment assess_matrix(const testing::Matrix& matrix,
                                   std::span<const double> weights = {}) {
  return assess(observe_predictions(matrix.scores, matrix.labels, matrix.classes, weights),
                matrix.rows(), testing::letters(matrix.classes), {.repeats = 20});
}

TEST(Assess, LossesAreCalibrationPlusRefinement) {
  for (const std::size_t classes : {2U, 3U, 7U}) {
    const MulticlassScorecard card = assess_matrix(testing::draw_matrix(500, classes, 2)).card;
    EXPECT_DOUBLE_EQ(*card.log_loss_calibration + *card.log_loss_refinement, card.log_loss);
    EXPECT_DOUBLE_EQ(*card.brier_calibration + *card.brier_refinement, card.brier);
  }
}

TEST(Assess, CalibrationIsWhatWasDistorted) {
  // The losses of the true probabilities are all refinement; those of distorted ones keep it.
  const testing::Matrix right = testing::draw_matrix(4000, 4, 1);
  const testing::Matrix wrong = testing::draw_matrix(4000, 4, 2.5);
  const MulticlassAssessment good = assess_matrix(right);
  const MulticlassAssessment bad = assess_matrix(wrong);
  EXPECT_NEAR(*good.card.log_loss_calibration, 0, 0.003);
  EXPECT_NEAR(*good.card.brier_calibration, 0, 0.002);
  EXPECT_LE(good.intervals.log_loss_calibration->lower, 0);
  EXPECT_NEAR(*bad.card.log_loss_refinement, good.card.log_loss, 0.005);
  EXPECT_NEAR(*bad.card.brier_refinement, good.card.brier, 0.003);
  EXPECT_NEAR(*bad.card.log_loss_calibration, bad.card.log_loss - good.card.log_loss, 0.005);
  const auto& interval = *bad.intervals.log_loss_calibration;
  EXPECT_LT(interval.lower, *bad.card.log_loss_calibration);
  EXPECT_GT(interval.upper, *bad.card.log_loss_calibration);
}

TEST(Assess, NoOrderOfRowsOrClassesChangesTheParts) {
  const testing::Matrix matrix = testing::draw_matrix(300, 3, 2);
  testing::Matrix turned = {.classes = 3, .scores = {}, .labels = {}};
  for (std::size_t i = 300; i-- > 0;) {
    for (std::size_t k = 3; k-- > 0;) turned.scores.push_back(matrix.scores[3 * i + k]);
    turned.labels.push_back(2 - matrix.labels[i]);
  }
  EXPECT_NEAR(*assess_matrix(matrix).card.log_loss_refinement,
              *assess_matrix(turned).card.log_loss_refinement, 1e-9);
  const std::vector<double> twos(300, 2);
  testing::Matrix twice = matrix;
  twice.scores.insert(twice.scores.end(), matrix.scores.begin(), matrix.scores.end());
  twice.labels.insert(twice.labels.end(), matrix.labels.begin(), matrix.labels.end());
  EXPECT_EQ(*assess_matrix(matrix, twos).card.brier_refinement,
            *assess_matrix(twice).card.brier_refinement);
}

TEST(Assess, FewRowsOfSeveralClassesHaveNoParts) {
  const MulticlassAssessment few = assess_matrix(testing::draw_matrix(9, 3, 1));
  EXPECT_FALSE(few.card.log_loss_calibration.has_value());
  EXPECT_TRUE(few.diagnosis.few);
  for (const std::size_t rows : {10U, 12U, 20U, 40U}) {
    EXPECT_TRUE(assess_matrix(testing::draw_matrix(rows, 5, 1)).card.brier_refinement.has_value());
  }
}

TEST(Assess, SaysTheSameAsTextJsonFragmentAndPage) {
  const Patients rows = draw(900);
  const Subgroups by = rows.by_site();
  const Observations seen = observe(rows.probabilities, rows.labels, rows.weights);
  const Assessment found = assess(seen, 900, {.repeats = 30}, &by);
  const std::string verdict = verdict_sentence(found.diagnosis);
  const std::string off = "1 of 2 subgroups is off by more than chance";
  const std::string text = to_text(found);
  EXPECT_THAT(text, StartsWith("900 rows of weight "));
  EXPECT_THAT(text, HasSubstr("\nby chance: what perfect probabilities stay below in 97.5 % of "));
  EXPECT_THAT(text, HasSubstr("\n" + verdict + "\n"));
  EXPECT_THAT(text, HasSubstr(off));
  EXPECT_THAT(to_text(found, {.file = "-", .columns = {"p"}}),
              HasSubstr("standard input: 900 rows of weight "));
  const auto json = nlohmann::json::parse(to_json(found, {.file = "a.csv", .columns = {"p"}}));
  EXPECT_EQ(json["file"], "a.csv");
  EXPECT_EQ(json["verdict"]["sentence"], verdict);
  EXPECT_EQ(json["subgroups"][0]["off"], true);
  EXPECT_FALSE(nlohmann::json::parse(to_json(found)).contains("file"));
  const std::string fragment = to_fragment(found);
  EXPECT_THAT(fragment, HasSubstr("<p>" + verdict.substr(0, verdict.find(": p")) + ": p &lt; "));
  EXPECT_THAT(fragment, HasSubstr(off));
  EXPECT_THAT(fragment, Not(HasSubstr("<style")));
  const std::string page = to_page(found, {.title = "Our <ward>"});
  EXPECT_THAT(page, HasSubstr("<title>Our &lt;ward&gt;</title>"));
  EXPECT_THAT(page, HasSubstr(off));
  EXPECT_THAT(to_page(found, {.before = "raw"}, &found),
              HasSubstr("The probabilities in column raw are "));
}

}  // namespace
}  // namespace calibrant
