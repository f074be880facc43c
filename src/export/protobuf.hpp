// The wire format of Protocol Buffers, as far as ONNX needs it: a message is a string of fields,
// each a key (number and kind) and then a varint or a length and that many bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace calibrant::protobuf {

class Message {
 public:
  Message& integer(std::uint32_t field, std::int64_t value) {
    varint(field << 3U);
    varint(static_cast<std::uint64_t>(value));
    return *this;
  }
  Message& bytes(std::uint32_t field, std::string_view value) {
    varint(field << 3U | 2U);
    varint(value.size());
    bytes_ += value;
    return *this;
  }
  Message& message(std::uint32_t field, const Message& value) { return bytes(field, value.bytes_); }
  const std::string& text() const { return bytes_; }

 private:
  void varint(std::uint64_t value) {
    for (; value >= 0x80U; value >>= 7U) bytes_ += static_cast<char>(value | 0x80U);
    bytes_ += static_cast<char>(value);
  }

  std::string bytes_;
};

}  // namespace calibrant::protobuf
