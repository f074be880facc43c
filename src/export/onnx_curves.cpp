// No operator searches a table of doubles (the tree ensembles know floats only), so a binary search
// is laid out as nodes: with 2^k - 1 borders, padded with infinity, the number of borders <= x
// is found in k rounds of Gather and GreaterOrEqual. Then everything about the piece is gathered,
// and computed in the order of the curve: from + (x * scale - left) / width * rise, kept between
// the two values. Every operator is rounded by itself, so the bits are those of the curve.
//
// Curves of several columns have one table, in which those of a column begin at its own offset.
// Curves of different kinds are computed by each kind for all columns; the right one is taken.
#include "export/onnx_curves.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <utility>

#include "math/clip.hpp"

namespace calibrant::onnx {
namespace {

using Lists = std::vector<std::vector<double>>;  // one for each column

// The search through some borders, and the tables to look up with what it found.
class Search {
 public:
  Search(Graph& graph, const Name& x, Lists borders) : graph_(graph), columns_(borders.size()) {
    for (const auto& own : borders) pieces_ = std::max(pieces_, std::bit_ceil(own.size() + 1));
    for (auto& own : borders) own.resize(pieces_ - 1, std::numeric_limits<double>::infinity());
    Name table;
    if (pieces_ > 2) table = graph.numbers(joined(borders));
    for (std::size_t half = pieces_ / 2; half > 0; half /= 2) {
      const Name border = place_.empty()
                              ? graph.numbers(column_of(borders, half - 1))
                              : graph.add("Gather", {table, shifted(half - 1, pieces_ - 1)});
      const Name above = graph.cast(graph.add("GreaterOrEqual", {x, border}), kInt64);
      const Name jump =
          graph.add("Mul", {above, graph.integers({static_cast<std::int64_t>(half)})});
      place_ = place_.empty() ? jump : graph.add("Add", {place_, jump});
    }
    if (!place_.empty()) row_ = shifted(0, pieces_);
  }

  /// values[number of borders <= x]
  Name look_up(Lists values) {
    if (place_.empty()) return graph_.numbers(column_of(values, 0));
    for (auto& own : values) own.resize(pieces_, own.back());  // infinity finds the padding
    return graph_.add("Gather", {graph_.numbers(joined(values)), row_});
  }

 private:
  static std::vector<double> joined(const Lists& lists) {
    std::vector<double> all;
    for (const auto& own : lists) all.insert(all.end(), own.begin(), own.end());
    return all;
  }

  static std::vector<double> column_of(const Lists& lists, std::size_t i) {
    std::vector<double> result;
    for (const auto& own : lists) result.push_back(own[i]);
    return result;
  }

  // The place, and `more` behind it, in a table with `size` numbers for each column.
  Name shifted(std::size_t more, std::size_t size) {
    if (more == 0 && columns_ == 1) return place_;
    std::vector<std::int64_t> offsets;
    for (std::size_t k = 0; k < columns_; ++k) {
      offsets.push_back(static_cast<std::int64_t>(more + k * size));
    }
    return graph_.add("Add", {place_, graph_.integers(offsets)});
  }

  Graph& graph_;
  std::size_t columns_;
  std::size_t pieces_ = 1;
  Name place_;
  Name row_;
};

Name add_steps(Graph& graph, const Name& x, const std::vector<Plan>& plans, std::size_t output,
               std::optional<Search>& search) {
  Lists borders;
  Lists values;
  for (const Plan& plan : plans) {
    borders.push_back(plan.places);
    values.push_back(plan.outputs[output].values);
  }
  if (!search) search.emplace(graph, x, borders);
  return search->look_up(values);
}

// Where in its piece x is, from 0 to 1. There is a piece below the first knot and one above the
// last; x is clipped, so that it is 0 there.
class Segmented {
 public:
  Segmented(Graph& graph, const Name& x, const std::vector<Plan>& plans)
      : graph_(graph), search_(graph, x, knots_of(plans)) {
    Lists scales;
    Lists lefts;
    Lists widths;
    std::vector<double> first;
    std::vector<double> last;
    bool wide = false;
    for (const Plan& plan : plans) {
      const std::vector<double>& knots = plan.places;
      first.push_back(knots.front());
      last.push_back(knots.back());
      std::vector<double> scale = {1};
      std::vector<double> left = {knots.front()};
      std::vector<double> width = {1};
      for (std::size_t i = 0; i + 1 < knots.size(); ++i) {
        const bool halved = is_wide(knots[i], knots[i + 1]);
        wide = wide || halved;
        scale.push_back(halved ? 0.5 : 1);
        left.push_back(knots[i] * scale.back());
        width.push_back(knots[i + 1] * scale.back() - left.back());
      }
      scale.push_back(1);
      left.push_back(knots.back());
      width.push_back(1);
      scales.push_back(std::move(scale));
      lefts.push_back(std::move(left));
      widths.push_back(std::move(width));
    }
    const Name above = graph.add("Max", {x, graph.numbers(first)});
    Name clipped = graph.add("Min", {above, graph.numbers(last)});
    if (wide) clipped = graph.add("Mul", {clipped, search_.look_up(scales)});
    t_ = graph.add("Div",
                   {graph.add("Sub", {clipped, search_.look_up(lefts)}), search_.look_up(widths)});
  }

