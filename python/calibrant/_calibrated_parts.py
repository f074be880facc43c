"""What a fitted CalibratedClassifier is made of, and what is offered beside predictions."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.utils.validation import check_is_fitted

from calibrant import _arrays, _core, _fitting
from calibrant._arrays import Doubles
from calibrant._class_scores import Model, class_scores
from calibrant._documentation import documented
from calibrant._report import report

#: As the library's kMostSumError: rows that add up to 1 so nearly are probabilities.
_MOST_SUM_ERROR = 0.02


class CalibratedPart:
    """A fitted classifier and the model of its scores: a curve, or one of several classes."""

    def __init__(
        self, estimator: Any, model: Model, classes: npt.NDArray[Any], response: tuple[str, ...]
    ):
        self.estimator = estimator
        self.model = model
        self.classes = classes
        self._response = response

    def scores(self, X: Any) -> Doubles:
        """What the classifier says: the positive class's score, or a column for each of more."""
        return class_scores(self.estimator, X, self.classes, self._response)

    def predict_proba(self, X: Any) -> Doubles:
        """Calibrated probabilities, one column per class."""
        scores = self.scores(X)
        if isinstance(self.model, _core.MulticlassModel):
            return self.model._apply(scores)
        positive = self.model._apply(scores)
        both = [1 - positive, positive]
        return np.column_stack(both if _arrays.positive_column(self.classes) == 1 else both[::-1])


_ROWS = "array: rows, as the classifier takes them."


class CalibratedParts:
    """Intervals, files and reports. What needs one curve is refused where folds have their own."""

    calibrated_classifiers_: list[CalibratedPart]
    classes_: npt.NDArray[Any]

    @documented("array: a column for each class, in the order of ``classes_``.", X=_ROWS)
    def predict_proba(self, X: Any) -> Doubles:
        """Give the calibrated probabilities."""
        check_is_fitted(self, "calibrated_classifiers_")
        parts = [part.predict_proba(X) for part in self.calibrated_classifiers_]
        total = parts[0]
        for part in parts[1:]:
            total += part
        return total / len(parts)

    @documented("tuple of two arrays: the lower ends and the upper ends.", X=_ROWS)
    def predict_interval(self, X: Any) -> tuple[Doubles, Doubles]:
        """Give the credible interval of the positive class's probability.

        With several classes both ends are matrices, with a column for each class. The method must
        have a level, such as ``Auto(level=0.95)``. There must be one model: an average over folds
        has no credible band.
        """
        part = self._one("predict_interval")
        if part.model.level is None:
            raise ValueError(
                "level: was not set (method=Auto(level=0.95) has intervals; so have ABB, SBB and "
                "Histogram with two classes, and Temperature, Vector and Matrix with more)"
            )
        return part.model._interval(part.scores(X))

    @documented()
    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model file of the calibration, without the classifier.

        :meth:`load`, ``calibrant.load`` and the command line read it.
        """
        _fitting.save(self._one("save").model, path)

    @documented("str, or bytes of ONNX: the code.", options="any: such as ``name``.")
    def export(self, to: str, **options: Any) -> str | bytes:
        """Give the calibration as code that turns the classifier's scores into probabilities.

        See ``Curve.export``, or ``MulticlassModel.export`` for several classes.
        """
        return self._one("export").model.export(to, **options)

    @documented(X=_ROWS)
    def report(
        self,
        X: Any,
        y: Any,
        path: str | os.PathLike[str],
        *,
        by: object = None,
        sample_weight: object = None,
        title: str = "",
    ) -> None:
        """Write the report on rows that the model has not seen: before and after calibration.

        Scores that are not probabilities are left out of it. ``by`` is for two classes.
        """
        check_is_fitted(self, "calibrated_classifiers_")
        two = len(self.classes_) == 2
        raw = np.mean([part.scores(X) for part in self.calibrated_classifiers_], axis=0)
        probable = ((raw >= 0) & (raw <= 1)).all()
        if not two:
            probable = probable and (np.abs(raw.sum(axis=1) - 1) <= _MOST_SUM_ERROR).all()
        report(
            y,
            self.predict_proba(X),
            path,
            before=raw if probable else None,
            by=by,
            sample_weight=sample_weight,
            title=title,
            labels=self.classes_,
            pos_label=self.calibrated_classifiers_[0].classes[1] if two else None,
        )

    def _one(self, what: str) -> CalibratedPart:
        """The one classifier with its curves, if there is one."""
        check_is_fitted(self, "calibrated_classifiers_")
        parts = self.calibrated_classifiers_
        if len(parts) > 1:
            raise ValueError(
                f"{what}: needs one curve, but each of {len(parts)} folds has its own "
                f"(ensemble=False fits one)"
            )
        return parts[0]
