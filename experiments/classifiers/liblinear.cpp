#include "classifiers/liblinear.hpp"

#include <linear.h>

#include <algorithm>
#include <array>
#include <memory>

#include "classifiers/logistic_scores.hpp"
#include "classifiers/sparse_rows.hpp"

namespace calibrant::experiments {
namespace {

struct FreeModel {
  void operator()(model* trained) const { free_and_destroy_model(&trained); }
};

void print_nothing(const char*) {}

// The library prints its progress unless told otherwise, through one global pointer: set once.
void silence() {
  static const bool kDone = (set_print_string_function(print_nothing), true);
  static_cast<void>(kDone);
}

// N / (2 rows of the class), for label 0 and label 1.
std::array<double, 2> balance(const std::vector<std::uint8_t>& labels) {
  const auto rows = static_cast<double>(labels.size());
  const auto positives = static_cast<double>(std::count(labels.begin(), labels.end(), 1));
  return {rows / (2 * (rows - positives)), rows / (2 * positives)};
}

}  // namespace

LinearModel train_linear(const Eigen::MatrixXd& rows, const std::vector<std::uint8_t>& labels,
                         const LinearTraining& training) {
  silence();
  // The intercept is one more feature that is always 1.
  const Eigen::MatrixXd extended = with_ones(rows);
  SparseRows<feature_node> sparse(extended);
  std::vector<double> targets = signed_labels(labels);
  problem task = {.l = static_cast<int>(extended.rows()),
                  .n = static_cast<int>(extended.cols()),
                  .y = targets.data(),
                  .x = sparse.pointers(),
                  .bias = -1};
  // Indicators of all values of a feature add up to 1: the hinge's minimum is nearly flat there,
  // and a tighter stop costs twenty times as long for the same third digit.
  std::array<int, 2> classes = {-1, 1};
  std::array<double, 2> weights = balance(labels);
  parameter options = {
      .solver_type = training.loss == LinearLoss::kLogistic ? L2R_LR : L2R_L2LOSS_SVC,
      .eps = training.loss == LinearLoss::kLogistic ? 1e-6 : 1e-3,
      .C = training.cost,
      .nr_weight = training.balanced ? 2 : 0,
      .weight_label = classes.data(),
      .weight = weights.data(),
      .p = 0,
      .init_sol = nullptr};
  const std::unique_ptr<model, FreeModel> trained(train(&task, &options));
  LinearModel result;
  result.weights.resize(rows.cols());
  // Which class came first in the rows decides the sign of the decision value.
  const double sign = trained->label[0] > 0 ? 1 : -1;
  for (Eigen::Index j = 0; j < rows.cols(); ++j) result.weights(j) = sign * trained->w[j];
  result.intercept = sign * trained->w[rows.cols()];
  return result;
}

}  // namespace calibrant::experiments
