"""The calibration report, one HTML file."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from calibrant import _core
from calibrant._documentation import documented
from calibrant._predictions import is_several, several
from calibrant._scorecard import AssessOptions, assess, assess_classes


@documented("None")
def report(
    y_true: object,
    y_proba: object,
    path: str | os.PathLike[str],
    *,
    before: object = None,
    by: object = None,
    sample_weight: object = None,
    title: str = "",
    n_bins: int = 10,
    bootstrap: int = 1000,
    seed: int = 1,
    labels: object = None,
    pos_label: object = None,
) -> None:
    """Write the report of ``calibrant evaluate --html`` on probabilities.

    A matrix of three or more columns gives the report of several classes.

    >>> import os, tempfile
    >>> import numpy as np
    >>> import calibrant
    >>> rng = np.random.default_rng(0)
    >>> p = rng.random(500)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     calibrant.report(rng.random(500) < p, p, folder + "/report.html")
    ...     os.path.exists(folder + "/report.html")
    True
    """
    options = AssessOptions.checked(n_bins, bootstrap, 0.95, seed)
    if is_several(y_proba, pos_label):
        if by is not None:
            raise _core.OptionError("by: is for two classes")
        _write(path, _classes_page(y_true, y_proba, before, sample_weight, labels, title, options))
        return
    whose = (sample_weight, labels, pos_label, options)
    first = None if before is None else assess(y_true, before, *whose)
    found = assess(y_true, y_proba, *whose, by)
    _write(path, found.page(title, first))


def _write(path: str | os.PathLike[str], page: str) -> None:
    Path(path).write_text(page, encoding="utf-8")


def _classes_page(
    y_true: object,
    y_proba: object,
    before: object,
    sample_weight: object,
    labels: object,
    title: str,
    options: AssessOptions,
) -> str:
    def found(matrix: object, warn: bool) -> _core.MulticlassAssessment:
        classes, seen = several(y_true, matrix, sample_weight, labels, warn=warn)
        rows = np.shape(matrix)[0]  # type: ignore[call-overload]
        return assess_classes(classes, seen, rows, options)

    return found(y_proba, True).page(title, None if before is None else found(before, False))
