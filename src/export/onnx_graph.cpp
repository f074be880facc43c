#include "export/onnx_graph.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "calibrant/version.hpp"

namespace calibrant::onnx {
namespace {

using protobuf::Message;

// Numbers of onnx.proto.
constexpr int kIntAttribute = 2;
constexpr int kIntsAttribute = 7;
constexpr int kIrVersion = 8;
constexpr int kOpset = 17;

Message value_info(const Name& name, int type, int columns) {
  Message shape = Message().message(1, Message().bytes(2, "N"));
  if (columns > 0) shape.message(1, Message().integer(1, columns));
  const Message tensor = Message().integer(1, type).message(2, shape);
  return Message().bytes(1, name).message(2, Message().message(1, tensor));
}

}  // namespace

// No identifier has a slash, so these names are no input's or output's.
Name Graph::fresh(const char* kind) { return fmt::format("{}/{}", kind, ++names_); }

Name Graph::input(const Name& name, bool floats, int columns) {
  ends_.message(11, value_info(name, floats ? kFloat : kDouble, columns));
  return floats ? cast(name, kDouble) : name;
}

Name Graph::add(const char* operation, const std::vector<Name>& inputs, Name result,
                Attribute attribute) {
  if (result.empty()) result = fresh(operation);
  Message node;
  for (const Name& input : inputs) node.bytes(1, input);
  node.bytes(2, result).bytes(3, "node/" + result).bytes(4, operation);
  if (attribute.name != nullptr) {
    node.message(5, Message()
                        .bytes(1, attribute.name)
                        .integer(attribute.list ? 8 : 3, attribute.value)
                        .integer(20, attribute.list ? kIntsAttribute : kIntAttribute));
  }
  nodes_.message(1, node);
  return result;
}

Name Graph::cast(const Name& value, int type) { return add("Cast", {value}, {}, {"to", type}); }

template <class T>
Name Graph::tensor(int type, const std::vector<T>& values, const std::vector<std::int64_t>& shape) {
  static_assert(std::endian::native == std::endian::little && sizeof(T) == 8);
  std::string raw(values.size() * sizeof(T), '\0');
  std::memcpy(raw.data(), values.data(), raw.size());
  Name name = fresh("table");
  Message message;
  for (const std::int64_t size : shape) message.integer(1, size);
  nodes_.message(5, message.integer(2, type).bytes(8, name).bytes(9, raw));
  return name;
}

Name Graph::numbers(const std::vector<double>& values) {
  if (values.size() == 1) return tensor(kDouble, values, {});
  return table(values, {static_cast<std::int64_t>(values.size())});
}

Name Graph::integers(const std::vector<std::int64_t>& values) {
  if (values.size() == 1) return tensor(kInt64, values, {});
  return tensor(kInt64, values, {static_cast<std::int64_t>(values.size())});
}

Name Graph::table(const std::vector<double>& values, const std::vector<std::int64_t>& shape) {
  return tensor(kDouble, values, shape);
}

// One column after the other. A ReduceSum takes them in another order, and next to 1 the last digit
// of a probability matters.
Name Graph::sum(const Name& value, std::int64_t columns) {
  const Name last = tensor(kInt64, std::vector<std::int64_t>{columns - 1}, {1});
  return add("Gather", {add("CumSum", {value, integers({1})}), last}, {}, {"axis", 1});
}

Name Graph::largest(const Name& value) {
  return add("ReduceMax", {value}, {}, {.name = "axes", .value = 1, .list = true});
}

void Graph::output(const Name& name, const Name& value, int columns) {
  add("Identity", {value}, name);
  ends_.message(12, value_info(name, kDouble, columns));
}

void Graph::note(const std::string& key, const std::string& text) {
  notes_.message(14, Message().bytes(1, key).bytes(2, text));
}

std::string Graph::model(const std::string& description) const {
  // Fields of one message in any order: they can be put together as bytes.
  Message graph;
  graph.bytes(2, "calibrant");
  return Message()
             .integer(1, kIrVersion)
             .bytes(2, "calibrant")
             .bytes(3, version())
             .bytes(6, description)
             .bytes(7, nodes_.text() + graph.text() + ends_.text())
             .message(8, Message().bytes(1, "").integer(2, kOpset))
             .text() +
         notes_.text();
}

}  // namespace calibrant::onnx
