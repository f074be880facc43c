#include "method/option_use.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "calibrant/error.hpp"

namespace calibrant {
namespace {

struct Use {
  std::string_view option;
  std::vector<std::string_view> methods;
};

const std::vector<Use>& uses() {
  static const std::vector<Use> all = {
      {"lambda", {"abb", "sbb"}},
      {"scale", {"abb", "sbb"}},
      {"lookup", {"abb"}},
      {"level", {"auto", "abb", "sbb", "histogram"}},
      {"smoothing", {"sbb", "histogram"}},
      {"bins", {"histogram"}},
      {"strategy", {"histogram"}},
      {"interpolate", {"isotonic"}},
      {"monotone", {"auto"}},
  };
  return all;
}

}  // namespace

const std::vector<std::string_view>& methods_that_read(std::string_view option) {
  static const std::vector<std::string_view> none;
  for (const Use& use : uses()) {
    if (use.option == option) return use.methods;
  }
  return none;
}

void check_method_reads(std::string_view method, std::string_view option, std::string_view called) {
  const auto& methods = methods_that_read(option);
  if (std::find(methods.begin(), methods.end(), method) != methods.end()) return;
  throw OptionError(std::string(called),
                    fmt::format("is for {}, not for {}", fmt::join(methods, ", "), method));
}

}  // namespace calibrant
