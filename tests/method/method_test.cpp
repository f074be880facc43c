// Every method by its name: from rows as from observations, and options where they belong.
#include "calibrant/method.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "calibrant/error.hpp"
#include "calibrant/model_file.hpp"
#include "helpers/message.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

TEST(FitMethod, RowsGiveTheCurveOfTheirObservations) {
  auto sample = testing::draw(testing::Shape::kSharp, 400);
  for (double& s : sample.scores) s = std::floor(s * 64) / 64;  // ties
  std::vector<double> weights;
  for (std::size_t i = 0; i < 400; ++i) weights.push_back(1 + static_cast<double>(i % 3));
  for (const std::string_view method : method_names()) {
    for (const BinStrategy strategy : {BinStrategy::kEqualMass, BinStrategy::kEqualWidth}) {
      SCOPED_TRACE(method);
      const MethodOptions options = {.level = 0.9, .bins = 7, .strategy = strategy};
      EXPECT_EQ(to_json(fit_method(method, sample.scores, sample.labels, {}, options)),
                to_json(fit_method(method, observe(sample.scores, sample.labels), options)));
      EXPECT_EQ(
          to_json(fit_method(method, sample.scores, sample.labels, weights, options)),
          to_json(fit_method(method, observe(sample.scores, sample.labels, weights), options)));
    }
  }
}

TEST(FitMethod, AsksWhetherToGoOnBeforeItsFirstLongStep) {
  const auto sample = testing::draw(testing::Shape::kSharp, 6000);
  const Observations seen = observe(sample.scores, sample.labels);
  for (const std::string_view method : {"auto", "abb", "sbb"}) {
    SCOPED_TRACE(method);
    std::vector<double> asked;
    const MethodOptions options = {.execution = {.threads = 1, .progress = [&](double done) {
                                                   asked.push_back(done);
                                                   return false;
                                                 }}};
    const std::vector<double> at_once = {0.0};
    EXPECT_EQ(testing::message_of<Cancelled>(
                  [&] { fit_method(method, sample.scores, sample.labels, {}, options); }),
              "cancelled by the progress callback");
    EXPECT_EQ(asked, at_once) << "after the rows were sorted";
    if (method == "sbb") continue;  // its steps are short
    asked.clear();
    EXPECT_EQ(testing::message_of<Cancelled>([&] { fit_method(method, seen, options); }),
              "cancelled by the progress callback");
    EXPECT_EQ(asked, at_once) << "before bases are fitted, or candidates screened";
  }
}

TEST(FitMethod, KnowsWhichScoresItTakes) {
  std::vector<std::string_view> strict;
  for (const std::string_view method : method_names()) {
    if (needs_probabilities(method)) strict.push_back(method);
  }
  EXPECT_EQ(strict,
            (std::vector<std::string_view>{"platt-logit", "beta", "temperature", "quadratic"}));
}

TEST(FitMethod, AnUnknownNameIsAnsweredWithTheKnownOnes) {
  const std::string message =
      "method: 'forest' is not one of auto, abb, sbb, platt, platt-logit, beta, temperature, "
      "quadratic, histogram, isotonic, acp, vector, matrix, one-vs-rest";
  const std::vector<double> scores = {0.1, 0.9};
  const std::vector<std::uint8_t> labels = {0, 1};
  EXPECT_EQ(testing::message_of<OptionError>([&] { fit_method("forest", scores, labels); }),
            message);
  EXPECT_EQ(testing::message_of<OptionError>([&] { needs_probabilities("forest"); }), message);
}

// From the definition: a method reads an option if another value makes another model. The curve
// falls in places, so that a monotone one is another one.
TEST(FitMethod, OptionsAreReadByWhoIsSaidToReadThem) {
  const auto sample = testing::draw(testing::Shape::kStepped, 400);
  const Observations seen = observe(sample.scores, sample.labels);
  const std::vector<std::pair<std::string_view, MethodOptions>> changed = {
      {"lambda", {.prior = {.lambda = 3}}},
      {"scale", {.prior = {.scale = Scale::kScore}}},
      {"lookup", {.lookup = Lookup::kPrevious}},
      {"level", {.level = 0.9}},
      {"smoothing", {.smoothing = false}},
      {"bins", {.bins = 3}},
      {"strategy", {.strategy = BinStrategy::kEqualWidth}},
      {"interpolate", {.interpolate = true}},
      {"monotone", {.monotone = true}},
      {"exact", {.exact = true}},
      {"cells", {.cells = CellRule::kProbability}},
      {"tabulate", {.tabulate = 5}}};
  // These are for several classes: Parity.EveryMethodGivesTheSameModelOfSeveralClasses.
  const std::vector<std::string_view> of_classes = {"keep_top", "input", "keep_rows", "curve"};
  EXPECT_EQ(changed.size() + of_classes.size(), method_options().size());
  for (const std::string_view option : of_classes) find_option(option);
  for (const auto& [option, options] : changed) {
    std::vector<std::string_view> readers;
    for (const std::string_view method : method_names()) {
      if (to_json(fit_method(method, seen, options)) != to_json(fit_method(method, seen))) {
        readers.push_back(method);
      }
    }
    std::vector<std::string_view> said;
    for (const std::string_view method : methods_that_read(find_option(option))) {
      // Some read it for several classes only.
      const bool of_curve = std::ranges::count(find_method(method).options, option) > 0;
      if (of_curve || find_option(option).common) said.push_back(method);
    }
    EXPECT_EQ(said, readers) << option;
  }
}

}  // namespace
}  // namespace calibrant
