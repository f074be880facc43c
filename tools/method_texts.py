"""What Python's estimators say of themselves, in the sections of NumPy's docstrings.

tools/generate_methods.py asks for it.
"""

from __future__ import annotations

import json
import textwrap
from typing import Any

Row = dict[str, Any]

WIDTH = 100
#: That fit into the line of a parameter.
MOST_WORDS = 5
TYPES = {
    "flag": "bool",
    "flag or auto": "bool | str",
    "count": "int",
    "number": "float",
    "number or auto": "float | str",
    "word": "str",
}
POSITIVE = "The label that is positive. None is the larger of the two."
KEEP = "Keep counts of scores, or rows of classes, so that ``update`` can add rows."
VERBOSE = "1 shows a bar while a long fit runs."
#: A calibrator's own options say how the curves are fitted, so it may stand for its name.
CURVE = "Or a calibrator, such as ``Histogram(n_bins=5)``, whose options then hold."
CLASSES = "The classes. Of two, the first is negative and the second positive."
CURVE_ATTRIBUTE = "The fitted curve, of two classes."
MODEL_ATTRIBUTE = "The fitted model, of several classes."
GROUPED_ATTRIBUTE = "The fitted model, if ``fit`` had groups."

#: What a class does, in one line, and more about it. A class that is not here has the summary of
#: its method.
TEXTS = {
    "Auto": (
        "Average all methods by what the data say of each.",
        "This is the default, for when you do not want to choose. It fits curves of few "
        "parameters, the same with corrections in bins, and ABB. Each gets a weight by how well it "
        "explains the labels. With several classes it averages maps of the whole row instead. A "
        "higher score gets no lower probability, unless the labels clearly speak against it.",
    ),
    "ABB": (
        "Average over all binnings of the scores (Averaging over Bayesian Binnings).",
        "The curve may have any shape. Every way to cut the scores into bins is weighed by how "
        "well it explains the labels, and the probability is the average over all of them.",
    ),
    "SBB": (
        "Select the best binning of the scores (Selection over Bayesian Binnings).",
        "The curve is the few steps that the data support, which is easy to explain.",
    ),
    "Platt": (
        "Fit a logistic curve of two parameters.",
        "It needs few rows, and is for margins (``input=\"score\"``) or for probabilities "
        "(``input=\"logit\"``, which fits their log odds).",
    ),
    "Beta": (
        "Fit beta calibration, a curve of three parameters.",
        "It is for few rows and probabilities that are wrong in different ways near 0 and near 1.",
    ),
    "Temperature": (
        "Divide the log odds by one number.",
        "It is for few rows and probabilities that are too extreme or too timid, equally so near 0 "
        "and near 1. With several classes one number divides the logits of all.",
    ),
    "Quadratic": (
        "Fit a parabola in the log odds.",
        "It is for some hundred rows and probabilities whose error bends.",
    ),
    "Histogram": (
        "Take the share of positives in a fixed number of bins.",
        "This is the baseline that everyone knows.",
    ),
    "Isotonic": (
        "Fit the best curve that never falls.",
        "It is for many rows. It has steps, and gives exact 0 and 1 at its ends.",
    ),
    "Vector": (
        "Fit a slope and an intercept for each of several classes.",
        "It is for classes that are each too likely or too unlikely in their own way.",
    ),
    "Matrix": (
        "Let the probability of every class depend on the scores of all.",
        "It is for many rows and classes that are taken for one another.",
    ),
    "OneVsRest": (
        "Fit a curve for each of several classes against the rest.",
        "The probabilities of a row are divided by their sum.",
    ),
}  # fmt: skip

# What a class is good for, in a few lines. A class that is not in EXAMPLES gets one of these.
CLASSES_EXAMPLE = """\
>>> P = [[0.7, 0.2, 0.1], [0.2, 0.6, 0.2], [0.1, 0.3, 0.6]]
>>> {name}().fit(P, ["a", "b", "c"]).predict_proba(P).shape
(3, 3)
"""
PLAIN_EXAMPLE = """\
>>> p = {name}().fit([0.1, 0.4, 0.6, 0.9], [0, 1, 0, 1]).predict([0.2, 0.8])
>>> bool(p[0] <= p[1])
True
"""
EXAMPLES = {
    "Auto": """\
>>> import numpy as np
>>> rng = np.random.default_rng(0)
>>> scores = rng.random(2000)
>>> y = rng.random(2000) < scores**2          # the scores are too high
>>> print(f"{Auto().fit(scores, y).predict([0.5])[0]:.2f}")
0.23
""",
    "ABB": """\
>>> abb = ABB(level=0.95).fit([1, 2, 3, 4, 5, 6], [0, 0, 0, 1, 1, 1])
>>> lower, upper = abb.predict_interval([1, 6])
>>> bool(lower[0] < abb.predict([1])[0] < upper[0])
True
""",
    "SBB": """\
>>> SBB().fit(range(20), [0] * 10 + [1] * 10).predict([1, 16]).round(2).tolist()
[0.08, 0.92]
""",
    "Platt": """\
>>> Platt().fit([-2, -1, 1, 2], [0, 0, 1, 1]).predict([0]).tolist()
[0.5]
""",
    "Histogram": """\
>>> Histogram(n_bins=2).fit([1, 2, 3, 4], [0, 0, 1, 1]).predict([1, 4]).tolist()
[0.25, 0.75]
""",
    "Isotonic": """\
>>> Isotonic().fit([1, 2, 3, 4], [0, 1, 0, 1]).predict([1, 2, 3, 4]).tolist()
[0.0, 0.5, 0.5, 1.0]
""",
    "Temperature": """\
>>> Temperature().fit([0.2, 0.4, 0.6, 0.8], [0, 0, 1, 1]).predict([0.5]).tolist()
[0.5]
""",
}


