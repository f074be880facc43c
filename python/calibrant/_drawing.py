"""Reliability diagrams, drawn with matplotlib."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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
_COLOURS = (_BLUE, _ORANGE, "#00795c", "#a3478f", "#8a6d00", "#3b3b3b")
_TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1]
_SMALL = [10.0**-k for k in range(15, 0, -1)]
_LOGIT_TICKS = [*_SMALL, 0.5, *(1 - tick for tick in reversed(_SMALL))]


@dataclass(frozen=True)
class _Part:
    """One model's predictions, and how they are drawn."""

    data: ReliabilityData
    level: float
    scale: str
    options: Mapping[str, Any]  # of matplotlib's errorbar


@dataclass
class _Drawn:
    """What axes show: all parts are drawn anew with each that comes."""

    parts: list[_Part] = field(default_factory=list)
    artists: list[Any] = field(default_factory=list)
    below: Any = None  # axes of the histogram

    @property
    def logit(self) -> bool:
        return self.parts[0].scale == "logit"


def axes_for(ax: Axes | Sequence[Axes] | None, count: int, histogram: bool) -> list[Any]:
    """The axes that were given, or new ones side by side."""
    if ax is None:
        width, height = 4.5 * count, 5.3 if histogram else 4.6
        figure, made = plt.subplots(1, count, figsize=(width, height), squeeze=False)
        # Inches, since a histogram that is cut from its axes is unknown to layout engines.
        figure.subplots_adjust(
            left=0.95 / width,
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
    ax: Any,
    data: ReliabilityData,
    level: float,
    scale: str,
    options: Mapping[str, Any],
    histogram: bool,
    *,
    legend: bool,
) -> Any | None:
    """One diagram, or one more in the same axes; gives the axes of the histogram."""
    drawn = _drawn_in(ax)
    if drawn.parts and drawn.parts[0].scale != scale:
        raise ValueError(f"scale: the axes have a {drawn.parts[0].scale} diagram already")
    drawn.parts.append(_Part(data, level, scale, options))
    _set_limits(ax, drawn)
    _draw_parts(ax, drawn.parts, drawn.artists, clip=drawn.logit)  # whole symbols at 0 and 1
    ax.set(title=data.name if len(drawn.parts) == 1 else "")
    ax.set_ylabel("observed share of positives")
    _tidy(ax)
    if legend:
        ax.legend(loc="upper left", fontsize="small", borderaxespad=0.3, edgecolor="none")
    if not drawn.logit:
        _enlarge(ax, drawn)
    if histogram and drawn.below is None:
        # Cut from the place that the axes have, so that it stays within the caller's layout.
        drawn.below = make_axes_locatable(ax).append_axes("bottom", size="20%", pad=0.12)
    if drawn.below is None:
        ax.set_xlabel("predicted probability")
        return None
    ax.tick_params(axis="x", which="both", labelbottom=False)
    ax.set_xlabel("")
    _draw_histogram(drawn.below, drawn)
    return drawn.below


def _drawn_in(ax: Any) -> _Drawn:
    """What the axes show of ours, taken off them. Axes that were cleared show nothing."""
    drawn: _Drawn | None = getattr(ax, "_calibrant_drawn", None)
    if drawn is None or not set(drawn.artists) <= {*ax.get_children(), *ax.containers}:
        drawn = ax._calibrant_drawn = _Drawn()
    for artist in drawn.artists:
        artist.remove()
    drawn.artists.clear()
    return drawn


def _draw_parts(ax: Any, parts: Sequence[_Part], artists: list[Any], *, clip: bool) -> None:
    """Alone, a model has a colour for its curve and one for its bins; several have one each."""
    diagonal = {"color": _GREY, "linewidth": 1, "linestyle": (0, (4, 4)), "label": "perfect"}
    low, high = (0.0, 1.0) if parts[0].scale == "linear" else _ends(parts)
    artists.extend(ax.plot([low, high], [low, high], **diagonal))
    # 0 and 1 have no log odds: they are drawn beyond the edges.
    within = (low / 10, 1 - (1 - high) / 10)
    for i, part in enumerate(parts):
        percent = f"{100 * part.level:g} %"
        bins = {"color": _COLOURS[i % len(_COLOURS)], **part.options}
        curve_colour = bins["color"]
        words = {"curve": "ABB", "band": f"{percent} credible band"}
        words["bins"] = f"bins, {percent} interval"
        if len(parts) > 1:
            name = part.data.name or f"model {i + 1}"
            words = {"band": "_band", "curve": name, "bins": "_bins"}
            if part.data.curve is None:
                words["bins"] = name
        elif "color" not in part.options:
            curve_colour, bins["color"] = _BLUE, _ORANGE
        _draw_series(ax, part.data, within, curve_colour, bins, words, artists, clip=clip)


