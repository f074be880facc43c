// A model file changed by hand, as a careless or malicious editor would.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "calibrant/model_file.hpp"
#include "helpers/message.hpp"

namespace calibrant::testing {

/// The text with `from` replaced by `to` inside the model, and the checksum made right again. Other
/// files of ours have another kind.
inline std::string edited(const std::string& text, const std::string& from, const std::string& to,
                          const std::string& kind = "model") {
  const std::string opening = "\"" + kind + "\":";
  const std::size_t begin = text.find(opening) + opening.size();
  std::string body = text.substr(begin, text.rfind('}') - begin);
  const std::size_t place = body.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  body.replace(place, from.size(), to);
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : body) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  std::array<char, 17> checksum = {};
  std::snprintf(checksum.data(), checksum.size(), "%016lx", hash);
  const std::string before = text.substr(0, text.find("\"checksum\":"));
  return before + "\"checksum\":\"" + checksum.data() + "\"," + opening + body + "}";
}

/// What is wrong with a text that is read as a model file.
inline std::string error_of(std::string_view text) {
  return message_of<ModelError>([&] { from_json(text); });
}

}  // namespace calibrant::testing
