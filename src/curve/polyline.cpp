// From a knot, a straight line can go to a later one if the tubes between leave its slope open
// (the funnel of Imai and Iri, 1986). A line may begin anywhere in the tube of its first knot; nine
// places stand for all. So the states of a knot are nine values of each line, and from those of one
// knot that can be reached we look for the furthest knot that has one: about 2 m looks in all.
// Going back from the end picks a value at every knot.
//
// Any such line is within the tubes. What is picked need not be the best of them, so the values
// then move, one after the other, towards the least squares of the distances over tube widths, as
// far as the tubes on both sides leave them open. That takes the mean distance to nothing, and with
// it what a curve that lies on one side of another would lose or gain.
#include "curve/polyline.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "system/numbers.hpp"

namespace calibrant {
namespace {

constexpr std::size_t kStates = 9;
constexpr std::size_t kMiddle = kStates / 2;
constexpr int kSweeps = 10;

using States = std::array<double, kStates>;
using Slopes = std::array<Open, kStates>;
// From which state of the stop before a state is reached; kUnreached: from none.
using Parents = std::array<std::size_t, kStates>;
constexpr std::size_t kUnreached = kStates;

struct Stop {
  std::size_t knot = 0;
  std::vector<Parents> parents;  // of each line
};

States states_in(const Open& tube) {
  States states;
  for (std::size_t c = 0; c < kStates; ++c) {
    const double share = (static_cast<double>(c) + 0.5) / kStates;
    states[c] = tube.least + share * (tube.most - tube.least);
  }
  return states;
}

// The state nearest to the middle that is good; kUnreached if none is.
template <class Good>
std::size_t middlemost(const Good& good) {
  for (std::size_t step = 0; step <= kMiddle; ++step) {
    if (good(kMiddle - step)) return kMiddle - step;
    if (good(kMiddle + step)) return kMiddle + step;
  }
  return kUnreached;
}

class Thinner {
 public:
  Thinner(const std::vector<double>& knots, const std::vector<TubeLine>& lines)
      : places_(knots), lines_(lines) {}

  /// False if there are too many.
  bool find_stops(std::size_t most) {
    stops_ = {{.knot = 0, .parents = std::vector<Parents>(lines_.size())}};  // any state will do
    while (stops_.back().knot + 1 < places_.size()) {
      if (stops_.size() == most) return false;
      stops_.push_back(next(stops_.back()));
    }
    return true;
  }

  Polyline polyline() {
    for (const Stop& stop : stops_) line_.knots.push_back(places_[stop.knot]);
    for (std::size_t l = 0; l < lines_.size(); ++l) line_.values.push_back(picked(l));
    settle();
    shorten();
    settle();
    return std::move(line_);
  }

 private:
  Stop next(const Stop& stop) const {
    const std::size_t i = stop.knot;
    std::vector<States> from;
    std::vector<Slopes> open(lines_.size());
    for (std::size_t l = 0; l < lines_.size(); ++l) {
      from.push_back(states_in(lines_[l].tube[i]));
      for (std::size_t c = 0; c < kStates; ++c) {
        if (lines_[l].ascending) open[l][c].least = 0;
        if (stop.parents[l][c] == kUnreached) open[l][c] = {kInfinity, -kInfinity};
      }
    }
    // The next knot, state by state, is always there; rounding could deny it to lines that ascend.
    Stop best = {i + 1, std::vector<Parents>(lines_.size())};
    for (std::size_t l = 0; l < lines_.size(); ++l) {
      for (std::size_t c = 0; c < kStates; ++c)
        best.parents[l][c] = open[l][c].empty() ? kUnreached : c;
    }
    Stop here = best;
    for (std::size_t j = i + 1; j < places_.size(); ++j) {
      here.knot = j;
      bool reached = true;
      for (std::size_t l = 0; l < lines_.size(); ++l) {
        const Open& tube = lines_[l].tube[j];
        const double width = places_[j] - places_[i];
        bool any = false;
        for (std::size_t c = 0; c < kStates; ++c) {
          if (open[l][c].empty()) continue;
          open[l][c].narrow((tube.least - from[l][c]) / width, (tube.most - from[l][c]) / width);
          any = any || !open[l][c].empty();
        }
        if (!any) return best;
        reached = reached && reach(from[l], open[l], states_in(tube), width, here.parents[l]);
      }
      if (reached) best = here;
    }
    return best;
  }

  static bool reach(const States& from, const Slopes& open, const States& to, double width,
                    Parents& parents) {
    bool any = false;
    for (std::size_t end = 0; end < kStates; ++end) {
      parents[end] = middlemost([&](std::size_t c) {
        const double slope = (to[end] - from[c]) / width;
        // Infinite: the knots are nearer than a slope can say.
        return std::isfinite(slope) && open[c].least <= slope && slope <= open[c].most;
      });
      any = any || parents[end] != kUnreached;
    }
    return any;
  }

