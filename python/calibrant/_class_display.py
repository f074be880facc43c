"""Reliability diagrams of each class against the rest. The class is part of calibrant.plot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from calibrant import _core
from calibrant._diagram_data import (
    DiagramOptions,
    ReliabilityData,
    of_class,
    predicted,
    with_labels,
)
from calibrant._predictions import several

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MOST_CLASSES = 12  # more are too small to be read


class ClassReliabilityDisplay:
    """Reliability diagrams of several classes: one for each class against the rest.

    Each diagram is a :class:`ReliabilityDisplay` of one column: of the rows that were given 0.2 for
    a class, do two in ten belong to it? The classes have small axes of their own, or share one if
    ``ax`` is one.

    Make one with :meth:`from_predictions` or :meth:`from_estimator`. A second display in the axes
    of the first, ``ax=first.axes_``, adds its model to every class, in a colour of its own.

    Attributes: ``data`` (all that is drawn, by class); after ``plot``: ``axes_`` (one for each
    class, or the one that they share) and ``figure_``.

    >>> import matplotlib
    >>> matplotlib.use("agg")
    >>> from calibrant.plot import ClassReliabilityDisplay
    >>> p = [[0.6, 0.3, 0.1], [0.2, 0.7, 0.1], [0.2, 0.2, 0.6], [0.4, 0.2, 0.4]]
    >>> display = ClassReliabilityDisplay.from_predictions(["a", "b", "c", "a"], p, n_bins=2)
    >>> list(display.data), display.data["c"].prob_true.tolist()
    (['a', 'b', 'c'], [0.0, 0.5])
    """

    def __init__(
        self,
        data: Mapping[Any, ReliabilityData],
        level: float,
        scale: str = "linear",
        note: str = "",
    ) -> None:
        self.data = dict(data)
        self.level = level
        self.scale = scale
        self.note = note

    @classmethod
    def from_predictions(
        cls,
        y_true: object,
        y_proba: object,
        *,
        classes: object = None,
        sample_weight: object = None,
        labels: object = None,
        n_bins: int | None = None,
        strategy: str = "quantile",
        level: float = 0.95,
        band: bool = True,
        scale: str = "linear",
        ax: Axes | Sequence[Axes] | None = None,
        name: str | None = None,
        **kwargs: Any,
    ) -> ClassReliabilityDisplay:
        """Draw predictions.

        Parameters
        ----------
        y_true : array
            Array of labels, one per row.
        y_proba : array
            Matrix of probabilities, a column for each class.
        classes : sequence or None, default=None
            The classes to draw, in this order. None is those that the axes show already, or all. Of
            more than twelve it is the twelve with the largest ECE.
        sample_weight : array or None, default=None
            Array of weights, which act as frequencies. None is 1 each.
        labels : array or None, default=None
            Array of the classes in the order of the columns. None is their sorted order.
        n_bins : int or None, default=None
            None is 10, or 20 bins of equal mass from 2,000 rows on.
        strategy : str, default="quantile"
            ``"quantile"`` for bins of equal mass or ``"uniform"`` for bins of equal width.
        level : float, default=0.95
            Of the bands and of the intervals.
        band : bool, default=True
            False leaves ABB and its bands out.
        scale : str, default="linear"
            ``"linear"``, or ``"logit"`` for axes of log odds, which show rare classes.
        ax : Axes, sequence of Axes or None, default=None
            One Axes for all classes, or a sequence with one for each class. Axes that hold diagrams
            already get one more. None is a new figure.
        name : str or None, default=None
            For the legend.
        **kwargs : any
            Options of :meth:`plot`.

        Returns
        -------
        ClassReliabilityDisplay
            What was drawn.
        """
        options = DiagramOptions(n_bins, strategy, level, band, scale)
        known, seen = several(y_true, y_proba, sample_weight, labels)
        order = known.tolist()
        names = [str(label) for label in order]
        shown = _chosen(classes, order)
        if shown is None and ax is not None:
            from calibrant import _diagram_axes

            shown = _chosen(_diagram_axes.classes_in(ax), names)
        if shown is None:
            shown = _furthest_off(seen.classes)
        some = classes is None and len(shown) < len(order)
        note = f"{len(shown)} of {len(order)} classes" if some else ""
        data = {
            order[k]: options.data_of(seen.classes[k], name or "", of_class(names[k]))
            for k in shown
        }
        return cls(data, level, scale, note).plot(ax, **kwargs)

    @classmethod
    def from_estimator(
        cls, estimator: Any, X: object, y: object, *, name: str | None = None, **options: Any
    ) -> ClassReliabilityDisplay:
        """Draw what a fitted classifier says of X.

        Parameters
        ----------
        estimator : classifier
            Fitted classifier with ``predict_proba``.
        X : array
            Rows, as the classifier takes them.
        y : array
            Array of labels, one per row.
        name : str or None, default=None
            None is the name of the classifier's class.
        **options : any
            Those of :meth:`from_predictions`. ``labels`` are the classifier's ``classes_`` unless
            they are given.

        Returns
        -------
        ClassReliabilityDisplay
            What was drawn.
        """
        words = name or type(estimator).__name__
        options = with_labels(estimator, options)
        return cls.from_predictions(y, predicted(estimator, X), name=words, **options)

    def plot(
        self,
        ax: Axes | Sequence[Axes] | None = None,
        *,
        histogram: bool = False,
        **kwargs: Any,
    ) -> ClassReliabilityDisplay:
        """Draw it (once more).

        Parameters
        ----------
        ax : Axes, sequence of Axes or None, default=None
            Axes to draw into, as in :meth:`from_predictions`. None is a new figure.
        histogram : bool, default=False
            Whether the predictions for the class and the rest stand below.
        **kwargs : any
            Options of matplotlib's ``errorbar``, such as ``marker``. ``color`` is also that of the
            lines and the bands.

        Returns
        -------
        ClassReliabilityDisplay
            Itself.
        """
        from calibrant import _diagram_axes, _drawing

        parts = list(self.data.values())
        axes = _diagram_axes.axes_of_classes(
            ax, [part.event.class_name for part in parts], histogram
        )
        each = [parts] if len(axes) == 1 else [[part] for part in parts]
        for i, (one, shown) in enumerate(zip(axes, each, strict=True)):
            _drawing.draw(
                one,
                shown,
                self.level,
                self.scale,
                kwargs,
                histogram,
                legend=i == 0,
                small=len(axes) > 1,
                note=self.note,
            )
        _diagram_axes.label_outer(axes)
        self.axes_ = axes
        self.figure_ = axes[0].figure
        return self


def _chosen(classes: object, known: list[Any]) -> list[int] | None:
    """The columns of the classes that were asked for."""
    if classes is None:
        return None
    asked: npt.NDArray[Any] = np.atleast_1d(np.asarray(classes, dtype=object))
    if asked.ndim != 1 or not len(asked):
        raise ValueError(f"classes: has shape {asked.shape} (a list of labels was expected)")
    for label in asked:
        if label not in known:
            raise ValueError(f"classes: {label!r} is not one of the labels")
        if list(asked).count(label) > 1:
            raise ValueError(f"classes: {label!r} is named twice")
    return [known.index(label) for label in asked]


def _furthest_off(classes: Sequence[_core.Observations]) -> list[int]:
    """All, or those with the largest ECE, in the order of the columns."""
    if len(classes) <= _MOST_CLASSES:
        return list(range(len(classes)))
    errors = [-_core.calibration_error(seen, 10, equal_mass=False)[0] for seen in classes]
    return sorted(np.argsort(errors, kind="stable")[:_MOST_CLASSES].tolist())
