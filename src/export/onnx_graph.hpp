// A graph of ONNX, node by node.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "export/protobuf.hpp"

namespace calibrant::onnx {

/// Of a value: an input, what a node gives, or a table.
using Name = std::string;

/// Types, by their numbers in onnx.proto.
inline constexpr int kFloat = 1;
inline constexpr int kInt64 = 7;
inline constexpr int kDouble = 11;

/// A whole number, or a list of one; nothing without a name.
struct Attribute {
  const char* name = nullptr;
  std::int64_t value = 0;
  bool list = false;
};

class Graph {
 public:
  /// [N], or [N, columns] if there are columns; as doubles, whatever comes in.
  Name input(const Name& name, bool floats, int columns);

  /// What the operator gives, under a new name or the one that is wanted.
  Name add(const char* operation, const std::vector<Name>& inputs, Name result = {},
           Attribute attribute = {});
  Name cast(const Name& value, int type);

  /// One number without a dimension, or several with one.
  Name numbers(const std::vector<double>& values);
  Name integers(const std::vector<std::int64_t>& values);
  Name table(const std::vector<double>& values, const std::vector<std::int64_t>& shape);

  /// Over the columns, which become one.
  Name sum(const Name& value, std::int64_t columns);
  Name largest(const Name& value);

  /// Doubles, [N] or [N, columns].
  void output(const Name& name, const Name& value, int columns);
  /// A word of the model about itself.
  void note(const std::string& key, const std::string& text);
  std::string model(const std::string& description) const;

 private:
  Name fresh(const char* kind);
  template <class T>
  Name tensor(int type, const std::vector<T>& values, const std::vector<std::int64_t>& shape);

  protobuf::Message nodes_;
  protobuf::Message ends_;  // inputs and outputs
  protobuf::Message notes_;
  int names_ = 0;
};

}  // namespace calibrant::onnx
