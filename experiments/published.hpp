// The figures the paper printed.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace calibrant::experiments {

/// AUC Acc RMSE MCE ECE, in the order of the paper's rows.
inline constexpr std::size_t kPaperMeasures = 5;
inline constexpr std::array<std::string_view, kPaperMeasures> kMeasureNames = {"AUC", "Acc", "RMSE",
                                                                               "MCE", "ECE"};
/// More is better for AUC and Acc only.
constexpr bool more_is_better(std::size_t measure) { return measure < 2; }

using Figures = std::array<double, kPaperMeasures>;

/// Absent if the paper has no such column. Data sets: xor circular adult spect cap; classifiers:
/// "LR" for simulated data, "Naive Bayes", "Linear SVM", "SVM Quadratic kernel",
/// "Logistic Regression"; methods: raw ACP IsoReg Platt Hist SBB ABB.
std::optional<Figures> published_figures(std::string_view dataset, std::string_view classifier,
                                         std::string_view method);

}  // namespace calibrant::experiments
