// When does a start lose for good? (docs/math/sbb.md has the proofs.)
//
// l(a, b) = log of the integral of theta^b (1-theta)^a is convex, and its gradient g lies in
// G = { (alpha, beta) : e^alpha + e^beta <= 1 }. If start i wins at some end P, then for every
// start j
//
//   v_j - v_i <= l(P - p_i) - l(P - p_j) <= g . (p_j - p_i),     g = grad l(P - p_i) in G,
//
// so i needs a slope g in G that satisfies one half-plane per other start. G itself is replaced by
// tangents: at theta, -(1-theta) alpha - theta beta >= H(theta), the entropy. If these half-planes
// have no common point, i is dropped. The other starts need not be alive for this to hold, so
// verdicts may rest on starts that are dropped in the same round.
#include "binning/candidate_starts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace calibrant {
namespace {

// So many new starts are let in before the next pruning, or as many as survived the last one.
constexpr std::size_t kBatch = 32;
constexpr std::size_t kTangents = 9;

struct Tangents {
  std::array<double, kTangents + 2> a;
  std::array<double, kTangents + 2> b;
  std::array<double, kTangents + 2> d;
};

Tangents make_tangents() {
  Tangents t = {};
  for (std::size_t k = 0; k < kTangents + 2; ++k) {
    const double x = static_cast<double>(k) / (kTangents + 1);
    const double theta = x * x * (3 - 2 * x);  // denser towards 0 and 1
    t.a[k] = theta - 1;
    t.b[k] = -theta;
    t.d[k] = k == 0 || k == kTangents + 1
                 ? 0  // alpha <= 0 and beta <= 0
                 : -(theta * std::log(theta) + (1 - theta) * std::log1p(-theta));
  }
  return t;
}

}  // namespace

CandidateStarts::CandidateStarts(double total, double lambda)
    : due_(2 * kBatch), total_(total), lambda_(lambda), steepest_(std::log(total + 2) + 1) {}

void CandidateStarts::add(std::size_t start, double negatives, double positives, double log_value,
                          double position) {
  start_.push_back(start);
  negatives_.push_back(negatives);
  positives_.push_back(positives);
  log_value_.push_back(log_value);
  position_.push_back(position);
  largest_ = std::max(largest_, std::abs(log_value));
}

// A value is computed with an error of at most 16 epsilon times the numbers it is made of; two
// values are compared, and the heights are rounded as well.
double CandidateStarts::rounding_margin() const {
  return 64 * std::numeric_limits<double>::epsilon() * (total_ + largest_ + lambda_ + 64);
}

bool CandidateStarts::loses(std::size_t i, double margin) {
  const std::size_t count = size();
  const double a = negatives_[i];
  const double b = positives_[i];
  const double v = height_[i] + margin;
  for (std::size_t j = 0; j < count; ++j) {
    slopes_.a[j] = negatives_[j] - a;
    slopes_.b[j] = positives_[j] - b;
    slopes_.d[j] = height_[j] - v;
  }
  const std::size_t last = slopes_.size() - 1;
  if (i > 0 && slopes_.a[i - 1] * slopes_.b[i + 1] != slopes_.a[i + 1] * slopes_.b[i - 1]) {
    return certainly_infeasible(slopes_, i - 1, i + 1, steepest_);
  }
  return certainly_infeasible(slopes_, last, last - kTangents - 1, steepest_);
}

void CandidateStarts::prune() {
  static const Tangents tangents = make_tangents();
  const std::size_t count = size();
  const double margin = rounding_margin();
  height_.resize(count);
  for (std::size_t i = 0; i < count; ++i) height_[i] = log_value_[i] + position_[i];
  slopes_.resize(count + tangents.a.size());
  std::copy(tangents.a.begin(), tangents.a.end(),
            slopes_.a.begin() + static_cast<std::ptrdiff_t>(count));
  std::copy(tangents.b.begin(), tangents.b.end(),
            slopes_.b.begin() + static_cast<std::ptrdiff_t>(count));
  std::copy(tangents.d.begin(), tangents.d.end(),
            slopes_.d.begin() + static_cast<std::ptrdiff_t>(count));

  lost_.assign(count, 0);
  for (std::size_t i = 0; i + 1 < count; ++i) lost_[i] = loses(i, margin) ? 1 : 0;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (lost_[i] == 0) move(i, kept++);
  }
  resize(kept);
  due_ = kept + std::max(kept, kBatch);
}

void CandidateStarts::move(std::size_t from, std::size_t to) {
  start_[to] = start_[from];
  negatives_[to] = negatives_[from];
  positives_[to] = positives_[from];
  log_value_[to] = log_value_[from];
  position_[to] = position_[from];
}

void CandidateStarts::resize(std::size_t count) {
  start_.resize(count);
  negatives_.resize(count);
  positives_.resize(count);
  log_value_.resize(count);
  position_.resize(count);
}

}  // namespace calibrant
