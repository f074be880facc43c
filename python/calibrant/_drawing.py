"""Reliability diagrams, drawn with matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

try:
    import matplotlib.pyplot as plt
    from mpl_toolkits.axes_grid1 import make_axes_locatable
except ModuleNotFoundError as problem:
    raise ImportError("calibrant.plot needs matplotlib: pip install matplotlib") from problem

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from calibrant.plot import ReliabilityData

# Okabe and Ito's palette, darkened: the colour-blind can tell these apart, and so can a printer.
_BLUE = "#0072b2"
_ORANGE = "#c24d00"
_GREY = "#6b7580"
_TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1]


def axes_for(ax: Axes | Sequence[Axes] | None, count: int, histogram: bool) -> list[Any]:
    """The axes that were given, or new ones side by side."""
    if ax is None:
        width, height = 4.5 * count, 5.3 if histogram else 4.6
        figure, made = plt.subplots(1, count, figsize=(width, height), squeeze=False)
        # Inches, since a histogram that is cut from its axes is unknown to layout engines.
        figure.subplots_adjust(
            left=0.85 / width,
            right=1 - 0.2 / width,
            bottom=0.55 / height,
            top=1 - 0.4 / height,
            wspace=0.26,
        )
        return list(made[0])
    given = list(np.ravel(np.asarray(ax, dtype=object)))
    if len(given) != count:
        wanted = "two, before and after," if count == 2 else "one"
        raise ValueError(f"ax: {len(given)} axes were given ({wanted} were expected)")
    return given


def draw(
    ax: Any, data: ReliabilityData, level: float, histogram: bool, *, legend: bool
) -> Any | None:
    """One diagram; gives the axes of its histogram."""
    _draw_series(ax, data, f"{100 * level:g} %", clip=False)  # whole symbols at 0 and 1
    ax.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", title=data.name, xticks=_TICKS, yticks=_TICKS)
    ax.set_ylabel("observed share of positives")
    _tidy(ax)
    if legend:
        ax.legend(loc="upper left", fontsize="small", borderaxespad=0.3, edgecolor="none")
    _enlarge(ax, data, level)
    if not histogram:
        ax.set_xlabel("predicted probability")
        return None
    ax.tick_params(axis="x", labelbottom=False)
    # Cut from the place that the axes have, so that it stays within the caller's layout.
    below = make_axes_locatable(ax).append_axes("bottom", size="20%", pad=0.12)
    _draw_histogram(below, data)
    return below


def _draw_series(ax: Any, data: ReliabilityData, percent: str, *, clip: bool) -> None:
    ax.plot([0, 1], [0, 1], color=_GREY, linewidth=1, linestyle=(0, (4, 4)), label="perfect")
    if data.curve is not None:
        lower, upper = data.curve.interval(data.places)
        words = f"{percent} credible band"
        ax.fill_between(data.places, lower, upper, color=_BLUE, alpha=0.2, linewidth=0, label=words)
        ax.plot(data.places, data.curve(data.places), color=_BLUE, linewidth=1.8, label="ABB")
    ends = np.maximum([data.prob_true - data.lower, data.upper - data.prob_true], 0)
    ax.errorbar(
        data.prob_pred,
        data.prob_true,
        yerr=ends,
        fmt="o",
        markersize=5,
        color=_ORANGE,
        elinewidth=1.2,
        markeredgecolor="white",
        markeredgewidth=0.8,
        label=f"bins, {percent} interval",
        zorder=3,
        clip_on=clip,
    )


def _enlarge(ax: Any, data: ReliabilityData, level: float) -> None:
    """Nearly all predictions are small: once more, larger, in the free half below the diagonal."""
    low = data.prob_pred < 0.25
    if data.weight[low].sum() < 0.95 * data.weight.sum():
        return
    most = 1.15 * max(data.prob_pred[low].max(), data.upper[low].max())
    if most > 0.3:
        return
    inset = ax.inset_axes([0.5, 0.1, 0.46, 0.46])
    _draw_series(inset, data, f"{100 * level:g} %", clip=True)
    inset.set(xlim=(0, most), ylim=(0, most))
    inset.locator_params(nbins=4)
    inset.tick_params(labelsize="x-small")
    _tidy(inset)


def _draw_histogram(ax: Any, data: ReliabilityData) -> None:
    """Positives upwards, negatives downwards; by logarithm where one would hide the other."""
    counts = np.concatenate([data.positives, data.negatives])
    filled = np.sort(counts[counts > 0])
    most = [data.positives.max(), data.negatives.max()]
    skewed = filled[-1] > 20 * filled[len(filled) // 2] or max(most) > 20 * min(most)
    heights = np.log1p if skewed else np.asarray
    width = np.diff(data.edges)
    for values, colour, sign in ((data.positives, _ORANGE, 1), (data.negatives, _BLUE, -1)):
        ax.bar(
            data.edges[:-1],
            sign * heights(values),
            width=width,
            align="edge",
            color=colour,
            alpha=0.85,
            linewidth=0,
        )
    ax.axhline(0, color="black", linewidth=0.6)
    top, bottom = (1.08 * max(float(heights(m)), 1e-9) for m in most)
    # Both classes keep room for their name.
    top, bottom = max(top, 0.45 * bottom), max(bottom, 0.45 * top)
    ax.set_ylim(-bottom, top)
    ax.set_yticks([-bottom / 2, top / 2], ["negative", "positive"])
    ax.set(xlim=(0, 1), xticks=_TICKS)
    ax.tick_params(axis="y", length=0)
    ax.set_xlabel("predicted probability" + (" (counts by logarithm)" if skewed else ""))
    _tidy(ax)
    ax.grid(False, axis="y")


def _tidy(ax: Any) -> None:
    ax.spines[["top", "right"]].set_visible(False)
    ax.grid(True, color="0.5", alpha=0.18, linewidth=0.8)
    ax.set_axisbelow(True)
