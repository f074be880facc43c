// What a fit of several classes tells its caller: on the way, of its rows, and of bad ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "calibrant/classes.hpp"
#include "calibrant/error.hpp"
#include "calibrant/method.hpp"
#include "helpers/class_data.hpp"
#include "helpers/message.hpp"

namespace calibrant {
namespace {

constexpr auto kOverconfident = [](std::size_t k, double z) { return 2 * z + (k == 0 ? 0.5 : 0); };

constexpr auto kClassMethods = {ClassMethod::kAuto, ClassMethod::kTemperature, ClassMethod::kVector,
                                ClassMethod::kMatrix};

TEST(ClassAccount, EveryMethodReportsProgressThatOnlyGrows) {
  const auto data = testing::draw_classes(4, 300, 1, kOverconfident);
  for (const ClassMethod method : kClassMethods) {
    std::vector<double> told;
    const Progress listen = [&](double fraction) {
      told.push_back(fraction);
      return true;
    };
    const ClassModel model =
        fit_classes(data.scores, data.labels, 4, {},
                    {.method = method, .execution = {.threads = 1, .progress = listen}});
    ASSERT_GE(told.size(), 2U);
    EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
    EXPECT_GE(told.front(), 0);
    EXPECT_NEAR(told.back(), 1, 1e-9);
    // Listening changes nothing.
    const ClassModel deaf = fit_classes(data.scores, data.labels, 4, {}, {.method = method});
    std::vector<double> one(data.scores.size());
    std::vector<double> two(data.scores.size());
    apply(model, data.scores, one);
    apply(deaf, data.scores, two);
    EXPECT_EQ(one, two);
  }
}

TEST(ClassAccount, EveryMethodStopsWhenItIsAsked) {
  const auto data = testing::draw_classes(4, 300, 1, kOverconfident);
  for (const ClassMethod method : kClassMethods) {
    int calls = 0;
    const Progress stop = [&](double) { return ++calls < 2; };
    EXPECT_THROW(fit_classes(data.scores, data.labels, 4, {},
                             {.method = method, .execution = {.threads = 1, .progress = stop}}),
                 Cancelled);
    EXPECT_EQ(calls, 2);
  }
}

// Rows whose most likely classes, of which there may be several, are all others than before.
double rows_changed(const ClassModel& model, const std::vector<double>& scores) {
  const std::size_t classes = model.classes();
  std::vector<double> p(scores.size());
  apply(model, scores, p);
  const auto is_top = [&](const std::vector<double>& of, std::size_t row, std::size_t k) {
    for (std::size_t j = 0; j < classes; ++j) {
      if (of[row * classes + j] > of[row * classes + k]) return false;
    }
    return true;
  };
  double changed = 0;
  for (std::size_t row = 0; row < scores.size() / classes; ++row) {
    bool kept = false;
    for (std::size_t k = 0; k < classes; ++k) {
      kept |= is_top(scores, row, k) && is_top(p, row, k);
    }
    changed += kept ? 0 : 1;
  }
  return changed;
}

// Rows whose top is tied, which are always of the second of the tied classes, or of the third.
TEST(ClassAccount, ATieThatIsBrokenIsNoChange) {
  std::vector<double> scores;
  std::vector<std::uint32_t> of_the_second;
  std::vector<std::uint32_t> of_the_third;
  for (int i = 0; i < 100; ++i) {
    scores.insert(scores.end(), {0.45, 0.45, 0.1, 0.1, 0.45, 0.45});
    of_the_second.insert(of_the_second.end(), {1, 2});
    of_the_third.insert(of_the_third.end(), {2, 0});
  }
  scores.insert(scores.end(), {0.8, 0.1, 0.1, 0.1, 0.8, 0.1});
  of_the_second.insert(of_the_second.end(), {0, 1});
  of_the_third.insert(of_the_third.end(), {0, 1});
  for (const ClassMethod method : kClassMethods) {
    const ClassModel second = fit_classes(scores, of_the_second, 3, {}, {.method = method});
    EXPECT_EQ(second.origin().changed, 0);
    EXPECT_EQ(rows_changed(second, scores), 0);
    const ClassModel third = fit_classes(scores, of_the_third, 3, {}, {.method = method});
    EXPECT_EQ(third.origin().changed, rows_changed(third, scores));
    if (method == ClassMethod::kMatrix) {
      EXPECT_GE(third.origin().changed, 200);
      std::vector<double> p(3);
      apply(second, std::vector<double>{0.45, 0.45, 0.1}, p);
      EXPECT_GT(p[1], p[0]);  // the tie is broken
    }
  }
}

TEST(ClassAccount, BadRowsNameTheClass) {
  const std::vector<double> scores = {0.2, 0.3, 0.5, 0.6, 0.2, 0.2, 0.1, 0.8, 0.1};
  const std::vector<std::string> names = {"ant", "bee\n", "cat"};
  const auto message = [&](std::string_view method, std::size_t place, double value,
                           const MethodOptions& options = {}) {
    std::vector<double> changed = scores;
    changed[place] = value;
    return testing::message_of([&] {
      fit_multiclass(method, changed, std::vector<std::uint32_t>{0, 1, 2}, names, {}, options);
    });
  };
  for (const char* method : {"auto", "vector", "one-vs-rest", "isotonic"}) {
    EXPECT_EQ(message(method, 4, std::nan("")),
              "scores[1]: class 'bee\\x0a': nan is not a finite number");
  }
  EXPECT_EQ(message("auto", 5, 1.5, {.input = ClassInput::kProbabilities}),
            "scores[1]: class 'cat': 1.5 is not a probability (0 to 1)");
  EXPECT_EQ(testing::message_of([&] {
              fit_multiclass("matrix", scores, std::vector<std::uint32_t>{0, 2, 2}, names);
            }),
            "labels: no row has class 'bee\\x0a' (each class needs one at least)");
}

}  // namespace
}  // namespace calibrant
