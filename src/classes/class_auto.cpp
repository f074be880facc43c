// Candidates: the scores as they are, temperature, bias, vector and matrix scaling (candidates.cpp)
// under two readings of the scores, a curve for each class, and a curve for the top label
// (curve_parts.cpp). Each is fitted without a fold and says what it thinks of the labels there; the
// weights make what the mixture says of all of them most likely (stack.cpp). Maps of one reading
// that are left, but the scores as they are, are then averaged into one.
#include "classes/class_auto.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <numeric>
#include <optional>
#include <utility>

#include "classes/blocks.hpp"
#include "classes/candidates.hpp"
#include "classes/curve_parts.hpp"
#include "classes/stack.hpp"
#include "support/parallel.hpp"
#include "support/progress.hpp"

namespace calibrant {
namespace {

using kernels::kRowBlock;

constexpr double kFirstShare = 0.95;  // of what is simple
constexpr double kLeastShare = 1e-3;  // of a candidate that is kept
constexpr double kLeastPart = 1e-2;   // of one that costs a part of its own
constexpr std::size_t kCurveCandidates = kClassFreedoms.size() + 1;

// With many rows, the rows of a part of the folds are enough to tell the candidates apart.
std::size_t folds_used(double rows) { return rows <= 6000 ? kClassFolds : rows <= 30000 ? 2 : 1; }

using Candidates = std::vector<JointCandidate>;
// By candidate: those of the first reading, of the second, one-vs-rest by freedom, top label.
using LabelProbabilities = std::vector<std::vector<double>>;

class ClassAverager {
 public:
  ClassAverager(const FoldRows& rows, ClassInput input, const ClassOptions& options, PriorDraw draw)
      : rows_(rows),
        options_(options),
        probabilities_(probabilities_in_blocks(rows, input)),
        readings_(class_readings(rows, input)),
        features_{features_in_blocks(rows, input, readings_[0]),
                  features_in_blocks(rows, input, readings_[1])},
        ranges_{feature_range(rows.scores(), input, readings_[0]),
                feature_range(rows.scores(), input, readings_[1])},
        used_(folds_used(rows.weight())),
        meter_(options.execution, static_cast<double>(2 + used_ * (options.keep_top ? 2 : 3))),
        draw_(draw) {}

  ClassAverage average() {
    if (!options_.keep_top) curves_.emplace(rows_, probabilities_);
    fit_all_rows();
    const LabelProbabilities likelihoods = cross_fit();
    return kept(stack(likelihoods, rows_.weights().first(rows_.fold(used_ - 1).end * kRowBlock),
                      first_shares(likelihoods.size())));
  }

 private:
  std::size_t joint() const { return whole_[0].size() + whole_[1].size(); }

  JointRows rows_of(std::size_t reading, BlockRange left_out) const {
    return JointRows::of(rows_, features_[reading], ranges_[reading], left_out);
  }

  // Most belongs to the scores as they are and to temperature. Others must gain to get a share.
  std::vector<double> first_shares(std::size_t members) const {
    const double simple = 2 * static_cast<double>(whole_.size());
    const double others = static_cast<double>(members) - simple;
    std::vector<double> shares(members, others > 0 ? (1 - kFirstShare) / others : 0);
    for (std::size_t r = 0; r < whole_.size(); ++r) {
      for (std::size_t c = 0; c < 2; ++c) {  // they come first
        shares[r * whole_[0].size() + c] = (others > 0 ? kFirstShare : 1) / simple;
      }
    }
    return shares;
  }

  // Each task reports once; progress is asked from one thread at a time.
  void run(const std::vector<std::function<void()>>& tasks) {
    run_tasks(thread_count(options_.execution), tasks);
    meter_.advance(static_cast<double>(tasks.size()));
  }

  void fit_all_rows() {
    std::vector<std::function<void()>> tasks;
    for (std::size_t r = 0; r < whole_.size(); ++r) {
      tasks.emplace_back([this, r] {
        whole_[r] = fit_candidates(rows_of(r, {}), readings_[r], options_.keep_top, draw_);
      });
    }
    run(tasks);
  }

