#include "calibrant/multiclass.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "observations/against_rest.hpp"
#include "support/check.hpp"
#include "support/legible.hpp"
#include "support/utf8.hpp"

namespace calibrant {
namespace {

// Rows at a time: all columns of a block stay in the cache for up to some hundred classes.
constexpr std::size_t kBlock = 256;

void check_names(const std::vector<std::string>& names) {
  if (names.size() < 2) {
    throw InputError("names", std::nullopt,
                     fmt::format("has {} elements (two classes or more are needed)", names.size()));
  }
  std::unordered_set<std::string> known;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (names[k].empty()) throw InputError("names", k, "is empty");
    if (!is_utf8(names[k])) throw InputError("names", k, "is not UTF-8");
    // C would see only what stands before it, and two names might become one.
    if (names[k].find('\0') != std::string::npos) {
      throw InputError("names", k, fmt::format("{} has a zero byte", shown(names[k])));
    }
    if (!known.insert(names[k]).second) {
      throw InputError("names", k, shown(names[k]) + " is there twice");
    }
  }
}

template <class Label>
std::vector<Observations> observe_rows(std::span<const double> scores,
                                       std::span<const Label> labels, std::size_t classes,
                                       std::span<const double> weights,
                                       std::span<const std::string> names = {}) {
  check_multiclass_rows("scores", scores, labels, classes, weights);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (!std::isfinite(scores[i])) {
      fail_cell("scores", i / classes, i % classes,
                fmt::format("{} is not a finite number", scores[i]), names);
    }
  }
  return observe_against_rest(scores, labels, classes, weights);
}

// values[k * kBlock + i] is class k of row i; out is row-major.
void write_shares(const std::vector<double>& values, std::size_t classes, std::size_t rows,
                  double* out) {
  for (std::size_t i = 0; i < rows; ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < classes; ++k) sum += values[k * kBlock + i];
    for (std::size_t k = 0; k < classes; ++k) {
      *out++ = sum == 0 ? 1 / static_cast<double>(classes) : values[k * kBlock + i] / sum;
    }
  }
}

}  // namespace

MulticlassModel::MulticlassModel(std::vector<std::string> names, std::vector<Curve> curves)
    : names_(std::move(names)), curves_(std::move(curves)) {
  check_names(names_);
  check_same_length("curves", curves_.size(), "names", names_.size());
}

MulticlassModel::MulticlassModel(std::vector<std::string> names, ClassModel joint)
    : names_(std::move(names)), joint_(std::move(joint)) {
  check_names(names_);
  if (joint_->classes() != names_.size()) {
    throw InputError("names", std::nullopt,
                     fmt::format("has {} elements (the model has {} classes)", names_.size(),
                                 joint_->classes()));
  }
}

const std::string& MulticlassModel::method() const noexcept {
  return joint_ ? joint_->origin().method : curves_[0].origin().method;
}

std::vector<double> MulticlassModel::frequencies() const {
  if (joint_) return joint_->origin().frequencies;
  std::vector<double> result;
  double sum = 0;
  for (const Curve& curve : curves_) {
    result.push_back(curve.origin().prevalence);
    sum += result.back();
  }
  if (!(sum > 0)) return {};
  for (double& frequency : result) frequency /= sum;
  return result;
}

std::vector<Observations> observe_multiclass(std::span<const double> scores,
                                             std::span<const std::uint32_t> labels,
                                             std::size_t classes, std::span<const double> weights,
                                             std::span<const std::string> names) {
  return observe_rows(scores, labels, classes, weights, names);
}

std::vector<Observations> observe_multiclass(std::span<const double> scores,
                                             std::span<const int> labels, std::size_t classes,
                                             std::span<const double> weights) {
  return observe_rows(scores, labels, classes, weights);
}

MulticlassModel fit_multiclass(std::span<const Observations> seen, std::vector<std::string> names,
                               const FitCurve& fit) {
  check_names(names);
  check_same_length("seen", seen.size(), "names", names.size());
  std::vector<Curve> curves;
  curves.reserve(seen.size());
  for (std::size_t k = 0; k < seen.size(); ++k) {
    try {
      curves.push_back(fit(seen[k]));
    } catch (const InputError& error) {
      throw InputError("class " + shown(names[k]), std::nullopt, error.what());
    }
  }
  return {std::move(names), std::move(curves)};
}

void apply(const MulticlassModel& model, std::span<const double> scores,
           std::span<double> probabilities, const Execution& execution) {
  if (model.joint() != nullptr) {
    apply(*model.joint(), scores, probabilities, execution);
    return;
  }
  check_same_length("probabilities", probabilities.size(), "scores", scores.size());
  const std::size_t classes = model.classes();
  if (scores.size() % classes != 0) {
    throw InputError(
        "scores", std::nullopt,
        fmt::format("has {} elements (not a multiple of the {} classes)", scores.size(), classes));
  }
  std::vector<double> values(kBlock * classes);
  const std::size_t rows = scores.size() / classes;
  for (std::size_t first = 0; first < rows; first += kBlock) {
    const std::size_t count = std::min(kBlock, rows - first);
    for (std::size_t k = 0; k < classes; ++k) {
      const std::span<double> column(&values[k * kBlock], count);
      for (std::size_t i = 0; i < count; ++i) column[i] = scores[(first + i) * classes + k];
      apply(model.curves()[k], column, column, {.threads = 1});
    }
    write_shares(values, classes, count, &probabilities[first * classes]);
  }
}

std::vector<double> apply(const MulticlassModel& model, std::span<const double> scores) {
  std::vector<double> probabilities(scores.size());
  apply(model, scores, probabilities);
  return probabilities;
}

}  // namespace calibrant
