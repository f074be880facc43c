"""Calibrators as scikit-learn estimators: from scores to probabilities.

The mathematics is in C++; this is scikit-learn's contract around it.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

import numpy.typing as npt
from sklearn.utils import ClassifierTags
from sklearn.utils.validation import check_is_fitted

from calibrant import _arrays, _core, _fitting, metrics
from calibrant._arrays import Doubles
from calibrant._score_calibrator import ScoreCalibrator

__all__ = ["ABB", "SBB", "Auto", "Beta", "Histogram", "Isotonic", "Platt"]


def __dir__() -> list[str]:
    return sorted(__all__)


Self = TypeVar("Self", bound="Calibrator")


class Calibrator(ScoreCalibrator):
    """What all calibrators that give a curve share.

    X is one score per row (any finite numbers, the larger the more likely positive) or the two
    columns of ``predict_proba``. y holds two labels of any kind. ``pos_label`` is positive, or the
    larger of the two if it is None.

    Attributes after ``fit``: ``curve_`` (the fitted :class:`calibrant.Curve`), ``classes_`` (the
    negative label and the positive one), ``n_features_in_``.
    """

    #: Which of its constructor's arguments shape the curve.
    _options: ClassVar[tuple[str, ...]] = ()

    curve_: _core.Curve
    verbose: int

    def _method(self) -> str:
        return type(self).__name__.lower()

    def _option_values(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self._options}

    def fit(self: Self, X: object, y: object = None, sample_weight: object = None) -> Self:
        """Fit the curve. Weights act as frequencies: 2 is the same as two rows."""
        array = _arrays.doubles(X, "X")
        classes, rows = self._rows(array, y, sample_weight)
        self.curve_ = _fitting.fit_rows(
            *rows, self._method(), self._option_values(), verbose=getattr(self, "verbose", 0)
        )
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
            raise ValueError(f"{name} has no credible band (Auto, ABB, SBB and Histogram have one)")
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
        check_is_fitted(self, "curve_")
        return self.curve_

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = False
        tags.classifier_tags = ClassifierTags(multi_class=False)  # two classes
        return tags


class Auto(Calibrator):
    """For when you do not want to choose: parametric curves, the same with binned corrections,
    and ABB, averaged by what the data say of each.

    monotone: never let a higher score have a lower probability.
    level: a credible band at this level, such as 0.95, for ``predict_interval``.
    pos_label: the label that is positive, in every calibrator (None: the larger of the two).

    >>> import numpy as np
    >>> from calibrant import Auto
    >>> rng = np.random.default_rng(0)
    >>> scores = rng.random(2000)
    >>> y = rng.random(2000) < scores**2          # the scores are overconfident
    >>> calibrated = Auto().fit(scores, y).predict([0.5])
    >>> print(f"{calibrated[0]:.2f}")
    0.23
    """

    _options = ("monotone", "level")

    def __init__(
        self,
        *,
        monotone: bool = False,
        level: float | None = None,
        verbose: int = 0,
        pos_label: object = None,
    ):
        self.monotone = monotone
        self.level = level
        self.verbose = verbose
        self.pos_label = pos_label


class ABB(Calibrator):
    """Averaging over Bayesian Binnings: every binning, weighted by its posterior probability.

    lam: the expected number of boundaries, or "auto": averaged over a grid.
    scale: "rank", "score" or "logit": along what boundaries are equally likely; or "auto": averaged
    over those that the scores allow, by evidence.
    lookup: "linear" between the scores that were seen, or the paper's "previous".
    level: a credible band at this level, for ``predict_interval``.

    >>> from calibrant import ABB
    >>> abb = ABB(level=0.95).fit([1, 2, 3, 4, 5, 6], [0, 0, 0, 1, 1, 1])
    >>> lower, upper = abb.predict_interval([1, 6])
    >>> bool(lower[0] < abb.predict([1])[0] < upper[0])
    True
    """

    _options = ("lam", "scale", "lookup", "level")

    def __init__(
        self,
        lam: float | str = "auto",
        scale: str = "rank",
        *,
        lookup: str = "linear",
        level: float | None = None,
        verbose: int = 0,
        pos_label: object = None,
    ):
        self.lam = lam
        self.scale = scale
        self.lookup = lookup
        self.level = level
        self.verbose = verbose
        self.pos_label = pos_label


class SBB(Calibrator):
    """Selection over Bayesian Binnings: the one binning with the highest Bayesian score.

    lam, scale, level: as for ABB, but the best of "auto" instead of their average.
    smoothing: a bin's value is (positives + 1) / (rows + 2), else the plain fraction.

    >>> from calibrant import SBB
    >>> SBB().fit(range(20), [0] * 10 + [1] * 10).predict([1, 16]).round(2).tolist()
    [0.08, 0.92]
    """

    _options = ("lam", "scale", "smoothing", "level")

    def __init__(
        self,
        lam: float | str = "auto",
        scale: str = "rank",
        smoothing: bool = True,
        *,
        level: float | None = None,
        verbose: int = 0,
        pos_label: object = None,
    ):
        self.lam = lam
        self.scale = scale
        self.smoothing = smoothing
        self.level = level
        self.verbose = verbose
        self.pos_label = pos_label


class Platt(Calibrator):
    """Platt scaling: a logistic curve through the scores.

    input: "score", or "logit" for scores that are probabilities: through their log odds.

    >>> from calibrant import Platt
    >>> Platt().fit([-2, -1, 1, 2], [0, 0, 1, 1]).predict([0]).tolist()
    [0.5]
    """

    def __init__(self, input: str = "score", *, pos_label: object = None):
        self.input = input
        self.pos_label = pos_label

    def _method(self) -> str:
        methods = {"score": "platt", "logit": "platt-logit"}
        if self.input not in methods:
            raise _core.OptionError(f"input: {self.input!r} is not 'score' or 'logit'")
        return methods[self.input]


class Beta(Calibrator):
    """Beta calibration: a logistic curve through ln s and -ln(1 - s), for scores in [0, 1].

    >>> from calibrant import Beta
    >>> Beta().fit([0.1, 0.3, 0.6, 0.9], [0, 0, 1, 1]).curve_.kind
    'sigmoid'
    """

    def __init__(self, *, pos_label: object = None):
        self.pos_label = pos_label


class Histogram(Calibrator):
    """Histogram binning: bins of equally many rows ("quantile") or equal width ("uniform").

    smoothing: a bin's value is (positives + 1) / (rows + 2), else the plain fraction.
    level: a credible band at this level, for ``predict_interval``.

    >>> from calibrant import Histogram
    >>> Histogram(n_bins=2).fit([1, 2, 3, 4], [0, 0, 1, 1]).predict([1, 4]).tolist()
    [0.25, 0.75]
    """

    _options = ("n_bins", "strategy", "smoothing", "level")

    def __init__(
        self,
        n_bins: int = 10,
        strategy: str = "quantile",
        *,
        smoothing: bool = True,
        level: float | None = None,
        pos_label: object = None,
    ):
        self.n_bins = n_bins
        self.strategy = strategy
        self.smoothing = smoothing
        self.level = level
        self.pos_label = pos_label


class Isotonic(Calibrator):
    """Isotonic regression: the non-decreasing curve nearest to the labels.

    interpolate: straight lines between the blocks, as scikit-learn draws them, instead of steps.

    >>> from calibrant import Isotonic
    >>> Isotonic().fit([1, 2, 3, 4], [0, 1, 0, 1]).predict([1, 2, 3, 4]).tolist()
    [0.0, 0.5, 0.5, 1.0]
    """

    _options = ("interpolate",)

    def __init__(self, interpolate: bool = False, *, pos_label: object = None):
        self.interpolate = interpolate
        self.pos_label = pos_label
