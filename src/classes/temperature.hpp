// Temperature scaling: one slope for all classes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "calibrant/classes.hpp"
#include "classes/joint_fit.hpp"

namespace calibrant {

/// The search ends with a step of log t that is shorter. The error is of the order of the step's
/// fourth power: below 1e-6 here (tests/classes/temperature_test.cpp).
inline constexpr double kLastStep = 0.06;

/// The slope t under which likelihood times prior is largest. No order of rows changes a bit.
double joint_temperature(const JointRows& rows);

/// Whether the scores leave hardly any chance to the label of some row. Then they mean something
/// else than they say, such as shares of votes, and another reading may be better.
bool some_label_is_denied(std::span<const double> scores, std::span<const std::uint32_t> labels,
                          std::size_t classes, ClassInput input);

/// Temperature scaling alone, of the scores as they are. Scores are row-major and finite, labels
/// below `classes`, weights positive (empty: 1 each). `passed` as in JointRows.
SoftmaxPart fit_joint_temperature(std::span<const double> scores,
                                  std::span<const std::uint32_t> labels, std::size_t classes,
                                  std::span<const double> weights, ClassInput input,
                                  const Execution& execution = {},
                                  const std::function<void()>& passed = {});

}  // namespace calibrant
