#include "classifiers/classifier.hpp"
#include "classifiers/features.hpp"
#include "classifiers/liblinear.hpp"

namespace calibrant::experiments {
namespace {

class LinearSvm final : public Classifier {
 public:
  LinearSvm(const Dataset& train, const SvmOptions& options)
      : features_(train, {.one_hot = options.one_hot, .standardise = options.standardise}),
        model_(train_linear(features_(train), train.labels,
                            {.loss = LinearLoss::kSquaredHinge,
                             .cost = options.cost,
                             .balanced = options.balanced})) {}

  Scores score(const Dataset& data) const override {
    const Eigen::VectorXd z = model_(features_(data));
    return {.values = std::vector<double>(z.begin(), z.end())};
  }

 private:
  FeatureMap features_;
  LinearModel model_;
};

}  // namespace

Trainer linear_svm(const SvmOptions& options) {
  return [options](const Dataset& train) { return std::make_unique<LinearSvm>(train, options); };
}

}  // namespace calibrant::experiments
