"""Estimators by the names of the library's table of methods."""

from __future__ import annotations

from typing import Any

import calibrant

METHODS = {method["name"]: method for method in calibrant.methods()}
CURVES = [name for name, method in METHODS.items() if method["gives_curve"]]
JOINT = [name for name, method in METHODS.items() if method["joint"]]


def estimator_of(method: str, **options: Any) -> Any:
    """The estimator of a method, which may be one of several in a class."""
    python = METHODS[method]["python"]
    if python["argument"]:
        options[python["argument"]] = python["value"]
    return getattr(calibrant, python["class"])(**options)


def reads(method: str, option: str) -> bool:
    """Whether it reads an option to fit a curve."""
    return option in [one["name"] for one in METHODS[method]["options"]]
