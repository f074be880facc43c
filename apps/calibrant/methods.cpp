#include "methods.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "calibrant/error.hpp"
#include "method/option_word.hpp"
#include "verbs.hpp"

namespace calibrant::cli {
namespace {

Prior prior_of(const MethodFlags& flags) {
  Prior prior;
  try {
    prior.scale = option_scale("scale", flags.scale);
  } catch (const OptionError& error) {
    throw UsageError(std::string("--") + error.what());
  }
  if (flags.lambda != "auto") {
    double lambda = 0;
    const char* end = flags.lambda.data() + flags.lambda.size();
    const auto [stop, problem] = std::from_chars(flags.lambda.data(), end, lambda);
    if (problem != std::errc() || stop != end || !(lambda > 0 && lambda <= 1e300)) {
      throw UsageError(
          fmt::format("--lambda: '{}' is not auto or a positive number", flags.lambda));
    }
    prior.lambda = lambda;
  }
  return prior;
}

Lookup lookup_of(const MethodFlags& flags) {
  if (flags.lookup == "linear") return Lookup::kLinear;
  if (flags.lookup == "previous") return Lookup::kPrevious;
  throw UsageError(fmt::format("--lookup: '{}' is not linear or previous", flags.lookup));
}

}  // namespace

MethodOptions options_of(const MethodFlags& flags) {
  return {.prior = prior_of(flags),
          .lookup = lookup_of(flags),
          .level = flags.level,
          .smoothing = flags.smoothing,
          .bins = flags.bins,
          .monotone = flags.monotone,
          .execution = flags.execution};
}

Curve fit_method(const std::string& name, const Observations& observations,
                 const MethodFlags& flags) {
  try {
    return calibrant::fit_method(name, observations, options_of(flags));
  } catch (const OptionError& error) {
    if (error.option() != "method") throw;
    throw UsageError(std::string("--") + error.what());
  }
}

}  // namespace calibrant::cli
