// What the C API refuses: every error with its status and its message.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "calibrant/calibrant.hpp"
#include "helpers/c_models.hpp"
#include "helpers/matrices.hpp"

namespace calibrant {
namespace {

using namespace c_api_testing;
using ::testing::HasSubstr;

TEST(CApi, WrongOptionsAreNamed) {
  EXPECT_EQ(
      fit_refused("magic", nullptr),
      "3: method: 'magic' is not one of auto, abb, sbb, platt, platt-logit, beta, temperature, "
      "quadratic, histogram, isotonic, acp, vector, matrix, one-vs-rest");
  EXPECT_EQ(fit_refused("abb", "{\"lambda\": "), "3: options: are not JSON (byte 12)");
  EXPECT_EQ(fit_refused("abb", "[1]"), "3: options: are not a JSON object");
  EXPECT_EQ(fit_refused("abb", R"({"lambda": 1e999})"),
            "3: options: have a number that is out of range");
  EXPECT_EQ(fit_refused("abb", std::string(1'000'000, '[').c_str()),
            "3: options: are nested too deeply");
  EXPECT_EQ(fit_refused("abb", R"({"lamda": 1})"),
            "3: lamda: is not an option (did you mean lambda?)");
  EXPECT_EQ(fit_refused("abb", R"({"bins": 4})"), "3: bins: is for histogram, not for abb");
  EXPECT_EQ(fit_refused("abb", R"({"lambda": -1})"),
            "3: lambda: -1 is not auto or a positive number");
  EXPECT_EQ(fit_refused("abb", R"({"lambda": "four"})"),
            "3: lambda: 'four' is not auto or a positive number");
  EXPECT_EQ(fit_refused("abb", R"({"scale": "ranks"})"),
            "3: scale: 'ranks' is not one of rank, score, logit, auto");
  EXPECT_EQ(fit_refused("abb", R"({"scale": 7})"),
            "3: scale: 7 is not one of rank, score, logit, auto");
  EXPECT_EQ(fit_refused("histogram", R"({"bins": 2.5})"),
            "3: bins: 2.5 is not a whole number above 0");
  EXPECT_EQ(fit_refused("histogram", R"({"smoothing": 1})"),
            "3: smoothing: 1 is not true or false");
  EXPECT_EQ(fit_refused("abb", R"({"threads": 4294967296})"),
            "3: threads: 4294967296 is not a number of threads");
}

TEST(CApi, WrongArgumentsAndDataAreNamed) {
  const CRows given = rows();
  const Handle model = fit("platt", nullptr);
  double out = 0;
  EXPECT_EQ(
      refused(calibrant_fit("abb", nullptr, nullptr, given.labels.data(), nullptr, 2, nullptr)),
      "1: model: is NULL");
  EXPECT_EQ(fit_refused(nullptr, nullptr), "1: method: is NULL");
  calibrant_model* raw = nullptr;
  EXPECT_EQ(refused(calibrant_fit("abb", nullptr, nullptr, given.labels.data(), nullptr, 2, &raw)),
            "1: scores: is NULL");
  EXPECT_EQ(refused(calibrant_load(nullptr, &raw)), "1: path: is NULL");
  EXPECT_EQ(refused(calibrant_load("x", nullptr)), "1: model: is NULL");
  EXPECT_EQ(refused(calibrant_load_memory(nullptr, 3, &raw)), "1: text: is NULL");
  EXPECT_EQ(refused(calibrant_to_json(model.get(), nullptr, nullptr)), "1: text: is NULL");
  EXPECT_EQ(refused(calibrant_save(nullptr, "x")), "1: model: is NULL");
  EXPECT_EQ(refused(calibrant_apply(nullptr, &out, 1, &out)), "1: model: is NULL");
  EXPECT_EQ(refused(calibrant_apply(model.get(), &out, 1, nullptr)), "1: probabilities: is NULL");
  EXPECT_EQ(
      refused(calibrant_apply(model.get(), &out, std::numeric_limits<std::size_t>::max(), &out)),
      "1: scores: 18446744073709551615 rows are too many");
  EXPECT_EQ(calibrant_apply(model.get(), nullptr, 0, nullptr), CALIBRANT_OK);
  EXPECT_EQ(fit_refused("abb", nullptr, {}), "2: scores: is empty (nothing observed)");
  EXPECT_EQ(fit_refused("abb", nullptr, {{0.5, NAN}, {0, 1}}),
            "2: scores[1]: nan is not a finite number");
  EXPECT_EQ(fit_refused("abb", nullptr, {{0.5, 0.6}, {0, 2}}),
            "2: labels[1]: 2 is not a label (0 or 1)");
  EXPECT_EQ(calibrant_kind_of(nullptr), CALIBRANT_NOTHING);
  EXPECT_EQ(calibrant_columns(nullptr), 0);
  EXPECT_EQ(calibrant_class_name(nullptr, 0), nullptr);
  EXPECT_STREQ(calibrant_method(nullptr), "");
  EXPECT_EQ(calibrant_level(nullptr), 0);
  EXPECT_STREQ(calibrant_version(), version());
  calibrant_free(nullptr);
  calibrant_free_text(nullptr);
}

TEST(CApi, EachThreadHasItsOwnLastError) {
  EXPECT_EQ(refused(calibrant_save(nullptr, "x")), "1: model: is NULL");
  std::string before;
  std::string after;
  std::thread other([&] {
    before = calibrant_last_error();
    after = fit_refused("magic", nullptr);
  });
  other.join();
  EXPECT_EQ(before, "");
  EXPECT_THAT(after, HasSubstr("magic"));
  EXPECT_STREQ(calibrant_last_error(), "model: is NULL");
}

// A message that is too long is cut between two letters, not inside one.
TEST(CApi, LongMessagesAreCut) {
  std::string path;
  while (path.size() < 10'000) path += "\u00e9";
  for (const std::string& name : {path, "x" + path}) {
    calibrant_model* model = nullptr;
    EXPECT_EQ(calibrant_load(name.c_str(), &model), CALIBRANT_BAD_MODEL);
    const std::string message = calibrant_last_error();
    const std::size_t first = message.find("\u00e9");
    EXPECT_GT(message.size(), 4600);
    EXPECT_LE(message.size(), 4096 + 512);
    EXPECT_EQ((message.size() - first) % 2, 0);
  }
}

}  // namespace
}  // namespace calibrant
