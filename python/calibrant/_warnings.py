"""Warnings of data that can be used and yet looks wrong."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from calibrant import _core

#: Packages whose lines the user did not write: scikit-learn wraps ``transform``, pipelines call it.
_BETWEEN = ("calibrant", "sklearn", "joblib", "pyspark")


class CalibrationWarning(UserWarning):
    """Scores or labels that can be used and yet look wrong, such as scores that run the wrong way.

    ``warnings.simplefilter("error", calibrant.CalibrationWarning)`` makes errors of them, as
    ``--strict`` does on the command line.
    """


def warn_of(messages: Iterable[str]) -> None:
    """A warning for each, at the user's own line that led here."""
    for message in messages:
        warnings.warn(message, CalibrationWarning, stacklevel=_callers_level())


def warn_of_observations(seen: _core.Observations) -> None:
    """What looks wrong with what a fit or a measure of two classes sees."""
    warn_of(_core.inspect(seen))


def warn_of_classes(names: Iterable[object], seen: Sequence[_core.Observations]) -> None:
    """The same for several classes, each against the rest: at most one warning of each kind."""
    weights = [float(np.sum(one.positives)) for one in seen]
    warn_of(_core.inspect_classes([repr(name) for name in names], weights))


def warn_of_rows(
    scores: npt.NDArray[np.float64],
    codes: npt.NDArray[np.uint32],
    weights: npt.NDArray[np.float64] | None,
    classes: npt.NDArray[Any],
) -> None:
    """The same for rows: of two classes the scores of the second, of more the class of each."""
    if len(classes) == 2:
        warn_of_observations(_core.observe(scores, codes.astype(np.uint8), weights))
    else:
        warn_of_class_rows(codes, weights, classes)


def warn_of_class_rows(
    codes: npt.NDArray[np.uint32],
    weights: npt.NDArray[np.float64] | None,
    classes: npt.NDArray[Any],
) -> None:
    """The same for the class of each row."""
    counts = np.bincount(codes, weights, len(classes)).tolist()
    warn_of(_core.inspect_classes([repr(name) for name in classes.tolist()], counts))


def warn_of_weights(weights: npt.NDArray[np.float64] | None, labels: npt.NDArray[Any]) -> None:
    """Weights that look like something else than counts of rows. Labels are 0, 1, and so on."""
    if weights is not None:
        warn_of(_core.inspect_weights(weights, labels.astype(np.uint32)))


def _callers_level() -> int:
    """For warnings.warn, as seen from warn_of: how many frames up the user's own line is."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None:
        if frame.f_globals.get("__name__", "").partition(".")[0] not in _BETWEEN:
            break
        level, frame = level + 1, frame.f_back
    return level
