"""What every calibrator of scores shares: labels in, probabilities out."""

from __future__ import annotations

import os
from abc import abstractmethod
from typing import Any, ClassVar, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from calibrant import _arrays, _core, _fitting
from calibrant._arrays import Doubles
from calibrant._documentation import documented
from calibrant._warnings import warn_of_weights

Self = TypeVar("Self", bound="ScoreCalibrator")


class Rows(NamedTuple):
    """What a calibrator is fitted to, checked."""

    scores: Doubles
    labels: _arrays.Labels
    weights: Doubles | None


class ScoreCalibrator(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """A calibrator: ``fit`` and ``predict`` are its own."""

    #: The attributes of which one holds the fitted model.
    _model_names: ClassVar[tuple[str, ...]]

    classes_: npt.NDArray[Any]
    pos_label: object = None

    @abstractmethod
    @documented("array: one probability per row.")
    def predict(self, X: object, prevalence: float | None = None) -> Doubles:
        """Turn scores into probabilities of the positive class."""

    def _fitted(self) -> _fitting.Model:
        """The model behind it, if there is one already."""
        check_is_fitted(self, self._model_names, all_or_any=any)
        models = (getattr(self, name, None) for name in self._model_names)
        model: _fitting.Model = next(one for one in models if one is not None)
        return model

    @abstractmethod
    def _set_model(self, model: _fitting.Model) -> None:
        """Keep it."""

    @documented("self: the estimator, fitted again.")
    def update(
        self: Self, X: object, y: object, sample_weight: object = None, *, forget: float = 1.0
    ) -> Self:
        """Fit again to the rows that were kept and to new ones.

        The estimator was made with ``keep_observations=True``. New rows need not have all labels.
        """
        self._set_model(self._updated(X, y, sample_weight, forget))
        return self

    def _updated(
        self, X: object, y: object, sample_weight: object, forget: float
    ) -> _fitting.Model:
        """The model of the rows that were kept and of new ones."""
        model = self._fitted()
        scores = self._scores(_arrays.doubles(X, "X"), self.classes_)
        labels = _arrays.codes_of(y, self.classes_, "y").astype(np.uint8)
        _arrays.same_length(scores, labels, "X", "y")
        added = [_core.observe(scores, labels, _arrays.weights(sample_weight, len(scores)))]
        return _fitting.absorb(model, added, forget, 0, getattr(self, "verbose", 0))

    @documented("array: what ``predict`` gives.")
    def transform(self, X: object) -> Doubles:
        """Turn scores into probabilities, as ``predict`` does, for pipelines."""
        return self.predict(X)

    @documented("array: one name.")
    def get_feature_names_out(self, input_features: object = None) -> npt.NDArray[Any]:
        """Name the column that ``transform`` gives, such as auto0. ``set_output`` needs it."""
        self._fitted()
        return np.array([f"{type(self).__name__.lower()}0"], dtype=object)

    @documented("array: a column for each class, in the order of ``classes_``.")
    def predict_proba(self, X: object, prevalence: float | None = None) -> Doubles:
        """Turn scores into probabilities of both classes."""
        positive = self.predict(X, prevalence)
        return np.column_stack([1 - positive, positive])

    @documented()
    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model file, which ``calibrant.load`` and the command line read."""
        _fitting.save(self._fitted(), path)

    @abstractmethod
    def _scores(self, X: object, classes: npt.NDArray[Any]) -> Doubles:
        """Those of the second of the classes."""

    def _check_labels(self, y: object) -> None:
        if y is None:
            raise ValueError(
                f"{type(self).__name__} requires y to be passed, but the target y is None"
            )

    def _rows(self, X: object, y: object, sample_weight: object) -> tuple[npt.NDArray[Any], Rows]:
        """The two classes, of which the second is positive, and the rows."""
        self._check_labels(y)
        classes, labels = _arrays.binary_labels(y, "y", X, self.pos_label)
        scores = self._scores(X, classes)
        _arrays.same_length(scores, labels, "X", "y")
        weights = _arrays.weights(sample_weight, len(scores))
        warn_of_weights(weights, labels)
        return classes, Rows(scores, labels, weights)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.one_d_array = True
        tags.target_tags.required = True
        return tags
