"""Groups of rows as the library takes them, and the prevalence of rows without labels."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from calibrant import _arrays, _core
from calibrant._arrays import Doubles
from calibrant._documentation import documented


def _text(value: object) -> str:
    """The name of a group; what is missing has none."""
    if value is None:
        return ""
    try:
        return "" if value != value else str(value)  # NaN
    except TypeError:  # pandas.NA
        return ""


def codes_of(groups: object, rows: int) -> tuple[npt.NDArray[np.uint32], list[str]]:
    """The place of each row's group, and the names of the groups."""
    array = np.asarray(groups)
    if array.ndim != 1:
        raise ValueError(f"groups: has shape {array.shape} (one name per row was expected)")
    if len(array) != rows:
        raise ValueError(f"groups: has {len(array)} rows (the scores have {rows})")
    if array.dtype.kind == "O":
        array = np.array([_text(one) for one in array], dtype=str)
    kinds, codes = np.unique(array, return_inverse=True)
    return codes.astype(np.uint32), [_text(one) for one in kinds.tolist()]


def places_of(model: _core.GroupedModel, groups: object, rows: int) -> npt.NDArray[np.uint32]:
    """The place of each row's group in the model. Without groups, no group is known."""
    if groups is None:
        return np.full(rows, np.iinfo(np.uint32).max, np.uint32)
    codes, names = codes_of(groups, rows)
    return np.array(model._find(names), np.uint32)[codes]


def predict(
    model: _core.GroupedModel, scores: object, groups: object, prevalence: float | None
) -> Doubles:
    column = np.atleast_1d(_arrays.any_scores(np.atleast_1d(np.asarray(scores))))
    return model._apply(column, places_of(model, groups, len(column)), prevalence)


def interval(
    model: _core.GroupedModel, scores: object, groups: object, prevalence: float | None
) -> tuple[Doubles, Doubles]:
    column = np.atleast_1d(_arrays.any_scores(np.atleast_1d(np.asarray(scores))))
    return model._interval(column, places_of(model, groups, len(column)), prevalence)


class PrevalenceEstimate(NamedTuple):
    """How frequent positives, or the classes, are among rows without labels."""

    #: The rate of positives, or the frequency of each class.
    frequencies: Any
    #: Their standard errors.
    errors: Any
    #: The frequencies in the rows of the fit.
    fitted: Any
    #: Whether the change is larger than its standard error.
    clear: bool


def estimate(model: Any, probabilities: Doubles) -> PrevalenceEstimate:
    """From a model's probabilities: one for each row, or a row-major matrix."""
    *numbers, clear = _core.estimate_prevalence(model, np.ascontiguousarray(probabilities.ravel()))
    several = isinstance(model, _core.MulticlassModel)
    found = [np.array(one) if several else one[0] for one in numbers]
    return PrevalenceEstimate(found[0], found[1], found[2], clear)


@documented(
    "PrevalenceEstimate: frequencies, their standard errors, those of the fit, and whether they "
    "differ.",
    model="model or fitted estimator: what gives the probabilities.",
    scores="array: one score per row, or a column per class.",
    groups="array or None: the group of each row, for a model with groups.",
)
def estimate_prevalence(model: Any, scores: object, groups: object = None) -> PrevalenceEstimate:
    """Estimate how frequent positives, or the classes, are among rows without labels.

    Only these frequencies may differ from those of the rows of the fit, and not what positives and
    negatives look like.

    >>> import calibrant
    >>> model = calibrant.fit([0, 0, 0, 1], [0, 0, 0, 1], method="isotonic")
    >>> round(calibrant.estimate_prevalence(model, [0, 1] * 50).frequencies, 3)
    0.5
    """
    for name in ("curve_", "model_", "grouped_"):
        model = getattr(model, name, model)
    more = {} if groups is None else {"groups": groups}
    return estimate(model, np.asarray(model(scores, **more)))


def resolved(model: Any, prevalence: Any, probabilities: Any) -> Any:
    """The prevalence; "auto" is estimated from ``probabilities()``."""
    if not isinstance(prevalence, str):
        return prevalence
    if prevalence != "auto":
        raise ValueError(f"prevalence: {prevalence!r} is not a number or 'auto'")
    found = estimate(model, probabilities())
    if not found.clear:
        raise ValueError(
            f"prevalence: the scores do not tell it (estimated {found.frequencies} with a standard "
            f"error of {found.errors}, and {found.fitted} in the fit)"
        )
    return found.frequencies
