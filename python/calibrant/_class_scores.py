"""From a fitted classifier to scores, and from scores to a curve or a model of all classes."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from calibrant import _arrays, _core, _fitting
from calibrant._arrays import Doubles
from calibrant._calibrator import Calibrator

Codes = npt.NDArray[np.uint32]
Model = _core.Curve | _core.MulticlassModel


def method_and_options(method: object) -> tuple[str, dict[str, Any]]:
    """A method by its name, or a calibrator with its options."""
    if isinstance(method, Calibrator):
        return method._method(), method._option_values()
    if not isinstance(method, str):
        raise ValueError(f"method: {method!r} is not a calibrator or the name of a method")
    _core.check_method(method)
    return method, {}


def response_methods(choice: str, method: str) -> tuple[str, ...]:
    """Where scores come from, in the order of preference."""
    both = ("predict_proba", "decision_function")
    if choice == "auto":
        return both[::-1] if method == "platt" else both
    if choice not in both:
        raise ValueError(f"response_method: {choice!r} is not auto, {both[0]} or {both[1]}")
    return (choice,)


def class_scores(
    estimator: Any, X: Any, classes: npt.NDArray[Any], response: tuple[str, ...]
) -> Doubles:
    """The score of the second of two classes for every row; of more classes, a column for each.

    A classifier that has not seen some class gives it the score 0, or the lowest margin.
    """
    name = next((one for one in response if hasattr(estimator, one)), None)
    if name is None:
        raise AttributeError(
            f"{type(estimator).__name__} has no {' or '.join(response)} to take scores from"
        )
    scores = _arrays.doubles(getattr(estimator, name)(X), name)
    _arrays.check_finite(scores, name)
    known = np.asarray(estimator.classes_)
    if len(classes) == 2:
        if scores.ndim == 1:  # margins of the second class
            return -scores if len(known) == 2 and known[0] == classes[1] else scores
        if scores.shape[1] == 2:
            return np.ascontiguousarray(scores[:, int(known[1] == classes[1])])
        return np.full(len(scores), float(known[0] == classes[1]))
    if scores.ndim == 1:  # margins of two classes
        scores = np.column_stack([-scores, scores])
    if scores.shape[1] != len(known):
        raise ValueError(
            f"{name}: has {scores.shape[1]} columns for {len(known)} classes (one per class was "
            f"expected: one against one is not supported)"
        )
    if len(known) == len(classes):
        return scores
    full = np.full((len(scores), len(classes)), 0.0 if name == "predict_proba" else scores.min())
    full[:, np.searchsorted(classes, known)] = scores
    return full


def fit_scores(
    scores: Doubles,
    codes: Codes,
    weights: Doubles | None,
    classes: npt.NDArray[Any],
    method: str,
    options: dict[str, Any],
) -> Model:
    """The curve through the scores of two classes, or the model of more.

    A fold need not have rows of every class.
    """
    if scores.ndim == 1:
        model = _core.fit_rows(scores, codes.astype(np.uint8), weights, method, options)[0]
        return _fitting.curve_of(model)
    names = _fitting.class_names(classes)
    return _core.fit_class_rows(scores, codes, weights, names, method, options, every_class=False)
