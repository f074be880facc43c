"""Every method and option of the table from Python: reachable, with the library's default, range
and message. tests/method/parity_test.cpp does the same for the command line and C."""

from __future__ import annotations

import inspect
import json
import subprocess

import numpy as np
import pytest
from from_table import CURVES, METHODS, estimator_of

import calibrant
from calibrant._methods import table
from calibrant._program import program

pytestmark = pytest.mark.filterwarnings("ignore")

OPTIONS = {option["name"]: option for option in table()["options"]}
RNG = np.random.default_rng(1)
SCORES = RNG.random(60).round(3)
Y = (RNG.random(60) < SCORES).astype(int)
SHARES = RNG.dirichlet([1, 1, 1], 60).round(3)
KINDS = np.array(["ant", "bee", "cat"])[np.arange(60) % 3]
#: Several classes: the command line has no bands of single curves, Python's model has the curves.
CLASS_OPTIONS = [name for name in OPTIONS if name != "level"]

GOOD = {
    "flag": [True, False],
    "flag or auto": [True, False, "auto"],
    "count": [3],
    "number": [0.5],
    "number or auto": [2.5, "auto"],
}
WRONG = {
    "flag": ["nonsense", 1, 0.5],
    "count": ["nonsense", 0, 2.5, -7, True],
    "number": ["nonsense", 0, 1, -7],
    "flag or auto": ["nonsense", 7],
    "number or auto": ["nonsense", 0, -7],
    "word": ["nonsense", "", 7],
}


def from_program(tmp_path, method, words, several=False):
    """The program's model, or its message."""
    rows = tmp_path / ("classes.csv" if several else "rows.csv")
    columns = ["p_ant", "p_bee", "p_cat"] if several else ["score"]
    if not rows.exists():
        scores, labels = (SHARES, KINDS) if several else (SCORES[:, None], Y)
        lines = [
            ",".join([*map(repr, row), str(label)])
            for row, label in zip(scores.tolist(), labels, strict=True)
        ]
        rows.write_text("\n".join([",".join([*columns, "label"]), *lines]) + "\n")
    named = ["--score", ",".join(columns)]
    command = [program(), "fit", rows, "-o", "-", "--method", method, *named, *words]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 0:
        return done.stdout
    return done.stderr.removeprefix("calibrant: ").split(" (see calibrant fit --help)")[0]


def words_of(option, value):
    if option["kind"] == "flag":
        return [option["flag"]] if value != option["default"] else []
    if option["kind"] == "flag or auto":
        return [f"{option['flag']}={str(value).lower()}"]
    return [option["flag"], str(value)]


def from_python(option, call):
    """The model, or the message with the option's flag in the place of Python's name."""
    try:
        return call().to_json()
    except calibrant.OptionError as problem:
        return str(problem).replace(option["python"], option["flag"], 1)


def message_of(call):
    with pytest.raises(calibrant.OptionError) as caught:
        call()
    return str(caught.value)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_has_its_estimator(method, tmp_path):
    expected = from_program(tmp_path, method, [])
    if method in CURVES:
        assert calibrant.fit(SCORES, Y, method=method).to_json() == expected
        assert estimator_of(method).fit(SCORES, Y).curve_.to_json() == expected
    elif method == "acp":
        assert estimator_of(method, interval=0.1).fit(SCORES, Y).model_.to_json() == expected
    else:
        assert expected == f"--method: {method} is for several classes"
        assert message_of(lambda: calibrant.fit(SCORES, Y, method=method)) == expected[2:]
    for alias in METHODS[method]["aliases"]:
        words = from_program(tmp_path, alias, [])
        assert words == f"--method: '{alias}' is called {method} here"
        assert message_of(lambda: calibrant.fit(SCORES, Y, method=alias)) == words[2:]  # noqa: B023


@pytest.mark.parametrize("method", METHODS)
def test_every_method_for_several_classes_has_its_estimator(method, tmp_path):
    expected = from_program(tmp_path, method, [], several=True)
    if METHODS[method]["classes"] == "two":
        assert expected == f"--method: {method} is for two classes"
        assert message_of(lambda: calibrant.fit(SHARES, KINDS, method=method)) == expected[2:]
        return
    model = calibrant.fit(SHARES, KINDS, method=method)
    assert model.to_json() == expected
    assert model.joint == METHODS[method]["joint"]
    assert estimator_of(method).fit(SHARES, KINDS).model_.to_json() == expected


def test_an_estimator_takes_its_methods_options_with_their_defaults():
    for name, method in METHODS.items():
        parameters = inspect.signature(getattr(calibrant, method["python"]["class"])).parameters
        options = method["options"] + method["class_options"]
        own = list(dict.fromkeys(option["python"] for option in options))
        assert [one for one in parameters if one in own] == own, name
        for option in options:
            assert parameters[option["python"]].default == option["default"]


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_gives_the_programs_model_or_its_sentence(name, tmp_path):
    option = OPTIONS[name]
    python = option["python"]
    good = option["words"] or GOOD[option["kind"]]
    for method in CURVES:
        reads = option["common"] or option in METHODS[method]["options"]
        for value in good if reads else good[:1]:
            words = words_of(option, value)
            if reads:
                expected = from_program(tmp_path, method, words)
                assert (
                    calibrant.fit(SCORES, Y, method=method, **{python: value}).to_json() == expected
                )
                if not option["common"]:
                    fitted = estimator_of(method, **{python: value}).fit(SCORES, Y)
                    assert fitted.curve_.to_json() == expected
            elif words and value != option["default"]:
                message = message_of(
                    lambda: calibrant.fit(SCORES, Y, method=method, **{python: value})  # noqa: B023
                )
                assert message.removeprefix(python) == from_program(
                    tmp_path, method, words
                ).removeprefix(option["flag"])
        plain = calibrant.fit(SCORES, Y, method=method).to_json()
        if method in option["methods"]:
            default = {python: option["default"]}
            assert calibrant.fit(SCORES, Y, method=method, **default).to_json() == plain
    reader = option["methods"][0]
    rows = (SCORES, Y) if METHODS[reader]["gives_curve"] else (SHARES, KINDS)
    for value in WRONG[option["kind"]]:
        message = message_of(
            lambda: calibrant.fit(*rows, method=reader, **{python: value})  # noqa: B023
        )
        assert message.startswith(f"{python}: ")
        assert message.endswith(f" is not {option['expected']}")
        if option["kind"] != "flag" and not isinstance(value, bool):
            theirs = from_program(tmp_path, reader, words_of(option, value))
            assert message.removeprefix(python) == theirs.removeprefix(option["flag"])
        # What Spark asks before it counts rows; test_spark.py asks Spark itself.
        text = json.loads(json.dumps({python: value}))
        assert message_of(lambda: calibrant._core.check_options(reader, text)) == message  # noqa: B023


@pytest.mark.parametrize("name", CLASS_OPTIONS)
def test_every_option_for_several_classes_too(name, tmp_path):
    option = OPTIONS[name]
    for method in METHODS:
        for value in option["words"] or GOOD[option["kind"]]:
            given = {option["python"]: value}
            expected = from_program(tmp_path, method, words_of(option, value), several=True)
            if value != option["default"] or method in option["methods"]:
                made = from_python(
                    option,
                    lambda: calibrant.fit(SHARES, KINDS, method=method, **given),  # noqa: B023
                )
                assert made.removeprefix("method").removeprefix("--method") == (
                    expected.removeprefix("--method")
                ), (method, value)
            if value != option["default"] and method not in option["methods"]:
                break
