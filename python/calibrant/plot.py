"""Pictures of probabilities: are those of 0.8 right in eight of ten cases?

:class:`ReliabilityDisplay` draws with matplotlib, which is imported when it is first needed.
:func:`reliability_figure` needs none: it is the figure of ``calibrant evaluate --html``, for
notebooks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from calibrant import _core
from calibrant._arrays import Doubles
from calibrant._measures import check_bins, check_level, check_strategy
from calibrant._predictions import binary

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["ReliabilityDisplay", "reliability_figure"]


def __dir__() -> list[str]:
    return sorted(__all__)


# The eye sees no more, and ABB takes no second.
_GROUPS = 4096
_SAMPLES = 100
_HISTOGRAM_BINS = 40


@dataclass(frozen=True)
class ReliabilityData:
    """What one diagram shows."""

    name: str
    prob_true: Doubles  #: observed share of positives, by bin
    prob_pred: Doubles  #: mean probability, by bin
    lower: Doubles  #: exact binomial (Clopper-Pearson) interval of ``prob_true``
    upper: Doubles
    weight: Doubles  #: of each bin
    curve: _core.Curve | None  #: ABB on the probabilities, with its credible band
    places: Doubles  #: where the curve is drawn
    edges: Doubles  #: of the histogram
    positives: Doubles
    negatives: Doubles


def _data(
    seen: _core.Observations, name: str, n_bins: int, strategy: str, level: float, band: bool
) -> ReliabilityData:
    rows = np.array(_core.reliability(seen, n_bins, check_strategy(strategy), level))
    weight, prob_pred, prob_true = rows[:, 2], rows[:, 3], rows[:, 4]
    positives = prob_true * weight
    lower, upper = _core.exact_intervals(np.maximum(weight - positives, 0), positives, level)
    thin = _core.thinned(seen, _GROUPS)
    edges = np.linspace(0, 1, _HISTOGRAM_BINS + 1)
    return ReliabilityData(
        name=name,
        prob_true=prob_true,
        prob_pred=prob_pred,
        lower=np.array(lower),
        upper=np.array(upper),
        weight=weight,
        curve=_core.fit(thin, "abb", {"level": level}) if band else None,
        places=np.array(_core.sample_places(thin, _SAMPLES)),
        edges=edges,
        positives=np.histogram(seen.scores, edges, weights=seen.positives)[0],
        negatives=np.histogram(seen.scores, edges, weights=seen.negatives)[0],
    )


class ReliabilityDisplay:
    """A reliability diagram: what was predicted, and how often it came true.

    The line is ABB's estimate on the predictions, within its credible band; the points are bins
    with their exact binomial intervals; below stand the predictions of both classes. Where the
    band holds the diagonal, the data do not say that the probabilities are wrong.

    Make one with :meth:`from_predictions` or :meth:`from_estimator`.

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

    def __init__(self, data: ReliabilityData, before: ReliabilityData | None, level: float) -> None:
        self.data = data
        self.before = before
        self.level = level

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
        n_bins: int = 10,
        strategy: str = "quantile",
        level: float = 0.95,
        band: bool = True,
        ax: Axes | Sequence[Axes] | None = None,
        name: str | None = None,
    ) -> ReliabilityDisplay:
        """Draw predictions; ``before``: those of the same rows before calibration, beside them.

        strategy: bins of equal mass (``"quantile"``) or equal width (``"uniform"``).
        level: of the band and of the intervals. band: False leaves ABB out.
        ax: where to draw; with ``before``, two of them.
        """
        check_bins(n_bins)
        check_level(level)

        def part(probabilities: object, words: str) -> ReliabilityData:
            seen = binary(y_true, probabilities, sample_weight, None, pos_label)
            return _data(seen, words, n_bins, strategy, level, band)

        if before is None:
            display = cls(part(y_proba, name or ""), None, level)
        else:
            display = cls(part(y_proba, name or "calibrated"), part(before, "before"), level)
        return display.plot(ax)

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

        before: the classifier before calibration, or its probabilities. The other options are
        those of :meth:`from_predictions`.
        """

        def probabilities(model: Any) -> object:
            if not hasattr(model, "predict_proba"):
                raise TypeError(f"{type(model).__name__} has no predict_proba")
            return model.predict_proba(X)

        if hasattr(before, "predict_proba"):
            before = probabilities(before)
        words = name or type(estimator).__name__
        return cls.from_predictions(
            y, probabilities(estimator), before=before, name=words, **options
        )

    def plot(
        self, ax: Axes | Sequence[Axes] | None = None, *, histogram: bool = True
    ) -> ReliabilityDisplay:
        """Draw it (once more), into axes if they are given."""
        from calibrant import _drawing

        parts = [self.data] if self.before is None else [self.before, self.data]
        axes = _drawing.axes_for(ax, len(parts), histogram)
        below = [
            _drawing.draw(one, part, self.level, histogram, legend=i == 0)
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

    ``svg`` is the text of an SVG file. Nothing but NumPy is needed.

    >>> from calibrant.plot import reliability_figure
    >>> figure = reliability_figure([0, 1, 0, 1], [0.1, 0.4, 0.6, 0.9])
    >>> figure.svg[:4]
    '<svg'
    """
    return _core.reliability_figure(binary(y_true, y_proba, sample_weight, None, pos_label), title)
