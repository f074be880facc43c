"""Other people's packages, unmodified, behind fit and predict_proba.

Each imports its package when it is made, so that a missing one is reported and the rest run.
"""

import contextlib
import os
from typing import Any

import numpy as np

from .simulations import log_odds, sigmoid
from .tables import Array

LOGIT_CLIP = 1e-12


def logits(p: Array) -> Array:
    return log_odds(np.clip(p, LOGIT_CLIP, 1 - LOGIT_CLIP))


class Raw:
    """The scores as they are."""

    def fit(self, p: Array, y: Array) -> "Raw":
        return self

    def predict_proba(self, p: Array) -> Array:
        return p


class Predicts:
    """A model whose predict gives probabilities."""

    def __init__(self, model: Any) -> None:
        self.model = model

    def fit(self, p: Array, y: Array) -> "Predicts":
        self.model.fit(p, y)
        return self

    def predict_proba(self, p: Array) -> Array:
        return np.asarray(self.model.predict(p))


def scikit_isotonic() -> Predicts:
    from sklearn.isotonic import IsotonicRegression

    return Predicts(IsotonicRegression(out_of_bounds="clip"))


def centred_isotonic() -> Predicts:
    from cir_model import CenteredIsotonicRegression

    return Predicts(CenteredIsotonicRegression(out_of_bounds="clip"))


def betacal(parameters: str) -> Predicts:
    from betacal import BetaCalibration

    return Predicts(BetaCalibration(parameters))


class ScikitCalibrated:
    """CalibratedClassifierCV on a classifier whose decision function is the score itself."""

    def __init__(self, method: str) -> None:
        from sklearn.calibration import CalibratedClassifierCV
        from sklearn.frozen import FrozenEstimator

        self.frozen = FrozenEstimator(given_scores())
        self.calibrated: Any = CalibratedClassifierCV
        self.method = method

    def _column(self, p: Array) -> Array:
        return p[:, None]

    def fit(self, p: Array, y: Array) -> "ScikitCalibrated":
        rows = np.arange(len(p))
        self.model = self.calibrated(
            self.frozen, method=self.method, ensemble=False, cv=[(rows, rows)]
        )
        self.model.fit(self._column(p), y.astype(int))
        return self

    def predict_proba(self, p: Array) -> Array:
        return np.asarray(self.model.predict_proba(self._column(p)))


class ScikitLogits(ScikitCalibrated):
    """The same, its decision function the log odds of a probability."""

    def _column(self, p: Array) -> Array:
        return logits(p)[:, None]


def given_scores() -> Any:
    """A fitted scikit-learn classifier that answers with its only feature."""
    from sklearn.base import BaseEstimator, ClassifierMixin

    class GivenScores(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
        def __init__(self) -> None:
            self.classes_ = np.array([0, 1])

        def fit(self, x: Array, y: Array) -> "GivenScores":
            return self

        def decision_function(self, x: Array) -> Array:
            return x[:, 0]

        def predict(self, x: Array) -> Array:
            return (x[:, 0] > 0).astype(int)

        def __sklearn_is_fitted__(self) -> bool:
            return True

    return GivenScores()


class QuadraticLogit:
    """Logistic regression (scikit-learn, no penalty) on the logit and its square."""

    def __init__(self) -> None:
        from sklearn.linear_model import LogisticRegression

        self.model = LogisticRegression(C=np.inf, max_iter=1000)

    def _columns(self, p: Array) -> Array:
        z = (logits(p) - self.middle) / self.spread
        return np.column_stack([z, z * z])

    def fit(self, p: Array, y: Array) -> "QuadraticLogit":
        z = logits(p)
        self.middle, self.spread = z.mean(), z.std() or 1.0
        self.model.fit(self._columns(p), y)
        return self

    def predict_proba(self, p: Array) -> Array:
        return np.asarray(self.model.predict_proba(self._columns(p)))


class InductiveVennAbers:
    """venn-abers: the two probabilities of each score merged as its authors advise for log loss."""

    def __init__(self) -> None:
        from venn_abers import VennAbers

        self.model = VennAbers()

    def fit(self, p: Array, y: Array) -> "InductiveVennAbers":
        self.model.fit(np.column_stack([1 - p, p]), y.astype(int))
        return self

    def predict_proba(self, p: Array) -> Array:
        return np.asarray(self.model.predict_proba(np.column_stack([1 - p, p]))[0])


class Spline:
    def __init__(self) -> None:
        from splinecalib import SplineCalib

        self.model = SplineCalib()

    def fit(self, p: Array, y: Array) -> "Spline":
        with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
            self.model.fit(p, y)
        return self

    def predict_proba(self, p: Array) -> Array:
        return np.asarray(self.model.calibrate(p))


class ScalingBinning:
    """uncertainty-calibration's PlattBinnerCalibrator: Platt scaling, then bins of its values."""

    def __init__(self) -> None:
        from calibration import PlattBinnerCalibrator

        self.make = PlattBinnerCalibrator

    def fit(self, p: Array, y: Array) -> "ScalingBinning":
        self.model = self.make(len(p), min(10, len(p)))
        self.model.train_calibration(p, y.astype(int))
        return self

    def predict_proba(self, p: Array) -> Array:
        return np.asarray(self.model.calibrate(p), dtype=float)


def as_probabilities(scores: Array, margins: bool) -> Array:
    """What a contestant that needs probabilities is given: of a margin, its logistic function."""
    return sigmoid(scores) if margins else scores
