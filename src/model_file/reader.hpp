// One object of a model file, for those who read it.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "calibrant/model_file.hpp"
#include "calibrant/words.hpp"
#include "json/document.hpp"
#include "support/legible.hpp"

namespace calibrant {

/// With the way to it for messages, which show texts of the file only in part and never raw. Every
/// key must be asked for: what is left over is unknown, and refused.
class Reader {
 public:
  Reader(const Json& json, std::string where) : json_(json), where_(std::move(where)) {
    if (!json.is_object()) fail("is not an object");
  }

  bool has(const std::string& key) const { return json_.contains(key); }

  const Json& at(const std::string& key) {
    if (!has(key)) fail(fmt::format("has no \"{}\"", key));
    asked_.push_back(key);
    return json_.at(key);
  }

  Reader object(const std::string& key) { return {at(key), inside(key)}; }

  std::string text(const std::string& key) {
    const Json& value = at(key);
    if (!value.is_string()) fail_at(key, "is not a text");
    return value.get<std::string>();
  }

  double number(const std::string& key) {
    return number(at(key), [&] { return inside(key); });
  }

  std::vector<double> numbers(const std::string& key) {
    const Json& values = at(key);
    if (!values.is_array()) fail_at(key, "is not an array");
    std::vector<double> result;
    result.reserve(values.size());
    const auto where = [&] { return fmt::format("{}[{}]", inside(key), result.size()); };
    for (const Json& value : values) result.push_back(number(value, where));
    return result;
  }

  std::vector<std::string> texts(const std::string& key) {
    const Json& values = at(key);
    if (!values.is_array()) fail_at(key, "is not an array");
    std::vector<std::string> result;
    for (const Json& value : values) {
      if (!value.is_string()) {
        throw ModelError(fmt::format("{}[{}]: is not a text", inside(key), result.size()));
      }
      result.push_back(value.get<std::string>());
    }
    return result;
  }

  /// Calls each(Reader) for the objects of an array.
  template <class Each>
  void for_each(const std::string& key, const Each& each) {
    const Json& values = at(key);
    if (!values.is_array()) fail_at(key, "is not an array");
    for (std::size_t i = 0; i < values.size(); ++i) {
      each(Reader(values[i], fmt::format("{}[{}]", inside(key), i)));
    }
  }

  template <class Enum, std::size_t kCount>
  Enum word(const std::string& key, const Names<Enum, kCount>& names) {
    const std::string name = text(key);
    const std::optional<Enum> value = value_of(names, name);
    if (!value) fail_at(key, unknown(name));
    return *value;
  }

  std::string inside(const std::string& key) const {
    return where_ + "." + legible(key, kMostShown);
  }

  /// What to say of a text that means nothing here.
  static std::string unknown(const std::string& text) {
    return fmt::format("\"{}\" is not known", legible(text, kMostShown));
  }

  [[noreturn]] void fail(const std::string& problem) const {
    throw ModelError(fmt::format("{}: {}", where_, problem));
  }
  [[noreturn]] void fail_at(const std::string& key, const std::string& problem) const {
    throw ModelError(fmt::format("{}: {}", inside(key), problem));
  }

  /// The keys that are there, ascending.
  std::vector<std::string> keys() const {
    std::vector<std::string> names;
    for (const auto& [key, value] : json_.items()) names.push_back(key);
    return names;
  }

  /// All keys were asked for.
  void done() const {
    for (const auto& [key, value] : json_.items()) {
      if (std::find(asked_.begin(), asked_.end(), key) == asked_.end()) {
        fail(fmt::format("has an unknown key \"{}\"", legible(key, kMostShown)));
      }
    }
  }

 private:
  // `where` says the place; there may be millions, and messages are for one.
  template <class Where>
  static double number(const Json& value, const Where& where) {
    if (!value.is_number()) throw ModelError(where() + ": is not a number");
    const auto result = value.get<double>();
    if (!std::isfinite(result)) throw ModelError(where() + ": is not a finite number");
    return result;
  }

  const Json& json_;
  std::string where_;
  std::vector<std::string> asked_;
};

}  // namespace calibrant
