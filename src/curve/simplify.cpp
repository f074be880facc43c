// Fewest pieces within an error.
//
// Steps: a run of neighbours fits one value if max - min <= 2 tolerance, and so does every part of
// it; hence taking the longest run, again and again, is optimal.
//
// Segments: the longest chord is not always a step of the best selection, so this is a shortest
// path (Imai and Iri, 1988): knots are vertices, i -> j an edge if the chord from i to j passes all
// knots between at most `tolerance` above or below; between knots both curves are straight, so the
// error is largest at one. Looking from i, each knot k leaves open the slopes
// (values[k] -+ tolerance - values[i]) / (knots[k] - knots[i]); j is an edge if its slope lies in
// what the knots before it left open, and when nothing is open there are no more edges from i.
// The curve is constant outside its knots, so a path may begin at any i that all values before are
// near to, and end likewise. Breadth first; m^2 / 2 tests at most.
//
// Beyond kMostTests: first the longest chord, again and again, with a small share of the tolerance,
// which takes 2 m tests or so; then the shortest path through what is left, with the rest.
#include "calibrant/simplify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "curve/grid_steps.hpp"
#include "support/check.hpp"

namespace calibrant {
namespace {

constexpr std::size_t kMostTests = 300'000'000;
constexpr double kFirstShare = 256;
constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

// The values, and the bounds if there is a band: all must stay within the tolerance.
using Lines = std::vector<const std::vector<double>*>;

template <class Shape>
Lines lines_of(const Shape& shape, const std::optional<Band>& band) {
  if (!band) return {&shape.values};
  return {&shape.values, &band->lower, &band->upper};
}

struct Range {
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();

  Range with(double value) const { return {std::min(least, value), std::max(most, value)}; }
  double middle() const { return std::midpoint(least, most); }
  bool near(double value, double tolerance) const {
    return value - least <= tolerance && most - value <= tolerance;
  }
};

// The runs of Steps: where each begins, and the middle of each line in it.
struct Runs {
  std::vector<std::size_t> begins;
  std::vector<std::vector<double>> middles;
};

Runs longest_runs(const Lines& lines, double tolerance) {
  const std::size_t n = lines.front()->size();
  Runs runs;
  runs.middles.resize(lines.size());
  for (std::size_t begin = 0; begin < n;) {
    std::vector<Range> ranges(lines.size());
    std::size_t end = begin;
    for (; end < n; ++end) {
      std::vector<Range> wider = ranges;
      bool fits = true;
      for (std::size_t l = 0; l < lines.size(); ++l) {
        wider[l] = ranges[l].with((*lines[l])[end]);
        fits = fits && wider[l].near(wider[l].middle(), tolerance);
      }
      if (!fits) break;
      std::swap(ranges, wider);
    }
    runs.begins.push_back(begin);
    for (std::size_t l = 0; l < lines.size(); ++l) runs.middles[l].push_back(ranges[l].middle());
    begin = end;
  }
  return runs;
}

Curve simplify_steps(const Curve& curve, double tolerance) {
  const auto& steps = std::get<Steps>(curve.shape());
  Runs runs = longest_runs(lines_of(steps, curve.band()), tolerance);
  Steps thin;
  thin.values = std::move(runs.middles[0]);
  for (std::size_t i = 1; i < runs.begins.size(); ++i) {
    thin.borders.push_back(steps.borders[runs.begins[i] - 1]);
  }
  std::optional<Band> band;
  if (curve.band()) {
    band = Band{curve.band()->level, std::move(runs.middles[1]), std::move(runs.middles[2])};
  }
  return Curve(std::move(thin), std::move(band), curve.origin());
}

class Chords {
 public:
  Chords(const std::vector<double>& knots, Lines lines, double tolerance)
      : lines_(std::move(lines)), tolerance_(tolerance), places_(knots) {
    // A span near 1, by a power of two, so that no width overflows.
    const double span = knots.back() * 0.5 - knots.front() * 0.5;
    const int exponent = span > 0 ? std::ilogb(span) : 0;
    for (double& x : places_) x = std::ldexp(x, -exponent);
    begins_ = near_all_before(false);
    ends_ = near_all_before(true);
  }

  std::size_t size() const { return places_.size(); }
  bool begins(std::size_t i) const { return begins_[i] != 0; }
  bool ends(std::size_t i) const { return ends_[i] != 0; }

  /// Calls edge(j) for every chord i -> j, in ascending order, and says how many knots were tested.
  template <class Edge>
  std::size_t from(std::size_t i, const Edge& edge) const {
    return lines_.size() == 1 ? from_lines<1>(i, edge) : from_lines<3>(i, edge);
  }

