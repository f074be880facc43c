"""Axes of matplotlib for reliability diagrams: new ones, or those that were given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from calibrant._drawing import drawn_in

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def axes_for(ax: Axes | Sequence[Axes] | None, count: int, histogram: bool) -> list[Any]:
    """The axes that were given, or new ones side by side."""
    if ax is None:
        size = 4.5, 5.3 if histogram else 4.6
        return _new_axes(count, count, size, left=0.95, top=0.4, between=(0.26, 0))
    given = _given(ax)
    if len(given) != count:
        wanted = "two, before and after," if count == 2 else "one"
        raise ValueError(f"ax: {len(given)} axes were given ({wanted} were expected)")
    return given


def axes_of_classes(
    ax: Axes | Sequence[Axes] | None, classes: Sequence[str], histogram: bool
) -> list[Any]:
    """One for each class, or the one that was given for all."""
    if ax is None:
        columns = min(len(classes), 3 if len(classes) in (5, 6, 9) else 4)
        size = 2.6, 3.1 if histogram else 2.6
        return _new_axes(len(classes), columns, size, left=0.8, top=0.95, between=(0.3, 0.3))
    given = _given(ax)
    if len(given) not in (1, len(classes)):
        raise ValueError(
            f"ax: {len(given)} axes were given (one, or one for each of {len(classes)} classes, "
            f"were expected)"
        )
    if len(given) > 1:
        for one, name in zip(given, classes, strict=True):
            shown = drawn_in(one).class_names
            if shown and shown != [name]:
                raise ValueError(f"ax: axes of {', '.join(shown)} were given for class {name}")
    return given


def classes_in(ax: Axes | Sequence[Axes]) -> list[str] | None:
    """The classes that the axes show already."""
    return list(dict.fromkeys(n for one in _given(ax) for n in drawn_in(one).class_names)) or None


def label_outer(axes: Sequence[Any]) -> None:
    """Words along the axes stand at the edges of a grid only."""
    places = {}
    for ax in axes:
        spec = ax.get_subplotspec()
        if spec is None:
            return
        places[spec.rowspan.start, spec.colspan.start] = ax
    for (row, column), ax in places.items():
        if any(other[0] == row and other[1] < column for other in places):
            ax.set_ylabel("")
        if any(other[1] == column and other[0] > row for other in places):
            below = drawn_in(ax).below
            (ax if below is None else below).set_xlabel("")


def _given(ax: Axes | Sequence[Axes]) -> list[Any]:
    given = list(np.ravel(np.asarray(ax, dtype=object)))
    for one in given:
        if not hasattr(one, "get_subplotspec"):
            raise TypeError(f"ax: {type(one).__name__} is not an Axes of matplotlib")
    return given


def _new_axes(
    count: int,
    columns: int,
    size: tuple[float, float],
    *,
    left: float,
    top: float,
    between: tuple[float, float],
) -> list[Any]:
    """A figure whose margins are inches, since a histogram that is cut from its axes is unknown to
    layout engines. ``size`` is that of one diagram with its share of the margins."""
    import matplotlib.pyplot as plt

    rows = -(-count // columns)
    width, height = size[0] * columns, size[1] * rows + top - 0.4
    figure, made = plt.subplots(rows, columns, figsize=(width, height), squeeze=False)
    figure.subplots_adjust(
        left=left / width,
        right=1 - 0.2 / width,
        bottom=0.55 / height,
        top=1 - top / height,
        wspace=between[0],
        hspace=between[1],
    )
    axes = list(made.flat)
    for one in axes[count:]:
        one.remove()
    return axes[:count]
