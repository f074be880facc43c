"""Every measure at once, with what chance may have done to each."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from html import escape
from typing import TYPE_CHECKING, Any, cast

from calibrant import _core
from calibrant._measures import (
    CalibrationTest,
    Measure,
    ReliabilityRow,
    SpiegelhalterTest,
    Verdict,
    absent,
    calibration_test_of,
    check_bins,
    check_level,
    number,
    reliability_of,
    spiegelhalter_of,
    verdict_of,
)
from calibrant._predictions import binary, is_several, several
from calibrant._warnings import warn_of_classes, warn_of_observations


class _Card:
    """What both kinds of scorecard share."""

    weight: float
    level: float
    bootstrap: int

    def _titles(self) -> list[tuple[str, str]]:
        raise NotImplementedError

    def _heading(self) -> str:
        raise NotImplementedError

    def _closing(self) -> str:
        """What stands below the table."""
        return ""

    def _by_chance(self) -> str:
        if not self.bootstrap:
            return ""
        share = 50 * (1 + self.level)
        return f"by chance: what perfect probabilities stay below in {share:g} % of samples"

    def to_dict(self) -> dict[str, Any]:
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Card) and self.to_dict() == other.to_dict()

    def measures(self) -> dict[str, Measure]:
        """All of them, by name."""
        values = {f.name: getattr(self, f.name) for f in fields(self)}  # type: ignore[arg-type]
        return {name: value for name, value in values.items() if isinstance(value, Measure)}

    def _rows(self) -> list[tuple[str, ...]]:
        rows: list[tuple[str, ...]] = []
        found = self.measures()
        for name, title in self._titles():
            m = found[name]
            cells = [title, "-" if math.isnan(m) else f"{m:.4f}"]
            if self.bootstrap:
                cells.append("" if math.isnan(m.lower) else f"{m.lower:.4f} to {m.upper:.4f}")
                cells.append("" if math.isnan(m.by_chance) else f"{m.by_chance:.4f}")
            rows.append(tuple(cells))
        return rows

    def _columns(self) -> tuple[str, ...]:
        if not self.bootstrap:
            return ("measure", "value")
        return ("measure", "value", f"{100 * self.level:g} % interval", "by chance")

    def __str__(self) -> str:
        rows = [self._columns(), *self._rows()]
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        lines = [
            "  ".join(
                [
                    row[0].ljust(widths[0]),
                    *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True)),
                ]
            ).rstrip()
            for row in rows
        ]
        text = "\n".join([self._heading(), "", *lines])
        if self.bootstrap:
            text += "\n" + self._by_chance()
        return text + ("\n\n" + self._closing() if self._closing() else "")

    def _repr_html_(self) -> str:
        head = "".join(f"<th scope='col'>{escape(c)}</th>" for c in self._columns())
        body = "".join(
            f"<tr><th scope='row' style='text-align:left;font-weight:normal;white-space:pre'>"
            f"{escape(row[0])}</th>"
            + "".join(f"<td style='text-align:right'>{escape(c)}</td>" for c in row[1:])
            + "</tr>"
            for row in self._rows()
        )
        return (
            f"<table><caption>{escape(self._heading())}</caption>"
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
            + "".join(
                f"<p>{escape(line)}</p>"
                for line in [self._by_chance(), *self._closing().split("\n")]
                if line
            )
        )


@dataclass(frozen=True, eq=False)
class Scorecard(_Card):
    """Every measure of two classes. Each is a number with ``lower`` and ``upper``."""

    weight: float
    level: float
    bootstrap: int
    seed: int
    n_bins: int
    prevalence: Measure
    accuracy: Measure
    auc: Measure
    rmse: Measure
    ece: Measure
    mce: Measure
    ece_equal_mass: Measure
    mce_equal_mass: Measure
    brier: Measure
    miscalibration: Measure
    discrimination: Measure
    uncertainty: Measure
    log_loss: Measure
    calibration_slope: Measure
    calibration_intercept: Measure
    observed_expected: Measure
    ici: Measure
    e90: Measure
    spiegelhalter: SpiegelhalterTest
    calibration_test: CalibrationTest
    reliability: tuple[ReliabilityRow, ...]
    verdict: Verdict

    def _titles(self) -> list[tuple[str, str]]:
        return _core.measure_titles()

    def _heading(self) -> str:
        return f"{_rows_text(self.weight)}, {100 * self.prevalence:.1f} % positive"

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, with the keys of ``calibrant evaluate --json``; None: does not exist."""
        test = self.calibration_test
        return {
            "level": self.level,
            "bootstrap": self.bootstrap,
            "seed": self.seed,
            "weight": self.weight,
            "measures": {name: m.to_dict() for name, m in self.measures().items()},
            "spiegelhalter": {k: absent(v) for k, v in self.spiegelhalter._asdict().items()},
            "calibration_test": {
                "statistic": absent(test.statistic),
                "degrees": test.degrees or None,
                "p": absent(test.p),
            },
            "reliability": [row._asdict() for row in self.reliability],
            "verdict": self.verdict.to_dict(),
        }

    def _closing(self) -> str:
        z, p = self.spiegelhalter
        first = "does not apply" if math.isnan(z) else f"z = {z:.2f}, p {_chance(p)}"
        together = _chance(self.calibration_test.p)
        return (
            f"Spiegelhalter's test: {first}; together with the total: p {together}.\n"
            f"{self.verdict.sentence}"
        )


