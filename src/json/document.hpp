// JSON that can be read and given up when there is no memory.
//
// The destructor of nlohmann::json moves all that is inside into a vector first: with no memory for
// that vector it throws where nothing may throw, and the process ends. So whatever has arrays or
// objects in it stays in a Document from the first value on, which takes it apart in place.
#pragma once

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/legible.hpp"

namespace calibrant {

using Json = nlohmann::json;

// What a model needs is 8; a file of brackets would exhaust the stack.
inline constexpr std::size_t kMostNested = 32;

/// Empties arrays and objects from the inside out. Allocates nothing.
inline void take_apart(Json& json) noexcept {
  if (auto* array = json.get_ptr<Json::array_t*>()) {
    for (Json& value : *array) take_apart(value);
    array->clear();
  } else if (auto* object = json.get_ptr<Json::object_t*>()) {
    for (auto& [key, value] : *object) take_apart(value);
    object->clear();
  }
}

class Document {
 public:
  Document() = default;  // NOLINT(bugprone-exception-escape): a null value has nothing to throw
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;
  Document(Document&&) = delete;
  Document& operator=(Document&&) = delete;
  ~Document() { take_apart(root); }

  Json root;
};

/// What is put into a document. The place is there before the value: a value with others in it
/// that finds no place would be destroyed the other way.
template <class Value>
Json& put(Json& place, Value&& value) {
  return place = Json(std::forward<Value>(value));
}
inline Json& put_object(Json& place) { return put(place, Json::value_t::object); }
inline Json& append_object(Json& array) { return put_object(array.emplace_back()); }

/// Two readers could take different values of it.
class DuplicateKey : public std::runtime_error {
 public:
  explicit DuplicateKey(std::string_view key)
      : std::runtime_error("has a key \"" + legible(key, kMostShown) + "\" twice") {}
};

/// Builds a document in place from what Json::sax_parse reads.
class DocumentBuilder {
 public:
  explicit DocumentBuilder(Document& document) : slot_(&document.root) {}

  // NOLINTBEGIN(readability-identifier-length): the parameters that the parser has.
  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(Json::number_integer_t value) { return add(value); }
  bool number_unsigned(Json::number_unsigned_t value) { return add(value); }
  bool number_float(Json::number_float_t value, const std::string&) { return add(value); }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(Json::binary_t&) { return false; }  // JSON has none
  bool start_object(std::size_t) { return open(Json::value_t::object); }
  bool start_array(std::size_t) { return open(Json::value_t::array); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(std::string& name) {
    const auto [place, added] =
        open_.back()->get_ptr<Json::object_t*>()->try_emplace(std::move(name));
    if (!added) throw DuplicateKey(place->first);
    slot_ = &place->second;
    return true;
  }
  template <class Exception>
  bool parse_error(std::size_t, const std::string&, const Exception& error) {
    throw Exception(error);
  }
  // NOLINTEND(readability-identifier-length)

 private:
  // The next value's place: the one that is waiting, or one more in the innermost array.
  Json& place() {
    if (slot_ != nullptr) return *std::exchange(slot_, nullptr);
    return open_.back()->get_ptr<Json::array_t*>()->emplace_back();
  }
  template <class Value>
  bool add(Value&& value) {
    put(place(), std::forward<Value>(value));
    return true;
  }
  bool open(Json::value_t type) {
    if (open_.size() == kMostNested) return false;
    open_.push_back(&put(place(), type));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  Json* slot_;
  std::vector<Json*> open_;
};

/// Parses into an empty document. False if it is nested more than kMostNested levels deep; throws
/// Json::parse_error, Json::out_of_range for a number that is none, and DuplicateKey.
inline bool parse_json(std::string_view text, Document& document) {
  DocumentBuilder builder(document);
  return Json::sax_parse(text, &builder);
}

}  // namespace calibrant
