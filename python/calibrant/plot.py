"""Pictures of probabilities: are those of 0.8 right in eight of ten cases?

:class:`ReliabilityDisplay` draws two classes, or the top label of several;
:class:`ClassReliabilityDisplay` draws each class against the rest. They need matplotlib, which is
imported when it is first needed.
:func:`reliability_figure` needs none: it is the figure of ``calibrant evaluate --html``, for
notebooks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from calibrant import _core
from calibrant._arrays import Doubles
from calibrant._class_display import ClassReliabilityDisplay
from calibrant._diagram_data import (
    POSITIVE,
    TOP_LABEL,
    DiagramOptions,
    ReliabilityData,
    predicted,
    same_classes,
    with_labels,
)
from calibrant._predictions import binary, is_several, several

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["ClassReliabilityDisplay", "ReliabilityDisplay", "reliability_figure"]


def __dir__() -> list[str]:
    return sorted(__all__)


class ReliabilityDisplay:
    """A reliability diagram: what was predicted, and how often it came true.

    The line is ABB's estimate on the predictions, within its credible band; the points are bins
    with their exact binomial intervals; below stand the predictions of both classes. Where the
    band holds the diagonal, the data do not say that the probabilities are wrong.

    Of several classes it shows the top label, which is the class with the largest probability of a
    row: is it right as often as it says? :class:`ClassReliabilityDisplay` shows every class.

    Make one with :meth:`from_predictions` or :meth:`from_estimator`. Several displays in the same
    ``ax`` share one diagram and one legend, a colour for each.

    Attributes: ``prob_true``, ``prob_pred``, ``lower``, ``upper`` (by bin), ``curve`` (ABB's),
    ``data`` and ``before`` (all that is drawn); after ``plot``: ``ax_``, ``histogram_ax_``,
    ``figure_``, and ``axes_``, those of before and after.

    >>> import matplotlib
    >>> matplotlib.use("agg")
    >>> from calibrant.plot import ReliabilityDisplay
    >>> display = ReliabilityDisplay.from_predictions([0, 1, 0, 1], [0.1, 0.4, 0.6, 0.9], n_bins=2)
    >>> display.prob_true.tolist(), display.prob_pred.tolist()
    ([0.5, 0.5], [0.25, 0.75])
    """

    def __init__(
        self,
        data: ReliabilityData,
        before: ReliabilityData | None,
        level: float,
        scale: str = "linear",
    ) -> None:
        self.data = data
        self.before = before
        self.level = level
        self.scale = scale

    @property
    def name(self) -> str:
        return self.data.name

    @property
    def prob_true(self) -> Doubles:
        return self.data.prob_true

    @property
    def prob_pred(self) -> Doubles:
        return self.data.prob_pred

    @property
    def lower(self) -> Doubles:
        return self.data.lower

    @property
    def upper(self) -> Doubles:
        return self.data.upper

    @property
    def curve(self) -> _core.Curve | None:
        return self.data.curve

    @classmethod
    def from_predictions(
        cls,
        y_true: object,
        y_proba: object,
        *,
        before: object = None,
        sample_weight: object = None,
        pos_label: object = None,
        labels: object = None,
        n_bins: int | None = None,
        strategy: str = "quantile",
        level: float = 0.95,
        band: bool = True,
        scale: str = "linear",
        ax: Axes | Sequence[Axes] | None = None,
        name: str | None = None,
        **kwargs: Any,
    ) -> ReliabilityDisplay:
        """Draw predictions.

        Parameters
        ----------
        y_true : array
            Array of labels, one per row.
        y_proba : array
            Array of probabilities, one per row, or the columns of ``predict_proba``. From three
            columns on, the diagram is that of the top label.
        before : array, classifier or None, default=None
            Array of the probabilities of the same rows before calibration. They are drawn beside
            the others.
        sample_weight : array or None, default=None
            Array of weights, which act as frequencies. None is 1 each.
        pos_label : label or None, default=None
            The positive one of two labels. None is the larger one.
        labels : array or None, default=None
            Array of the classes in the order of the columns. None is their sorted order.
        n_bins : int or None, default=None
            None is 10, or 20 bins of equal mass from 2,000 rows on, as in
            :func:`reliability_figure`.
        strategy : str, default="quantile"
            ``"quantile"`` for bins of equal mass or ``"uniform"`` for bins of equal width.
        level : float, default=0.95
            Of the band and of the intervals.
        band : bool, default=True
            False leaves ABB and its band out.
        scale : str, default="linear"
            ``"linear"``, or ``"logit"`` for axes of log odds, which show rare events and near
            certainty.
        ax : Axes, sequence of Axes or None, default=None
            Axes to draw into, or two of them with ``before``. Axes that hold a diagram already get
            one more. None is a new figure.
        name : str or None, default=None
            For the title, or for the legend of several.
        **kwargs : any
            Options of matplotlib's ``errorbar``, such as ``marker``. ``color`` is also that of the
            line and the band.

        Returns
        -------
        ReliabilityDisplay
            What was drawn.
        """
        options = DiagramOptions(n_bins, strategy, level, band, scale)

        def part(probabilities: object, words: str) -> ReliabilityData:
            if is_several(probabilities, pos_label):
                top = several(y_true, probabilities, sample_weight, labels)[1].top
                return options.data_of(top, words, TOP_LABEL)
            seen = binary(y_true, probabilities, sample_weight, pos_label, labels)
            return options.data_of(seen, words, POSITIVE)

        if before is None:
            display = cls(part(y_proba, name or ""), None, level, scale)
        else:
            after = part(y_proba, name or "calibrated")
            display = cls(after, part(before, "before"), level, scale)
        return display.plot(ax, **kwargs)

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: object,
        y: object,
        *,
        before: Any = None,
        name: str | None = None,
        **options: Any,
    ) -> ReliabilityDisplay:
        """Draw what a fitted classifier says of X.

        Parameters
        ----------
        estimator : classifier
            Fitted classifier with ``predict_proba``.
        X : array
            Rows, as the classifier takes them.
        y : array
            Array of labels, one per row.
        before : array, classifier or None, default=None
            Classifier before calibration, or its probabilities.
        name : str or None, default=None
            None is the name of the classifier's class.
        **options : any
            Those of :meth:`from_predictions`. ``labels`` are the classifier's ``classes_``, of two
            of which the second is positive, unless they are given.

        Returns
        -------
        ReliabilityDisplay
            What was drawn.
        """
        if hasattr(before, "predict_proba"):
            if not same_classes(estimator, before):
                raise ValueError("before: has other classes than the estimator")
            before = predicted(before, X)
        words = name or type(estimator).__name__
        options = with_labels(estimator, options)
        return cls.from_predictions(
            y, predicted(estimator, X), before=before, name=words, **options
        )

    def plot(
        self,
        ax: Axes | Sequence[Axes] | None = None,
        *,
        histogram: bool = True,
        **kwargs: Any,
    ) -> ReliabilityDisplay:
        """Draw it (once more).

        Parameters
        ----------
        ax : Axes, sequence of Axes or None, default=None
            Axes to draw into, as in :meth:`from_predictions`. None is a new figure.
        histogram : bool, default=True
            Whether the predictions of both classes stand below.
        **kwargs : any
            Options of matplotlib's ``errorbar``, as in :meth:`from_predictions`.

        Returns
        -------
        ReliabilityDisplay
            Itself.
        """
        from calibrant import _diagram_axes, _drawing

        parts = [self.data] if self.before is None else [self.before, self.data]
        axes = _diagram_axes.axes_for(ax, len(parts), histogram)
        below = [
            _drawing.draw(one, [part], self.level, self.scale, kwargs, histogram, legend=i == 0)
            for i, (one, part) in enumerate(zip(axes, parts, strict=True))
        ]
        self.axes_ = axes
        self.ax_ = axes[-1]
        self.histogram_ax_: Any = below[-1]
        self.figure_ = axes[-1].figure
        return self


def reliability_figure(
    y_true: object,
    y_proba: object,
    *,
    sample_weight: object = None,
    pos_label: object = None,
    title: str = "Reliability",
) -> _core.Figure:
    """The reliability diagram of ``calibrant evaluate --html``, as a drawing for notebooks.

    Only NumPy is needed.

    Parameters
    ----------
    y_true : array
        Array of two labels, one per row.
    y_proba : array
        Array of probabilities, one per row, or the two columns of ``predict_proba``.
    sample_weight : array or None, default=None
        Array of weights, which act as frequencies. None is 1 each.
    pos_label : label or None, default=None
        The positive label. None is the larger one.
    title : str, default="Reliability"
        Of the drawing.

    Returns
    -------
    Figure
        A drawing, whose ``svg`` is the text of an SVG file.

    >>> from calibrant.plot import reliability_figure
    >>> figure = reliability_figure([0, 1, 0, 1], [0.1, 0.4, 0.6, 0.9])
    >>> figure.svg[:4]
    '<svg'
    """
    return _core.reliability_figure(binary(y_true, y_proba, sample_weight, pos_label), title)
