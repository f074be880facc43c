"""Which method is best for these scores?"""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from calibrant import _arrays, _core
from calibrant._documentation import documented
from calibrant._fitting import class_names, progress_bar
from calibrant._measures import number
from calibrant._predictions import codes_of
from calibrant._warnings import warn_of, warn_of_rows, warn_of_weights


class Estimate(NamedTuple):
    """One measure of one method; nan: does not exist."""

    value: float
    standard_error: float
    best: bool


class Comparison:
    """What :func:`compare` found. ``print`` shows what the command line shows."""

    def __init__(self, found: _core.Comparison) -> None:
        self._found = found
        self._numbers: dict[str, Any] = json.loads(found.json())

    @property
    def recommended(self) -> str:
        """Auto, unless another method is clearly better; ``"raw"``: the scores as they are."""
        return str(self._numbers["recommended"])

    @property
    def left_out(self) -> list[str]:
        """The methods that cannot be used with these scores."""
        return list(self._numbers["left_out"])

    @property
    def measures(self) -> Mapping[str, Mapping[str, Estimate]]:
        """By method, the one with the lowest log loss first, and by the name of the measure."""
        return {
            method["name"]: {
                name: Estimate(number(one["value"]), number(one["standard_error"]), one["best"])
                for name, one in method["measures"].items()
            }
            for method in self._numbers["methods"]
        }

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, with the keys of ``calibrant compare --json``."""
        return copy.deepcopy(self._numbers)

    @documented()
    def to_html(self, path: str | os.PathLike[str], *, title: str = "") -> None:
        """Write the report: before and after the recommended method, and all methods."""
        Path(path).write_text(self._found.page(title), encoding="utf-8")

    def __str__(self) -> str:
        return self._found.text().rstrip("\n")

    def __repr__(self) -> str:
        return f"<Comparison of {len(self._numbers['methods'])} methods: {self.recommended}>"

    def _repr_html_(self) -> str:
        return self._found.html()


def _rows(
    scores: _arrays.Doubles, y: object, weights: object, classes: Any, names: tuple[str, str]
) -> tuple[_arrays.Doubles, Any, _arrays.Doubles | None]:
    if scores.ndim == 2 and scores.shape[1] != len(classes):
        raise ValueError(
            f"{names[1]}: has {len(classes)} classes "
            f"(the {names[0]} have {scores.shape[1]} columns)"
        )
    codes = codes_of(y, classes, len(classes))[1]
    _arrays.same_length(scores, codes, *names)
    return scores.reshape(-1), codes, _arrays.weights(weights, len(codes))


@documented(
    "Comparison: the measures of each method, and which is recommended.",
    scores="array: one score per row, the larger the more likely positive, or a column per class.",
    seed="int: of the folds and of the bootstrap.",
    options='any: those of the methods, such as scale="logit". Each method takes its own.',
)
def compare(
    scores: object,
    y: object,
    *,
    sample_weight: object = None,
    test: Sequence[object] | None = None,
    methods: Sequence[str] | None = None,
    folds: int | None = None,
    seed: int = 1,
    pos_label: object = None,
    threads: int = 0,
    verbose: int = 0,
    **options: Any,
) -> Comparison:
    """Compare the methods on the same rows.

    Each fold is predicted by fits to the others, unless there is a ``test``.

    >>> import numpy as np
    >>> import calibrant
    >>> rng = np.random.default_rng(0)
    >>> scores = rng.random(500)
    >>> y = rng.random(500) < scores**2
    >>> calibrant.compare(scores, y, methods=["platt", "raw"]).recommended
    'platt'
    """
    array = _arrays.doubles(scores, "scores")
    several = array.ndim == 2 and array.shape[1] > 2
    if several:
        _arrays.check_no_pos_label(pos_label)
        classes = _arrays.classes_of(y, "y")[0]
    else:
        classes = _arrays.binary_labels(y, "y", array, pos_label)[0]

    def scores_of(values: object, name: str) -> _arrays.Doubles:
        if not several:
            place = _arrays.positive_column(classes)
            return _arrays.positive_scores(values, name, column_of_two=place)
        matrix = _arrays.doubles(values, name)
        _arrays.check_finite(matrix, name)
        return matrix

    rows = _rows(scores_of(array, "scores"), y, sample_weight, classes, ("scores", "y"))
    measured = None
    if test is not None:
        given, labels, weights = (*test, None)[:3]
        matrix = scores_of(given, "test scores")
        measured = _rows(matrix, labels, weights, classes, ("test scores", "test y"))
    warn_of_weights(rows[2], rows[1])
    warn_of_rows(*rows, classes)
    with progress_bar(verbose, "calibrant compare") as progress:
        found = _core.compare(
            rows,
            measured,
            class_names(classes) if several else [],
            list(methods or ()),
            options,
            folds,
            seed,
            threads,
            progress,
        )
    warn_of(found.notes)
    return Comparison(found)
