"""What every calibrator of scores shares: labels in, probabilities of two classes out."""

from __future__ import annotations

import os
from abc import abstractmethod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, TransformerMixin

from calibrant import _arrays, _fitting
from calibrant._arrays import Doubles


class Rows(NamedTuple):
    """What a calibrator is fitted to, checked."""

    scores: Doubles
    labels: _arrays.Labels
    weights: Doubles | None


class ScoreCalibrator(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """A calibrator: ``fit`` and ``predict`` are its own."""

    classes_: npt.NDArray[Any]
    pos_label: object

    @abstractmethod
    def predict(self, X: object, prevalence: float | None = None) -> Doubles:
        """The probability of the positive class, one per row.

        prevalence: the rate of positives where the probabilities are used, if it differs from that
        of the rows of ``fit``. The odds are re-weighed for it.
        """

    @abstractmethod
    def _fitted(self) -> _fitting.Model:
        """The model behind it, if there is one already."""

    def transform(self, X: object) -> Doubles:
        """The same as ``predict``, for pipelines."""
        return self.predict(X)

    def predict_proba(self, X: object, prevalence: float | None = None) -> Doubles:
        """The probabilities of both classes, in the order of ``classes_``."""
        positive = self.predict(X, prevalence)
        return np.column_stack([1 - positive, positive])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model file: ``calibrant.load`` and the command line read it."""
        _fitting.save(self._fitted(), path)

    @abstractmethod
    def _scores(self, X: object, classes: npt.NDArray[Any]) -> Doubles:
        """Those of the second of the classes."""

    def _rows(self, X: object, y: object, sample_weight: object) -> tuple[npt.NDArray[Any], Rows]:
        """The two classes, of which the second is positive, and the rows."""
        if y is None:
            raise ValueError(
                f"{type(self).__name__} requires y to be passed, but the target y is None"
            )
        classes, labels = _arrays.binary_labels(y, "y", X, self.pos_label)
        scores = self._scores(X, classes)
        _arrays.same_length(scores, labels, "X", "y")
        return classes, Rows(scores, labels, _arrays.weights(sample_weight, len(scores)))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.one_d_array = True
        tags.target_tags.required = True
        return tags
