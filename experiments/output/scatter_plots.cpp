// The two scatter plots of the paper.
#include "data/simulations.hpp"
#include "output/reproduction.hpp"

namespace calibrant::experiments {
namespace {

report::FigureWithData scatter(const char* title, const char* description, const Dataset& data) {
  report::Figure figure = {.title = title,
                           .description = description,
                           .x = {.title = "first feature"},
                           .y = {.title = "second feature"},
                           .aspect = 1};
  for (const int label : {0, 1}) {
    report::Series series = {.label = label == 1 ? "label 1" : "label 0",
                             .mark = report::Mark::kPoints,
                             .tone = label + 1};
    for (std::size_t i = 0; i < data.rows(); ++i) {
      if (data.labels[i] != label) continue;
      series.x.push_back(data.features(static_cast<Eigen::Index>(i), 0));
      series.y.push_back(data.features(static_cast<Eigen::Index>(i), 1));
    }
    figure.series.push_back(std::move(series));
  }
  return {.figure = std::move(figure)};
}

}  // namespace

Passage scatter_plots(std::uint64_t seed) {
  RandomStream for_xor = repeat_stream("xor", seed, 0);
  RandomStream for_circular = repeat_stream("circular", seed, 0);
  FigureRow figures;
  figures.push_back(scatter("XOR configuration",
                            "Four clusters at the corners of a square; opposite corners share a "
                            "label, so no straight line separates the labels.",
                            draw_xor(for_xor).train));
  figures.push_back(scatter("Circular configuration",
                            "A disc of label 0 inside a ring of label 1; no straight line "
                            "separates the labels.",
                            draw_circular(for_circular).train));
  return figures;
}

}  // namespace calibrant::experiments
