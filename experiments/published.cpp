// M. Pakdaman Naeini, G. F. Cooper, M. Hauskrecht: Binary Classifier Calibration: A Bayesian
// Non-Parametric Approach (2014), Table 2 (a) to (k).
#include "published.hpp"

#include <algorithm>
#include <string_view>

namespace calibrant::experiments {
namespace {

struct Row {
  std::string_view dataset;
  std::string_view classifier;
  std::string_view method;
  Figures figures;  ///< AUC Acc RMSE MCE ECE
};

constexpr std::array<Row, 71> kRows = {{
    {"xor", "LR", "raw", {0.497, 0.51, 0.5, 0.521, 0.19}},
    {"xor", "LR", "ACP", {0.95, 0.887, 0.286, 0.09, 0.056}},
    {"xor", "LR", "IsoReg", {0.704, 0.69, 0.447, 0.642, 0.173}},
    {"xor", "LR", "Platt", {0.497, 0.51, 0.5, 0.521, 0.19}},
    {"xor", "LR", "Hist", {0.931, 0.855, 0.307, 0.152, 0.072}},
    {"xor", "LR", "SBB", {0.914, 0.887, 0.307, 0.268, 0.104}},
    {"xor", "LR", "ABB", {0.941, 0.888, 0.295, 0.083, 0.062}},
    {"circular", "LR", "raw", {0.489, 0.5, 0.501, 0.54, 0.171}},
    {"circular", "LR", "ACP", {0.852, 0.78, 0.387, 0.172, 0.098}},
    {"circular", "LR", "IsoReg", {0.635, 0.655, 0.459, 0.608, 0.186}},
    {"circular", "LR", "Platt", {0.489, 0.5, 0.501, 0.539, 0.171}},
    {"circular", "LR", "Hist", {0.827, 0.795, 0.394, 0.121, 0.074}},
    {"circular", "LR", "SBB", {0.816, 0.79, 0.393, 0.79, 0.138}},
    {"circular", "LR", "ABB", {0.838, 0.773, 0.39, 0.146, 0.091}},
    {"adult", "Naive Bayes", "raw", {0.879, 0.803, 0.352, 0.223, 0.081}},
    {"adult", "Naive Bayes", "IsoReg", {0.876, 0.822, 0.343, 0.302, 0.075}},
    {"adult", "Naive Bayes", "Platt", {0.879, 0.84, 0.343, 0.092, 0.071}},
    {"adult", "Naive Bayes", "Hist", {0.877, 0.818, 0.341, 0.236, 0.078}},
    {"adult", "Naive Bayes", "SBB", {0.849, 0.838, 0.345, 0.373, 0.114}},
    {"adult", "Naive Bayes", "ABB", {0.879, 0.835, 0.343, 0.136, 0.062}},
    {"adult", "Linear SVM", "raw", {0.864, 0.248, 0.587, 0.644, 0.205}},
    {"adult", "Linear SVM", "IsoReg", {0.856, 0.805, 0.36, 0.194, 0.085}},
    {"adult", "Linear SVM", "Platt", {0.864, 0.748, 0.434, 0.506, 0.15}},
    {"adult", "Linear SVM", "Hist", {0.864, 0.815, 0.355, 0.144, 0.077}},
    {"adult", "Linear SVM", "SBB", {0.821, 0.803, 0.362, 0.396, 0.108}},
    {"adult", "Linear SVM", "ABB", {0.864, 0.805, 0.357, 0.11, 0.061}},
    {"adult", "Logistic Regression", "raw", {0.73, 0.755, 0.403, 0.126, 0.075}},
    {"adult", "Logistic Regression", "ACP", {0.727, 0.783, 0.402, 0.182, 0.071}},
    {"adult", "Logistic Regression", "IsoReg", {0.732, 0.753, 0.403, 0.491, 0.118}},
    {"adult", "Logistic Regression", "Platt", {0.73, 0.755, 0.405, 0.127, 0.079}},
    {"adult", "Logistic Regression", "Hist", {0.743, 0.753, 0.4, 0.274, 0.092}},
    {"adult", "Logistic Regression", "SBB", {0.699, 0.762, 0.401, 0.649, 0.169}},
    {"adult", "Logistic Regression", "ABB", {0.731, 0.762, 0.401, 0.126, 0.076}},
    {"spect", "Naive Bayes", "raw", {0.836, 0.759, 0.435, 0.719, 0.15}},
    {"spect", "Naive Bayes", "IsoReg", {0.815, 0.845, 0.366, 0.608, 0.141}},
    {"spect", "Naive Bayes", "Platt", {0.836, 0.77, 0.378, 0.563, 0.148}},
    {"spect", "Naive Bayes", "Hist", {0.832, 0.824, 0.379, 0.712, 0.145}},
    {"spect", "Naive Bayes", "SBB", {0.733, 0.845, 0.368, 0.347, 0.149}},
    {"spect", "Naive Bayes", "ABB", {0.835, 0.845, 0.374, 0.557, 0.157}},
    {"spect", "SVM Quadratic kernel", "raw", {0.816, 0.257, 0.617, 0.705, 0.235}},
    {"spect", "SVM Quadratic kernel", "IsoReg", {0.786, 0.834, 0.442, 0.647, 0.148}},
    {"spect", "SVM Quadratic kernel", "Platt", {0.816, 0.684, 0.46, 0.754, 0.162}},
    {"spect", "SVM Quadratic kernel", "Hist", {0.766, 0.845, 0.463, 0.934, 0.18}},
    {"spect", "SVM Quadratic kernel", "SBB", {0.746, 0.813, 0.398, 0.907, 0.128}},
    {"spect", "SVM Quadratic kernel", "ABB", {0.81, 0.813, 0.386, 0.769, 0.131}},
    {"spect", "Logistic Regression", "raw", {0.744, 0.658, 0.546, 0.947, 0.181}},
    {"spect", "Logistic Regression", "ACP", {0.742, 0.561, 0.562, 1.0, 0.187}},
    {"spect", "Logistic Regression", "IsoReg", {0.733, 0.626, 0.558, 1.0, 0.177}},
    {"spect", "Logistic Regression", "Platt", {0.744, 0.668, 0.524, 0.884, 0.18}},
    {"spect", "Logistic Regression", "Hist", {0.738, 0.62, 0.565, 0.997, 0.183}},
    {"spect", "Logistic Regression", "SBB", {0.733, 0.62, 0.507, 0.813, 0.171}},
    {"spect", "Logistic Regression", "ABB", {0.741, 0.626, 0.496, 0.812, 0.173}},
    {"cap", "Naive Bayes", "raw", {0.848, 0.73, 0.504, 0.798, 0.161}},
    {"cap", "Naive Bayes", "IsoReg", {0.845, 0.865, 0.292, 0.188, 0.071}},
    {"cap", "Naive Bayes", "Platt", {0.848, 0.847, 0.324, 0.303, 0.097}},
    {"cap", "Naive Bayes", "Hist", {0.831, 0.853, 0.307, 0.087, 0.056}},
    {"cap", "Naive Bayes", "SBB", {0.775, 0.832, 0.315, 0.15, 0.067}},
    {"cap", "Naive Bayes", "ABB", {0.838, 0.865, 0.304, 0.128, 0.067}},
    {"cap", "Linear SVM", "raw", {0.858, 0.907, 0.329, 0.273, 0.132}},
    {"cap", "Linear SVM", "IsoReg", {0.858, 0.9, 0.277, 0.114, 0.058}},
    {"cap", "Linear SVM", "Platt", {0.858, 0.882, 0.294, 0.206, 0.093}},
    {"cap", "Linear SVM", "Hist", {0.847, 0.887, 0.287, 0.11, 0.057}},
    {"cap", "Linear SVM", "SBB", {0.813, 0.902, 0.285, 0.24, 0.083}},
    {"cap", "Linear SVM", "ABB", {0.863, 0.908, 0.274, 0.121, 0.05}},
    {"cap", "Logistic Regression", "raw", {0.92, 0.925, 0.24, 0.199, 0.066}},
    {"cap", "Logistic Regression", "ACP", {0.91, 0.932, 0.24, 0.122, 0.062}},
    {"cap", "Logistic Regression", "IsoReg", {0.917, 0.935, 0.234, 0.286, 0.078}},
    {"cap", "Logistic Regression", "Platt", {0.92, 0.928, 0.242, 0.154, 0.082}},
    {"cap", "Logistic Regression", "Hist", {0.901, 0.897, 0.259, 0.279, 0.079}},
    {"cap", "Logistic Regression", "SBB", {0.856, 0.935, 0.24, 0.391, 0.103}},
    {"cap", "Logistic Regression", "ABB", {0.921, 0.932, 0.24, 0.168, 0.069}},
}};

}  // namespace

std::optional<Figures> published_figures(std::string_view dataset, std::string_view classifier,
                                         std::string_view method) {
  const auto* const found = std::find_if(kRows.begin(), kRows.end(), [&](const Row& row) {
    return row.dataset == dataset && row.classifier == classifier && row.method == method;
  });
  if (found == kRows.end()) return {};
  return found->figures;
}

}  // namespace calibrant::experiments