  std::vector<double> picked(std::size_t l) const {
    std::vector<double> values(stops_.size());
    const Parents& last = stops_.back().parents[l];
    std::size_t state = middlemost([&](std::size_t c) { return last[c] != kUnreached; });
    for (std::size_t s = stops_.size(); s-- > 0;) {
      values[s] = states_in(lines_[l].tube[stops_[s].knot])[state];
      state = stops_[s].parents[l][state];
    }
    return values;
  }

  // The best value of a line at a stop that stands at `place`, beside its neighbours as they are;
  // the old one if none is open.
  struct Move {
    bool possible = false;
    double value = 0;
  };
  Move best_value(std::size_t l, std::size_t s, double place) const {
    const TubeLine& line = lines_[l];
    const std::vector<double>& values = line_.values[l];
    double sum = 0;
    double squares = 0;
    Open open;
    const auto look = [&](std::size_t k, std::size_t other) {
      const double there = line_.knots[other];
      const double t = (places_[k] - there) / (place - there);
      const double rest = (1 - t) * values[other];
      const Open& tube = line.tube[k];
      const double width = std::max(tube.most - tube.least, 1e-150);
      sum += t * (line.values[k] - rest) / (width * width);
      squares += t * t / (width * width);
      open.narrow((tube.least - rest) / t, (tube.most - rest) / t);
    };
    std::size_t k = s > 0 ? first_after(line_.knots[s - 1]) : 0;
    for (; s > 0 && k < places_.size() && places_[k] <= place; ++k) look(k, s - 1);
    if (k > 0 && k < places_.size()) {  // the corner itself, which may stand between two knots
      const double t = (place - places_[k - 1]) / (places_[k] - places_[k - 1]);
      const Open& left = line.tube[k - 1];
      const Open& right = line.tube[k];
      open.narrow((1 - t) * left.least + t * right.least, (1 - t) * left.most + t * right.most);
    }
    const bool has_next = s + 1 < stops_.size();
    for (; has_next && places_[k] < line_.knots[s + 1]; ++k) look(k, s + 1);
    if (line.ascending) {
      open.narrow(s > 0 ? values[s - 1] : 0, has_next ? values[s + 1] : 1);
    }
    if (open.empty()) return {};
    return {true, squares > 0 ? std::clamp(sum / squares, open.least, open.most) : values[s]};
  }

  std::size_t first_after(double place) const {
    return static_cast<std::size_t>(std::upper_bound(places_.begin(), places_.end(), place) -
                                    places_.begin());
  }

  void settle() {
    for (std::size_t l = 0; l < lines_.size(); ++l) {
      for (int sweep = 0; sweep < kSweeps; ++sweep) {
        for (std::size_t s = 0; s < stops_.size(); ++s) {
          const Move move = best_value(l, s, line_.knots[s]);
          if (move.possible) line_.values[l][s] = move.value;
        }
      }
    }
  }

  // Moves stops to places with few digits, where the tubes allow that.
  void shorten() {
    constexpr int kMostDigits = 15;
    for (std::size_t s = 1; s + 1 < stops_.size(); ++s) {
      for (int digits = 3; digits <= kMostDigits; ++digits) {
        const double place = rounded(line_.knots[s], digits);
        if (!(place > line_.knots[s - 1] && place < line_.knots[s + 1])) continue;
        std::vector<Move> moves;
        for (std::size_t l = 0; l < lines_.size(); ++l) moves.push_back(best_value(l, s, place));
        if (!std::ranges::all_of(moves, &Move::possible)) continue;
        line_.knots[s] = place;
        for (std::size_t l = 0; l < lines_.size(); ++l) line_.values[l][s] = moves[l].value;
        break;
      }
    }
  }

  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  const std::vector<double>& places_;
  const std::vector<TubeLine>& lines_;
  std::vector<Stop> stops_;
  Polyline line_;
};

}  // namespace

double rounded(double x, int digits) {
  std::array<char, 32> text;
  const auto written = std::to_chars(text.data(), text.data() + text.size(), x,
                                     std::chars_format::scientific, digits - 1);
  double result = x;
  system::read_double(text.data(), written.ptr, result);
  return result;
}

Polyline fewer_knots(const std::vector<double>& knots, const std::vector<TubeLine>& lines,
                     std::size_t most) {
  if (!std::isfinite(knots.back() - knots.front())) return {};
  Thinner thinner(knots, lines);
  if (!thinner.find_stops(most)) return {};
  return thinner.polyline();
}

}  // namespace calibrant
