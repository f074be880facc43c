// The message of what a call throws.
#pragma once

#include <string>

#include "calibrant/error.hpp"

namespace calibrant::testing {

/// InputError, OptionError and ModelError are told apart where a test needs it: name the type.
template <class Expected = Error, class Call>
std::string message_of(const Call& call) {
  try {
    call();
  } catch (const Expected& error) {
    return error.what();
  }
  return "nothing was thrown";
}

}  // namespace calibrant::testing
