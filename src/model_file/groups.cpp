#include "model_file/groups.hpp"

#include <array>
#include <utility>
#include <vector>

#include "model_file/curves.hpp"

namespace calibrant {
namespace {

// Each is an array, with a number for each group.
constexpr std::array<std::pair<const char*, double GroupCorrection::*>, 6> kColumns = {
    {{"weight", &GroupCorrection::weight},
     {"offset", &GroupCorrection::offset},
     {"slope", &GroupCorrection::slope},
     {"offset_variance", &GroupCorrection::offset_variance},
     {"slope_variance", &GroupCorrection::slope_variance},
     {"covariance", &GroupCorrection::covariance}}};

}  // namespace

void put_groups(Json& json, const GroupedModel& model) {
  put_curve(json, model.common());
  json["by"] = model.by();
  json["centre"] = model.centre();
  Json& unknown = put_object(json["unknown"]);
  unknown["offset_variance"] = model.unknown().offset_variance;
  unknown["slope_variance"] = model.unknown().slope_variance;
  Json& groups = put_object(json["groups"]);
  Json& names = put(groups["name"], Json::value_t::array);
  for (const GroupCorrection& group : model.groups()) names.push_back(group.name);
  for (const auto& [key, field] : kColumns) {
    std::vector<double> values;
    for (const GroupCorrection& group : model.groups()) values.push_back(group.*field);
    put(groups[key], values);
  }
}

GroupedModel read_groups(Reader& json) {
  Curve common = read_curve(json);
  std::string by = json.text("by");
  const double centre = json.number("centre");
  Reader prior = json.object("unknown");
  GroupCorrection unknown;
  unknown.offset_variance = prior.number("offset_variance");
  unknown.slope_variance = prior.number("slope_variance");
  prior.done();
  Reader columns = json.object("groups");
  std::vector<GroupCorrection> groups;
  for (std::string& name : columns.texts("name")) groups.push_back({.name = std::move(name)});
  for (const auto& [key, field] : kColumns) {
    const std::vector<double> values = columns.numbers(key);
    if (values.size() != groups.size()) {
      columns.fail_at(
          key, fmt::format("has {} numbers (there are {} groups)", values.size(), groups.size()));
    }
    for (std::size_t i = 0; i < values.size(); ++i) groups[i].*field = values[i];
  }
  columns.done();
  return {std::move(by), std::move(common), centre, std::move(unknown), std::move(groups)};
}

}  // namespace calibrant
