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

    >>> import calibrant
    >>> calibrant.methods()[0]["name"]
    'auto'
    """
    options = {option["name"]: option for option in table()["options"]}
    return [
        {**method, "options": [options[name] for name in method["options"]]}
        for method in table()["methods"]
    ]


def curve_methods() -> list[str]:
    """The names of those that give a curve."""
    return [method["name"] for method in table()["methods"] if method["gives_curve"]]
