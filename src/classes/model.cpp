// A model of several classes: checks, use and account.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <string_view>
#include <utility>

#include "calibrant/classes.hpp"
#include "calibrant/multiclass_metrics.hpp"
#include "classes/blocks.hpp"
#include "kernels/softmax.hpp"
#include "support/aligned.hpp"
#include "support/check.hpp"
#include "support/parallel.hpp"
#include "support/utf8.hpp"

namespace calibrant {
namespace {

using kernels::kRowBlock;

bool all_usable(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(),
                     [](double x) { return std::abs(x) <= kLargestNumber; });
}

// What is wrong with a part, or nothing.
std::string_view problem_of(const ClassPart& part, std::size_t classes) {
  if (!(part.weight >= 0)) return "has a weight that is not positive";
  if (const auto* rest = std::get_if<OneVsRestPart>(&part.map)) {
    return rest->curves.size() == (classes == 2 ? 1 : classes) ? "" : "has not one curve per class";
  }
  const auto* softmax = std::get_if<SoftmaxPart>(&part.map);
  if (softmax == nullptr) return "";
  const std::size_t slopes = softmax->slopes.size();
  const std::size_t intercepts = softmax->intercepts.size();
  if (slopes != 1 && slopes != classes && slopes != classes * classes) {
    return "has slopes for another number of classes";
  }
  if (intercepts != 0 && intercepts != classes) {
    return "has intercepts for another number of classes";
  }
  if (!all_usable(softmax->slopes) || !all_usable(softmax->intercepts)) {
    return "has a number beyond 1e100";
  }
  if (!(softmax->mixing >= 0 && softmax->mixing < 1)) return "has a mixing that is not in [0, 1)";
  if (!(softmax->power > 0 && softmax->power <= kLargestNumber)) {
    return "has a power that is not positive";
  }
  return "";
}

// What a model file can hold.
void check_origin(const ClassOrigin& origin) {
  bool legal = is_utf8(origin.method) && std::isfinite(origin.rows) && origin.rows >= 0 &&
               std::isfinite(origin.changed) && origin.changed >= 0;
  for (const double frequency : origin.frequencies) {
    legal = legal && frequency >= 0 && frequency <= 1;
  }
  for (const ClassCandidate& candidate : origin.candidates) {
    legal = legal && is_utf8(candidate.name) && std::isfinite(candidate.weight);
  }
  if (!legal) {
    throw InputError("origin", std::nullopt,
                     "has a text that is not UTF-8, or a number that is negative or not finite");
  }
}

void check_band(const ClassBand& band, std::size_t classes) {
  bool legal = band.level > 0 && band.level < 1 && band.classes.size() == classes;
  for (const ClassBand::Widths& widths : band.classes) {
    const auto& at = widths.log_odds;
    legal = legal && !at.empty() && at.size() == widths.half_widths.size() && all_usable(at) &&
            all_usable(widths.half_widths) &&
            std::ranges::adjacent_find(at, std::greater_equal()) == at.end() &&
            std::ranges::all_of(widths.half_widths, [](double width) { return width >= 0; });
  }
  if (!legal) {
    throw InputError("band", std::nullopt,
                     "has a level outside (0, 1), or not for each class log odds in ascending "
                     "order with a half-width of at least 0");
  }
}

using Tables = std::vector<std::shared_ptr<const CurveTable>>;

// What one thread needs to apply a model.
class BlockApplier {
 public:
  BlockApplier(const ClassModel& model, const Tables& tables)
      : model_(model),
        tables_(tables),
        block_(model.classes(), model.input()),
        scratch_(block_.size()),
        sum_(block_.size()) {}

  // At most kRowBlock rows.
  void apply(std::span<const double> rows, std::span<double> out) {
    const std::size_t classes = model_.classes();
    const std::size_t count = rows.size() / classes;
    const bool all_finite = block_.read(rows);
    std::fill(sum_.begin(), sum_.end(), 0.0);
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      add_part(model_.parts()[i], tables_[i].get(), block_, classes, scratch_.data(), sum_.data());
    }
    // `out` may be `rows`.
    std::array<bool, kRowBlock> unknown = {};
    for (std::size_t i = 0; !all_finite && i < count; ++i) {
      const auto row = rows.subspan(i * classes, classes);
      unknown[i] = !std::all_of(row.begin(), row.end(), [](double x) { return std::isfinite(x); });
    }
    kernels::block_to_rows(sum_.data(), count, classes, out.data());
    for (std::size_t i = 0; !all_finite && i < count; ++i) {
      if (unknown[i]) {
        std::ranges::fill(out.subspan(i * classes, classes),
                          std::numeric_limits<double>::quiet_NaN());
      }
    }
  }

