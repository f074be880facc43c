"""ACP, the one calibrator that is not a curve, as a scikit-learn estimator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from calibrant import _arrays, _core, _fitting, _groups
from calibrant._arrays import Doubles
from calibrant._documentation import documented
from calibrant._score_calibrator import ScoreCalibrator


@documented(interval="float, function or None: the intervals of the predictions.")
class ACP(ScoreCalibrator):
    """Adaptive calibration of predictions, which come with confidence intervals.

    The probability is the positive fraction among the training predictions that lie within half the
    width of the prediction's own interval.

    The interval of each prediction is known in one of three ways. With None, X has three columns:
    the probability, its lower and its upper bound. A number is the width of all intervals. A
    function is called with the probabilities and returns the lower and the upper bounds.

    >>> from calibrant import ACP
    >>> ACP(interval=0.5).fit([0.1, 0.3, 0.7, 0.9], [0, 1, 0, 1]).predict([0.2]).tolist()
    [0.5]
    """

    _model_names = ("model_",)

    model_: _core.AcpModel

    def __init__(
        self,
        interval: float | Callable[[Doubles], tuple[object, object]] | None = None,
        *,
        pos_label: object = None,
    ):
        self.interval = interval
        self.pos_label = pos_label

    def _set_model(self, model: _fitting.Model) -> None:
        assert isinstance(model, _core.AcpModel)
        self.model_ = model

    def _scores(self, X: object, classes: npt.NDArray[Any]) -> Doubles:
        return self._split(X, classes)[0]

    def _split(self, X: object, classes: npt.NDArray[Any]) -> tuple[Doubles, Doubles, Doubles]:
        if self.interval is None:
            table = _arrays.doubles(X, "X")
            if table.ndim != 2 or table.shape[1] != 3:
                raise ValueError(
                    f"X: has shape {table.shape} (three columns were expected, probability, lower "
                    f"and upper bound, or ACP(interval=…))"
                )
            _arrays.check_finite(table, "X")
            columns = [np.ascontiguousarray(table[:, k]) for k in range(3)]
            return columns[0], columns[1], columns[2]
        scores = _arrays.positive_scores(X, "X", column_of_two=_arrays.positive_column(classes))
        if callable(self.interval):
            lower, upper = self.interval(scores)
            return scores, _arrays.column(lower, "lower"), _arrays.column(upper, "upper")
        half = float(self.interval) / 2
        return scores, scores - half, scores + half

    @documented("self: the fitted estimator.", X="array: as ``interval`` says.")
    def fit(self, X: object, y: object = None, sample_weight: object = None) -> ACP:
        """Keep the predictions and their labels."""
        self.classes_, rows = self._rows(_arrays.doubles(X, "X"), y, sample_weight)
        self._set_model(_fitting.fit_rows(*rows, "acp", {}))
        self.n_features_in_ = 3 if self.interval is None else 1
        return self

    @documented("array: one probability per row.", X="array: as ``interval`` says.")
    def predict(self, X: object, prevalence: Any = None) -> Doubles:
        """Turn predictions into probabilities of the positive class."""
        self._fitted()
        prevalence = _groups.resolved(self.model_, prevalence, lambda: self.predict(X))
        return self.model_(*self._split(X, self.classes_), prevalence)
