"""Times over sizes, both on logarithmic axes, a panel for each family of methods, as SVG.

White is drawn, not assumed: the picture reads the same on a dark page. Names stand beside the
lines, in their colours; ours are blue, dashed from Python, the sort is grey.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from .figures import duration, power
from .growth import Cells

WIDTH, PANEL, LEFT, PLOT, TOP, HEIGHT, GAP = 900, 450, 62, 232, 58, 220, 62
STEP = 14  # between names
OURS, OTHERS, GREY = "#0b62a8", ("#c2410c", "#9d2b7f", "#0f766e"), "#5f6368"
STYLE = "font:12px system-ui,'DejaVu Sans',sans-serif"


@dataclass(frozen=True)
class Line:
    who: str
    name: str
    colour: str
    dash: str = ""


def _lines(ours: str, name: str, *peers: tuple[str, str]) -> list[Line]:
    """What of ours, from both languages, and what stands beside it: who, and a short name."""
    return [
        Line(f"C++ {ours}", f"{name}, C++", OURS),
        Line(f"Python {ours}", f"{name}, Python", OURS, "5 3"),
        *(Line(who, short, colour) for (who, short), colour in zip(peers, OTHERS, strict=False)),
        Line("std::sort, memcpy", "", GREY, "1 3"),
    ]


PANELS = {
    "Isotonic regression": _lines("Isotonic, linear", "isotonic", (
        "sklearn IsotonicRegression", "sklearn isotonic"), ("venn-abers", "venn-abers")),
    "Sigmoids": _lines("Platt", "Platt", ("sklearn sigmoid", "sklearn sigmoid"), (
        "sklearn temperature", "sklearn temperature")),
    "Beta": _lines("Beta", "beta", ("betacal", "betacal")),
    "Histograms": _lines("Histogram, equal width", "histogram", (
        "netcal HistogramBinning", "netcal histogram")),
    "Averages over binnings": _lines("ABB", "ABB", ("netcal BBQ", "netcal BBQ"), (
        "netcal ENIR", "netcal ENIR")),
    "Everything averaged": _lines("Auto", "Auto", ("splinecalib", "splinecalib")),
}  # fmt: skip
YARDSTICK = {"fit": "std::sort", "apply": "memcpy"}


def spread(wanted: Sequence[float], low: float, high: float, step: float) -> list[float]:
    """Places in [low, high] near the wanted ones, in their order, at least a step apart."""
    order = sorted(range(len(wanted)), key=lambda k: wanted[k])
    places = [0.0] * len(wanted)
    last = low - step
    for k in order:
        last = places[k] = max(wanted[k], last + step)
    bound = high
    for k in reversed(order):
        places[k] = min(places[k], bound)
        bound = places[k] - step
    return places


class Axes:
    """From sizes and seconds to places in the picture."""

    def __init__(self, sizes: Sequence[int], low: float, high: float) -> None:
        self.sizes, self.low, self.high = sizes, math.floor(math.log10(low)), high
        self.top = max(math.ceil(math.log10(high)), self.low + 1)
        self.first, self.last = math.log10(sizes[0]), math.log10(sizes[-1])

    def x(self, n: float) -> float:
        return LEFT + PLOT * (math.log10(n) - self.first) / ((self.last - self.first) or 1)

    def y(self, seconds: float) -> float:
        return TOP + HEIGHT * (self.top - math.log10(seconds)) / (self.top - self.low)

    def draw(self) -> list[str]:
        parts = []
        for k in range(self.low, self.top + 1):
            y = self.y(10.0**k)
            parts.append(_stroke([(LEFT, y), (LEFT + PLOT, y)], "#dcdfe3", 1))
            parts.append(_text(LEFT - 6, y + 4, "end", duration(10.0**k)))
        for n in self.sizes:
            x = self.x(n)
            parts.append(_stroke([(x, TOP), (x, TOP + HEIGHT)], "#eceef0", 1))
            parts.append(_text(x, TOP + HEIGHT + 17, "middle", power(n)))
        return parts


def _text(
    x: float, y: float, anchor: str, text: str, colour: str = "#222", bold: bool = False
) -> str:
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}"{weight}>'
        f"{escape(text)}</text>"
    )


def _stroke(
    points: Sequence[tuple[float, float]], colour: str, width: float, dash: str = ""
) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}"'
        f'{dashes} stroke-linejoin="round"/>'
    )


def _dot(x: float, y: float, colour: str) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.4" fill="{colour}"/>'


def _stopped(x: float, y: float, colour: str) -> str:
    """An arrow head upwards: longer than this."""
    points = f"{x - 5:.1f},{y + 4:.1f} {x:.1f},{y - 5:.1f} {x + 5:.1f},{y + 4:.1f}"
    return f'<polygon points="{points}" fill="#fff" stroke="{colour}" stroke-width="1.5"/>'


def _panel(title: str, lines: Sequence[Line], cells: Cells, task: str, axes: Axes) -> list[str]:
    parts = [_text(LEFT, TOP - 12, "start", title, bold=True), *axes.draw()]
    ends: list[tuple[float, float]] = []
    named: list[Line] = []
    for line in lines:
        points = [(axes.x(n), axes.y(time)) for n, time in cells.points(line.who, task)]
        over = cells.over(line.who, task)
        width = 2.2 if line.colour == OURS else 1.8
        if points:
            parts.append(_stroke(points, line.colour, width, line.dash))
            parts += [_dot(x, y, line.colour) for x, y in points]
        if over:
            end = axes.x(over[0]), axes.y(over[1])
            if points:
                parts.append(_stroke([points[-1], end], line.colour, 1.2, "2 4"))
            parts.append(_stopped(*end, line.colour))
            points = [*points, end]
        if points:
            ends.append(points[-1])
            named.append(line)
    leads = []
    places = spread([y for _, y in ends], TOP + 4, TOP + HEIGHT - 2, STEP)
    for line, (x, y), place in zip(named, ends, places, strict=True):
        edge = LEFT + PLOT + 16
        lead = [(x + 6, y), (LEFT + PLOT + 3, y), (edge - 2, place)]
        leads.append(_stroke(lead, "#b6bcc4", 0.8))
        parts.append(_text(edge, place + 4, "start", line.name or YARDSTICK[task], line.colour))
    return leads + parts


def draw(cells: Cells, task: str, title: str) -> str:
    """All panels on the same axes, so that they can be compared; empty if nobody ran."""
    shown = {
        name: [line for line in lines if cells.points(line.who, task) or cells.over(line.who, task)]
        for name, lines in PANELS.items()
    }
    shown = {name: lines for name, lines in shown.items() if any(line.name for line in lines)}
    whose = {line.who for lines in shown.values() for line in lines}
    times = [time for who in whose for _, time in cells.points(who, task)]
    times += [over[1] for who in whose if (over := cells.over(who, task))]
    if not times:
        return ""
    axes = Axes(cells.sizes, min(times), max(times))
    parts = [_text(LEFT, 22, "start", title, bold=True)]
    for k, (name, lines) in enumerate(shown.items()):
        x, y = PANEL * (k % 2), (HEIGHT + GAP) * (k // 2)
        body = "\n".join(_panel(name, lines, cells, task, axes))
        parts.append(f'<g transform="translate({x},{y})">\n{body}\n</g>')
    height = TOP + (HEIGHT + GAP) * math.ceil(len(shown) / 2) - 20
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" style="{STYLE}" role="img" aria-label="{escape(title)}">\n'
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )
