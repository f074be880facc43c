"""Calibrators as scikit-learn estimators: from scores to probabilities.

tools/generate_methods.py writes this file from the library's table of methods.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

from calibrant._calibrator import Calibrator

__all__ = [
    "ABB",
    "SBB",
    "Auto",
    "Beta",
    "Histogram",
    "Isotonic",
    "Matrix",
    "OneVsRest",
    "Platt",
    "Quadratic",
    "Temperature",
    "Vector",
]


def __dir__() -> list[str]:
    return sorted(__all__)


@dataclass(eq=False, repr=False)
class ABB(Calibrator):
    """The curve may have any shape: Averaging over Bayesian Binnings weighs every binning.

    lam: Expected number of boundaries between bins; auto weighs several (auto or a positive
    number).
    scale: Along which scale boundaries are equally likely; auto weighs all that the scores allow
    (one of rank, score, logit, auto).
    lookup: Between two scores that were seen, a straight line or the value of the previous one (one
    of linear, previous).
    level: Add a credible band at this level, such as 0.95 (a number strictly between 0 and 1).
    keep_observations: Keep counts of scores, or rows of classes, so that ``update`` can add rows.
    verbose: Show a bar while a long fit runs.
    pos_label: The label that is positive (None: the larger of the two).

    >>> from calibrant import ABB
    >>> abb = ABB(level=0.95).fit([1, 2, 3, 4, 5, 6], [0, 0, 0, 1, 1, 1])
    >>> lower, upper = abb.predict_interval([1, 6])
    >>> bool(lower[0] < abb.predict([1])[0] < upper[0])
    True
    """

    _methods: ClassVar[dict[str, str]] = {"": "abb"}
    _options = ("lam", "scale", "lookup", "level")
    lam: float | str = "auto"
    scale: str = "rank"
    _: KW_ONLY
    lookup: str = "linear"
    level: float | None = None
    keep_observations: bool = False
    verbose: int = 0
    pos_label: object = None


@dataclass(eq=False, repr=False)
class SBB(Calibrator):
    """You have to explain it: Selection over Bayesian Binnings finds the few steps that the data
    support.

    lam: Expected number of boundaries between bins; auto weighs several (auto or a positive
    number).
    scale: Along which scale boundaries are equally likely; auto weighs all that the scores allow
    (one of rank, score, logit, auto).
    smoothing: Keep bins away from 0 and 1 by (positives + 1) / (rows + 2) instead of the fraction
    (true or false).
    level: Add a credible band at this level, such as 0.95 (a number strictly between 0 and 1).
    keep_observations: Keep counts of scores, or rows of classes, so that ``update`` can add rows.
    verbose: Show a bar while a long fit runs.
    pos_label: The label that is positive (None: the larger of the two).

    >>> from calibrant import SBB
    >>> SBB().fit(range(20), [0] * 10 + [1] * 10).predict([1, 16]).round(2).tolist()
    [0.08, 0.92]
    """

    _methods: ClassVar[dict[str, str]] = {"": "sbb"}
    _options = ("lam", "scale", "smoothing", "level")
    lam: float | str = "auto"
    scale: str = "rank"
    smoothing: bool = True
    _: KW_ONLY
    level: float | None = None
    keep_observations: bool = False
    verbose: int = 0
    pos_label: object = None


@dataclass(eq=False, repr=False)
class Auto(Calibrator):
    """You do not want to choose: it averages the others by what the data say of each.

    monotone: Never give a higher score a lower probability; auto does unless the labels clearly
    speak against it (auto, true or false).
    level: Add a credible band at this level, such as 0.95 (a number strictly between 0 and 1).
    exact: Keep every knot of the curve, not only as many as the data can tell (true or false).
    keep_top: Several classes: never change which class is the most likely (true or false).
    input: Several classes: what the scores are; auto takes rows that add up to 1 for probabilities
    (one of probabilities, logits, auto).
    keep_rows: Several classes: keep a sample of so many rows at most for updates (a whole number
    above 0).
    keep_observations: Keep counts of scores, or rows of classes, so that ``update`` can add rows.
    verbose: Show a bar while a long fit runs.
    pos_label: The label that is positive (None: the larger of the two).

    >>> from calibrant import Auto
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> scores = rng.random(2000)
    >>> y = rng.random(2000) < scores**2          # the scores are too high
    >>> print(f"{Auto().fit(scores, y).predict([0.5])[0]:.2f}")
    0.23
    """

    _methods: ClassVar[dict[str, str]] = {"": "auto"}
    _options = ("monotone", "level", "exact", "keep_top", "input", "keep_rows")
    _: KW_ONLY
    monotone: bool | str = "auto"
    level: float | None = None
    exact: bool = False
    keep_top: bool = False
    input: str = "auto"
    keep_rows: int | None = None
    keep_observations: bool = False
    verbose: int = 0
    pos_label: object = None


@dataclass(eq=False, repr=False)
class Beta(Calibrator):
    """You have few rows and probabilities that are wrong in different ways near 0 and near 1: three
    parameters.

    keep_observations: Keep counts of scores, or rows of classes, so that ``update`` can add rows.
    pos_label: The label that is positive (None: the larger of the two).

    >>> from calibrant import Beta
    >>> p = Beta().fit([0.1, 0.4, 0.6, 0.9], [0, 1, 0, 1]).predict([0.2, 0.8])
    >>> bool(p[0] <= p[1])
    True
    """

    _methods: ClassVar[dict[str, str]] = {"": "beta"}
    _: KW_ONLY
    keep_observations: bool = False
    pos_label: object = None


@dataclass(eq=False, repr=False)
class Histogram(Calibrator):
    """You want the baseline that everyone knows: a fixed number of bins.

    n_bins: How many bins there are at most (a whole number above 0).
    strategy: Bins of equally many rows (quantile) or of equal width (uniform) (one of quantile,
    uniform).
    smoothing: Keep bins away from 0 and 1 by (positives + 1) / (rows + 2) instead of the fraction
    (true or false).
    level: Add a credible band at this level, such as 0.95 (a number strictly between 0 and 1).
    keep_observations: Keep counts of scores, or rows of classes, so that ``update`` can add rows.
    pos_label: The label that is positive (None: the larger of the two).

    >>> from calibrant import Histogram
    >>> Histogram(n_bins=2).fit([1, 2, 3, 4], [0, 0, 1, 1]).predict([1, 4]).tolist()
    [0.25, 0.75]
    """

    _methods: ClassVar[dict[str, str]] = {"": "histogram"}
    _options = ("n_bins", "strategy", "smoothing", "level")
    n_bins: int = 10
    strategy: str = "quantile"
    _: KW_ONLY
    smoothing: bool = True
    level: float | None = None
    keep_observations: bool = False
    pos_label: object = None


@dataclass(eq=False, repr=False)
class Isotonic(Calibrator):
    """You have many rows, and the order must not change: a curve that never descends.

    interpolate: Draw straight lines between the steps, as scikit-learn does (true or false).
    keep_observations: Keep counts of scores, or rows of classes, so that ``update`` can add rows.
    pos_label: The label that is positive (None: the larger of the two).

    >>> from calibrant import Isotonic
    >>> Isotonic().fit([1, 2, 3, 4], [0, 1, 0, 1]).predict([1, 2, 3, 4]).tolist()
    [0.0, 0.5, 0.5, 1.0]
    """

    _methods: ClassVar[dict[str, str]] = {"": "isotonic"}
    _options = ("interpolate",)
    interpolate: bool = False
    _: KW_ONLY
    keep_observations: bool = False
    pos_label: object = None


@dataclass(eq=False, repr=False)
class Matrix(Calibrator):
    """You have several classes that are taken for one another, and many rows: every class may
    depend on the scores of all.

    input: Several classes: what the scores are; auto takes rows that add up to 1 for probabilities
    (one of probabilities, logits, auto).
    level: Add a credible band at this level, such as 0.95 (a number strictly between 0 and 1).
    keep_rows: Several classes: keep a sample of so many rows at most for updates (a whole number
    above 0).
    keep_observations: Keep counts of scores, or rows of classes, so that ``update`` can add rows.
    verbose: Show a bar while a long fit runs.

    >>> from calibrant import Matrix
    >>> P = [[0.7, 0.2, 0.1], [0.2, 0.6, 0.2], [0.1, 0.3, 0.6]]
    >>> Matrix().fit(P, ["a", "b", "c"]).predict_proba(P).shape
    (3, 3)
    """

    _methods: ClassVar[dict[str, str]] = {"": "matrix"}
    _options = ("input", "level", "keep_rows")
    _: KW_ONLY
    input: str = "auto"
    level: float | None = None
    keep_rows: int | None = None
    keep_observations: bool = False
    verbose: int = 0


@dataclass(eq=False, repr=False)
class OneVsRest(Calibrator):
    """You have several classes and want a curve for each: any method, fitted to the class against
    the rest.

    curve: One-vs-rest: the method of each class's curve, whose options may be given too (one of
    auto, abb, sbb, platt, platt-logit, beta, temperature, quadratic, histogram, isotonic, or a
    calibrator, such as Histogram(n_bins=5), whose options then hold).
    keep_observations: Keep counts of scores, or rows of classes, so that ``update`` can add rows.
    verbose: Show a bar while a long fit runs.

    >>> from calibrant import OneVsRest
    >>> P = [[0.7, 0.2, 0.1], [0.2, 0.6, 0.2], [0.1, 0.3, 0.6]]
    >>> OneVsRest().fit(P, ["a", "b", "c"]).predict_proba(P).shape
    (3, 3)
    """

    _methods: ClassVar[dict[str, str]] = {"": "one-vs-rest"}
    _options = ("curve",)
    curve: str | Calibrator = "auto"
    _: KW_ONLY
    keep_observations: bool = False
    verbose: int = 0


@dataclass(eq=False, repr=False)
class Platt(Calibrator):
    """You have few rows and margins: a logistic curve of two parameters.

    input="score": You have few rows and margins: a logistic curve of two parameters.
    input="logit": You have few rows and probabilities: a logistic curve through their log odds.
    keep_observations: Keep counts of scores, or rows of classes, so that ``update`` can add rows.
    pos_label: The label that is positive (None: the larger of the two).

    >>> from calibrant import Platt
    >>> Platt().fit([-2, -1, 1, 2], [0, 0, 1, 1]).predict([0]).tolist()
    [0.5]
    """

    _methods: ClassVar[dict[str, str]] = {"score": "platt", "logit": "platt-logit"}
    _selector = "input"
    input: str = "score"
    _: KW_ONLY
    keep_observations: bool = False
    pos_label: object = None


@dataclass(eq=False, repr=False)
class Quadratic(Calibrator):
    """You have some hundred rows and probabilities whose error bends: a parabola in the log odds.

    keep_observations: Keep counts of scores, or rows of classes, so that ``update`` can add rows.
    pos_label: The label that is positive (None: the larger of the two).

    >>> from calibrant import Quadratic
    >>> p = Quadratic().fit([0.1, 0.4, 0.6, 0.9], [0, 1, 0, 1]).predict([0.2, 0.8])
    >>> bool(p[0] <= p[1])
    True
    """

    _methods: ClassVar[dict[str, str]] = {"": "quadratic"}
    _: KW_ONLY
    keep_observations: bool = False
    pos_label: object = None


@dataclass(eq=False, repr=False)
class Temperature(Calibrator):
    """You have few rows and probabilities that are too extreme or too timid, equally so near 0 and
    near 1: one parameter.

    input: Several classes: what the scores are; auto takes rows that add up to 1 for probabilities
    (one of probabilities, logits, auto).
    level: Add a credible band at this level, such as 0.95 (a number strictly between 0 and 1).
    keep_rows: Several classes: keep a sample of so many rows at most for updates (a whole number
    above 0).
    keep_observations: Keep counts of scores, or rows of classes, so that ``update`` can add rows.
    pos_label: The label that is positive (None: the larger of the two).

    >>> from calibrant import Temperature
    >>> Temperature().fit([0.2, 0.4, 0.6, 0.8], [0, 0, 1, 1]).predict([0.5]).tolist()
    [0.5]
    """

    _methods: ClassVar[dict[str, str]] = {"": "temperature"}
    _options = ("input", "level", "keep_rows")
    _: KW_ONLY
    input: str = "auto"
    level: float | None = None
    keep_rows: int | None = None
    keep_observations: bool = False
    pos_label: object = None


@dataclass(eq=False, repr=False)
class Vector(Calibrator):
    """You have several classes, each too likely or too unlikely in its own way: a slope and an
    intercept for each.

    input: Several classes: what the scores are; auto takes rows that add up to 1 for probabilities
    (one of probabilities, logits, auto).
    level: Add a credible band at this level, such as 0.95 (a number strictly between 0 and 1).
    keep_rows: Several classes: keep a sample of so many rows at most for updates (a whole number
    above 0).
    keep_observations: Keep counts of scores, or rows of classes, so that ``update`` can add rows.
    verbose: Show a bar while a long fit runs.

    >>> from calibrant import Vector
    >>> P = [[0.7, 0.2, 0.1], [0.2, 0.6, 0.2], [0.1, 0.3, 0.6]]
    >>> Vector().fit(P, ["a", "b", "c"]).predict_proba(P).shape
    (3, 3)
    """

    _methods: ClassVar[dict[str, str]] = {"": "vector"}
    _options = ("input", "level", "keep_rows")
    _: KW_ONLY
    input: str = "auto"
    level: float | None = None
    keep_rows: int | None = None
    keep_observations: bool = False
    verbose: int = 0
