// Which starts of a bin lose at every end to come? (docs/math/sbb.md has the proofs.)
//
// l(a, b) = log of the integral of theta^b (1-theta)^a is convex, and its gradient lies in
// G = { (alpha, beta) : e^alpha + e^beta <= 1 }. A start is a point p = (A, B), the counts before
// it, with a height v; its value at the end P is v + l(P - p). If start i wins at P, then for
// every start j
//
//   v_j - v_i <= l(P - p_i) - l(P - p_j) <= g . (p_j - p_i),    g = gradient of l at P - p_i.
//
// So i needs a slope g in G that satisfies one half-plane per other start. No such slope: i has
// lost for good. The others need not be alive for this to hold, so verdicts may rest on starts
// that get the same verdict.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace calibrant {

/// The set of slopes (alpha, beta) with alpha * a + beta * b >= d.
struct HalfPlane {
  double a = 0;
  double b = 0;
  double d = 0;
};

class DominanceTest {
 public:
  /// `steepest`: no |alpha|, |beta| of interest is larger.
  explicit DominanceTest(double steepest) : steepest_(steepest) {}

  /// lost[i] becomes 1 for every start that is certain to lose by more than `margin` from now on,
  /// 0 for the others, and for the last one always.
  void run(const std::vector<double>& negatives, const std::vector<double>& positives,
           const std::vector<double>& heights, double margin, std::vector<char>& lost);

 private:
  // A half-plane in the search: that of a point, or a tangent of G.
  struct Term {
    std::size_t slot = kTangent;  // which point, if it is one
    HalfPlane plane;
  };
  static constexpr std::size_t kTangent = static_cast<std::size_t>(-1);

  struct Shares {
    double of_first;
    double of_second;
  };

  bool is_dominated(std::size_t slot, double margin);
  void begin_trial(std::size_t slot, double margin);
  double turn() const;
  Shares shares() const;
  HalfPlane plane_of(std::size_t slot) const;
  Term most_violated(double alpha, double beta) const;
  bool exclude_each_other(const Shares& shares) const;
  void remove(std::size_t slot);

  // The points still in the test, in no order; a lost one makes room for the last.
  std::vector<double> negatives_;
  std::vector<double> positives_;
  std::vector<double> heights_;
  // The start under trial, its height raised by the margin.
  HalfPlane trial_;
  // The search: two half-planes that meet, and the one that enters. Neighbours have similar
  // certificates, so the next search begins where the last one ended.
  std::array<Term, 3> terms_;
  double steepest_;
};

}  // namespace calibrant
