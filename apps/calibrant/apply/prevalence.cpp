#include "apply/prevalence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "calibrant/prevalence.hpp"
#include "common/verbs.hpp"
#include "csv/number.hpp"

namespace calibrant::cli {
namespace {

double number_of(const std::string& text) {
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size()) {
    throw UsageError(fmt::format("--prevalence: {} is not a number", shown(text)));
  }
  return value;
}

// In the order of the names.
std::vector<double> frequencies_of(const std::string& text, const std::vector<std::string>& names) {
  std::vector<std::optional<double>> found(names.size());
  std::vector<double> in_order;
  for (std::size_t begin = 0, comma = 0; comma != std::string::npos; begin = comma + 1) {
    comma = text.find(',', begin);
    const std::string part = text.substr(begin, comma - begin);
    const std::size_t equals = part.rfind('=');
    if (equals == std::string::npos) {
      in_order.push_back(number_of(part));
      continue;
    }
    const std::string name = part.substr(0, equals);
    const auto place = std::ranges::find(names, name);
    if (place == names.end()) {
      throw UsageError(fmt::format("--prevalence: the model has no class {}", shown(name)));
    }
    auto& own = found[static_cast<std::size_t>(place - names.begin())];
    if (own) throw UsageError(fmt::format("--prevalence: {} is there twice", shown(name)));
    own = number_of(part.substr(equals + 1));
  }
  const auto named = std::ranges::count_if(found, [](const auto& one) { return one.has_value(); });
  if (named == 0) return in_order;
  if (!in_order.empty()) throw UsageError("--prevalence: names some classes and not others");
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (!found[k]) {
      throw UsageError(fmt::format("--prevalence: has no number for class {} (such as {}=0.2)",
                                   shown(names[k]), names[k]));
    }
    in_order.push_back(*found[k]);
  }
  return in_order;
}

}  // namespace

std::function<void(std::span<double>)> shift_of(const Model& model, const std::string& path,
                                                const std::string& text) {
  try {
    const auto* several = std::get_if<MulticlassModel>(&model);
    return shift_prevalence(model, several != nullptr ? frequencies_of(text, several->names())
                                                      : std::vector{number_of(text)});
  } catch (const OptionError& error) {
    throw UsageError(std::string("--") + error.what());
  } catch (const InputError& error) {
    const std::string what = error.what();
    throw Error(path + what.substr(what.find(": ")));
  }
}

}  // namespace calibrant::cli
