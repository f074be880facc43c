"""Every measure at once, with what chance may have done to each."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from calibrant import _arrays, _core
from calibrant._documentation import documented
from calibrant._measures import (
    CalibrationTest,
    ClassVerdict,
    Confusion,
    Measure,
    MulticlassVerdict,
    ReliabilityRow,
    SpiegelhalterTest,
    Verdict,
    VerdictBin,
    check_bins,
    check_level,
    number,
)
from calibrant._predictions import is_several, rows_of, several
from calibrant._warnings import warn_of, warn_of_weights


@dataclass(frozen=True, eq=False)
class _Card:
    """What both kinds of scorecard share. The library finds it out and puts it into words.

    Each measure of the library's table is an attribute.
    """

    weight: float
    level: float
    bootstrap: int
    seed: int
    n_bins: int
    _measures: Mapping[str, Measure]
    _found: dict[str, Any] = field(repr=False)
    _text: str = field(repr=False)
    _html: str = field(repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, with the keys of ``calibrant evaluate --json``; None: does not exist."""
        return copy.deepcopy(self._found)

    def measures(self) -> dict[str, Measure]:
        """All of them, by name."""
        return dict(self._measures)

    def __getattr__(self, name: str) -> Measure:
        try:
            return self.__dict__["_measures"][name]  # type: ignore[no-any-return]
        except KeyError:
            raise AttributeError(f"{type(self).__name__} has no measure {name!r}") from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._measures]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Card) and self.to_dict() == other.to_dict()

    def __str__(self) -> str:
        return self._text

    def _repr_html_(self) -> str:
        return self._html


class Subgroup(NamedTuple):
    """One subgroup of ``scorecard(..., by=...)``."""

    off: bool  #: by more than chance, all subgroups tested together at 5 %
    p_holm: float  #: of the calibration test, by Holm's method
    rows: int
    weight: float
    measures: Mapping[str, Measure]
    spiegelhalter: SpiegelhalterTest
    calibration_test: CalibrationTest
    reliability: tuple[ReliabilityRow, ...]


@dataclass(frozen=True, eq=False)
class Scorecard(_Card):
    """Every measure of two classes. Each is a number with ``lower`` and ``upper``."""

    spiegelhalter: SpiegelhalterTest
    calibration_test: CalibrationTest
    reliability: tuple[ReliabilityRow, ...]
    verdict: Verdict
    subgroups: Mapping[str, Subgroup] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class MulticlassScorecard(_Card):
    """The measures of several classes, and in ``classes`` each class against the rest.

    ``verdict`` says whether anything is off. ``top_label``, ``class_verdicts`` and ``confusions``
    say what: the most likely class, single classes, pairs of them.
    """

    classes: Mapping[Any, Scorecard]
    verdict: MulticlassVerdict
    top_label: Verdict
    class_verdicts: Mapping[Any, ClassVerdict]
    confusions: tuple[Confusion, ...]  #: the clearest first


if TYPE_CHECKING:

    class EitherScorecard(Scorecard, MulticlassScorecard):
        """For type checkers, to which arrays do not tell how many classes there are."""

        verdict: Any
else:
    EitherScorecard = Scorecard | MulticlassScorecard


@dataclass(frozen=True)
class AssessOptions:
    """Checked."""

    n_bins: int
    bootstrap: int
    level: float
    seed: int

    @staticmethod
    def checked(n_bins: int, bootstrap: int, level: float, seed: int) -> AssessOptions:
        if bootstrap < 0:
            raise _core.OptionError(f"bootstrap: {bootstrap!r} is not 0 or a positive whole number")
        return AssessOptions(check_bins(n_bins), int(bootstrap), check_level(level), int(seed))

    def as_tuple(self) -> tuple[int, int, float, int]:
        return self.n_bins, self.bootstrap, self.level, self.seed


def assess(
    y_true: object,
    y_proba: object,
    sample_weight: object,
    labels: object,
    pos_label: object,
    options: AssessOptions,
    by: object = None,
) -> _core.Assessment:
    """Two classes, and a warning of what looks wrong."""
    probabilities, positive = rows_of(y_true, y_proba, pos_label, labels)
    weights = _arrays.weights(sample_weight, len(probabilities))
    seen = _core.observe_predictions(probabilities, positive, weights)
    subgroups = None
    if by is not None:
        column = [str(value) for value in _arrays.to_numpy(by, "by").tolist()]
        names, places = np.unique(column, return_inverse=True)
        _arrays.same_length(probabilities, places, "y_proba", "by")
        called = str(getattr(by, "name", None) or "subgroup")
        codes = places.astype(np.uint32)
        subgroups = (called, names.tolist(), codes, probabilities, positive, weights)
    assessment = _core.assess(seen, len(probabilities), *options.as_tuple(), subgroups)
    warn_of_weights(weights, positive)
    warn_of(assessment.warnings())
    return assessment


def _measures(found: dict[str, Any]) -> dict[str, Measure]:
    return {name: Measure.from_dict(values) for name, values in found["measures"].items()}


