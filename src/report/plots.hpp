// The figures of a calibration report, and the tables behind them.
#pragma once

#include <string>
#include <vector>

#include "calibrant/compare.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/diagnosis.hpp"
#include "calibrant/execution.hpp"
#include "calibrant/observations.hpp"
#include "report/page.hpp"
#include "report/words.hpp"

namespace calibrant::report {

/// Observed against predicted: ABB's mean and credible band, the bins with their intervals, the
/// diagonal, the histogram by class, and an enlarged part where nearly all rows lie close together.
FigureWithData reliability_plot(const Observations& predictions, const Diagnosis& diagnosis,
                                const std::string& title, const Execution& execution,
                                const Outcome& outcome = {});

/// From score to probability: the curve and its band, with the shares of positives in bins of the
/// scores that it was fitted to.
FigureWithData curve_plot(const Curve& curve, const Observations& scores,
                          const std::string& method);

/// The same without the scores, which a curve that was loaded does not know: over the range in
/// which it bends.
Figure curve_plot(const Curve& curve, const std::string& method);

/// A dot plot for each measure.
std::vector<FigureWithData> comparison_plots(const Comparison& comparison);
Table comparison_table(const Comparison& comparison);

}  // namespace calibrant::report
