#include <array>

#include "calibrant/method.hpp"
#include "model_file/kept.hpp"

namespace calibrant {
namespace {

constexpr std::string_view kind_words(Option::Kind kind) {
  switch (kind) {
    case Option::Kind::kFlag:
      return "flag";
    case Option::Kind::kFlagOrAuto:
      return "flag or auto";
    case Option::Kind::kCount:
      return "count";
    case Option::Kind::kNumber:
      return "number";
    case Option::Kind::kNumberOrAuto:
      return "number or auto";
    case Option::Kind::kWord:
      return "word";
  }
  return {};
}

// In the order of Method::Classes.
constexpr std::array<std::string_view, 3> kClassesWords = {"any", "two", "several"};

void put_option(Json& json, const Option& option) {
  json["name"] = option.name;
  json["flag"] = option.flag;
  json["python"] = option.python;
  json["kind"] = kind_words(option.kind);
  put_option_value(json["default"], option.standard);
  json["expected"] = option.expected();
  json["help"] = option.help;
  json["common"] = option.common;
  put(json["words"], option.words);
  put(json["methods"], methods_that_read(option));
}

void put_method(Json& json, const Method& method) {
  json["name"] = method.name;
  json["title"] = method.title;
  json["summary"] = method.summary;
  json["needs_probabilities"] = method.needs_probabilities;
  json["gives_curve"] = method.gives_curve;
  json["can_be_long"] = method.can_be_long;
  json["classes"] = kClassesWords[static_cast<std::size_t>(method.classes)];
  json["joint"] = method.joint.has_value();
  put(json["aliases"], method.aliases);
  put(json["options"], method.options);
  put(json["class_options"], method.class_options);
  Json& python = put_object(json["python"]);
  python["class"] = method.python.class_name;
  python["positional"] = method.python.positional;
  python["argument"] = method.python.argument;
  python["value"] = method.python.value;
}

}  // namespace

std::string methods_as_json() {
  Document document;
  Json& json = put_object(document.root);
  Json& every_method = put(json["methods"], Json::value_t::array);
  for (const Method& method : methods()) put_method(append_object(every_method), method);
  Json& every_option = put(json["options"], Json::value_t::array);
  for (const Option& option : method_options()) put_option(append_object(every_option), option);
  return json.dump();
}

}  // namespace calibrant
