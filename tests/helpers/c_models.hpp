// Models of the C API that are freed, and calls that must work or must fail.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "calibrant/calibrant.h"
#include "helpers/shapes.hpp"

namespace calibrant::c_api_testing {

struct Free {
  void operator()(calibrant_model* model) const { calibrant_free(model); }
};
using Handle = std::unique_ptr<calibrant_model, Free>;

struct CRows {
  std::vector<double> scores;
  std::vector<int> labels;
};

inline CRows rows() {
  const auto sample = testing::draw(testing::Shape::kSharp, 300);
  return {sample.scores, {sample.labels.begin(), sample.labels.end()}};
}

inline Handle fit(const char* method, const char* options, const CRows& given = rows()) {
  calibrant_model* model = nullptr;
  const calibrant_status status =
      calibrant_fit(method, options, given.scores.data(), given.labels.data(), nullptr,
                    given.scores.size(), &model);
  EXPECT_EQ(status == CALIBRANT_OK, model != nullptr);
  EXPECT_EQ(status, CALIBRANT_OK) << calibrant_last_error();
  return Handle(model);
}

inline std::vector<double> applied(const Handle& model, std::vector<double> scores) {
  const std::size_t count = scores.size() / calibrant_columns(model.get());
  EXPECT_EQ(calibrant_apply(model.get(), scores.data(), count, scores.data()), CALIBRANT_OK);
  return scores;
}

inline std::string text_of(const Handle& model) {
  char* text = nullptr;
  std::size_t length = 0;
  EXPECT_EQ(calibrant_to_json(model.get(), &text, &length), CALIBRANT_OK);
  std::string result(text, length);
  EXPECT_EQ(text[length], '\0');
  calibrant_free_text(text);
  return result;
}

// A call that must fail, as "status: message".
inline std::string refused(calibrant_status status) {
  return std::to_string(status) + ": " + calibrant_last_error();
}

inline std::string fit_refused(const char* method, const char* options,
                               const CRows& given = rows()) {
  calibrant_model* model = nullptr;
  const auto status = calibrant_fit(method, options, given.scores.data(), given.labels.data(),
                                    nullptr, given.scores.size(), &model);
  EXPECT_EQ(model, nullptr);
  return refused(status);
}

}  // namespace calibrant::c_api_testing
