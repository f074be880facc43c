// What a curve was averaged from, for people.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "calibrant/curve.hpp"
#include "model_file/names.hpp"
#include "support/legible.hpp"

namespace calibrant {
namespace {

constexpr double kWorthNaming = 0.01;

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

// The bases of Auto, as people know them.
std::string words_for(std::string_view base) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kWords = {
      {{"identity", "the scores as they are"},
       {"certain", "the scores as they are, exact 0s and 1s included"},
       {"temperature", "temperature scaling"},
       {"platt", "Platt scaling"},
       {"platt-logit", "Platt scaling of the log odds"},
       {"beta", "beta calibration"},
       {"constant", "one rate for all scores"},
       {"abb", "the average over binnings (ABB)"}}};
  for (const auto& [known, words] : kWords) {
    if (known == base) return std::string(words);
  }
  return legible(base, kMostShown);  // from a model file of unknown origin
}

std::string_view size_of(double tau) {
  if (tau < 0.3) return "small";
  return tau < 1 ? "moderate" : "large";
}

// All candidates of one base together.
struct Share {
  std::string base;
  double plain = 0;
  std::vector<std::pair<std::string_view, double>> corrected;  // size, weight

  double corrections() const {
    double sum = 0;
    for (const auto& [size, weight] : corrected) sum += weight;
    return sum;
  }
  double total() const { return plain + corrections(); }
};

std::vector<Share> shares_of(const std::vector<Candidate>& candidates) {
  std::vector<Share> shares;
  for (const Candidate& candidate : candidates) {
    auto share = std::ranges::find(shares, candidate.base, &Share::base);
    if (share == shares.end()) {
      shares.push_back({candidate.base, 0, {}});
      share = shares.end() - 1;
    }
    if (!candidate.tau) {
      share->plain += candidate.weight;
      continue;
    }
    const std::string_view size = size_of(*candidate.tau);
    const auto same =
        std::ranges::find(share->corrected, size, [](const auto& c) { return c.first; });
    if (same == share->corrected.end()) {
      share->corrected.emplace_back(size, candidate.weight);
    } else {
      same->second += candidate.weight;
    }
  }
  std::ranges::stable_sort(shares,
                           [](const Share& a, const Share& b) { return a.total() > b.total(); });
  return shares;
}

// "72 % the scores as they are (27 % of it with small corrections in bins)".
std::string phrase(const Share& share) {
  std::string text = fmt::format("{} {}", percent(share.total()), words_for(share.base));
  const double corrections = share.corrections() / share.total();
  if (corrections < 0.005) return text;
  const auto& [size, weight] =
      *std::ranges::max_element(share.corrected, {}, [](const auto& c) { return c.second; });
  const bool mostly = weight > 0.8 * share.corrections();
  const std::string kind = mostly ? std::string(size) + " corrections" : "corrections";
  return text + (corrections > 0.995
                     ? fmt::format(" with {} in bins", kind)
                     : fmt::format(" ({} of it with {} in bins)", percent(corrections), kind));
}

std::string describe_auto(const Origin& origin) {
  const std::vector<Share> shares = shares_of(origin.candidates);
  std::vector<std::string> phrases;
  double rest = 0;
  for (const Share& share : shares) {
    if (share.total() < kWorthNaming && !phrases.empty()) {
      rest += share.total();
    } else {
      phrases.push_back(phrase(share));
    }
  }
  if (rest >= 0.005) phrases.push_back(percent(rest) + " others");
  const std::size_t models = origin.candidates.size();
  if (models == 1) return fmt::format("One model has all the weight: {}.", phrases.front());
  return fmt::format("Averaged over {} models by their evidence: {}.", models,
                     fmt::join(phrases, "; "));
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

}  // namespace

std::string describe(const Origin& origin) {
  if (origin.candidates.empty()) return {};
  return origin.method == "auto" ? describe_auto(origin) : describe_lambdas(origin);
}

}  // namespace calibrant