def _tests(found: dict[str, Any]) -> dict[str, Any]:
    test = found["calibration_test"]
    return {
        "spiegelhalter": SpiegelhalterTest(*map(number, found["spiegelhalter"].values())),
        "calibration_test": CalibrationTest(
            number(test["statistic"]), test["degrees"] or 0, number(test["p"])
        ),
        "reliability": tuple(ReliabilityRow(**row) for row in found["reliability"]),
    }


def _shared(
    assessment: _core.Assessment | _core.MulticlassAssessment, options: AssessOptions
) -> dict[str, Any]:
    found = json.loads(assessment.json())
    found.pop("rows")  # weight k is the same as k rows
    return {
        "weight": found["weight"],
        "level": options.level,
        "bootstrap": options.bootstrap,
        "seed": options.seed,
        "n_bins": options.n_bins,
        "_found": found,
        "_text": assessment.text().rstrip("\n"),
        "_html": assessment.html(),
        "_measures": _measures(found),
    }


def _verdict(found: dict[str, Any]) -> Verdict:
    return Verdict(**{**found, "bins": tuple(VerdictBin(**one) for one in found["bins"])})


def _two(assessment: _core.Assessment, options: AssessOptions) -> Scorecard:
    shared = _shared(assessment, options)
    found = shared["_found"]
    subgroups = {
        one["name"]: Subgroup(
            off=one["off"],
            p_holm=number(one["calibration_test"]["p_holm"]),
            rows=one["rows"],
            weight=one["weight"],
            measures=_measures(one),
            **_tests(one),
        )
        for one in found.get("subgroups", ())
    }
    verdict = _verdict(found["verdict"])
    return Scorecard(**shared, **_tests(found), verdict=verdict, subgroups=subgroups)


def assess_classes(
    classes: Any, seen: _core.MulticlassPredictions, rows: int, options: AssessOptions
) -> _core.MulticlassAssessment:
    """Several classes."""
    names = [str(name) for name in classes.tolist()]
    return _core.assess_classes(seen, rows, names, *options.as_tuple())


def _more(
    classes: Any, seen: _core.MulticlassPredictions, rows: int, options: AssessOptions
) -> MulticlassScorecard:
    shared = _shared(assess_classes(classes, seen, rows, options), options)
    by_name = {str(name): name for name in classes.tolist()}
    judged = shared["_found"]
    verdicts = {
        by_name[one["name"]]: ClassVerdict(
            one["off"],
            one["p_holm"],
            one["expected"],
            one["observed"],
            one["total"]["is"],
            one["spread"]["is"],
        )
        for one in judged["classes"]
    }
    confusions = tuple(
        Confusion(**{**one, "predicted": by_name[one["predicted"]], "own": by_name[one["own"]]})
        for one in judged["confusions"]["pairs"]
    )
    plain = AssessOptions(options.n_bins, 0, options.level, options.seed)
    cards = {
        name: _two(_core.assess(one, rows, *plain.as_tuple()), plain)
        for name, one in zip(classes.tolist(), seen.classes, strict=True)
    }
    for found, card in zip(shared["_found"]["classes"], cards.values(), strict=True):
        found.update(card.to_dict())
    return MulticlassScorecard(
        **shared,
        classes=cards,
        verdict=MulticlassVerdict(**judged["verdict"]),
        top_label=_verdict(judged["top_label"]),
        class_verdicts=verdicts,
        confusions=confusions,
    )


@documented("Scorecard, or MulticlassScorecard of a matrix with three or more columns.")
def scorecard(
    y_true: object,
    y_proba: object,
    *,
    sample_weight: object = None,
    n_bins: int = 10,
    bootstrap: int = 1000,
    level: float = 0.95,
    seed: int = 1,
    labels: object = None,
    pos_label: object = None,
    by: object = None,
) -> EitherScorecard:
    """Every measure, with bootstrap intervals (``bootstrap=0``: without).

    The same seed gives the same bits. A matrix of three or more columns gives a
    :class:`MulticlassScorecard`. With ``by``, ``subgroups`` tells for which of them the
    probabilities are off by more than chance.

    >>> import numpy as np
    >>> from calibrant import metrics
    >>> rng = np.random.default_rng(0)
    >>> p = rng.random(1000)
    >>> card = metrics.scorecard(rng.random(1000) < p, p)
    >>> print(f"{card.brier:.2f}, between {card.brier.lower:.2f} and {card.brier.upper:.2f}")
    0.17, between 0.16 and 0.18
    >>> bool(card.ece < card.ece.by_chance)       # no worse than perfect probabilities look
    True
    """
    options = AssessOptions.checked(n_bins, bootstrap, level, seed)
    if is_several(y_proba, pos_label):
        if by is not None:
            raise _core.OptionError("by: is for two classes")
        classes, predictions = several(y_true, y_proba, sample_weight, labels, warn=True)
        rows = np.shape(y_proba)[0]  # type: ignore[call-overload]
        return cast(EitherScorecard, _more(classes, predictions, rows, options))
    found = assess(y_true, y_proba, sample_weight, labels, pos_label, options, by)
    return cast(EitherScorecard, _two(found, options))
