#include "apply/prevalence.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <vector>

#include "calibrant/prevalence.hpp"
#include "common/verbs.hpp"
#include "csv/number.hpp"
#include "system/numbers.hpp"

namespace calibrant::cli {
namespace {

double number_of(const std::string& text) {
  double value = 0;
  const auto [end, problem] = system::read_double(text.data(), text.data() + text.size(), value);
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

// The errors of a model that cannot be re-weighed name its file.
template <class Work>
auto naming(const std::string& path, const Work& work) try {
  return work();
} catch (const InputError& error) {
  const std::string what = error.what();
  throw Error(path + what.substr(what.find(": ")));
}

// "0.21 +- 0.01 (0.2 in the fit)", of each class.
std::string words_of(const PrevalenceEstimate& estimate, const Model& model) {
  const auto* several = std::get_if<MulticlassModel>(&model);
  constexpr std::size_t kMostWords = 12;
  std::vector<std::string> words;
  for (std::size_t k = 0; k < std::min(estimate.frequencies.size(), kMostWords); ++k) {
    words.push_back(fmt::format("{}{:.4g} +- {:.2g} ({:.4g} in the fit)",
                                several == nullptr ? "" : shown(several->names()[k]) + " ",
                                estimate.frequencies[k], estimate.errors[k], estimate.fitted[k]));
  }
  if (estimate.frequencies.size() > kMostWords) words.emplace_back("...");
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace

std::function<void(std::span<double>)> shift_of(const Model& model, const std::string& path,
                                                const std::string& text) {
  try {
    const auto* several = std::get_if<MulticlassModel>(&model);
    return naming(path, [&] {
      return shift_prevalence(model, several != nullptr ? frequencies_of(text, several->names())
                                                        : std::vector{number_of(text)});
    });
  } catch (const OptionError& error) {
    throw UsageError(std::string("--") + error.what());
  }
}

std::function<void(std::span<double>)> estimated_shift(const Model& model, const std::string& path,
                                                       const InputOptions& input,
                                                       const CalibrateOptions& options) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(input.path, error)) {
    throw UsageError(fmt::format(
        "--prevalence auto: reads the rows twice, and {} can be read only once (save it first)",
        input.path == "-" ? "standard input" : input.path));
  }
  const std::vector<double> probabilities = probabilities_of(model, input, options);
  if (std::ranges::all_of(probabilities, [](double p) { return std::isnan(p); })) {
    throw Error(fmt::format("{}: has no scores to estimate a prevalence from", input.path));
  }
  const PrevalenceEstimate estimate =
      naming(path, [&] { return estimate_prevalence(model, probabilities); });
  const std::string words = words_of(estimate, model);
  if (!estimate.clear()) {
    throw Error(
        fmt::format("{}: the scores do not tell the prevalence: {} (the standard error is "
                    "larger than the change)",
                    input.path, words));
  }
  std::fputs(fmt::format("calibrant: estimated prevalence {}\n", words).c_str(), stderr);
  return shift_prevalence(model, estimate.frequencies);
}

}  // namespace calibrant::cli
