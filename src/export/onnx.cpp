// An ONNX model of opset 17: input double[N], outputs double[N]. The input may also be of floats,
// and have one or two columns, as classifiers that were converted give them.
//
// No operator searches a table of doubles (the tree ensembles know floats only), so a binary search
// is laid out as nodes: with 2^k - 1 borders, padded with infinity, the number of borders <= score
// is found in k rounds of Gather and GreaterOrEqual. Then everything about the piece is gathered,
// and computed in the order of the curve: from + (x * scale - left) / width * rise, kept between
// the two values. Every operator is rounded by itself, so the bits are those of the curve.
#include <fmt/format.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "calibrant/version.hpp"
#include "export/plan.hpp"
#include "export/protobuf.hpp"
#include "math/clip.hpp"

namespace calibrant {
namespace {

using protobuf::Message;
using Name = std::string;

// Numbers of onnx.proto.
constexpr int kFloat = 1;
constexpr int kInt64 = 7;
constexpr int kDouble = 11;
constexpr int kIntAttribute = 2;
constexpr int kIrVersion = 8;
constexpr int kOpset = 17;

class Graph {
 public:
  explicit Graph(const ExportOptions& options)
      : input_(options.column),
        input_type_(options.float_input ? kFloat : kDouble),
        input_columns_(options.input_columns),
        score_(input_) {
    if (options.float_input) score_ = cast(score_, kDouble);
    if (input_columns_ == 0) return;
    // The last column of each row: a scalar index takes its dimension away.
    Message axis;
    axis.bytes(1, "axis").integer(3, 1).integer(20, kIntAttribute);
    const Name last = constant(static_cast<std::int64_t>(input_columns_ - 1));
    score_ = add_node("Gather", {score_, last}, axis, {});
  }

  const Name& score() const { return score_; }

  Name add(const char* operation, std::initializer_list<Name> inputs, Name result = {}) {
    return add_node(operation, inputs, {}, std::move(result));
  }

  Name cast(const Name& input, int type) {
    Message attribute;
    attribute.bytes(1, "to").integer(3, type).integer(20, kIntAttribute);
    return add_node("Cast", {input}, attribute, {});
  }

  Name constant(double value) { return tensor(kDouble, std::vector{value}, false); }
  Name constant(std::int64_t value) { return tensor(kInt64, std::vector{value}, false); }
  Name table(const std::vector<double>& values) { return tensor(kDouble, values, true); }

  /// NaN gives NaN, whatever the value.
  void output(const Name& name, const Name& value) {
    if (nan_.empty()) nan_ = add("IsNaN", {score_});
    add("Where", {nan_, score_, value}, name);
    outputs_.push_back(name);
  }

  std::string model(const std::string& method) const {
    Message graph = graph_;
    graph.bytes(2, "calibrant").message(11, value_info(input_, input_type_, input_columns_));
    for (const Name& name : outputs_) graph.message(12, value_info(name, kDouble, 0));
    return Message()
        .integer(1, kIrVersion)
        .bytes(2, "calibrant")
        .bytes(3, version())
        .bytes(6, "From score to probability; method " + method)
        .message(7, graph)
        .message(8, Message().bytes(1, "").integer(2, kOpset))
        .text();
  }

 private:
  // No identifier has a slash, so these names are no input's or output's.
  Name fresh(const char* kind) { return fmt::format("{}/{}", kind, ++names_); }

  Name add_node(const char* operation, std::initializer_list<Name> inputs, const Message& attribute,
                Name result) {
    if (result.empty()) result = fresh(operation);
    Message node;
    for (const Name& input : inputs) node.bytes(1, input);
    node.bytes(2, result).bytes(3, "node/" + result).bytes(4, operation);
    if (!attribute.text().empty()) node.message(5, attribute);
    graph_.message(1, node);
    return result;
  }

  template <class T>
  Name tensor(int type, const std::vector<T>& values, bool dimension) {
    static_assert(std::endian::native == std::endian::little && sizeof(T) == 8);
    std::string raw(values.size() * sizeof(T), '\0');
    std::memcpy(raw.data(), values.data(), raw.size());
    Name name = fresh("table");
    Message message;
    if (dimension) message.integer(1, static_cast<std::int64_t>(values.size()));
    graph_.message(5, message.integer(2, type).bytes(8, name).bytes(9, raw));
    return name;
  }

  static Message value_info(const Name& name, int type, int columns) {
    Message shape = Message().message(1, Message().bytes(2, "N"));
    if (columns > 0) shape.message(1, Message().integer(1, columns));
    const Message tensor = Message().integer(1, type).message(2, shape);
    return Message().bytes(1, name).message(2, Message().message(1, tensor));
  }

  Name input_;
  int input_type_;
  int input_columns_;
  Name score_;
  Name nan_;
  std::vector<Name> outputs_;
  Message graph_;
  int names_ = 0;
};

// The search through some borders, and the tables to look up with what it found.
class Search {
 public:
  Search(Graph& graph, std::vector<double> borders) : graph_(graph) {
    pieces_ = std::bit_ceil(borders.size() + 1);
    borders.resize(pieces_ - 1, std::numeric_limits<double>::infinity());
    Name table;
    if (borders.size() > 1) table = graph.table(borders);
    for (std::size_t half = pieces_ / 2; half > 0; half /= 2) {
      const Name border = place_.empty() ? graph.constant(borders[half - 1])
                                         : graph.add("Gather", {table, before(half)});
      const Name above = graph.cast(graph.add("GreaterOrEqual", {graph.score(), border}), kInt64);
      const Name jump = graph.add("Mul", {above, graph.constant(static_cast<std::int64_t>(half))});
      place_ = place_.empty() ? jump : graph.add("Add", {place_, jump});
    }
  }

