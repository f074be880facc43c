"""Labels and probabilities, as the measures see them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from calibrant import _arrays, _core
from calibrant._warnings import warn_of_classes, warn_of_weights

_SEVERAL = (
    "log_loss, brier_score, accuracy, top_label_calibration_error, class_wise_calibration_error "
    "and scorecard measure more classes"
)


def is_several(y_proba: object, pos_label: object = None) -> bool:
    """Is this a matrix of three or more classes? Then there is no positive one."""
    shape = np.shape(y_proba)  # type: ignore[call-overload]
    several = len(shape) == 2 and shape[1] > 2
    if several:
        _arrays.check_no_pos_label(pos_label)
    return several


def rows_of(
    y_true: object, y_proba: object, pos_label: object = None, labels: object = None
) -> tuple[_arrays.Doubles, _arrays.Labels]:
    """Two classes, of which ``pos_label`` or the second of the labels is positive: probabilities
    and 0 or 1. ``labels`` are in the order of the columns, which else is that of sorted labels."""
    if is_several(y_proba):
        raise ValueError(f"y_proba: has more than two columns ({_SEVERAL})")
    if labels is None:
        classes, codes = _arrays.binary_labels(y_true, "y_true", y_proba, pos_label)
        place = _arrays.positive_column(classes)
    else:
        classes, places = codes_of(y_true, labels, 2)
        place = _arrays.place_of_label(pos_label, classes)
        codes = (places == place).astype(np.uint8)
    probabilities = _arrays.positive_scores(y_proba, "y_proba", column_of_two=place)
    _arrays.same_length(probabilities, codes, "y_proba", "y_true")
    return probabilities, codes


def binary(
    y_true: object,
    y_proba: object,
    sample_weight: object,
    pos_label: object = None,
    labels: object = None,
    *,
    any_scores: bool = False,
) -> _core.Observations:
    """The same, sorted and grouped."""
    probabilities, codes = rows_of(y_true, y_proba, pos_label, labels)
    weights = _arrays.weights(sample_weight, len(probabilities))
    return _core.observe_predictions(probabilities, codes, weights, any_scores)


def several(
    y_true: object, y_proba: object, sample_weight: object, labels: object, *, warn: bool = False
) -> tuple[npt.NDArray[Any], _core.MulticlassPredictions]:
    """The classes in the order of the columns, and the rows. ``warn``: of what looks wrong."""
    matrix = _arrays.doubles(y_proba, "y_proba")
    if matrix.ndim != 2 or matrix.shape[1] < 2:
        raise ValueError(
            f"y_proba: has shape {matrix.shape} (a column of probabilities per class was expected)"
        )
    classes, codes = codes_of(y_true, labels, matrix.shape[1])
    _arrays.same_length(matrix, codes, "y_proba", "y_true")
    weights = _arrays.weights(sample_weight, len(matrix))
    seen = _core.observe_class_predictions(matrix, codes, weights)
    if warn:
        warn_of_weights(weights, codes)
        warn_of_classes(classes.tolist(), seen.classes)
    return classes, seen


def codes_of(
    y_true: object, labels: object, columns: int
) -> tuple[npt.NDArray[Any], npt.NDArray[np.uint32]]:
    """The classes, and the column of each row's own class."""
    found, values = _arrays.classes_of(y_true, "y_true")
    classes = found if labels is None else np.asarray(labels)
    if classes.ndim != 1 or len(classes) != columns:
        name = "y_true" if labels is None else "labels"
        raise ValueError(
            f"{name}: has {classes.size} classes (y_proba has {columns} columns; labels= names "
            f"the classes in the order of the columns)"
        )
    order = np.argsort(classes, kind="stable")
    ordered = classes[order]
    if (ordered[1:] == ordered[:-1]).any():
        raise ValueError("labels: a class is named twice")
    places = np.minimum(np.searchsorted(ordered, values), columns - 1)
    unknown = ordered[places] != values
    if unknown.any():
        row = int(np.argmax(unknown))
        raise ValueError(f"y_true[{row}]: {values[row]!r} is not one of the labels")
    return classes, order[places].astype(np.uint32)