 private:
  const ClassModel& model_;
  const Tables& tables_;
  ScoreBlock block_;
  AlignedVector scratch_;
  AlignedVector sum_;
};

}  // namespace

ClassModel::ClassModel(std::size_t classes, ClassInput input, std::vector<ClassPart> parts,
                       ClassOrigin origin, std::optional<ClassBand> band)
    : classes_(classes),
      input_(input),
      parts_(std::move(parts)),
      origin_(std::move(origin)),
      band_(std::move(band)) {
  if (classes < 2) throw InputError("classes", std::nullopt, "are fewer than two");
  check_origin(origin_);
  if (band_) check_band(*band_, classes);
  if (!origin_.frequencies.empty()) {
    check_same_length("frequencies", origin_.frequencies.size(), "classes", classes);
  }
  double sum = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const std::string_view problem = problem_of(parts_[i], classes);
    if (!problem.empty()) throw InputError("parts", i, std::string(problem));
    sum += parts_[i].weight;
    tables_.push_back(CurveTable::make(parts_[i]));
  }
  constexpr double kTolerance = 1e-9;
  if (!(std::abs(sum - 1) <= kTolerance)) {
    throw InputError("parts", std::nullopt, fmt::format("have weights that add up to {}", sum));
  }
}

ClassInput recognise_class_input(std::span<const double> scores, std::size_t classes) {
  for (std::size_t begin = 0; begin + classes <= scores.size(); begin += classes) {
    double sum = 0;
    for (const double score : scores.subspan(begin, classes)) {
      if (!(score >= 0 && score <= 1)) return ClassInput::kLogits;
      sum += score;
    }
    if (!(std::abs(sum - 1) <= kMostSumError)) return ClassInput::kLogits;
  }
  return ClassInput::kProbabilities;
}

void apply(const ClassModel& model, std::span<const double> scores, std::span<double> probabilities,
           const Execution& execution) {
  check_same_length("probabilities", probabilities.size(), "scores", scores.size());
  const std::size_t classes = model.classes();
  if (scores.size() % classes != 0) {
    throw InputError(
        "scores", std::nullopt,
        fmt::format("has {} elements (not a multiple of the {} classes)", scores.size(), classes));
  }
  const std::size_t rows = scores.size() / classes;
  const std::size_t blocks = (rows + kRowBlock - 1) / kRowBlock;
  // A cell takes a fraction of the time that a row of a fit takes: on a busy machine, waiting for
  // another thread costs more than a hundred thousand of them.
  constexpr std::size_t kCells = 4;
  const unsigned threads = threads_for_rows(scores.size() / kCells, execution.threads);
  run_parts(threads, blocks, [&](std::size_t /*part*/, std::size_t begin, std::size_t end) {
    BlockApplier applier(model, model.tables_);
    for (std::size_t block = begin; block < end; ++block) {
      const std::size_t first = block * kRowBlock * classes;
      const std::size_t count = std::min(kRowBlock * classes, scores.size() - first);
      applier.apply(scores.subspan(first, count), probabilities.subspan(first, count));
    }
  });
}

std::string describe(const ClassOrigin& origin) {
  if (origin.candidates.empty()) return {};
  constexpr double kLeastShown = 0.005;
  std::vector<std::string> words;
  for (const ClassCandidate& candidate : origin.candidates) {
    if (candidate.weight < kLeastShown) continue;
    const std::string name = candidate.name == "identity"      ? "the scores as they are"
                             : candidate.name == "one-vs-rest" ? "a curve for each class"
                             : candidate.name == "top-label"   ? "a curve for the most likely class"
                                                               : candidate.name + " scaling";
    words.push_back(fmt::format("{:.0f} % {}", 100 * candidate.weight, name));
  }
  std::string text = fmt::format("Averaged: {}.", fmt::join(words, ", "));
  if (origin.changed > 0) {
    text += fmt::format(" The most likely class changes for {:.2g} % of the rows.",
                        100 * origin.changed / origin.rows);
  }
  return text;
}

}  // namespace calibrant
