"""Reliability diagrams, drawn with matplotlib."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

try:
    from mpl_toolkits.axes_grid1 import make_axes_locatable
except ModuleNotFoundError as problem:
    raise ImportError("calibrant.plot needs matplotlib: pip install matplotlib") from problem

if TYPE_CHECKING:
    from calibrant._diagram_data import ReliabilityData

# Okabe and Ito's palette, darkened: the colour-blind can tell these apart, and so can a printer.
_BLUE = "#0072b2"
_ORANGE = "#c24d00"
_GREY = "#6b7580"
_COLOURS = (_BLUE, _ORANGE, "#00795c", "#a3478f", "#8a6d00", "#3b3b3b")
_LINES = ("-", "--", "-.", ":")  # where the colours are used up
_MARKERS = ("o", "s", "^", "D")
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

    @property
    def class_name(self) -> str:
        return self.data.event.class_name


@dataclass
class _Drawn:
    """What axes show: all parts are drawn anew with each that comes."""

    parts: list[_Part] = field(default_factory=list)
    artists: list[Any] = field(default_factory=list)
    below: Any = None  # axes of the histogram
    small: bool = False  # one of many axes

    @property
    def logit(self) -> bool:
        return self.parts[0].scale == "logit"

    @property
    def name(self) -> str:
        """Of the only model, which has each class once."""
        names = {part.data.name for part in self.parts}
        classes = {part.class_name for part in self.parts}
        return names.pop() if len(names) == 1 and len(classes) == len(self.parts) else ""

    @property
    def class_names(self) -> list[str]:
        """Without repetition, in the order in which they were drawn."""
        return [name for name in dict.fromkeys(part.class_name for part in self.parts) if name]


def draw(
    ax: Any,
    data: Sequence[ReliabilityData],
    level: float,
    scale: str,
    options: Mapping[str, Any],
    histogram: bool,
    *,
    legend: bool,
    small: bool = False,
    note: str = "",
) -> Any | None:
    """Diagrams, or more in the same axes; gives the axes of the histogram."""
    drawn = drawn_in(ax)
    if drawn.parts and drawn.parts[0].scale != scale:
        raise ValueError(f"scale: the axes have a {drawn.parts[0].scale} diagram already")
    for artist in drawn.artists:
        artist.remove()
    drawn.artists.clear()
    drawn.small = small
    drawn.parts.extend(_Part(one, level, scale, options) for one in data)
    _set_limits(ax, drawn)
    _draw_parts(ax, drawn.parts, drawn.artists, clip=drawn.logit)  # whole symbols at 0 and 1
    only = drawn.class_names[0] if len(drawn.class_names) == 1 else ""
    ax.set_title(only or drawn.name, fontsize="medium" if small else None)
    ax.set_ylabel(_shared([part.data.event.share for part in drawn.parts], "observed share"))
    _tidy(ax)
    if legend:
        _add_legend(ax, small, [drawn.name if only else "", note])
    if not drawn.logit and not small:
        _enlarge(ax, drawn)
    if histogram and drawn.below is None:
        # Cut from the place that the axes have, so that it stays within the caller's layout.
        drawn.below = make_axes_locatable(ax).append_axes("bottom", size="20%", pad=0.12)
    if drawn.below is None:
        ax.set_xlabel(_predicted(drawn))
        return None
    ax.tick_params(axis="x", which="both", labelbottom=False)
    ax.set_xlabel("")
    _draw_histogram(drawn.below, drawn)
    return drawn.below


def drawn_in(ax: Any) -> _Drawn:
    """What the axes show of ours. Axes that were cleared show nothing."""
    drawn: _Drawn | None = getattr(ax, "_calibrant_drawn", None)
    if drawn is None or not set(drawn.artists) <= {*ax.get_children(), *ax.containers}:
        drawn = ax._calibrant_drawn = _Drawn()
    return drawn


def _shared(words: Sequence[str], otherwise: str) -> str:
    return words[0] if len(set(words)) == 1 else otherwise


def _predicted(drawn: _Drawn) -> str:
    words = [part.data.event.predicted for part in drawn.parts]
    return _shared(words, "predicted probability")


def _add_legend(ax: Any, small: bool, title: Sequence[str]) -> None:
    words = ", ".join(word for word in title if word)
    usual = {"title": words, "fontsize": "small", "edgecolor": "none", "alignment": "left"}
    if small:  # above the axes, since it would hide most of them
        columns = 4 if ax.figure.get_figwidth() > 7 else 2
        above = {"loc": "lower left", "bbox_to_anchor": (0, 1.15), "ncols": columns}
        ax.legend(borderaxespad=0, borderpad=0, **above, **usual)
    else:
        ax.legend(loc="upper left", borderaxespad=0.3, **usual)


def _names(parts: Sequence[_Part]) -> list[str]:
    """What tells several apart: the model, the class, or both."""
    count: Counter[str] = Counter()
    names = []
    for part in parts:
        count[part.class_name] += 1
        names.append(part.data.name or f"model {count[part.class_name]}")
    if len(count) == 1:
        return names
    if len(count) == len(parts) and len(set(names)) == 1:
        return [part.class_name or names[0] for part in parts]
    both = zip(names, parts, strict=True)
    return [f"{name}: {part.class_name}" if part.class_name else name for name, part in both]


def _draw_parts(ax: Any, parts: Sequence[_Part], artists: list[Any], *, clip: bool) -> None:
    """Alone, a model has a colour for its curve and one for its bins; several have one each."""
    diagonal = {"color": _GREY, "linewidth": 1, "linestyle": (0, (4, 4)), "label": "perfect"}
    low, high = (0.0, 1.0) if parts[0].scale == "linear" else _ends(parts)
    artists.extend(ax.plot([low, high], [low, high], **diagonal))
    across = low, high  # what was predicted beyond the edges is drawn there
    # Shares of 0 and 1 have no log odds: they are drawn beyond the edges.
    up = (low / 10, 1 - (1 - high) / 10)
    for i, (part, name) in enumerate(zip(parts, _names(parts), strict=True)):
        percent = f"{100 * part.level:g} %"
        around, place = divmod(i, len(_COLOURS))
        bins = {
            "color": _COLOURS[place],
            "marker": _MARKERS[around % len(_MARKERS)],
            **part.options,
        }
        curve_colour = bins["color"]
        words = {"curve": "ABB", "band": f"{percent} credible band"}
        words["bins"] = f"bins, {percent} interval"
        if len(parts) > 1:
            words = {"band": "_band", "curve": name, "bins": "_bins"}
            if part.data.curve is None:
                words["bins"] = name
        elif "color" not in part.options:
            curve_colour, bins["color"] = _BLUE, _ORANGE
        line = {"color": curve_colour, "linestyle": _LINES[around % len(_LINES)]}
        _draw_series(ax, part.data, across, up, line, bins, words, artists, clip=clip)


def _draw_series(
    ax: Any,
    data: ReliabilityData,
    across: tuple[float, float],
    up: tuple[float, float],
    line: dict[str, Any],
    bins: dict[str, Any],
    words: Mapping[str, str],
    artists: list[Any],
    *,
    clip: bool,
) -> None:
    if data.curve is not None:
        band = {"color": line["color"], "alpha": 0.2, "linewidth": 0, "label": words["band"]}
        ends = np.clip(data.curve.interval(data.places), *up)
        artists.append(ax.fill_between(data.places, *ends, **band))
        line = {"linewidth": 1.8, "label": words["curve"], **line}
        artists.extend(ax.plot(data.places, data.curve(data.places), **line))
    usual = {
        "linestyle": "none",
        "markersize": 5,
        "elinewidth": 1.2,
        "markeredgecolor": "white",
        "markeredgewidth": 0.8,
        "label": words["bins"],
        "zorder": 3,
        "clip_on": clip,
    }
    x = np.clip(data.prob_pred, *across)
    y, lower, upper = (np.clip(shares, *up) for shares in (data.prob_true, data.lower, data.upper))
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
            ticks = ticks[:: -(-len(ticks) // (4 if drawn.small else 7)) or 1]
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
        hidden = (data.prob_pred > 0.45) & (data.lower < 0.6)
        if data.weight[low].sum() < 0.95 * data.weight.sum() or hidden.any():
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
    ax.set_yticks([-bottom / 2, top / 2], _sides(drawn))
    ax.tick_params(axis="y", length=0)
    explained = skewed and not drawn.small
    ax.set_xlabel(_predicted(drawn) + (" (counts by logarithm)" if explained else ""))
    _tidy(ax)
    ax.grid(False, axis="y")


def _sides(drawn: _Drawn) -> list[str]:
    yes, no = zip(*(part.data.event.sides for part in drawn.parts), strict=True)
    return [_shared(no, "no"), _shared(yes, "yes")]


def _tidy(ax: Any) -> None:
    ax.spines[["top", "right"]].set_visible(False)
    ax.grid(True, color="0.5", alpha=0.18, linewidth=0.8)
    ax.set_axisbelow(True)
