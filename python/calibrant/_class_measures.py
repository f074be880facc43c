"""Measures of several classes. The functions are part of calibrant.metrics."""

from __future__ import annotations

from calibrant import _core
from calibrant._documentation import documented
from calibrant._measures import check_bins, check_strategy
from calibrant._predictions import several


def class_measures(
    y_true: object, y_proba: object, sample_weight: object, labels: object, n_bins: int = 10
) -> dict[str, float]:
    """All of them, by name."""
    seen = several(y_true, y_proba, sample_weight, labels)[1]
    return _core.evaluate_classes(seen, check_bins(n_bins))


@documented("float: from 0 to 1, 0 is best.")
def top_label_calibration_error(
    y_true: object,
    y_proba: object,
    *,
    sample_weight: object = None,
    n_bins: int = 10,
    strategy: str = "uniform",
    labels: object = None,
) -> float:
    """Is the largest probability of a row right as often as it says? The ECE of that.

    >>> from calibrant.metrics import top_label_calibration_error
    >>> p = [[0.75, 0.25, 0], [0.75, 0, 0.25], [0, 0.5, 0.5]]
    >>> round(top_label_calibration_error(["a", "b", "c"], p), 4)
    0.3333
    """
    equal_mass = check_strategy(strategy)
    seen = several(y_true, y_proba, sample_weight, labels)[1]
    return _core.calibration_error(seen.top, check_bins(n_bins), equal_mass)[0]


@documented("float: from 0 to 1, 0 is best.")
def class_wise_calibration_error(
    y_true: object,
    y_proba: object,
    *,
    sample_weight: object = None,
    n_bins: int = 10,
    labels: object = None,
) -> float:
    """The mean over the classes of the ECE of each against the rest, in bins of equal width.

    >>> from calibrant.metrics import class_wise_calibration_error
    >>> p = [[1, 0, 0], [0, 1, 0], [0, 0.5, 0.5], [0, 0.5, 0.5]]
    >>> class_wise_calibration_error(["a", "b", "c", "b"], p)
    0.0
    """
    return class_measures(y_true, y_proba, sample_weight, labels, n_bins)["class_wise_ece"]
