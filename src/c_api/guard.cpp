// The message lives in an array of the thread: to remember it needs no memory that could be
// missing, and nothing has to be destroyed when the thread ends.
#include "c_api/guard.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <new>

#include "calibrant/error.hpp"
#include "calibrant/model_file.hpp"

namespace calibrant::c_api {
namespace {

// The longest path of Linux, and a sentence. What does not fit is cut off.
constexpr std::size_t kLongest = 4096 + 512;
thread_local std::array<char, kLongest + 1> last_error = {};

calibrant_status remember(calibrant_status status, std::string_view message) noexcept {
  std::size_t length = std::min(message.size(), kLongest);
  // Not in the middle of a letter: the bytes that continue one are 10xxxxxx.
  while (length > 0 && length < message.size() &&
         (static_cast<unsigned char>(message[length]) & 0xC0U) == 0x80U) {
    --length;
  }
  std::memcpy(last_error.data(), message.data(), length);
  last_error[length] = '\0';
  return status;
}

}  // namespace

calibrant_status status_of_exception() noexcept {
  try {
    throw;
  } catch (const ArgumentError& error) {
    return remember(CALIBRANT_BAD_ARGUMENT, error.what());
  } catch (const InputError& error) {
    return remember(CALIBRANT_BAD_INPUT, error.what());
  } catch (const OptionError& error) {
    return remember(CALIBRANT_BAD_OPTION, error.what());
  } catch (const ModelError& error) {
    return remember(CALIBRANT_BAD_MODEL, error.what());
  } catch (const Error& error) {
    return remember(CALIBRANT_FAILED, error.what());
  } catch (const std::bad_alloc&) {
    return remember(CALIBRANT_OUT_OF_MEMORY, "out of memory");
  } catch (const std::length_error&) {
    return remember(CALIBRANT_OUT_OF_MEMORY, "out of memory (an array would be too long)");
  } catch (const std::exception& error) {
    return remember(CALIBRANT_INTERNAL, error.what());
  } catch (...) {
    return remember(CALIBRANT_INTERNAL, "an unknown exception");
  }
}

void hand_over(const std::string& content, char** text, std::size_t* length) {
  // NOLINTNEXTLINE(cppcoreguidelines-no-malloc): C's memory, though it comes back to us.
  *text = static_cast<char*>(std::malloc(content.size() + 1));
  if (*text == nullptr) throw std::bad_alloc();
  std::memcpy(*text, content.c_str(), content.size() + 1);
  if (length != nullptr) *length = content.size();
}

}  // namespace calibrant::c_api

extern "C" void calibrant_free_text(char* text) {
  std::free(text);  // NOLINT(cppcoreguidelines-no-malloc): the other half of hand_over.
}

extern "C" const char* calibrant_last_error() { return calibrant::c_api::last_error.data(); }