  Name value(const std::vector<Plan>& plans, std::size_t output) {
    Lists from;
    Lists rise;
    Lists least;
    Lists most;
    for (const Plan& plan : plans) {
      const std::vector<double>& values = plan.outputs[output].values;
      from.push_back({values.front()});
      rise.push_back({0});
      least.push_back(from.back());
      most.push_back(from.back());
      for (std::size_t i = 0; i < values.size(); ++i) {
        const double to = values[std::min(i + 1, values.size() - 1)];
        from.back().push_back(values[i]);
        rise.back().push_back(to - values[i]);
        least.back().push_back(std::min(values[i], to));
        most.back().push_back(std::max(values[i], to));
      }
    }
    const Name line =
        graph_.add("Add", {search_.look_up(from), graph_.add("Mul", {t_, search_.look_up(rise)})});
    const Name above = graph_.add("Max", {line, search_.look_up(least)});
    return graph_.add("Min", {above, search_.look_up(most)});
  }

 private:
  static Lists knots_of(const std::vector<Plan>& plans) {
    Lists knots;
    for (const Plan& plan : plans) knots.push_back(plan.places);
    return knots;
  }

  Graph& graph_;
  Search search_;
  Name t_;
};

Name add_sigmoids(Graph& graph, const Name& score, const std::vector<Plan>& plans) {
  const auto all = [&](double Sigmoid::*number) {
    std::vector<double> values(plans.size());
    std::ranges::transform(plans, values.begin(),
                           [&](const Plan& plan) { return plan.sigmoid.*number; });
    return graph.numbers(values);
  };
  const Sigmoid::Input input = plans[0].sigmoid.input;
  const bool by_score = input == Sigmoid::Input::kScore;
  const double high = by_score ? std::numeric_limits<double>::max() : 1 - kScoreClip;
  const double low = by_score ? -high : kScoreClip;
  const Name one = graph.numbers({1});
  const Name slope = all(&Sigmoid::slope);
  const Name intercept = all(&Sigmoid::intercept);
  const Name x = graph.add("Clip", {score, graph.numbers({low}), graph.numbers({high})});
  Name z;
  if (by_score) {
    z = graph.add("Add", {intercept, graph.add("Mul", {slope, x})});
  } else {
    const Name log = graph.add("Log", {x});
    const Name log_complement = graph.add("Log", {graph.add("Sub", {one, x})});
    if (input == Sigmoid::Input::kLogit) {
      const Name logit = graph.add("Sub", {log, log_complement});
      z = graph.add("Add", {intercept, graph.add("Mul", {slope, logit})});
    } else {
      const Name first = graph.add("Add", {intercept, graph.add("Mul", {slope, log})});
      z = graph.add("Sub",
                    {first, graph.add("Mul", {all(&Sigmoid::slope_complement), log_complement})});
    }
  }
  const Name y = graph.add("Exp", {graph.add("Neg", {z})});
  return graph.add("Div", {one, graph.add("Add", {one, y})});
}

// Curves of one kind.
std::vector<Name> add_kind(Graph& graph, const Name& x, const std::vector<Plan>& plans,
                           std::size_t outputs) {
  std::vector<Name> results;
  std::optional<Search> search;
  std::optional<Segmented> segmented;
  for (std::size_t output = 0; output < outputs; ++output) {
    switch (plans[0].kind) {
      case Plan::Kind::kSigmoid:
        results.push_back(add_sigmoids(graph, x, plans));
        break;
      case Plan::Kind::kSteps:
        results.push_back(add_steps(graph, x, plans, output, search));
        break;
      case Plan::Kind::kSegments:
        if (!segmented) segmented.emplace(graph, x, plans);
        results.push_back(segmented->value(plans, output));
        break;
    }
  }
  return results;
}

bool same_kind(const Plan& a, const Plan& b) {
  return a.kind == b.kind && (a.kind != Plan::Kind::kSigmoid || a.sigmoid.input == b.sigmoid.input);
}

}  // namespace

std::vector<Name> add_curves(Graph& graph, const Name& x, const std::vector<Plan>& plans,
                             std::size_t outputs) {
  std::vector<Name> results;
  std::vector<bool> done(plans.size());
  for (std::size_t first = 0; first < plans.size(); ++first) {
    if (done[first]) continue;
    // The other columns follow the first curve of this kind, and what they give is not taken.
    std::vector<Plan> kind(plans.size(), plans[first]);
    std::vector<double> taken(plans.size());
    for (std::size_t k = first; k < plans.size(); ++k) {
      if (!same_kind(plans[k], plans[first])) continue;
      done[k] = true;
      taken[k] = 1;
      kind[k] = plans[k];
    }
    const std::vector<Name> values = add_kind(graph, x, kind, outputs);
    if (results.empty()) {
      results = values;
      continue;
    }
    const Name mask = graph.add("Greater", {graph.numbers(taken), graph.numbers({0.5})});
    for (std::size_t i = 0; i < outputs; ++i) {
      results[i] = graph.add("Where", {mask, values[i], results[i]});
    }
  }
  const Name nan = graph.add("IsNaN", {x});
  for (Name& result : results) result = graph.add("Where", {nan, x, result});
  return results;
}

}  // namespace calibrant::onnx
