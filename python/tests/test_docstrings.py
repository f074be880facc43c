"""Every public function and class says what it takes, in the sections of NumPy's docstrings."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

import pytest

import calibrant
from calibrant import metrics

SECTION = re.compile(r"^(\w[\w ]*)\n(-+)$", re.MULTILINE)


def sections(text: str) -> dict[str, str]:
    """The sections of a docstring by name."""
    found = {}
    places = list(SECTION.finditer(text))
    ends = [*(place.start() for place in places[1:]), len(text)][: len(places)]
    for place, end in zip(places, ends, strict=True):
        assert len(place[1]) == len(place[2]), f"the line below {place[1]}"
        found[place[1]] = text[place.end() : end]
    return found


def public() -> Iterator[tuple[str, Any]]:
    """Functions, classes and their own methods that are written in Python."""
    pytest.importorskip("sklearn")
    from calibrant import plot

    for module in (calibrant, metrics, plot):
        for name in module.__all__:
            thing = getattr(module, name)
            where = f"{module.__name__}.{name}"
            if inspect.isfunction(thing):
                yield where, thing
            elif inspect.isclass(thing) and thing.__module__ != "calibrant._core":
                yield where, thing
                for method, function in inspect.getmembers(thing, inspect.isroutine):
                    ours = (getattr(function, "__module__", "") or "").startswith("calibrant")
                    if ours and not method.startswith("_") and inspect.signature(function):
                        yield f"{where}.{method}", function


def names_of(thing: Any) -> set[str]:
    """The parameters of a function, or of a class that users make."""
    if inspect.isclass(thing) and not hasattr(thing, "fit") and thing.__name__ != "Watch":
        return set()
    return {name for name in inspect.signature(thing).parameters if name not in ("self", "_")}


def test_every_parameter_is_documented() -> None:
    missing = []
    for where, thing in public():
        text = inspect.getdoc(thing) or ""
        if not text:
            missing.append(f"{where}: has no docstring")
            continue
        listed = sections(text).get("Parameters", "")
        known = {
            name.strip(" *")
            for line in re.findall(r"^([*\w, ]+) : \S", listed, re.MULTILINE)
            for name in line.split(",")
        }
        missing += [f"{where}: {name}" for name in sorted(names_of(thing) - known)]
    assert not missing, "\n".join(missing)


def test_no_docstring_has_sections_of_another_style() -> None:
    for where, thing in public():
        assert not re.search(r"^(Args|Returns):$", inspect.getdoc(thing) or "", re.MULTILINE), where


def test_first_lines_are_short_sentences() -> None:
    for where, thing in public():
        first = (inspect.getdoc(thing) or "nothing").splitlines()[0]
        assert first.endswith((".", "?")), f"{where}: {first}"
        assert len(first) <= 100, where


def test_estimators_say_what_there_is_after_a_fit() -> None:
    pytest.importorskip("sklearn")
    text = inspect.getdoc(calibrant.Auto) or ""
    assert list(sections(text)) == ["Parameters", "Attributes", "See Also", "Examples"]
    auto = calibrant.Auto().fit([0.1, 0.4, 0.6, 0.9], [0, 1, 0, 1])
    listed = re.findall(r"^(\w+_) : ", sections(text)["Attributes"], re.MULTILINE)
    fitted = {name for name in vars(auto) if name.endswith("_")}
    assert fitted <= set(listed)