  /// values[number of borders <= score]
  Name look_up(std::vector<double> values) {
    if (place_.empty()) return graph_.constant(values.front());
    values.resize(pieces_, values.back());  // infinity finds the padding
    return graph_.add("Gather", {graph_.table(values), place_});
  }

 private:
  Name before(std::size_t half) {
    if (half == 1) return place_;
    return graph_.add("Add", {place_, graph_.constant(static_cast<std::int64_t>(half - 1))});
  }

  Graph& graph_;
  std::size_t pieces_ = 0;
  Name place_;
};

void add_steps(Graph& graph, const Plan& plan) {
  Search search(graph, plan.places);
  for (const Output& output : plan.outputs) {
    graph.output(output.name, search.look_up(output.values));
  }
}

// Where in its piece the score is, from 0 to 1. There is a piece below the first knot and one above
// the last; the score is clipped, so that it is 0 there.
Name add_fraction(Graph& graph, Search& search, const std::vector<double>& knots) {
  std::vector<double> scale = {1};
  std::vector<double> left = {knots.front()};
  std::vector<double> width = {1};
  bool wide = false;
  for (std::size_t i = 0; i + 1 < knots.size(); ++i) {
    const bool halved = is_wide(knots[i], knots[i + 1]);
    wide = wide || halved;
    scale.push_back(halved ? 0.5 : 1);
    left.push_back(knots[i] * scale.back());
    width.push_back(knots[i + 1] * scale.back() - left.back());
  }
  scale.push_back(1);
  left.push_back(knots.back());
  width.push_back(1);
  Name x = graph.add("Clip",
                     {graph.score(), graph.constant(knots.front()), graph.constant(knots.back())});
  if (wide) x = graph.add("Mul", {x, search.look_up(scale)});
  return graph.add("Div", {graph.add("Sub", {x, search.look_up(left)}), search.look_up(width)});
}

void add_segments(Graph& graph, const Plan& plan) {
  Search search(graph, plan.places);
  const Name t = add_fraction(graph, search, plan.places);
  for (const Output& output : plan.outputs) {
    const std::vector<double>& values = output.values;
    std::vector<double> from = {values.front()};
    std::vector<double> to = {values.front()};
    for (std::size_t i = 0; i + 1 < values.size(); ++i) {
      from.push_back(values[i]);
      to.push_back(values[i + 1]);
    }
    from.push_back(values.back());
    to.push_back(values.back());
    std::vector<double> rise(from.size());
    std::vector<double> least(from.size());
    std::vector<double> most(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
      rise[i] = to[i] - from[i];
      least[i] = from[i] < to[i] ? from[i] : to[i];
      most[i] = from[i] < to[i] ? to[i] : from[i];
    }
    const Name line =
        graph.add("Add", {search.look_up(from), graph.add("Mul", {t, search.look_up(rise)})});
    const Name above = graph.add("Max", {line, search.look_up(least)});
    graph.output(output.name, graph.add("Min", {above, search.look_up(most)}));
  }
}

void add_sigmoid(Graph& graph, const Plan& plan) {
  const Sigmoid& sigmoid = plan.sigmoid;
  const bool by_score = sigmoid.input == Sigmoid::Input::kScore;
  const double high = by_score ? std::numeric_limits<double>::max() : 1 - kScoreClip;
  const double low = by_score ? -high : kScoreClip;
  const Name one = graph.constant(1.0);
  const Name slope = graph.constant(sigmoid.slope);
  const Name intercept = graph.constant(sigmoid.intercept);
  const Name x = graph.add("Clip", {graph.score(), graph.constant(low), graph.constant(high)});
  Name z;
  if (by_score) {
    z = graph.add("Add", {intercept, graph.add("Mul", {slope, x})});
  } else {
    const Name log = graph.add("Log", {x});
    const Name log_complement = graph.add("Log", {graph.add("Sub", {one, x})});
    if (sigmoid.input == Sigmoid::Input::kLogit) {
      const Name logit = graph.add("Sub", {log, log_complement});
      z = graph.add("Add", {intercept, graph.add("Mul", {slope, logit})});
    } else {
      const Name first = graph.add("Add", {intercept, graph.add("Mul", {slope, log})});
      z = graph.add(
          "Sub",
          {first, graph.add("Mul", {graph.constant(sigmoid.slope_complement), log_complement})});
    }
  }
  const Name y = graph.add("Exp", {graph.add("Neg", {z})});
  graph.output(plan.outputs[0].name, graph.add("Div", {one, graph.add("Add", {one, y})}));
}

}  // namespace

std::string write_onnx(const Plan& plan, const ExportOptions& options) {
  Graph graph(options);
  switch (plan.kind) {
    case Plan::Kind::kSigmoid:
      add_sigmoid(graph, plan);
      break;
    case Plan::Kind::kSteps:
      add_steps(graph, plan);
      break;
    case Plan::Kind::kSegments:
      add_segments(graph, plan);
      break;
  }
  return graph.model(plan.method);
}

}  // namespace calibrant
