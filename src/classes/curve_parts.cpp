#include "classes/curve_parts.hpp"

#include <algorithm>

#include "math/log_odds.hpp"

namespace calibrant {
namespace {

using kernels::kRowBlock;

// How far the curve that all classes share, or the top label's, may be from the identity; and how
// far a class's may be from the shared one.
constexpr LogOddsCurve::Prior kShared = {1, 1, 0.5};
constexpr LogOddsCurve::Prior kOwn = {0.5, 0.25, 0.1};

LogOddsCurve::Prior scaled(const LogOddsCurve::Prior& prior, double factor) {
  return {factor * prior.intercept, factor * prior.slope, factor * prior.bend};
}

}  // namespace

CurveRows::CurveRows(const FoldRows& rows, const AlignedVector& probabilities)
    : rows_(rows), probabilities_(probabilities), log_odds_(probabilities.size()) {
  const std::size_t classes = rows.classes();
  std::transform(probabilities.begin(), probabilities.end(), log_odds_.begin(),
                 LogOddsCells::log_odds);
  for (std::size_t f = 0; f < rows.folds(); ++f) {
    by_fold_.emplace_back(classes + 1);
    std::vector<LogOddsCells>& cells = by_fold_.back();
    for (std::size_t block = rows.fold(f).begin; block < rows.fold(f).end; ++block) {
      const std::size_t first = block * classes * kRowBlock;
      kernels::TopLabels top;
      kernels::find_top_labels(&probabilities[first], classes, top);
      for (std::size_t i = 0; i < kRowBlock; ++i) {
        const double weight = rows.weights()[block * kRowBlock + i];
        if (weight == 0) continue;
        const std::size_t label = rows.labels()[block * kRowBlock + i];
        for (std::size_t k = 0; k < classes; ++k) {
          const bool own = k == label;
          cells[k].add(log_odds_[first + k * kRowBlock + i], own ? 0 : weight, own ? weight : 0);
        }
        const double positive = probabilities[first + label * kRowBlock + i] == top.largest[i]
                                    ? weight / top.ties[i]
                                    : 0;
        cells[classes].add(LogOddsCells::log_odds(top.largest[i]), weight - positive, positive);
      }
    }
  }
}

FittedCurves CurveRows::fit(std::size_t left_out, PriorDraw draw) const {
  const std::size_t classes = rows_.classes();
  std::vector<LogOddsCells> seen(classes + 2);  // of each class, the top label, all classes
  for (std::size_t f = 0; f < by_fold_.size(); ++f) {
    for (std::size_t k = 0; f != left_out && k <= classes; ++k) seen[k] += by_fold_[f][k];
  }
  for (std::size_t k = 0; k < classes; ++k) seen[classes + 1] += seen[k];
  const auto fitted = [&](std::size_t cells, const LogOddsCurve& centre,
                          const LogOddsCurve::Prior& prior) {
    return LogOddsCurve(seen[cells],
                        draw ? centre.drawn(prior, RandomStream(*draw, cells)) : centre, prior);
  };
  FittedCurves result;
  result.rest[0].push_back(fitted(classes + 1, LogOddsCurve(), kShared));
  const LogOddsCurve shared = result.rest[0][0];
  for (std::size_t f = 1; f < kClassFreedoms.size(); ++f) {
    for (std::size_t k = 0; k < classes; ++k) {
      result.rest[f].push_back(fitted(k, shared, scaled(kOwn, kClassFreedoms[f])));
    }
  }
  result.top = fitted(classes, LogOddsCurve(), kShared);
  return result;
}

std::array<std::vector<double>, kClassFreedoms.size() + 1> CurveRows::label_probabilities(
    const FittedCurves& curves, std::size_t fold) const {
  const std::size_t classes = rows_.classes();
  const BlockRange range = rows_.fold(fold);
  std::array<std::vector<double>, kClassFreedoms.size() + 1> result;
  for (auto& given : result) given.resize((range.end - range.begin) * kRowBlock);
  AlignedVector scratch(classes * kRowBlock);
  for (std::size_t block = range.begin; block < range.end; ++block) {
    const std::size_t first = block * classes * kRowBlock;
    const std::uint32_t* labels = &rows_.labels()[block * kRowBlock];
    const std::size_t out = (block - range.begin) * kRowBlock;
    for (std::size_t f = 0; f < kClassFreedoms.size(); ++f) {
      std::array<double, kRowBlock> sums = {};
      std::array<double, kRowBlock> own = {};
      for (std::size_t k = 0; k < classes; ++k) {
        const LogOddsCurve& curve = curves.rest[f][curves.rest[f].size() == 1 ? 0 : k];
        for (std::size_t i = 0; i < kRowBlock; ++i) {
          const double p = logistic(curve(log_odds_[first + k * kRowBlock + i]));
          sums[i] += p;
          if (k == labels[i]) own[i] = p;
        }
      }
      for (std::size_t i = 0; i < kRowBlock; ++i) result[f][out + i] = own[i] / sums[i];
    }
    kernels::TopLabels top;
    kernels::find_top_labels(&probabilities_[first], classes, top);
    alignas(64) kernels::RowValues confidence;
    for (std::size_t i = 0; i < kRowBlock; ++i) {
      confidence[i] = logistic(curves.top(LogOddsCells::log_odds(top.largest[i])));
    }
    std::fill(scratch.begin(), scratch.end(), 0.0);
    kernels::add_top_labels(&probabilities_[first], classes, top, confidence, 1, scratch.data());
    for (std::size_t i = 0; i < kRowBlock; ++i) {
      result.back()[out + i] = scratch[labels[i] * kRowBlock + i];
    }
  }
  return result;
}

OneVsRestPart one_vs_rest_part(const FittedCurves& curves, const std::vector<double>& weights,
                               std::size_t classes) {
  OneVsRestPart part;
  for (std::size_t k = 0; k < classes; ++k) {
    std::vector<LogOddsCurve> own;
    for (const auto& rest : curves.rest) own.push_back(rest[rest.size() == 1 ? 0 : k]);
    part.curves.push_back(LogOddsCurve::mean(own, weights).curve());
  }
  return part;
}

}  // namespace calibrant
