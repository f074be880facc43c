"""Peers that are packages, and those that treat each class alone."""

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.optimize import minimize, minimize_scalar
from scipy.special import softmax

from ..tables import Array, Labels
from .structured import CLIP, log_p


class Raw:
    """The scores as they are."""

    def fit(self, p: Array, y: Labels) -> "Raw":
        return self

    def predict_proba(self, p: Array) -> Array:
        return p


class OneVsRest:
    """A binary calibrator for each class; the row is divided by its sum."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make
        make()  # so that a missing package is noticed

    def fit(self, p: Array, y: Labels) -> "OneVsRest":
        self.models = []
        for k in range(p.shape[1]):
            model = self.make()
            model.fit(p[:, k], (y == k).astype(float))
            self.models.append(model)
        return self

    def predict_proba(self, p: Array) -> Array:
        def column(k: int) -> Array:
            values = np.asarray(self.models[k].predict_proba(p[:, k]), dtype=float)
            return np.asarray(np.clip(values if values.ndim == 1 else values[:, -1], 0, 1))

        out = np.column_stack([column(k) for k in range(p.shape[1])])
        sums = out.sum(axis=1, keepdims=True)
        return np.asarray(np.where(sums > 0, out / np.where(sums > 0, sums, 1), 1 / p.shape[1]))


class ScikitTemperature:
    """CalibratedClassifierCV on a classifier whose decision function is the scores themselves."""

    def __init__(self) -> None:
        from sklearn.calibration import CalibratedClassifierCV
        from sklearn.frozen import FrozenEstimator

        self.frozen = FrozenEstimator
        self.calibrated: Any = CalibratedClassifierCV

    def fit(self, p: Array, y: Labels) -> "ScikitTemperature":
        rows = np.arange(len(p))
        self.model = self.calibrated(
            self.frozen(given_logits(p.shape[1])), method="temperature", ensemble=False,
            cv=[(rows, rows)],
        )  # fmt: skip
        self.model.fit(log_p(p, np.log(CLIP)), y)
        return self

    def predict_proba(self, p: Array) -> Array:
        return np.asarray(self.model.predict_proba(log_p(p, np.log(CLIP))))


def given_logits(classes: int) -> Any:
    """A fitted scikit-learn classifier that answers with its features."""
    from sklearn.base import BaseEstimator, ClassifierMixin

    class GivenLogits(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
        def __init__(self, classes: int) -> None:
            self.classes = classes
            self.classes_ = np.arange(classes)

        def fit(self, x: Array, y: Labels) -> "GivenLogits":
            return self

        def decision_function(self, x: Array) -> Array:
            return x

        def predict(self, x: Array) -> Labels:
            return np.asarray(x.argmax(axis=1))

        def __sklearn_is_fitted__(self) -> bool:
            return True

    return GivenLogits(classes)


class EnsembleTemperature:
    """Zhang, Kailkhura and Han 2020: temperature scaling, the scores and the uniform distribution,
    averaged; both steps by mean squared error."""

    def _three(self, p: Array) -> list[Array]:
        scaled = np.asarray(softmax(log_p(p) / self.temperature, axis=1))
        return [scaled, p, np.full_like(p, 1 / p.shape[1])]

    def fit(self, p: Array, y: Labels) -> "EnsembleTemperature":
        target = np.eye(p.shape[1])[y]
        x = log_p(p)

        def error(temperature: float) -> float:
            return float(((softmax(x / temperature, axis=1) - target) ** 2).mean())

        found = minimize_scalar(error, bounds=(0.05, 5), method="bounded")
        self.temperature = float(found.x)
        three = self._three(p)
        away = np.array([[(a * b).sum() for b in three] for a in three]) / len(p)
        own = np.array([(a * target).sum() for a in three]) / len(p)
        self.weights = minimize(
            lambda w: w @ away @ w - 2 * own @ w, [1, 0, 0], jac=lambda w: 2 * (away @ w - own),
            method="SLSQP", bounds=[(0, 1)] * 3, tol=1e-12,
            constraints={"type": "eq", "fun": lambda w: w.sum() - 1},
        ).x  # fmt: skip
        return self

    def predict_proba(self, p: Array) -> Array:
        mixed = sum(w * one for w, one in zip(self.weights, self._three(p), strict=True))
        out = np.clip(np.asarray(mixed), 0, None)
        return np.asarray(out / out.sum(axis=1, keepdims=True))
