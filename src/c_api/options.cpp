#include "c_api/options.hpp"

#include <fmt/format.h>

#include <limits>
#include <string>

#include "calibrant/error.hpp"
#include "json/document.hpp"
#include "model_file/kept.hpp"
#include "support/legible.hpp"

namespace calibrant::c_api {
namespace {

void parse(std::string_view text, Document& document) {
  try {
    if (!parse_json(text, document)) throw OptionError("options", "are nested too deeply");
  } catch (const DuplicateKey& error) {
    throw OptionError("options", error.what());
  } catch (const Json::parse_error& error) {
    throw OptionError("options", fmt::format("are not JSON (byte {})", error.byte));
  } catch (const Json::exception&) {
    throw OptionError("options", "have a number that is out of range");
  }
  if (!document.root.is_object()) throw OptionError("options", "are not a JSON object");
}

std::string text_of(const Json& value) { return legible(value.dump(-1, ' ', true), kMostShown); }

}  // namespace

FitOptions options_from_json(std::string_view text) {
  FitOptions options;
  Document document;
  parse(text, document);
  for (const auto& [name, value] : document.root.items()) {
    if (name == "threads") {
      if (!value.is_number_unsigned() || value > std::numeric_limits<unsigned>::max()) {
        throw OptionError(name, text_of(value) + " is not a number of threads");
      }
      options.threads = value.get<unsigned>();
    } else if (name == "keep_observations") {
      if (!value.is_boolean()) throw OptionError(name, text_of(value) + " is not true or false");
      options.keep_observations = value.get<bool>();
    } else {
      auto any = option_value(value);
      if (!any) refuse_option(find_option(name), text_of(value));
      options.method[name] = *std::move(any);
    }
  }
  return options;
}

}  // namespace calibrant::c_api
