"""What all calibrators that give a curve share. tools/generate_methods.py makes their classes."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

import numpy.typing as npt
from sklearn.utils import ClassifierTags

from calibrant import _arrays, _core, _fitting, metrics
from calibrant._arrays import Doubles
from calibrant._methods import table
from calibrant._score_calibrator import ScoreCalibrator

Self = TypeVar("Self", bound="Calibrator")


class Calibrator(ScoreCalibrator):
    """What all calibrators that give a curve share.

    X is one score per row (any finite numbers, the larger the more likely positive) or the two
    columns of ``predict_proba``. y holds two labels of any kind. ``pos_label`` is positive, or the
    larger of the two if it is None.

    Attributes after ``fit``: ``curve_`` (the fitted :class:`calibrant.Curve`), ``classes_`` (the
    negative label and the positive one), ``n_features_in_``.
    """

    #: The method's name; or several, by the value of the argument that selects one.
    _methods: ClassVar[dict[str, str]] = {}
    _selector: ClassVar[str] = ""
    #: Which of its constructor's arguments shape the curve.
    _options: ClassVar[tuple[str, ...]] = ()
    _model_name = "curve_"

    curve_: _core.Curve
    keep_observations: bool
    verbose: int

    def _method(self) -> str:
        choice = getattr(self, self._selector) if self._selector else ""
        if choice not in self._methods:
            raise _core.OptionError(
                f"{self._selector}: {choice!r} is not one of {', '.join(self._methods)}"
            )
        return self._methods[choice]

    def _option_values(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self._options}

    def fit(self: Self, X: object, y: object = None, sample_weight: object = None) -> Self:
        """Fit the curve. Weights act as frequencies: 2 is the same as two rows."""
        array = _arrays.doubles(X, "X")
        classes, rows = self._rows(array, y, sample_weight)
        model = _fitting.fit_rows(
            *rows,
            self._method(),
            self._option_values(),
            verbose=getattr(self, "verbose", 0),
            keep_observations=self.keep_observations,
        )
        self.curve_ = _fitting.curve_of(model)
        self.classes_ = classes
        self.n_features_in_ = array.shape[1] if array.ndim == 2 else 1
        return self

    def predict(self, X: object, prevalence: float | None = None) -> Doubles:
        """The probability of the positive class, one per row."""
        curve = self._fitted()
        return curve._predict(self._scores(X, self.classes_, finite=False), prevalence)

    def predict_interval(
        self, X: object, prevalence: float | None = None
    ) -> tuple[Doubles, Doubles]:
        """The lower and the upper end of the credible interval of each probability."""
        curve = self._fitted()
        scores = self._scores(X, self.classes_)
        if curve.level is None:
            name = type(self).__name__
            if "level" in self._options:
                raise ValueError(f"level: was not set (fit {name}(level=0.95) for intervals)")
            level = next(one for one in table()["options"] if one["name"] == "level")
            raise ValueError(
                f"{name} has no credible band (the methods {', '.join(level['methods'])} have one)"
            )
        return curve._interval(scores, prevalence)

    def score(self, X: object, y: object, sample_weight: object = None) -> float:
        """Minus the log loss: the larger the better, so that a grid search can choose."""
        probabilities = self.predict(X)  # also where a fold holds one class only
        return -metrics.log_loss(
            y, probabilities, sample_weight=sample_weight, labels=self.classes_
        )

    def _scores(self, X: object, classes: npt.NDArray[Any], *, finite: bool = True) -> Doubles:
        column = _arrays.positive_column(classes)
        return _arrays.positive_scores(X, "X", finite=finite, column_of_two=column)

    def _fitted(self) -> _core.Curve:
        return _fitting.curve_of(super()._fitted())

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = False
        tags.classifier_tags = ClassifierTags(multi_class=False)  # two classes
        return tags
