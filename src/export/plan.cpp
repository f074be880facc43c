#include "export/plan.hpp"

#include <algorithm>
#include <limits>

#include "calibrant/error.hpp"
#include "curve/grid_steps.hpp"

namespace calibrant {
namespace {

bool is_constant(const Sigmoid& sigmoid) {
  return sigmoid.slope == 0 &&
         (sigmoid.input != Sigmoid::Input::kLogs || sigmoid.slope_complement == 0);
}

}  // namespace

std::string harmless(std::string text) {
  const std::string letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_. +";
  std::replace_if(
      text.begin(), text.end(),
      [&](char letter) { return letters.find(letter) == std::string::npos; }, '?');
  return text.empty() ? "curve" : text;
}

bool is_wide(double left, double right) {
  return right - left > std::numeric_limits<double>::max();
}

std::string result_name(const ExportOptions& options) {
  return options.name.empty() ? "calibrated" : options.name;
}

Plan make_plan(const Curve& curve, const ExportOptions& options) {
  if (options.interval && !curve.band()) {
    throw Error("this curve has no band (fit it with a level)");
  }
  const std::string name = result_name(options);
  Plan plan;
  plan.method = harmless(curve.origin().method);
  plan.outputs.push_back({name, {}});
  const Curve stepped = grid_to_steps(curve);
  if (const auto* sigmoid = std::get_if<Sigmoid>(&stepped.shape())) {
    plan.sigmoid = *sigmoid;
    plan.kind = Plan::Kind::kSigmoid;
    if (is_constant(*sigmoid)) {
      plan.kind = Plan::Kind::kSteps;
      plan.outputs[0].values = {curve(0.5)};
    }
    return plan;
  }
  if (const auto* steps = std::get_if<Steps>(&stepped.shape())) {
    plan.places = steps->borders;
    plan.outputs[0].values = steps->values;
  } else {
    const auto& segments = std::get<Segments>(stepped.shape());
    plan.outputs[0].values = segments.values;
    if (segments.knots.size() > 1) {
      plan.kind = Plan::Kind::kSegments;
      plan.places = segments.knots;
    }
  }
  if (options.interval) {
    plan.outputs.push_back({name + "_lower", stepped.band()->lower});
    plan.outputs.push_back({name + "_upper", stepped.band()->upper});
  }
  return plan;
}

}  // namespace calibrant
