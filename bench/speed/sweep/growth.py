"""The cells of a sweep: by contestant, task and size; how times grow; how far apart they are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

Cell = dict[str, Any]
FROM = 10_000  # below, what a call costs whatever its size is the greater part


class Cells:
    def __init__(self, cells: Sequence[Cell]) -> None:
        self._cells = {(cell["who"], cell["task"], cell["n"]): cell for cell in cells}
        self.sizes = sorted({cell["n"] for cell in cells})
        self.who = list(dict.fromkeys(cell["who"] for cell in cells))

    def cell(self, who: str, task: str, n: int) -> Cell:
        """Empty if it was not tried."""
        return self._cells.get((who, task, n), {})

    def seconds(self, who: str, task: str, n: int) -> float | None:
        time = self.cell(who, task, n).get("seconds")
        return None if time is None else float(time)

    def points(self, who: str, task: str) -> list[tuple[int, float]]:
        times = [(n, self.seconds(who, task, n)) for n in self.sizes]
        return [(n, time) for n, time in times if time is not None]

    def over(self, who: str, task: str) -> tuple[int, float] | None:
        """At which size it passed which limit."""
        for n in self.sizes:
            if "over" in (cell := self.cell(who, task, n)):
                return n, float(cell["over"])
        return None

    def ratio(self, who: str, beside: str, task: str, n: int) -> tuple[float, bool] | None:
        """How many times longer it takes; True if that is only a lower bound."""
        ours = self.seconds(beside, task, n)
        theirs = self.cell(who, task, n)
        if ours is None or not ({"seconds", "over"} & theirs.keys()):
            return None
        if "over" in theirs:
            return theirs["over"] / ours, True
        return theirs["seconds"] / ours, False


def exponent(points: Sequence[tuple[int, float]]) -> float | None:
    """The slope of log time over log size, by least squares; None for fewer than two sizes."""
    kept = [(math.log(n), math.log(time)) for n, time in points if n >= FROM]
    if len(kept) < 2:
        return None
    middle_x = sum(x for x, _ in kept) / len(kept)
    middle_y = sum(y for _, y in kept) / len(kept)
    across = sum((x - middle_x) ** 2 for x, _ in kept)
    return sum((x - middle_x) * (y - middle_y) for x, y in kept) / across
