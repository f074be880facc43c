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
    """Average over all binnings of the scores (Averaging over Bayesian Binnings).

    The curve may have any shape. Every way to cut the scores into bins is weighed by how well it
    explains the labels, and the probability is the average over all of them.

    Parameters
    ----------
    lam : float or str, default="auto"
        Expected number of boundaries between bins; auto weighs several. Auto or a positive number.
    scale : {"rank", "score", "logit", "auto"}, default="rank"
        Along which scale boundaries are equally likely; auto weighs all that the scores allow.
    lookup : {"linear", "previous"}, default="linear"
        Between two scores that were seen, a straight line or the value of the previous one.
    level : float or None, default=None
        Add a credible band at this level, such as 0.95. A number strictly between 0 and 1.
    keep_observations : bool, default=False
        Keep counts of scores, or rows of classes, so that ``update`` can add rows.
    verbose : int, default=0
        1 shows a bar while a long fit runs.
    pos_label : object, default=None
        The label that is positive. None is the larger of the two.

    Attributes
    ----------
    classes_ : array
        The classes. Of two, the first is negative and the second positive.
    n_features_in_ : int
        How many columns X had.
    curve_ : Curve
        The fitted curve, of two classes.
    model_ : MulticlassModel
        The fitted model, of several classes.
    grouped_ : GroupedModel
        The fitted model, if ``fit`` had groups.

    See Also
    --------
    Auto : The average of all methods, and the default.
    calibrant.compare : Which method is best for these scores?
    calibrant.fit : The same without scikit-learn.

    Examples
    --------
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
    """Select the best binning of the scores (Selection over Bayesian Binnings).

    The curve is the few steps that the data support, which is easy to explain.

    Parameters
    ----------
    lam : float or str, default="auto"
        Expected number of boundaries between bins; auto weighs several. Auto or a positive number.
    scale : {"rank", "score", "logit", "auto"}, default="rank"
        Along which scale boundaries are equally likely; auto weighs all that the scores allow.
    smoothing : bool, default=True
        Keep bins away from 0 and 1 by (positives + 1) / (rows + 2) instead of the fraction.
    level : float or None, default=None
        Add a credible band at this level, such as 0.95. A number strictly between 0 and 1.
    keep_observations : bool, default=False
        Keep counts of scores, or rows of classes, so that ``update`` can add rows.
    verbose : int, default=0
        1 shows a bar while a long fit runs.
    pos_label : object, default=None
        The label that is positive. None is the larger of the two.

    Attributes
    ----------
    classes_ : array
        The classes. Of two, the first is negative and the second positive.
    n_features_in_ : int
        How many columns X had.
    curve_ : Curve
        The fitted curve, of two classes.
    model_ : MulticlassModel
        The fitted model, of several classes.
    grouped_ : GroupedModel
        The fitted model, if ``fit`` had groups.

    See Also
    --------
    Auto : The average of all methods, and the default.
    calibrant.compare : Which method is best for these scores?
    calibrant.fit : The same without scikit-learn.

    Examples
    --------
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
    """Average all methods by what the data say of each.

    This is the default, for when you do not want to choose. It fits curves of few parameters, the
    same with corrections in bins, and ABB. Each gets a weight by how well it explains the labels.
    With several classes it averages maps of the whole row instead. A higher score gets no lower
    probability, unless the labels clearly speak against it.

    Parameters
    ----------
    monotone : bool or str, default="auto"
        Never give a higher score a lower probability; auto does unless the labels clearly speak
        against it.
    level : float or None, default=None
        Add a credible band at this level, such as 0.95. A number strictly between 0 and 1.
    exact : bool, default=False
        Keep every knot of the curve, not only as many as the data can tell.
    keep_top : bool, default=False
        Several classes: never change which class is the most likely.
    input : {"probabilities", "logits", "auto"}, default="auto"
        Several classes: what the scores are; auto takes rows that add up to 1 for probabilities.
    keep_rows : int or None, default=None
        Several classes: keep a sample of so many rows at most for updates. A whole number above 0.
    keep_observations : bool, default=False
        Keep counts of scores, or rows of classes, so that ``update`` can add rows.
    verbose : int, default=0
        1 shows a bar while a long fit runs.
    pos_label : object, default=None
        The label that is positive. None is the larger of the two.

    Attributes
    ----------
    classes_ : array
        The classes. Of two, the first is negative and the second positive.
    n_features_in_ : int
        How many columns X had.
    curve_ : Curve
        The fitted curve, of two classes.
    model_ : MulticlassModel
        The fitted model, of several classes.
    grouped_ : GroupedModel
        The fitted model, if ``fit`` had groups.

    See Also
    --------
    CalibratedClassifier : A classifier with its calibration, fitted on folds.
    calibrant.compare : Which method is best for these scores?
    calibrant.fit : The same without scikit-learn.

    Examples
    --------
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
    """Fit beta calibration, a curve of three parameters.

    It is for few rows and probabilities that are wrong in different ways near 0 and near 1.

    Parameters
    ----------
    keep_observations : bool, default=False
        Keep counts of scores, or rows of classes, so that ``update`` can add rows.
    pos_label : object, default=None
        The label that is positive. None is the larger of the two.

    Attributes
    ----------
    classes_ : array
        The classes. Of two, the first is negative and the second positive.
    n_features_in_ : int
        How many columns X had.
    curve_ : Curve
        The fitted curve, of two classes.
    model_ : MulticlassModel
        The fitted model, of several classes.
    grouped_ : GroupedModel
        The fitted model, if ``fit`` had groups.

    See Also
    --------
    Auto : The average of all methods, and the default.
    calibrant.compare : Which method is best for these scores?
    calibrant.fit : The same without scikit-learn.

    Examples
    --------
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
    """Take the share of positives in a fixed number of bins.

    This is the baseline that everyone knows.

    Parameters
    ----------
    n_bins : int, default=10
        How many bins there are at most. A whole number above 0.
    strategy : {"quantile", "uniform"}, default="quantile"
        Bins of equally many rows (quantile) or of equal width (uniform).
    smoothing : bool, default=True
        Keep bins away from 0 and 1 by (positives + 1) / (rows + 2) instead of the fraction.
    level : float or None, default=None
        Add a credible band at this level, such as 0.95. A number strictly between 0 and 1.
    keep_observations : bool, default=False
        Keep counts of scores, or rows of classes, so that ``update`` can add rows.
    pos_label : object, default=None
        The label that is positive. None is the larger of the two.

    Attributes
    ----------
    classes_ : array
        The classes. Of two, the first is negative and the second positive.
    n_features_in_ : int
        How many columns X had.
    curve_ : Curve
        The fitted curve, of two classes.
    model_ : MulticlassModel
        The fitted model, of several classes.
    grouped_ : GroupedModel
        The fitted model, if ``fit`` had groups.

    See Also
    --------
    Auto : The average of all methods, and the default.
    calibrant.compare : Which method is best for these scores?
    calibrant.fit : The same without scikit-learn.

    Examples
    --------
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
    """Fit the best curve that never falls.

    It is for many rows. It has steps, and gives exact 0 and 1 at its ends.

    Parameters
    ----------
    interpolate : bool, default=False
        Draw straight lines between the steps, as scikit-learn does.
    keep_observations : bool, default=False
        Keep counts of scores, or rows of classes, so that ``update`` can add rows.
    pos_label : object, default=None
        The label that is positive. None is the larger of the two.

    Attributes
    ----------
    classes_ : array
        The classes. Of two, the first is negative and the second positive.
    n_features_in_ : int
        How many columns X had.
    curve_ : Curve
        The fitted curve, of two classes.
    model_ : MulticlassModel
        The fitted model, of several classes.
    grouped_ : GroupedModel
        The fitted model, if ``fit`` had groups.

    See Also
    --------
    Auto : The average of all methods, and the default.
    calibrant.compare : Which method is best for these scores?
    calibrant.fit : The same without scikit-learn.

    Examples
    --------
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
    """Let the probability of every class depend on the scores of all.

    It is for many rows and classes that are taken for one another.

    Parameters
    ----------
    input : {"probabilities", "logits", "auto"}, default="auto"
        Several classes: what the scores are; auto takes rows that add up to 1 for probabilities.
    level : float or None, default=None
        Add a credible band at this level, such as 0.95. A number strictly between 0 and 1.
    keep_rows : int or None, default=None
        Several classes: keep a sample of so many rows at most for updates. A whole number above 0.
    keep_observations : bool, default=False
        Keep counts of scores, or rows of classes, so that ``update`` can add rows.
    verbose : int, default=0
        1 shows a bar while a long fit runs.

    Attributes
    ----------
    classes_ : array
        The classes. Of two, the first is negative and the second positive.
    n_features_in_ : int
        How many columns X had.
    model_ : MulticlassModel
        The fitted model, of several classes.

    See Also
    --------
    Auto : The average of all methods, and the default.
    calibrant.compare : Which method is best for these scores?
    calibrant.fit : The same without scikit-learn.

    Examples
    --------
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
    """Fit a curve for each of several classes against the rest.

    The probabilities of a row are divided by their sum.

    Parameters
    ----------
    curve : str or calibrator, default="auto"
        One-vs-rest: the method of each class's curve, whose options may be given too. One of auto,
        abb, sbb, platt, platt-logit, beta, temperature, quadratic, histogram, isotonic. Or a
        calibrator, such as ``Histogram(n_bins=5)``, whose options then hold.
    keep_observations : bool, default=False
        Keep counts of scores, or rows of classes, so that ``update`` can add rows.
    verbose : int, default=0
        1 shows a bar while a long fit runs.

    Attributes
    ----------
    classes_ : array
        The classes. Of two, the first is negative and the second positive.
    n_features_in_ : int
        How many columns X had.
    model_ : MulticlassModel
        The fitted model, of several classes.

    See Also
    --------
    Auto : The average of all methods, and the default.
    calibrant.compare : Which method is best for these scores?
    calibrant.fit : The same without scikit-learn.

    Examples
    --------
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
    """Fit a logistic curve of two parameters.

    It needs few rows, and is for margins (``input="score"``) or for probabilities
    (``input="logit"``, which fits their log odds).

    Parameters
    ----------
    input : str, default="score"
        "score": You have few rows and margins: a logistic curve of two parameters. "logit": You
        have few rows and probabilities: a logistic curve through their log odds.
    keep_observations : bool, default=False
        Keep counts of scores, or rows of classes, so that ``update`` can add rows.
    pos_label : object, default=None
        The label that is positive. None is the larger of the two.

    Attributes
    ----------
    classes_ : array
        The classes. Of two, the first is negative and the second positive.
    n_features_in_ : int
        How many columns X had.
    curve_ : Curve
        The fitted curve, of two classes.
    model_ : MulticlassModel
        The fitted model, of several classes.
    grouped_ : GroupedModel
        The fitted model, if ``fit`` had groups.

    See Also
    --------
    Auto : The average of all methods, and the default.
    calibrant.compare : Which method is best for these scores?
    calibrant.fit : The same without scikit-learn.

    Examples
    --------
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
    """Fit a parabola in the log odds.

    It is for some hundred rows and probabilities whose error bends.

    Parameters
    ----------
    keep_observations : bool, default=False
        Keep counts of scores, or rows of classes, so that ``update`` can add rows.
    pos_label : object, default=None
        The label that is positive. None is the larger of the two.

    Attributes
    ----------
    classes_ : array
        The classes. Of two, the first is negative and the second positive.
    n_features_in_ : int
        How many columns X had.
    curve_ : Curve
        The fitted curve, of two classes.
    model_ : MulticlassModel
        The fitted model, of several classes.
    grouped_ : GroupedModel
        The fitted model, if ``fit`` had groups.

    See Also
    --------
    Auto : The average of all methods, and the default.
    calibrant.compare : Which method is best for these scores?
    calibrant.fit : The same without scikit-learn.

    Examples
    --------
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
    """Divide the log odds by one number.

    It is for few rows and probabilities that are too extreme or too timid, equally so near 0 and
    near 1. With several classes one number divides the logits of all.

    Parameters
    ----------
    input : {"probabilities", "logits", "auto"}, default="auto"
        Several classes: what the scores are; auto takes rows that add up to 1 for probabilities.
    level : float or None, default=None
        Add a credible band at this level, such as 0.95. A number strictly between 0 and 1.
    keep_rows : int or None, default=None
        Several classes: keep a sample of so many rows at most for updates. A whole number above 0.
    keep_observations : bool, default=False
        Keep counts of scores, or rows of classes, so that ``update`` can add rows.
    pos_label : object, default=None
        The label that is positive. None is the larger of the two.

    Attributes
    ----------
    classes_ : array
        The classes. Of two, the first is negative and the second positive.
    n_features_in_ : int
        How many columns X had.
    curve_ : Curve
        The fitted curve, of two classes.
    model_ : MulticlassModel
        The fitted model, of several classes.
    grouped_ : GroupedModel
        The fitted model, if ``fit`` had groups.

    See Also
    --------
    Auto : The average of all methods, and the default.
    calibrant.compare : Which method is best for these scores?
    calibrant.fit : The same without scikit-learn.

    Examples
    --------
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
    """Fit a slope and an intercept for each of several classes.

    It is for classes that are each too likely or too unlikely in their own way.

    Parameters
    ----------
    input : {"probabilities", "logits", "auto"}, default="auto"
        Several classes: what the scores are; auto takes rows that add up to 1 for probabilities.
    level : float or None, default=None
        Add a credible band at this level, such as 0.95. A number strictly between 0 and 1.
    keep_rows : int or None, default=None
        Several classes: keep a sample of so many rows at most for updates. A whole number above 0.
    keep_observations : bool, default=False
        Keep counts of scores, or rows of classes, so that ``update`` can add rows.
    verbose : int, default=0
        1 shows a bar while a long fit runs.

    Attributes
    ----------
    classes_ : array
        The classes. Of two, the first is negative and the second positive.
    n_features_in_ : int
        How many columns X had.
    model_ : MulticlassModel
        The fitted model, of several classes.

    See Also
    --------
    Auto : The average of all methods, and the default.
    calibrant.compare : Which method is best for these scores?
    calibrant.fit : The same without scikit-learn.

    Examples
    --------
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
