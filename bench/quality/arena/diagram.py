"""The critical-difference diagram (Demsar 2006) as SVG.

Contestants hang from an axis of mean ranks, the best at the left; a bar joins those whose ranks
are within the critical difference of each other.
"""

from html import escape

import numpy as np

from .tables import Array

WIDTH, SIDE, TOP, LINE, BAR = 880, 210, 64, 18, 7
STYLE = "font:12px system-ui,sans-serif;background:#fff"


def cliques(mean: Array, difference: float) -> list[tuple[int, int]]:
    """Of ascending mean ranks, the longest runs [first, last] no wider than the difference."""
    runs: list[tuple[int, int]] = []
    for first in range(len(mean)):
        last = int(np.searchsorted(mean, mean[first] + difference, side="right")) - 1
        if last > first and (not runs or last > runs[-1][1]):
            runs.append((first, last))
    return runs


def _line(x1: float, y1: float, x2: float, y2: float, width: float = 1) -> str:
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#222" '
        f'stroke-width="{width:g}"/>'
    )


def _text(x: float, y: float, anchor: str, text: str, strong: bool = False) -> str:
    weight = ' font-weight="700"' if strong else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{weight}>{escape(text)}</text>'


def draw(names: list[str], mean_ranks: Array, difference: float, title: str, strong: str) -> str:
    order = np.argsort(mean_ranks, kind="stable")
    mean = mean_ranks[order]
    count = len(names)
    low, high = int(np.floor(mean[0])), int(np.ceil(mean[-1]))
    scale = (WIDTH - 2 * SIDE) / max(1, high - low)

    def x(rank: float) -> float:
        return SIDE + (rank - low) * scale

    ticks = range(low, high + 1)
    parts = [_line(x(low), TOP, x(high), TOP)]
    parts += [_line(x(rank), TOP - 5, x(rank), TOP) for rank in ticks]
    parts += [_text(x(rank), TOP - 9, "middle", str(rank)) for rank in ticks]
    parts.append(_text(SIDE, 18, "start", title, strong=True))
    bar_end = SIDE + difference * scale
    parts.append(_line(SIDE, 32, bar_end, 32, 2))
    parts.append(_text(bar_end + 6, 36, "start", f"critical difference {difference:.2f}"))
    bars = cliques(mean, difference)
    for level, (first, last) in enumerate(bars):
        y = TOP + 8 + BAR * level
        parts.append(_line(x(mean[first]) - 3, y, x(mean[last]) + 3, y, 3))
    base = TOP + 22 + BAR * len(bars)
    half = (count + 1) // 2
    for place, contestant in enumerate(order):
        left = place < half
        y = base + LINE * (place if left else count - 1 - place)
        edge, anchor = (SIDE - 8, "end") if left else (WIDTH - SIDE + 8, "start")
        name = names[contestant]
        parts += [_line(x(mean[place]), TOP, x(mean[place]), y), _line(x(mean[place]), y, edge, y)]
        words = f"{name} {mean[place]:.2f}" if left else f"{mean[place]:.2f} {name}"
        parts.append(_text(edge + (-4 if left else 4), y + 4, anchor, words, name == strong))
    height = base + LINE * half
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" style="{STYLE}" role="img" aria-label="{escape(title)}">\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )
