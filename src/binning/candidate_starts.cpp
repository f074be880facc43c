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

}  // namespace

CandidateStarts::CandidateStarts(double total, double lambda)
    : due_(2 * kBatch), total_(total), lambda_(lambda), test_(std::log(total + 2) + 1) {}

void CandidateStarts::add(std::size_t start, double negatives, double positives, double log_value,
                          double position) {
  if (size() >= 2 && last_lies_below(negatives, positives, log_value + position))
    resize(size() - 1);
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
  return 128 * std::numeric_limits<double>::epsilon() * (total_ + largest_ + lambda_ + 64);
}

// The last start, if it lies inside a run of one class between the one before it and a new one:
// those two are then a certificate by themselves.
bool CandidateStarts::last_lies_below(double negatives, double positives, double height) const {
  const std::size_t i = size() - 1;
  const bool in_run = (negatives_[i - 1] == negatives && positives_[i - 1] < positives) ||
                      (positives_[i - 1] == positives && negatives_[i - 1] < negatives);
  if (!in_run) return false;
  const double from = negatives_[i - 1] + positives_[i - 1];
  const double share = (negatives_[i] + positives_[i] - from) / (negatives + positives - from);
  const double before = log_value_[i - 1] + position_[i - 1];
  return log_value_[i] + position_[i] + rounding_margin() < before + share * (height - before);
}

void CandidateStarts::prune() {
  const std::size_t count = size();
  heights_.resize(count);
  for (std::size_t i = 0; i < count; ++i) heights_[i] = log_value_[i] + position_[i];
  test_.run(negatives_, positives_, heights_, rounding_margin(), lost_);
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
