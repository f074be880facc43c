// Any rows through observe, every fit, apply, the model file and the measures.
//
// Promises: refused with an Error, or: probabilities in [0, 1], bands around nothing but
// probabilities, curves that ascend where that is promised, a model file that says the same,
// measures that are finite and in their range. Whatever the scores, many rows of them and of values
// just below the largest are sorted. Time and memory are bounded by libFuzzer's limits.
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "calibrant/calibrant.hpp"
#include "fuzz/target.hpp"
#include "helpers/scorecard.hpp"
#include "helpers/shapes.hpp"

namespace calibrant::fuzz {
namespace {

// A fit may cost what a thousand others cost: many rows, weights of any size, averages over
// binnings. So most inputs are light, and only a sealed input may be heavy. A mutant of a sealed
// input seldom has the seal itself.
constexpr std::uint8_t kSeal = 0xA5;

bool is_sealed(std::span<const std::uint8_t> bytes) {
  std::uint8_t all = 0;
  for (const std::uint8_t byte : bytes) all ^= byte;
  return all == kSeal;
}

struct Limits {
  std::size_t rows;
  bool any_weight;
};

Limits limits_of(std::string_view method, bool sealed) {
  if (sealed) return {.rows = 64, .any_weight = true};
  if (method == "auto") return {.rows = 3, .any_weight = false};
  if (method == "abb") return {.rows = 12, .any_weight = false};
  return {.rows = 24, .any_weight = true};
}

// Averages are fitted to one in 32 of the inputs that are not sealed and ask for them, and the rest
// get another method.
std::string_view method_of(std::uint8_t which, std::uint8_t first, bool sealed) {
  const auto& names = method_names();
  const std::string_view asked = names[which % names.size()];
  if (sealed || first % 32 == 0 || (asked != "auto" && asked != "abb")) return asked;
  constexpr std::array<std::string_view, 4> kCheap = {"platt", "histogram", "isotonic", "sbb"};
  return kCheap[first % kCheap.size()];
}

struct AnyRows {
  std::vector<double> scores;
  std::vector<std::uint8_t> labels;
  std::vector<double> weights;  // empty: none
};

AnyRows take_rows(Input& input, const Limits& limits, bool probabilities, bool weighted) {
  AnyRows rows;
  while (!input.empty() && rows.scores.size() < limits.rows) {
    const std::uint8_t head = input.byte();
    // Few repetitions of a whole row make heavy ties cheap.
    const double score = probabilities ? input.unit() : input.number();
    const bool any_weight = head % 4 == 0 && limits.any_weight;
    const double weight = weighted ? (any_weight ? input.number() : input.unit() * 8) : 1;
    for (int copy = 0; copy <= head / 64; ++copy) {
      rows.scores.push_back(score);
      rows.labels.push_back((head & 1U) != 0 ? 1 : 0);
      if (weighted) rows.weights.push_back(weight);
    }
  }
  return rows;
}

// More rows than a sort leaves to its simplest case, made of the scores, of the largest and of the
// doubles just below it: docs/engineering/sorting.md has the sort that failed on these.
AnyRows crowd_of(const AnyRows& rows) {
  constexpr std::size_t kCrowd = 700;
  const double most = *std::ranges::max_element(rows.scores);
  testing::Random random(rows.scores.size());
  AnyRows crowd;
  while (crowd.scores.size() < kCrowd) {
    const std::size_t i = random.below(rows.scores.size());
    double score = rows.scores[i];
    if (random.below(4) > 0) {
      score = most;
      for (std::size_t step = random.below(2) * random.below(9); step > 0; --step) {
        score = std::nextafter(score, std::numeric_limits<double>::lowest());
      }
    }
    crowd.scores.push_back(score);
    crowd.labels.push_back(rows.labels[random.below(rows.labels.size())]);
    crowd.weights.push_back(1);
  }
  return crowd;
}

void check_order(const AnyRows& rows) {
  for (const double score : rows.scores) {
    if (!std::isfinite(score)) return;
  }
  if (rows.scores.empty()) return;
  const AnyRows crowd = crowd_of(rows);
  std::vector<double> sorted = crowd.scores;
  std::sort(sorted.begin(), sorted.end());
  for (const bool weighted : {false, true}) {
    const Observations seen =
        observe(crowd.scores, crowd.labels, weighted ? crowd.weights : std::vector<double>());
    std::size_t i = 0;
    for (std::size_t k = 0; k < seen.groups(); ++k) {
      require(i < sorted.size() && seen.scores()[k] == sorted[i], "scores are in order");
      const auto rows_of_group = std::ranges::count(sorted, sorted[i]);
      require(seen.negatives()[k] + seen.positives()[k] == static_cast<double>(rows_of_group),
              "equal scores are one group");
      i += static_cast<std::size_t>(rows_of_group);
    }
    require(i == sorted.size(), "no row is lost");
  }
}

MethodOptions take_options(Input& input) {
  MethodOptions options;
  options.prior.scale = static_cast<Scale>(input.byte() % 3);
  if (input.flag()) options.prior.lambda = input.number();
  options.lookup = input.flag() ? Lookup::kPrevious : Lookup::kLinear;
  if (input.flag()) options.level = input.unit();
  options.smoothing = input.flag();
  options.bins = input.byte();
  options.strategy = static_cast<BinStrategy>(input.byte() % 2);
  options.interpolate = input.flag();
  options.monotone = input.flag();
  options.execution.threads = 1;
  return options;
}

std::vector<double> probes(const Observations& seen) {
  constexpr double kMost = std::numeric_limits<double>::max();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<double> scores = {-kInfinity, -kMost, -1, -5e-324, 0,
                                5e-324,     0.5,    1,  kMost,   kInfinity};
  for (const double score : seen.scores()) {
    scores.push_back(score);
    scores.push_back(std::nextafter(score, kInfinity));
    scores.push_back(score / 2 + seen.scores().front() / 2);
  }
  std::sort(scores.begin(), scores.end());
  return scores;
}

bool has_many_knots(const Curve& curve) {
  const auto* segments = std::get_if<Segments>(&curve.shape());
  return segments != nullptr && segments->knots.size() > 5000;
}

void check_values(const Curve& curve, const Observations& seen, bool ascending,
                  std::vector<double>& probabilities) {
  const std::vector<double> scores = probes(seen);
  probabilities = apply(curve, scores);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    require_probability(probabilities[i], "a probability lies in [0, 1]");
    require(probabilities[i] == curve(scores[i]), "apply is curve(score), to the bit");
    if (ascending && i > 0) {
      require(probabilities[i - 1] <= probabilities[i], "a monotone curve ascends");
    }
    if (curve.band()) {
      const Interval interval = curve.interval(scores[i]);
      require_probability(interval.lower, "a lower bound lies in [0, 1]");
      require_probability(interval.upper, "an upper bound lies in [0, 1]");
      require(interval.lower <= interval.upper, "bounds are in order");
    }
  }
  require(std::isnan(curve(std::numeric_limits<double>::quiet_NaN())), "NaN gives NaN");
}

void check_use(const Curve& curve) {
  const std::string text = to_json(curve);
  require(to_json(from_json(text)) == text, "a model file says the same when it is read again");
  // Of more knots it may take its 3e8 tests: half a second, and twenty under the sanitizers.
  if (!has_many_knots(curve)) simplify(curve, 0.01);
  tabulate(curve, {.cells = 7, .low = -1, .high = 1});
}

void check_card(const Scorecard& card) {
  for (const auto& [name, value] : testing::named_values(card)) {
    if (!value) continue;
    require(std::isfinite(*value), "a measure is finite: " + name);
    const bool any = name == "spiegelhalter_z" || name.starts_with("calibration_");
    require(any || *value >= 0, "a measure is not negative: " + name);
    const bool at_most_one =
        !any && name != "weight" && name != "log_loss" && name != "observed_expected";
    require(!at_most_one || *value <= 1, "a measure is at most 1: " + name);
  }
}

void check_measures(const std::vector<double>& probabilities, const AnyRows& rows) {
  const std::size_t n = std::min(probabilities.size(), rows.labels.size());
  const std::vector<double> p(probabilities.begin(), probabilities.begin() + static_cast<long>(n));
  const std::vector<std::uint8_t> y(rows.labels.begin(),
                                    rows.labels.begin() + static_cast<long>(n));
  std::vector<double> w = rows.weights;
  if (!w.empty()) w.resize(n);
  std::optional<Observations> predictions;
  try {
    predictions = observe(p, y, w);
  } catch (const InputError&) {
    return;  // all the weight was in rows that are not here
  }
  check_card(evaluate(*predictions, {.bins = 7, .execution = {.threads = 1}}));
  bootstrap(*predictions, {.repeats = 3, .execution = {.threads = 1}});
  if (n >= 2) stratified_folds(y, 2, 1);
}

void run(std::span<const std::uint8_t> bytes) {
  const bool sealed = is_sealed(bytes);
  Input input(bytes.data(), bytes.size());
  const std::uint8_t first = input.byte();  // whatever makes the seal
  const bool probabilities = input.flag();
  const bool weighted = input.flag();
  const MethodOptions options = take_options(input);
  const std::uint8_t which = input.byte();
  const std::string_view method = method_of(which, first, sealed);
  const AnyRows rows = take_rows(input, limits_of(method, sealed), probabilities, weighted);
  if (sealed) check_order(rows);
  std::vector<double> fitted;
  try {
    const Observations seen = observe(rows.scores, rows.labels, rows.weights);
    const Curve curve = fit_method(method, seen, options);
    const bool ascending =
        method == "isotonic" || (method == "auto" && options.monotone.value_or(false));
    check_values(curve, seen, ascending, fitted);
    if (sealed || first % 8 == 2) check_use(curve);
    if (probabilities && which >= 128) {
      require_probability(fit_acp(seen)(0.5, 0.25, 0.75), "ACP gives a probability");
    }
  } catch (const Error& error) {
    const std::string_view message = error.what();
    require(!message.empty(), "an error says something");
    require(!message.starts_with("origin"), "a fit gives an account that can be written down");
    return;
  }
  if (sealed || first % 8 == 1) check_measures(fitted, rows);
}

}  // namespace
}  // namespace calibrant::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  calibrant::fuzz::run({data, size});
  return 0;
}
