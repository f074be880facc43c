// One table of the paper: where its rows come from, and which classifier scores them.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "classifiers/classifier.hpp"
#include "methods/method.hpp"

namespace calibrant::experiments {

struct Experiment {
  std::string title;
  std::string dataset;     ///< as in published.hpp
  std::string classifier;  ///< as in published.hpp
  std::function<Split(RandomStream&)> draw;
  Trainer trainer;
  /// Decision values are mapped to [0, 1] by the smallest and largest of calibration and test.
  bool rescale = false;
  /// The split is given: there is nothing to repeat.
  bool fixed = false;
  /// The paper's data are not public and these are others of the same shape.
  bool stand_in = false;
};

/// Scores for the calibration and test rows of one repeat.
struct Scored {
  Labelled calibration;
  Labelled test;
};

/// Trains on split.train and scores the other two parts.
Scored train_and_score(const Experiment& experiment, const Split& split);

/// As the classifier gives them to `rows`, with the labels.
Labelled score_rows(const Classifier& classifier, const Dataset& rows);

/// If the experiment asks for it: decision values to [0, 1], both parts by the same map.
void rescale(const Experiment& experiment, Labelled& calibration, Labelled& test);

/// The simulations and the stand-in; with a directory that holds them, Adult and SPECT too. In the
/// order of the paper.
std::vector<Experiment> list_experiments(const std::filesystem::path& data);

}  // namespace calibrant::experiments
