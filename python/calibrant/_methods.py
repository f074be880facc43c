"""The library's table of methods and options, as Python data."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from calibrant import _core


@cache
def table() -> dict[str, list[dict[str, Any]]]:
    """Both lists: methods and options."""
    return json.loads(_core.methods_as_json())  # type: ignore[no-any-return]


def methods() -> list[dict[str, Any]]:
    """Every method: its name, its title, when to use it, what it needs, and its options.

    ``options`` shape a curve of one score, ``class_options`` a fit of several classes.

    >>> import calibrant
    >>> calibrant.methods()[0]["name"]
    'auto'
    """
    options = {option["name"]: option for option in table()["options"]}
    return [
        {
            **method,
            "options": [options[name] for name in method["options"]],
            "class_options": [options[name] for name in method["class_options"]],
        }
        for method in table()["methods"]
    ]


@cache
def class_methods() -> frozenset[str]:
    """The names of those that are for several classes only."""
    return frozenset(one["name"] for one in table()["methods"] if one["classes"] == "several")


@cache
def joint_methods() -> frozenset[str]:
    """The names of those that fit several classes together, to whole rows."""
    return frozenset(one["name"] for one in table()["methods"] if one["joint"])


def columns_are_classes(shape: tuple[int, ...], method: str) -> bool:
    """Whether each column of scores is a class: three are, and two if the method is for several."""
    return len(shape) == 2 and shape[1] > (1 if method in class_methods() else 2)


def curve_methods() -> list[str]:
    """The names of those that give a curve."""
    return [method["name"] for method in table()["methods"] if method["gives_curve"]]
