// The clip of scores, which is part of the definition of model curves.
#pragma once

namespace calibrant {

/// Scores that enter a logarithm are cut to [kScoreClip, 1 - kScoreClip]. Exports write this number
/// into the code that they make.
inline constexpr double kScoreClip = 1e-12;

/// Where a fit cuts scores; never nearer to 0 and 1 than the curves do.
struct ScoreClip {
  double low = kScoreClip;
  double high = 1 - kScoreClip;
};

}  // namespace calibrant
