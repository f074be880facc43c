// The options of the methods as one table. The command line, C, Python, Spark and model files all
// take an option's names, range, default and explanation from here.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "calibrant/api.hpp"

namespace CALIBRANT_API calibrant {

struct MethodOptions;

/// Nothing (the option is as if it were not given), yes or no, a number, or a word.
using OptionValue = std::variant<std::monostate, bool, double, std::string>;

/// The options that are given, by their names in the library.
using OptionValues = std::map<std::string, OptionValue, std::less<>>;

/// Whose name for an option is meant.
enum class Spelling : std::uint8_t {
  kLibrary,  ///< lambda: in C's JSON, in model files and in C++
  kFlag,     ///< --lambda
  kPython,   ///< lam
};

struct Option {
  enum class Kind : std::uint8_t {
    kFlag,          ///< true or false
    kFlagOrAuto,    ///< true, false or "auto"; the flag alone stands for true
    kCount,         ///< a whole number from `low` to `high`
    kNumber,        ///< strictly between `low` and `high`
    kNumberOrAuto,  ///< such a number, or "auto"
    kWord,          ///< one of `words`
  };

  std::string_view name;
  std::string_view flag;    ///< a flag changes the default: --no-smoothing stands for false
  std::string_view python;  ///< the name of the argument
  Kind kind = Kind::kFlag;
  OptionValue standard = {};  ///< what holds if it is not given
  double low = 0;
  double high = 0;
  std::vector<std::string_view> words = {};
  std::string_view range = {};  ///< of a number, in words: "a positive number"
  std::string_view help = {};   ///< one sentence without a full stop
  bool common = false;          ///< every method that gives a curve reads it
  void (*write)(const OptionValue& value, MethodOptions& options) = nullptr;
  OptionValue (*read)(const MethodOptions& options) = nullptr;

  std::string_view spelled(Spelling spelling) const;
  /// What it may be: "one of linear, previous".
  std::string expected() const;
};

/// All options, in the order of help texts.
const std::vector<Option>& method_options();

/// Throws OptionError for a name that no option has. It suggests the name that may be meant.
const Option& find_option(std::string_view called, Spelling spelling = Spelling::kLibrary);

/// The text after an option's flag as its value; of a kFlag, "true" says that the flag is there.
/// What is no number stays a text, which `read_options` refuses.
OptionValue option_from_text(const Option& option, std::string_view text);

/// What messages show of a value: 'high', 2.5, true.
std::string option_text(const OptionValue& value);

/// Throws OptionError `lookup: 'next' is not one of linear, previous`, for a value that shows as
/// `value`.
[[noreturn]] void refuse_option(const Option& option, std::string_view value,
                                Spelling spelling = Spelling::kLibrary);

/// Checks each option's name, its value and that one of the methods reads it. Throws OptionError,
/// which names options as `spelling` says.
MethodOptions read_options(std::span<const std::string_view> methods, const OptionValues& given,
                           Spelling spelling = Spelling::kLibrary);
MethodOptions read_options(std::string_view method, const OptionValues& given,
                           Spelling spelling = Spelling::kLibrary);

/// The options that differ from their defaults.
OptionValues option_values(const MethodOptions& options);

}  // namespace calibrant
