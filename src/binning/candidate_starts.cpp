// Candidates come in one by one. Two cases that are plain to see are settled at once; the others
// are put to the general test (dominance.hpp) whenever as many have come in as had survived.
#include "binning/candidate_starts.hpp"

#include <algorithm>
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
  start_.push_back(start);
  negatives_.push_back(negatives);
  positives_.push_back(positives);
  log_value_.push_back(log_value);
  position_.push_back(position);
  ceiling_.push_back(std::numeric_limits<double>::infinity());
  largest_ = std::max(largest_, std::abs(log_value));
}

// A value is computed with an error of at most 16 epsilon times the numbers it is made of. Two
// values are compared, heights are rounded, and counts that are not whole do not add up exactly.
double CandidateStarts::rounding_margin() const {
  return 256 * std::numeric_limits<double>::epsilon() * (total_ + largest_ + lambda_ + 64);
}

void CandidateStarts::drop_before_newest() {
  move(size() - 1, size() - 2);
  resize(size() - 1);
}

// A longer bin is less likely: whoever is not higher than a newer start stays behind it.
bool CandidateStarts::newest_is_higher() const {
  const std::size_t newest = size() - 1;
  return height(newest - 1) + rounding_margin() < height(newest);
}

// Inside a run of one class the points of three starts lie on a line, and the two outer ones alone
// are a certificate.
bool CandidateStarts::run_ends_are_higher() const {
  const std::size_t i = size() - 2;
  const auto inside = [i](const std::vector<double>& moving, const std::vector<double>& fixed) {
    return fixed[i - 1] == fixed[i + 1] && moving[i - 1] < moving[i + 1];
  };
  const bool positive = inside(positives_, negatives_);
  if (!positive && !inside(negatives_, positives_)) return false;
  const auto& along = positive ? positives_ : negatives_;
  const double share = (along[i] - along[i - 1]) / (along[i + 1] - along[i - 1]);
  const double before = height(i - 1);
  return height(i) + rounding_margin() < before + share * (height(i + 1) - before);
}

void CandidateStarts::prune_before_newest() {
  while (size() >= 2 && newest_is_higher()) drop_before_newest();
  if (size() >= 3 && run_ends_are_higher()) drop_before_newest();
}

void CandidateStarts::prune() {
  const std::size_t count = size();
  heights_.resize(count);
  for (std::size_t i = 0; i < count; ++i) heights_[i] = height(i);
  test_.run(negatives_, positives_, heights_, rounding_margin(), lost_);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (lost_[i] == 0) move(i, kept++);
  }
  resize(kept);
  prunings_ += 1;
  survivors_ += static_cast<double>(kept);
  due_ = kept + std::max(kept, kBatch);
}

void CandidateStarts::move(std::size_t from, std::size_t to) {
  start_[to] = start_[from];
  negatives_[to] = negatives_[from];
  positives_[to] = positives_[from];
  log_value_[to] = log_value_[from];
  position_[to] = position_[from];
  ceiling_[to] = ceiling_[from];
}

void CandidateStarts::resize(std::size_t count) {
  start_.resize(count);
  negatives_.resize(count);
  positives_.resize(count);
  log_value_.resize(count);
  position_.resize(count);
  ceiling_.resize(count);
}

}  // namespace calibrant
