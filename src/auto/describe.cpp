// What a curve was averaged from, for people.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "calibrant/curve.hpp"
#include "calibrant/words.hpp"
#include "families/families.hpp"
#include "support/legible.hpp"

namespace calibrant {
namespace {

constexpr double kWorthNaming = 0.01;

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

// The bases of Auto, as people know them.
std::string words_for(std::string_view base) {
  if (base == "abb") return "the average over binnings (ABB)";
  for (const Family* family : kFamilies) {
    if (family->name == base) return std::string(family->words);
  }
  return legible(base, kMostShown);  // from a model file of unknown origin
}

// All candidates of one base together.
struct Share {
  std::string words;
  double weight = 0;
};

std::vector<Share> shares_of(const std::vector<Candidate>& candidates) {
  std::vector<Share> shares;
  for (const Candidate& candidate : candidates) {
    const std::string words = words_for(candidate.base);
    auto share = std::ranges::find(shares, words, &Share::words);
    if (share == shares.end()) share = shares.insert(shares.end(), {words});
    share->weight += candidate.weight;
  }
  std::ranges::stable_sort(shares, std::greater(), &Share::weight);
  return shares;
}

std::string describe_auto(const Origin& origin) {
  constexpr std::size_t kNamed = 3;
  const std::vector<Share> shares = shares_of(origin.candidates);
  std::vector<std::string> phrases;
  double rest = 0;
  for (const Share& share : shares) {
    if (!phrases.empty() && (share.weight < kWorthNaming || phrases.size() == kNamed)) {
      rest += share.weight;
    } else {
      phrases.push_back(fmt::format("{} {}", percent(share.weight), share.words));
    }
  }
  if (rest >= 0.005) phrases.push_back(percent(rest) + " others");
  double corrected = 0;
  for (const Candidate& candidate : origin.candidates) {
    if (candidate.tau) corrected += candidate.weight;
  }
  const std::size_t models = origin.candidates.size();
  std::string text = models == 1
                         ? fmt::format("One model: {}.", shares.front().words)
                         : fmt::format(
                               "An average of {} models, weighted by how well they explain the "
                               "labels: {}.",
                               models, fmt::join(phrases, ", "));
  if (corrected >= 0.995) {
    text += " All of them have corrections in bins.";
  } else if (corrected >= 0.005) {
    text += fmt::format(" Corrections in bins have {} of the weight.", percent(corrected));
  }
  return text;
}

// " on rank", where candidates differ in it.
std::string scale_words(const Candidate& candidate) {
  return candidate.scale ? fmt::format(" on {}", name_of(kScaleNames, *candidate.scale)) : "";
}

std::string describe_lambdas(const Origin& origin) {
  std::vector<Candidate> sorted = origin.candidates;
  std::ranges::stable_sort(sorted, std::greater(), &Candidate::weight);
  if (origin.method == "sbb") {
    return fmt::format("The best of all binnings, with lambda = {:g}{}.", sorted.front().lambda,
                       scale_words(sorted.front()));
  }
  if (sorted.size() == 1) {
    return fmt::format("Averaged over all binnings, with lambda = {:g}.", sorted.front().lambda);
  }
  std::vector<std::string> phrases;
  for (const Candidate& candidate : sorted) {
    if (phrases.size() == 3 || candidate.weight < kWorthNaming) break;
    phrases.push_back(fmt::format("{:g}{} ({})", candidate.lambda, scale_words(candidate),
                                  percent(candidate.weight)));
  }
  return fmt::format(
      "Averaged over all binnings and {} {}, most of all {}.", sorted.size(),
      sorted.front().scale ? "priors of the boundaries, lambda by scale" : "values of lambda",
      fmt::join(phrases, ", "));
}

// "from 0.03 to 0.3", with as many digits as tell the scores apart.
std::string range_words(double from, double to) {
  const std::string first = fmt::format("{:.4g}", from);
  const std::string last = fmt::format("{:.4g}", to);
  return first == last ? fmt::format("from {} to {}", from, to)
                       : fmt::format("from {} to {}", first, last);
}

// Where the curve falls most.
std::string order_words(const Segments& curve) {
  constexpr double kWorthSaying = 0.0005;
  std::size_t top = 0;  // the highest knot so far
  std::size_t from = 0;
  std::size_t to = 0;
  const auto& values = curve.values;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] > values[top]) top = i;
    if (values[top] - values[i] > values[from] - values[to]) std::tie(from, to) = {top, i};
  }
  const double fall = values[from] - values[to];
  if (fall < kWorthSaying) return {};
  return fmt::format(
      " The labels speak against the order of the scores: {} the probability falls by {:.3f}.",
      range_words(curve.knots[from], curve.knots[to]), fall);
}

}  // namespace

std::string describe(const Curve& curve) {
  std::string text = describe(curve.origin());
  const auto* segments = std::get_if<Segments>(&curve.shape());
  if (curve.origin().method != "auto" || segments == nullptr) return text;
  return text + order_words(*segments);
}

std::string describe(const Origin& origin) {
  if (origin.candidates.empty()) return {};
  return origin.method == "auto" ? describe_auto(origin) : describe_lambdas(origin);
}

}  // namespace calibrant
