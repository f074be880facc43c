"""How good are these probabilities? Measures of calibration and of discrimination.

Every function takes ``(y_true, y_proba, *, sample_weight=None, pos_label=None)``. Labels are 0 and
1, or two labels of any kind. ``pos_label`` is positive, or the larger of the two if it is None.
Probabilities are those of the positive label, or the two columns of ``predict_proba``. Weights act
as frequencies: 2 is the same as two rows. The order of the rows changes no bit, and the numbers are
those of ``calibrant evaluate``.

A matrix of three or more columns is several classes, in the order of the sorted labels or of
``labels``: :func:`log_loss`, :func:`brier_score`, :func:`accuracy`,
:func:`top_label_calibration_error`, :func:`class_wise_calibration_error` and :func:`scorecard`
measure those, too.

What does not exist for the data at hand (the AUC of one class, an infinite slope) is ``nan``, and
``None`` in :meth:`Scorecard.to_dict`.

>>> from calibrant import metrics
>>> y, p = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
>>> metrics.roc_auc(y, p)
0.75
>>> round(metrics.expected_calibration_error(y, p), 4)
0.3375

Only NumPy is needed.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from calibrant import _core
from calibrant._class_measures import (
    class_measures,
    class_wise_calibration_error,
    top_label_calibration_error,
)
from calibrant._documentation import documented
from calibrant._measures import (
    CalibrationTest,
    Measure,
    ReliabilityRow,
    SpiegelhalterTest,
    Verdict,
    VerdictBin,
    calibration_test_of,
    check_bins,
    check_level,
    check_strategy,
    number,
    reliability_of,
    spiegelhalter_of,
)
from calibrant._predictions import binary, is_several, rows_of, several
from calibrant._scorecard import MulticlassScorecard, Scorecard, Subgroup, scorecard

__all__ = [
    "BrierDecomposition",
    "CalibrationTest",
    "Measure",
    "MulticlassScorecard",
    "ReliabilityRow",
    "Scorecard",
    "SpiegelhalterTest",
    "Subgroup",
    "Verdict",
    "VerdictBin",
    "accuracy",
    "brier_decomposition",
    "brier_score",
    "calibration_intercept",
    "calibration_slope",
    "calibration_test",
    "class_wise_calibration_error",
    "e90",
    "expected_calibration_error",
    "integrated_calibration_index",
    "log_loss",
    "maximum_calibration_error",
    "net_benefit",
    "observed_expected",
    "reliability_curve",
    "rmse",
    "roc_auc",
    "scorecard",
    "spiegelhalter_test",
    "top_label_calibration_error",
]


def __dir__() -> list[str]:
    return sorted(__all__)


class BrierDecomposition(NamedTuple):
    """The Brier score is ``miscalibration - discrimination + uncertainty``."""

    miscalibration: float
    discrimination: float
    uncertainty: float


def _calibration_errors(
    y_true: object,
    y_proba: object,
    sample_weight: object,
    n_bins: int,
    strategy: str,
    pos_label: object,
) -> tuple[float, float]:
    equal_mass = check_strategy(strategy)
    bins = check_bins(n_bins)
    if sample_weight is None and not equal_mass:
        return _core.calibration_error_of_rows(*rows_of(y_true, y_proba, pos_label), bins)
    return _core.calibration_error(
        binary(y_true, y_proba, sample_weight, pos_label), bins, equal_mass
    )


@documented("float: from 0 to 1, 0 is best.")
def expected_calibration_error(
    y_true: object,
    y_proba: object,
    *,
    sample_weight: object = None,
    n_bins: int = 10,
    strategy: str = "uniform",
    pos_label: object = None,
) -> float:
    """ECE: the mean over bins of \\|observed fraction - mean probability\\|, by weight.

    Bins have equal width (``"uniform"``: [0, 0.1), …, [0.9, 1]) or equal mass (``"quantile"``, in
    which tied probabilities stay together). Noise makes it larger: see ``by_chance`` in
    :func:`scorecard`.

    >>> expected_calibration_error([0, 1, 1, 1], [0.25, 0.25, 0.75, 0.75])
    0.25
    """
    return _calibration_errors(y_true, y_proba, sample_weight, n_bins, strategy, pos_label)[0]


@documented("float: from 0 to 1, 0 is best.")
def maximum_calibration_error(
    y_true: object,
    y_proba: object,
    *,
    sample_weight: object = None,
    n_bins: int = 10,
    strategy: str = "uniform",
    pos_label: object = None,
) -> float:
    """MCE: the largest \\|observed fraction - mean probability\\| of any bin.

    >>> maximum_calibration_error([0, 1, 1, 1], [0.25, 0.25, 0.875, 0.875])
    0.25
    """
    return _calibration_errors(y_true, y_proba, sample_weight, n_bins, strategy, pos_label)[1]


@documented("list of ReliabilityRow: a named tuple for each bin.")
def reliability_curve(
    y_true: object,
    y_proba: object,
    *,
    sample_weight: object = None,
    n_bins: int = 10,
    strategy: str = "uniform",
    level: float = 0.95,
    pos_label: object = None,
) -> list[ReliabilityRow]:
    """The bins of a reliability diagram that hold anything, in ascending order.

    ``lower`` and ``upper`` are the exact binomial (Clopper-Pearson) interval of the observed
    fraction. ``pandas.DataFrame(rows)`` has the columns by name.

    >>> for row in reliability_curve([0, 1, 1, 1], [0.25, 0.25, 0.75, 0.75]):
    ...     print(row.mean_probability, row.observed, row.weight)
    0.25 0.5 2.0
    0.75 1.0 2.0
    """
    equal_mass = check_strategy(strategy)
    seen = binary(y_true, y_proba, sample_weight, pos_label)
    return reliability_of(seen, check_bins(n_bins), equal_mass, check_level(level))


@documented("float: 0 is best.")
def brier_score(
    y_true: object,
    y_proba: object,
    *,
    sample_weight: object = None,
    labels: object = None,
    pos_label: object = None,
) -> float:
    """The mean of (p - y)²; with several classes, of its sum over the classes (0 to 2).

    >>> brier_score([0, 1], [0.5, 0.75])
    0.15625
    """
    if is_several(y_proba, pos_label):
        return class_measures(y_true, y_proba, sample_weight, labels)["brier"]
    if sample_weight is None:
        return _core.brier_score_of_rows(*rows_of(y_true, y_proba, pos_label, labels))
    return _core.brier_score(binary(y_true, y_proba, sample_weight, pos_label, labels))


@documented("float: from 0 to 1, 0 is best.")
def rmse(
    y_true: object, y_proba: object, *, sample_weight: object = None, pos_label: object = None
) -> float:
    """The root of the Brier score.

    >>> rmse([0, 1], [0.5, 0.5])
    0.5
    """
    return math.sqrt(_core.brier_score(binary(y_true, y_proba, sample_weight, pos_label)))


@documented("BrierDecomposition: the three parts by name.")
def brier_decomposition(
    y_true: object, y_proba: object, *, sample_weight: object = None, pos_label: object = None
) -> BrierDecomposition:
    """The Brier score as miscalibration - discrimination + uncertainty, without bins.

    Miscalibration is what isotonic recalibration would gain, discrimination what the recalibrated
    probabilities gain over the prevalence (CORP: Dimitriadis, Gneiting & Jordan 2021).

    >>> brier_decomposition([0, 0, 1, 1], [0.25, 0.25, 0.5, 0.5])
    BrierDecomposition(miscalibration=0.15625, discrimination=0.25, uncertainty=0.25)
    """
    return BrierDecomposition(*_core.split_brier(binary(y_true, y_proba, sample_weight, pos_label)))


@documented("float: 0 is best.")
def log_loss(
    y_true: object,
    y_proba: object,
    *,
    sample_weight: object = None,
    labels: object = None,
    pos_label: object = None,
) -> float:
    """The mean of -ln of the probability of what happened, clipped to [2⁻⁵³, 1 - 2⁻⁵³].

    >>> round(log_loss([0, 1], [0.5, 0.5]), 6)
    0.693147
    """
    if is_several(y_proba, pos_label):
        return _core.log_loss(several(y_true, y_proba, sample_weight, labels)[1].own)
    if sample_weight is None:
        return _core.log_loss_of_rows(*rows_of(y_true, y_proba, pos_label, labels))
    return _core.log_loss(binary(y_true, y_proba, sample_weight, pos_label, labels))


@documented("float: from 0 to 1, 1 is best.")
def accuracy(
    y_true: object,
    y_proba: object,
    *,
    sample_weight: object = None,
    labels: object = None,
    pos_label: object = None,
) -> float:
    """The share of rows on the right side of p >= 0.5.

    With several classes it is the share of rows whose largest probability (the first of several) is
    that of their own class.

    >>> accuracy([0, 1, 1, 1], [0.2, 0.4, 0.5, 0.9])
    0.75
    """
    if is_several(y_proba, pos_label):
        return class_measures(y_true, y_proba, sample_weight, labels)["accuracy"]
    return _core.accuracy(binary(y_true, y_proba, sample_weight, pos_label, labels))


@documented("float: from 0 to 1, 1 is best; nan with one class.")
def roc_auc(
    y_true: object, y_proba: object, *, sample_weight: object = None, pos_label: object = None
) -> float:
    """P(a positive scores higher than a negative), ties counted half; nan with one class.

    Scores may be any finite numbers here.

    >>> roc_auc([0, 1, 0, 1], [-3, 2, 2, 7])
    0.875
    """
    return number(_core.auc(binary(y_true, y_proba, sample_weight, pos_label, any_scores=True)))


@documented("SpiegelhalterTest: z and p.")
def spiegelhalter_test(
    y_true: object, y_proba: object, *, sample_weight: object = None, pos_label: object = None
) -> SpiegelhalterTest:
    """Is the Brier score what the probabilities promise? z > 0: overconfident. Two-sided.

    p is right for few rows, too: see :func:`calibration_test`. nan if every probability is
    0, 1/2 or 1.

    >>> z, p = spiegelhalter_test([0, 1, 1, 0], [0.8, 0.2, 0.8, 0.2])
    >>> print(f"{z:.2f} {p:.2f}")
    1.50 0.18
    """
    return spiegelhalter_of(binary(y_true, y_proba, sample_weight, pos_label))


@documented("CalibrationTest: the statistic, its degrees of freedom and p.")
def calibration_test(
    y_true: object, y_proba: object, *, sample_weight: object = None, pos_label: object = None
) -> CalibrationTest:
    """Spiegelhalter's test and the total of positives at once.

    It sees probabilities that are all too high or all too low, too. p is the chance of such a
    statistic if labels are drawn from the probabilities: exact for few rows, simulated with a fixed
    seed for more, and chi-squared for many. nan if every probability is 0 or 1.

    >>> calibration_test([0, 0, 0, 0], [0.5, 0.5, 0.5, 0.5])._replace(p=0.0)
    CalibrationTest(statistic=4.0, degrees=1, p=0.0)
    """
    return calibration_test_of(binary(y_true, y_proba, sample_weight, pos_label))


@documented("float: 1 is best.")
def calibration_slope(
    y_true: object, y_proba: object, *, sample_weight: object = None, pos_label: object = None
) -> float:
    """The slope of the logistic regression of y on logit p. Below 1: too extreme.

    nan if the likelihood has no finite maximum.

    >>> y, p = [0, 1, 0, 1, 1, 0], [0.1, 0.1, 0.5, 0.5, 0.9, 0.9]
    >>> print(f"{calibration_slope(y, p):.4f}")
    0.0000
    """
    return number(_core.calibration_slope(binary(y_true, y_proba, sample_weight, pos_label)))


@documented("float: 0 is best.")
def calibration_intercept(
    y_true: object, y_proba: object, *, sample_weight: object = None, pos_label: object = None
) -> float:
    """The intercept of the same regression with the slope held at 1. Below 0: too high.

    nan with one class.

    >>> print(f"{calibration_intercept([0, 0, 0, 1], [0.5, 0.5, 0.5, 0.5]):.4f}")
    -1.0986
    """
    return number(_core.calibration_intercept(binary(y_true, y_proba, sample_weight, pos_label)))


@documented("float: 1 is best.")
def observed_expected(
    y_true: object, y_proba: object, *, sample_weight: object = None, pos_label: object = None
) -> float:
    """Positives observed / positives expected. nan if every probability is 0.

    >>> observed_expected([0, 0, 0, 1], [0.5, 0.5, 0.5, 0.5])
    0.5
    """
    return number(_core.observed_expected(binary(y_true, y_proba, sample_weight, pos_label)))


@documented("float: from 0 to 1, 0 is best.")
def integrated_calibration_index(
    y_true: object, y_proba: object, *, sample_weight: object = None, pos_label: object = None
) -> float:
    """ICI: the mean of \\|p - v\\|, v the isotonic recalibration of p.

    >>> integrated_calibration_index([0, 0, 1, 1], [0.25, 0.25, 0.5, 0.5])
    0.375
    """
    return _core.calibration_distance(binary(y_true, y_proba, sample_weight, pos_label))[0]


@documented("float: from 0 to 1, 0 is best.")
def e90(
    y_true: object, y_proba: object, *, sample_weight: object = None, pos_label: object = None
) -> float:
    """The 90th percentile of the same \\|p - v\\|.

    >>> e90([0, 0, 1, 1], [0.25, 0.25, 0.5, 0.5])
    0.5
    """
    return _core.calibration_distance(binary(y_true, y_proba, sample_weight, pos_label))[1]


@documented("float: at most the prevalence.")
def net_benefit(
    y_true: object,
    y_proba: object,
    threshold: float,
    *,
    sample_weight: object = None,
    pos_label: object = None,
) -> float:
    """True positives - false positives · t / (1 - t), per row, treating p >= threshold t.

    >>> net_benefit([0, 0, 1, 1], [0.1, 0.6, 0.6, 0.9], 0.5)
    0.25
    """
    return _core.net_benefit(binary(y_true, y_proba, sample_weight, pos_label), float(threshold))