def _draw_series(
    ax: Any,
    data: ReliabilityData,
    within: tuple[float, float],
    colour: Any,
    bins: dict[str, Any],
    words: Mapping[str, str],
    artists: list[Any],
    *,
    clip: bool,
) -> None:
    if data.curve is not None:
        band = {"color": colour, "alpha": 0.2, "linewidth": 0, "label": words["band"]}
        ends = np.clip(data.curve.interval(data.places), *within)
        artists.append(ax.fill_between(data.places, *ends, **band))
        line = {"color": colour, "linewidth": 1.8, "label": words["curve"]}
        artists.extend(ax.plot(data.places, data.curve(data.places), **line))
    usual = {
        "linestyle": "none",
        "marker": "o",
        "markersize": 5,
        "elinewidth": 1.2,
        "markeredgecolor": "white",
        "markeredgewidth": 0.8,
        "label": words["bins"],
        "zorder": 3,
        "clip_on": clip,
    }
    x, y, lower, upper = (
        np.clip(shares, *within)
        for shares in (data.prob_pred, data.prob_true, data.lower, data.upper)
    )
    ends = np.maximum([y - lower, upper - y], 0)
    artists.append(ax.errorbar(x, y, yerr=ends, **{**usual, **bins}))


def _ends(parts: Sequence[_Part]) -> Any:
    """Of axes of log odds: a little more than what the bins take."""
    edges = [part.data.edges for part in parts]
    return np.array([min(e[0] for e in edges), max(e[-1] for e in edges)])


def _set_limits(ax: Any, drawn: _Drawn, axes: str = "xy") -> None:
    """Of the x axis, the y axis or both."""
    for one in axes:
        if drawn.logit:
            low, high = _ends(drawn.parts)
            ax.set(**{f"{one}lim": (low, high), f"{one}scale": "logit"})
            ticks = [tick for tick in _LOGIT_TICKS if low <= tick <= high]
            ax.set(**{f"{one}ticks": ticks, f"{one}ticklabels": [f"{tick:g}" for tick in ticks]})
            ax.tick_params(axis=one, which="minor", length=0, labelsize=0)
        else:
            ax.set(**{f"{one}lim": (0, 1), f"{one}ticks": _TICKS})
    if axes == "xy" and not drawn.logit:
        ax.set_aspect("equal")


def _enlarge(ax: Any, drawn: _Drawn) -> None:
    """Nearly all predictions are small: once more, larger, in the free half below the diagonal."""
    most = 0.0
    for part in drawn.parts:
        data = part.data
        low = data.prob_pred < 0.25
        if data.weight[low].sum() < 0.95 * data.weight.sum():
            return
        most = max(most, 1.15 * data.prob_pred[low].max(), 1.15 * data.upper[low].max())
    if most > 0.3:
        return
    inset = ax.inset_axes([0.5, 0.1, 0.46, 0.46])
    _draw_parts(inset, drawn.parts, [], clip=True)
    inset.set(xlim=(0, most), ylim=(0, most))
    inset.locator_params(nbins=4)
    inset.tick_params(labelsize="x-small")
    _tidy(inset)
    drawn.artists.append(inset)


def _draw_histogram(ax: Any, drawn: _Drawn) -> None:
    """Positives upwards, negatives downwards; by logarithm where one would hide the other."""
    ax.clear()
    _set_limits(ax, drawn, "x")
    data = [part.data for part in drawn.parts]
    counts = np.concatenate([values for one in data for values in (one.positives, one.negatives)])
    filled = np.sort(counts[counts > 0])
    most = [max(one.positives.max() for one in data), max(one.negatives.max() for one in data)]
    skewed = filled[-1] > 20 * filled[len(filled) // 2] or max(most) > 20 * min(most)
    heights = np.log1p if skewed else np.asarray
    for i, one in enumerate(data):
        for values, colour, sign in ((one.positives, _ORANGE, 1), (one.negatives, _BLUE, -1)):
            bars = sign * heights(values)
            if len(data) == 1:
                bar = {"align": "edge", "color": colour, "alpha": 0.85, "linewidth": 0}
                ax.bar(one.edges[:-1], bars, width=np.diff(one.edges), **bar)
            else:
                own = drawn.parts[i].options.get("color", _COLOURS[i % len(_COLOURS)])
                ax.stairs(bars, one.edges, color=own, linewidth=1.2)
    ax.axhline(0, color="black", linewidth=0.6)
    top, bottom = (1.08 * max(float(heights(m)), 1e-9) for m in most)
    # Both classes keep room for their name.
    top, bottom = max(top, 0.45 * bottom), max(bottom, 0.45 * top)
    ax.set_ylim(-bottom, top)
    ax.set_yticks([-bottom / 2, top / 2], ["negative", "positive"])
    ax.tick_params(axis="y", length=0)
    ax.set_xlabel("predicted probability" + (" (counts by logarithm)" if skewed else ""))
    _tidy(ax)
    ax.grid(False, axis="y")


def _tidy(ax: Any) -> None:
    ax.spines[["top", "right"]].set_visible(False)
    ax.grid(True, color="0.5", alpha=0.18, linewidth=0.8)
    ax.set_axisbelow(True)
