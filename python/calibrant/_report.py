"""The calibration report, one HTML file."""

from __future__ import annotations

import os
from pathlib import Path

from calibrant._documentation import documented
from calibrant._scorecard import AssessOptions, assess


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
    """Write the report of ``calibrant evaluate --html`` on probabilities of two classes.

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
    whose = (sample_weight, labels, pos_label, options)
    first = None if before is None else assess(y_true, before, *whose)
    found = assess(y_true, y_proba, *whose, by)
    Path(path).write_text(found.page(title, first), encoding="utf-8")
