// Whatever is thrown becomes a status and a message, and the message fits.
#include "c_api/guard.hpp"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>
#include <string>

#include "calibrant/error.hpp"
#include "calibrant/model_file.hpp"

namespace calibrant::c_api {
namespace {

template <class Thrown>
void expect_status(const Thrown& thrown, calibrant_status status, const std::string& message) {
  EXPECT_EQ(guarded([&] { throw thrown; }), status) << message;
  EXPECT_EQ(calibrant_last_error(), message);
}

TEST(CApiGuard, EveryExceptionHasItsStatusAndMessage) {
  expect_status(ArgumentError("model", "is NULL"), CALIBRANT_BAD_ARGUMENT, "model: is NULL");
  expect_status(InputError("labels", 3, "2 is not a label"), CALIBRANT_BAD_INPUT,
                "labels[3]: 2 is not a label");
  expect_status(OptionError("bins", "0 is not a positive number"), CALIBRANT_BAD_OPTION,
                "bins: 0 is not a positive number");
  expect_status(ModelError("model: is not JSON"), CALIBRANT_BAD_MODEL, "model: is not JSON");
  expect_status(Error("cancelled"), CALIBRANT_FAILED, "cancelled");
  expect_status(std::bad_alloc(), CALIBRANT_OUT_OF_MEMORY, "out of memory");
  expect_status(std::length_error("vector"), CALIBRANT_OUT_OF_MEMORY,
                "out of memory (an array would be too long)");
  expect_status(std::runtime_error("a surprise"), CALIBRANT_INTERNAL, "a surprise");
  expect_status(7, CALIBRANT_INTERNAL, "an unknown exception");
}

TEST(CApiGuard, SuccessKeepsTheLastMessage) {
  expect_status(Error("cancelled"), CALIBRANT_FAILED, "cancelled");
  EXPECT_EQ(guarded([] {}), CALIBRANT_OK);
  EXPECT_STREQ(calibrant_last_error(), "cancelled");
}

// 4608 bytes at most, and no letter of two bytes cut in half.
TEST(CApiGuard, ALongMessageIsCutBetweenLetters) {
  std::string letters;
  for (int i = 0; i < 5000; ++i) letters += "\u00e9";
  expect_status(Error(letters), CALIBRANT_FAILED, letters.substr(0, 4608));
  expect_status(Error("x" + letters), CALIBRANT_FAILED, ("x" + letters).substr(0, 4607));
  expect_status(Error(std::string(4608, 'y')), CALIBRANT_FAILED, std::string(4608, 'y'));
}

}  // namespace
}  // namespace calibrant::c_api
