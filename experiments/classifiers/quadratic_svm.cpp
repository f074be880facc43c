// LIBSVM's polynomial kernel (u.v + 1/2)^2 is u.v + (u.v)^2 + 1/4, and a constant in the kernel
// changes nothing: the coefficients of the support vectors add up to 0.
#include <libsvm/svm.h>

#include "classifiers/classifier.hpp"
#include "classifiers/features.hpp"
#include "classifiers/sparse_rows.hpp"

namespace calibrant::experiments {
namespace {

struct FreeSvm {
  void operator()(svm_model* trained) const { svm_free_and_destroy_model(&trained); }
};

void print_nothing_of_svm(const char*) {}

// One global pointer: set once.
void silence_svm() {
  static const bool kDone = (svm_set_print_string_function(print_nothing_of_svm), true);
  static_cast<void>(kDone);
}

class QuadraticSvm final : public Classifier {
 public:
  QuadraticSvm(const Dataset& train, const SvmOptions& options)
      : features_(train, {.one_hot = options.one_hot, .standardise = options.standardise}),
        rows_(features_(train)),
        targets_(signed_labels(train.labels)) {
    silence_svm();
    svm_problem task = {
        .l = static_cast<int>(targets_.size()), .y = targets_.data(), .x = rows_.pointers()};
    svm_parameter parameters = {};
    parameters.svm_type = C_SVC;
    parameters.kernel_type = POLY;
    parameters.degree = 2;
    parameters.gamma = 1;
    parameters.coef0 = 0.5;
    parameters.cache_size = 100;
    parameters.eps = 1e-3;  // the default of LIBSVM
    parameters.C = options.cost;
    parameters.shrinking = 1;
    model_.reset(svm_train(&task, &parameters));
  }

  Scores score(const Dataset& data) const override {
    SparseRows<svm_node> rows(features_(data));
    const double sign = model_->label[0] > 0 ? 1 : -1;
    Scores scores;
    for (std::size_t i = 0; i < data.rows(); ++i) {
      double decision = 0;
      svm_predict_values(model_.get(), rows.pointers()[i], &decision);
      scores.values.push_back(sign * decision);
    }
    return scores;
  }

 private:
  FeatureMap features_;
  SparseRows<svm_node> rows_;  // the model points into them
  std::vector<double> targets_;
  std::unique_ptr<svm_model, FreeSvm> model_;
};

}  // namespace

Trainer quadratic_svm(const SvmOptions& options) {
  return [options](const Dataset& train) { return std::make_unique<QuadraticSvm>(train, options); };
}

}  // namespace calibrant::experiments
