// A C99 header: sorted arrays and a search whose steps depend on nothing but their length.
//
// Numbers are hexadecimal, which a C99 compiler must read exactly; of decimal ones it may take a
// neighbour.
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "calibrant/version.hpp"
#include "export/c_text.hpp"
#include "export/plan.hpp"
#include "math/clip.hpp"

namespace calibrant {

std::string c_number(double x) {
  std::array<char, 32> digits = {};
  const char* end = std::to_chars(digits.data(), digits.data() + digits.size(), std::abs(x),
                                  std::chars_format::hex)
                        .ptr;
  return fmt::format("{}0x{}", std::signbit(x) ? "-" : "", std::string_view(digits.data(), end));
}

std::string c_array(const std::string& name, const std::vector<double>& numbers) {
  std::string text = fmt::format("static const double {}[{}] = {{", name, numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    fmt::format_to(std::back_inserter(text), "{}{},", i % 4 == 0 ? "\n  " : " ",
                   c_number(numbers[i]));
  }
  text.back() = '\n';
  return text + "};\n\n";
}

namespace {

// How many of borders[0], borders[1], ... are <= score.
std::string search(const std::string& name, const std::string& borders, std::size_t size) {
  return fmt::format(R"(/* How many of these are <= score. */
static inline size_t {0}_search(double score) {{
  const double *borders = {1};
  size_t count = 0;
  size_t left = {2};
  while (left > 0) {{
    const size_t half = (left + 1) / 2;
    count += half & (0 - (size_t)(borders[count + half - 1] <= score));
    left -= half;
  }}
  return count;
}}

)",
                     name, borders, size);
}

std::string steps(const Plan& plan) {
  const std::string& base = plan.outputs[0].name;
  const bool constant = plan.places.empty();
  std::string text;
  if (!constant) {
    text += c_array(base + "_borders", plan.places);
    text += search(base, base + "_borders", plan.places.size());
  }
  for (const Output& output : plan.outputs) {
    text += c_array(output.name + "_values", output.values);
    text += fmt::format(R"(static inline double {0}(double score) {{
  return score != score ? score : {0}_values[{1}];
}}

)",
                        output.name, constant ? "0" : base + "_search(score)");
  }
  return text;
}

std::string segments(const Plan& plan) {
  const std::string& base = plan.outputs[0].name;
  const std::vector<double>& knots = plan.places;
  bool wide = false;
  for (std::size_t i = 1; i < knots.size(); ++i) wide = wide || is_wide(knots[i - 1], knots[i]);
  std::string text = c_array(base + "_knots", knots);
  text += search(base, base + "_knots", knots.size());
  text += fmt::format(R"(/* Straight lines between the knots, constant outside. */
static inline double {0}_read(const double *values, double score) {{
  const double *knots = {0}_knots;
  const size_t above = {0}_search(score);
  if (score != score) return score;
  if (above == 0) return values[0];
  if (above == {1}) return values[{3}];
  const double left = knots[above - 1];
  const double right = knots[above];
  const double from = values[above - 1];
  const double to = values[above];
  {2}
  const double value = from + t * (to - from);
  const double least = from < to ? from : to;
  const double most = from < to ? to : from;
  return value < least ? least : value > most ? most : value;
}}

)",
                      base, knots.size(),
                      wide ? R"(const double scale = right - left <= DBL_MAX ? 1.0 : 0.5;
  const double t = (score * scale - left * scale) / (right * scale - left * scale);)"
                           : "const double t = (score - left) / (right - left);",
                      knots.size() - 1);
  for (const Output& output : plan.outputs) {
    text += c_array(output.name + "_values", output.values);
    text += fmt::format(R"(static inline double {0}(double score) {{
  return {1}_read({0}_values, score);
}}

)",
                        output.name, base);
  }
  return text;
}

std::string sigmoid(const Plan& plan) {
  const Sigmoid& s = plan.sigmoid;
  std::string z;
  std::string low = fmt::format("{}", kScoreClip);
  std::string high = "1 - " + low;
  switch (s.input) {
    case Sigmoid::Input::kScore:
      low = "-DBL_MAX";
      high = "DBL_MAX";
      z = fmt::format("{} + {} * x", c_number(s.intercept), c_number(s.slope));
      break;
    case Sigmoid::Input::kLogit:
      z = fmt::format("{} + {} * (log(x) - log1p(-x))", c_number(s.intercept), c_number(s.slope));
      break;
    case Sigmoid::Input::kLogs:
      z = fmt::format("{} + {} * log(x) - {} * log1p(-x)", c_number(s.intercept), c_number(s.slope),
                      c_number(s.slope_complement));
      break;
  }
  return fmt::format(R"(static inline double {0}(double score) {{
  const double low = {1};
  const double high = {2};
  const double x = score < low ? low : score > high ? high : score;
  const double z = {3};
  const double y = exp(z < 0 ? z : -z);
  return (z < 0 ? y : 1) / (1 + y);
}}

)",
                     plan.outputs[0].name, low, high, z);
}

}  // namespace

std::string c_functions(const Plan& plan) {
  switch (plan.kind) {
    case Plan::Kind::kSigmoid:
      return sigmoid(plan);
    case Plan::Kind::kSteps:
      return steps(plan);
    case Plan::Kind::kSegments:
      break;
  }
  return segments(plan);
}

std::string c_header(const std::string& name, const std::string& comment, const std::string& body) {
  std::string guard = "CALIBRANT_EXPORT_" + name + "_H";
  for (char& letter : guard) {
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  }
  return fmt::format(R"(/* {0} */
#ifndef {1}
#define {1}

#include <float.h>
#include <math.h>
#include <stddef.h>

)",
                     comment, guard) +
         body + fmt::format("#endif /* {} */\n", guard);
}

std::string write_c(const Plan& plan) {
  std::string functions = fmt::format("double {}(double score)", plan.outputs[0].name);
  for (std::size_t i = 1; i < plan.outputs.size(); ++i) functions += ", " + plan.outputs[i].name;
  return c_header(
      plan.outputs[0].name,
      fmt::format("{}: from score to probability.\n"
                  "   NaN gives NaN. Written by calibrant {} from a model of method {}.",
                  functions, version(), plan.method),
      c_functions(plan));
}

}  // namespace calibrant