@dataclass(frozen=True, eq=False)
class MulticlassScorecard(_Card):
    """The measures of several classes, and in ``classes`` each class against the rest."""

    weight: float
    level: float
    bootstrap: int
    seed: int
    n_bins: int
    log_loss: Measure
    brier: Measure
    accuracy: Measure
    top_label_ece: Measure
    top_label_mce: Measure
    class_wise_ece: Measure
    classes: Mapping[Any, Scorecard]

    def _titles(self) -> list[tuple[str, str]]:
        return [
            ("log_loss", "log loss"),
            ("brier", "Brier score, 0 to 2"),
            ("accuracy", "accuracy"),
            ("top_label_ece", "top-label ECE"),
            ("top_label_mce", "top-label MCE"),
            ("class_wise_ece", "class-wise ECE"),
        ]

    def _heading(self) -> str:
        return f"{_rows_text(self.weight)} of {len(self.classes)} classes"

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers; None: does not exist."""
        return {
            "level": self.level,
            "bootstrap": self.bootstrap,
            "seed": self.seed,
            "weight": self.weight,
            "measures": {name: m.to_dict() for name, m in self.measures().items()},
            "classes": [
                {"name": str(name), **card.to_dict()} for name, card in self.classes.items()
            ],
        }


if TYPE_CHECKING:

    class EitherScorecard(Scorecard, MulticlassScorecard):
        """For type checkers, to which arrays do not tell how many classes there are."""
else:
    EitherScorecard = Scorecard | MulticlassScorecard


def _chance(p: float) -> str:
    """Behind "p": tiny ones are not zero."""
    if math.isnan(p):
        return "does not exist"
    return "< 0.0001" if p < 0.0001 else f"= {p:.4f}"


def _rows_text(weight: float) -> str:
    return f"{weight:.10g} {'row' if weight == 1 else 'rows'}"


@dataclass(frozen=True)
class _Options:
    n_bins: int
    bootstrap: int
    level: float
    seed: int

    def intervals(self, seen: _core.Observations) -> dict[str, tuple[Any, ...]]:
        if self.bootstrap == 0:
            return {}
        return _core.bootstrap(seen, self.bootstrap, self.level, self.n_bins, self.seed)


def _two(seen: _core.Observations, options: _Options) -> Scorecard:
    intervals = options.intervals(seen)
    values = _core.evaluate(seen, options.n_bins)
    return Scorecard(
        weight=seen.weight,
        level=options.level,
        bootstrap=options.bootstrap,
        seed=options.seed,
        n_bins=options.n_bins,
        spiegelhalter=spiegelhalter_of(seen),
        calibration_test=calibration_test_of(seen),
        reliability=tuple(reliability_of(seen, options.n_bins, False, options.level)),
        verdict=verdict_of(seen),
        **{name: Measure(number(v), *intervals.get(name, ())) for name, v in values.items()},
    )


def _more(
    classes: Any, seen: _core.MulticlassPredictions, options: _Options
) -> MulticlassScorecard:
    # Brier and class-wise ECE join several columns: one column's replicates do not speak for them.
    top = options.intervals(seen.top)
    own = options.intervals(seen.own)
    intervals = {
        "log_loss": own.get("log_loss", ()),
        "accuracy": top.get("prevalence", ()),  # of being right
        "top_label_ece": top.get("ece", ()),
        "top_label_mce": top.get("mce", ()),
    }
    values = _core.evaluate_classes(seen, options.n_bins)[0]
    plain = _Options(options.n_bins, 0, options.level, options.seed)
    names = classes.tolist()
    return MulticlassScorecard(
        weight=seen.top.weight,
        level=options.level,
        bootstrap=options.bootstrap,
        seed=options.seed,
        n_bins=options.n_bins,
        classes={name: _two(one, plain) for name, one in zip(names, seen.classes, strict=True)},
        **{name: Measure(number(v), *intervals.get(name, ())) for name, v in values.items()},
    )


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
) -> EitherScorecard:
    """Every measure, with bootstrap intervals (``bootstrap=0``: without).

    The same seed gives the same bits. A matrix of three or more columns gives a
    :class:`MulticlassScorecard`.

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
    if bootstrap < 0:
        raise _core.OptionError(f"bootstrap: {bootstrap!r} is not 0 or a positive whole number")
    options = _Options(check_bins(n_bins), int(bootstrap), check_level(level), int(seed))
    if is_several(y_proba, pos_label):
        classes, predictions = several(y_true, y_proba, sample_weight, labels)
        warn_of_classes(classes.tolist(), predictions.classes)
        return cast(EitherScorecard, _more(classes, predictions, options))
    seen = binary(y_true, y_proba, sample_weight, labels, pos_label)
    warn_of_observations(seen)
    return cast(EitherScorecard, _two(seen, options))