def wrapped(text: str) -> str:
    return "\n".join(textwrap.wrap(text, WIDTH, initial_indent="    ", subsequent_indent="    "))


def argument(option: Row) -> str:
    default = option["default"]
    kind = TYPES[option["kind"]] + ("" if default is not None else " | None")
    if option["name"] == "curve":
        kind += " | Calibrator"
    shown = json.dumps(default) if isinstance(default, str) else default
    return f"{option['python']}: {kind} = {shown}"


def example(name: str, several: bool) -> str:
    plain = CLASSES_EXAMPLE if several else PLAIN_EXAMPLE
    lines = f">>> from calibrant import {name}\n" + EXAMPLES.get(name, plain.format(name=name))
    return textwrap.indent(lines.rstrip(), "    ")


def section(title: str, entries: list[tuple[str, str]]) -> list[str]:
    """A section of a docstring, as NumPy writes them."""
    lines = ["", f"    {title}", "    " + "-" * len(title)]
    for name, text in entries:
        lines.append(f"    {name}")
        indent = " " * 8
        lines += textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent)
    return lines


def parameter(option: Row) -> tuple[str, str]:
    """An option, with its type, its default, and what it means."""
    _, _, rest = argument(option).partition(": ")
    kind, _, default = rest.partition(" = ")
    kind = kind.replace(" | ", " or ").replace("Calibrator", "calibrator")
    text = option["help"] + "."
    if 0 < len(option["words"]) <= MOST_WORDS:
        words = ", ".join(json.dumps(word) for word in option["words"])
        kind = kind.replace("str", f"{{{words}}}", 1)
    elif option["words"] or option["kind"] in ("count", "number", "number or auto"):
        text += f" {option['expected'][:1].upper()}{option['expected'][1:]}."
    if option["name"] == "curve":
        text += f" {CURVE}"
    return f"{option['python']} : {kind}, default={default}", text


def selector_parameter(selector: str, methods: list[Row]) -> tuple[str, str]:
    """The argument that selects one of the methods of a class."""
    values = [(json.dumps(one["python"]["value"]), one["summary"]) for one in methods]
    text = " ".join(f"{value}: {summary}" for value, summary in values)
    return f"{selector} : str, default={values[0][0]}", text


def parameters(methods: list[Row], options: list[Row], several: bool) -> list[tuple[str, str]]:
    first = methods[0]
    selector = first["python"]["argument"]
    found = [selector_parameter(selector, methods)] if selector else []
    found += [parameter(option) for option in options]
    found.append(("keep_observations : bool, default=False", KEEP))
    if first["can_be_long"]:
        found.append(("verbose : int, default=0", VERBOSE))
    if not several:
        found.append(("pos_label : object, default=None", POSITIVE))
    return found


def attributes(first: Row) -> list[tuple[str, str]]:
    """What there is after a fit."""
    found = [("classes_ : array", CLASSES), ("n_features_in_ : int", "How many columns X had.")]
    if first["classes"] != "several":
        found.append(("curve_ : Curve", CURVE_ATTRIBUTE))
    if first["classes"] != "two":
        found.append(("model_ : MulticlassModel", MODEL_ATTRIBUTE))
    if first["classes"] != "several":
        found.append(("grouped_ : GroupedModel", GROUPED_ATTRIBUTE))
    return found


def see_also(name: str) -> list[tuple[str, str]]:
    other = ("CalibratedClassifier", "Auto")[name != "Auto"]
    texts = {
        "CalibratedClassifier": "A classifier with its calibration, fitted on folds.",
        "Auto": "The average of all methods, and the default.",
    }
    return [
        (f"{other} : {texts[other]}", ""),
        ("calibrant.compare : Which method is best for these scores?", ""),
        ("calibrant.fit : The same without scikit-learn.", ""),
    ]


def docstring(name: str, methods: list[Row], options: list[Row], several: bool) -> list[str]:
    """What ``help`` shows of a class."""
    line, more = TEXTS.get(name, (methods[0]["summary"], ""))
    lines = [wrapped(f'"""{line}')]
    if more:
        lines += ["", wrapped(more)]
    lines += section("Parameters", parameters(methods, options, several))
    lines += section("Attributes", attributes(methods[0]))
    lines += section("See Also", see_also(name))
    return [*lines, *section("Examples", []), example(name, several), '    """', ""]