 private:
  template <std::size_t kLines, class Edge>
  std::size_t from_lines(std::size_t i, const Edge& edge) const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    std::array<const double*, kLines> values;
    std::array<Range, kLines> open;  // slopes
    for (std::size_t l = 0; l < kLines; ++l) {
      values[l] = lines_[l]->data();
      open[l] = {-kInfinity, kInfinity};
    }
    std::size_t j = i + 1;
    for (; j < size(); ++j) {
      const double per_width = 1 / (places_[j] - places_[i]);
      bool reached = true;
      bool still_open = true;
      for (std::size_t l = 0; l < kLines; ++l) {
        const double rise = values[l][j] - values[l][i];
        const double slope = rise * per_width;
        reached = reached && open[l].least <= slope && slope <= open[l].most;
        open[l].least = std::max(open[l].least, (rise - tolerance_) * per_width);
        open[l].most = std::min(open[l].most, (rise + tolerance_) * per_width);
        still_open = still_open && open[l].least <= open[l].most;
      }
      // Knots nearer than a width can say are kept, as is every knot's way to the next.
      if (j == i + 1 || (reached && per_width < kInfinity)) edge(j);
      if (!still_open || !(per_width < kInfinity)) break;
    }
    return j - i;
  }

  // Which knots are near all values before them, or after them?
  std::vector<char> near_all_before(bool backwards) const {
    std::vector<char> result(size(), 1);
    for (const auto* line : lines_) {
      Range seen;
      for (std::size_t step = 0; step < size(); ++step) {
        const std::size_t i = backwards ? size() - 1 - step : step;
        seen = seen.with((*line)[i]);
        if (!seen.near((*line)[i], tolerance_)) result[i] = 0;
      }
    }
    return result;
  }

  Lines lines_;
  double tolerance_;
  std::vector<double> places_;
  std::vector<char> begins_;
  std::vector<char> ends_;
};

// Empty: too many tests.
std::vector<std::size_t> fewest_knots(const Chords& chords) {
  std::vector<std::size_t> parent(chords.size(), kNone);  // of a beginning: itself
  std::vector<std::size_t> layer;
  std::size_t last = kNone;
  for (std::size_t i = chords.size(); i-- > 0;) {
    if (!chords.begins(i)) continue;
    parent[i] = i;
    layer.push_back(i);
    if (chords.ends(i)) last = i;
  }
  std::size_t tests = 0;
  while (last == kNone) {
    std::vector<std::size_t> next;
    for (const std::size_t i : layer) {
      tests += chords.from(i, [&](std::size_t j) {
        if (parent[j] != kNone) return;
        parent[j] = i;
        next.push_back(j);
        if (last == kNone && chords.ends(j)) last = j;
      });
      if (last != kNone) break;
      if (tests > kMostTests) return {};
    }
    std::swap(layer, next);
  }
  std::vector<std::size_t> kept = {last};
  while (parent[kept.back()] != kept.back()) kept.push_back(parent[kept.back()]);
  std::reverse(kept.begin(), kept.end());
  return kept;
}

std::vector<std::size_t> longest_chords(const Chords& chords) {
  std::size_t i = chords.size();
  do --i;
  while (!chords.begins(i));
  std::vector<std::size_t> kept = {i};
  while (!chords.ends(i)) {
    std::size_t furthest = i;
    std::size_t end = kNone;
    chords.from(i, [&](std::size_t j) {
      furthest = j;
      if (end == kNone && chords.ends(j)) end = j;
    });
    i = end != kNone ? end : furthest;
    kept.push_back(i);
  }
  return kept;
}

std::vector<double> at(const std::vector<double>& all, const std::vector<std::size_t>& kept) {
  std::vector<double> result;
  result.reserve(kept.size());
  for (const std::size_t i : kept) result.push_back(all[i]);
  return result;
}

Curve selection(const Curve& curve, const std::vector<std::size_t>& kept) {
  const auto& segments = std::get<Segments>(curve.shape());
  std::optional<Band> band;
  if (curve.band()) {
    band = Band{curve.band()->level, at(curve.band()->lower, kept), at(curve.band()->upper, kept)};
  }
  return Curve(Segments{at(segments.knots, kept), at(segments.values, kept)}, std::move(band),
               curve.origin());
}

Chords chords_of(const Curve& curve, double tolerance) {
  const auto& segments = std::get<Segments>(curve.shape());
  return {segments.knots, lines_of(segments, curve.band()), tolerance};
}

Curve simplify_segments(const Curve& curve, double tolerance) {
  const Chords chords = chords_of(curve, tolerance);
  if (const auto kept = fewest_knots(chords); !kept.empty()) return selection(curve, kept);
  const std::vector<std::size_t> long_chords = longest_chords(chords);
  const double first = tolerance / kFirstShare;
  const Curve thin = selection(curve, longest_chords(chords_of(curve, first)));
  const std::vector<std::size_t> kept = fewest_knots(chords_of(thin, tolerance - first));
  if (kept.empty() || kept.size() > long_chords.size()) return selection(curve, long_chords);
  return selection(thin, kept);
}

}  // namespace

Curve simplify(const Curve& curve, double tolerance) {
  if (!(std::isfinite(tolerance) && tolerance >= 0)) {
    throw OptionError("tolerance", fmt::format("{} is not zero or a positive number", tolerance));
  }
  if (std::holds_alternative<Sigmoid>(curve.shape())) return curve;
  if (std::holds_alternative<Segments>(curve.shape())) return simplify_segments(curve, tolerance);
  return simplify_steps(grid_to_steps(curve), tolerance);
}

}  // namespace calibrant