  LabelProbabilities cross_fit() {
    std::vector<LabelProbabilities> by_fold(
        used_, LabelProbabilities(joint() + (curves_ ? kCurveCandidates : 0)));
    std::vector<std::function<void()>> tasks;
    for (std::size_t f = 0; f < used_; ++f) {
      const BlockRange fold = rows_.fold(f);
      // The longest first.
      if (curves_) {
        tasks.emplace_back([this, f, &said = by_fold[f]] {
          auto given = curves_->label_probabilities(curves_->fit(f), f);
          std::ranges::move(given, std::next(said.begin(), static_cast<std::ptrdiff_t>(joint())));
        });
      }
      for (std::size_t r = 0; r < whole_.size(); ++r) {
        tasks.emplace_back([this, r, fold, &said = by_fold[f]] {
          const JointRows seen = rows_of(r, fold);
          const Candidates fits = fit_candidates(seen, readings_[r], options_.keep_top);
          for (std::size_t c = 0; c < fits.size(); ++c) {
            seen.label_probabilities(whole_map(fits[c].part, rows_.classes()), fold,
                                     said[r * whole_[0].size() + c]);
          }
        });
      }
    }
    run(tasks);
    LabelProbabilities all = std::move(by_fold[0]);
    for (std::size_t f = 1; f < used_; ++f) {
      for (std::size_t c = 0; c < all.size(); ++c) {
        all[c].insert(all[c].end(), by_fold[f][c].begin(), by_fold[f][c].end());
      }
    }
    return all;
  }

  // Candidates of one kind are told as one.
  static void tell(ClassAverage& result, std::string_view name, double share) {
    auto& told = result.candidates;
    const auto same = std::find_if(told.begin(), told.end(),
                                   [&](const ClassCandidate& one) { return one.name == name; });
    if (same != told.end()) {
      same->weight += share;
    } else {
      told.push_back({std::string(name), share});
    }
  }

  void add_curves(std::vector<double> shares, ClassAverage& result) const {
    const double top = shares.back();
    shares.pop_back();
    const double rest = std::accumulate(shares.begin(), shares.end(), 0.0);
    if (std::max(rest, top) < kLeastPart) return;
    const FittedCurves curves = curves_->fit(CurveRows::kNone, draw_);
    if (rest >= kLeastPart) {
      for (double& share : shares) share /= rest;
      tell(result, "one-vs-rest", rest);
      result.parts.push_back({rest, one_vs_rest_part(curves, shares, rows_.classes())});
    }
    if (top >= kLeastPart) {
      tell(result, "top-label", top);
      result.parts.push_back({top, TopLabelPart{curves.top.curve()}});
    }
  }

  ClassAverage kept(const std::vector<double>& shares) const {
    ClassAverage result;
    std::size_t c = 0;
    for (const Candidates& candidates : whole_) {
      std::vector<const SoftmaxPart*> parts;
      std::vector<double> weights;
      double sum = 0;
      for (const JointCandidate& candidate : candidates) {
        const double share = shares[c++];
        // The scores as they are may be far from the others: no mean of parameters.
        const bool alone = candidate.name == "identity";
        if (share < (alone ? kLeastPart : kLeastShare)) continue;
        if (alone) {
          // That they are exactly right is a convenience and no belief: in a band they have the
          // spread of their neighbour, temperature scaling.
          result.parts.push_back({share, draw_ ? candidates[1].part : candidate.part});
          tell(result, candidate.name, share);
          continue;
        }
        parts.push_back(&candidate.part);
        weights.push_back(share);
        sum += share;
        tell(result, candidate.name, share);
      }
      if (!parts.empty()) {
        result.parts.push_back({sum, average_maps(parts, weights, rows_.classes())});
      }
    }
    if (curves_)
      add_curves({shares.begin() + static_cast<std::ptrdiff_t>(c), shares.end()}, result);
    return result;
  }

  const FoldRows& rows_;
  const ClassOptions& options_;
  const AlignedVector probabilities_;
  const std::array<ClassReading, 2> readings_;
  const std::array<AlignedVector, 2> features_;  // of each reading
  const std::array<double, 2> ranges_;
  std::optional<CurveRows> curves_;  // unless the top label is to be kept
  const std::size_t used_;
  ProgressMeter meter_;
  const PriorDraw draw_;
  std::array<Candidates, 2> whole_;  // fitted to all rows, by reading
};

}  // namespace

ClassAverage average_classes(const FoldRows& rows, ClassInput input, const ClassOptions& options,
                             PriorDraw draw) {
  ClassAverage average = ClassAverager(rows, input, options, draw).average();
  double sum = 0;
  for (const ClassPart& part : average.parts) sum += part.weight;
  for (ClassPart& part : average.parts) part.weight /= sum;
  for (ClassCandidate& candidate : average.candidates) candidate.weight /= sum;
  std::stable_sort(
      average.candidates.begin(), average.candidates.end(),
      [](const ClassCandidate& a, const ClassCandidate& b) { return a.weight > b.weight; });
  return average;
}

}  // namespace calibrant
