"""What a reliability diagram shows, computed by the library."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from calibrant import _core
from calibrant._arrays import Doubles
from calibrant._measures import check_bins, check_level, check_strategy

# The eye sees no more, and ABB takes no second.
_GROUPS = 4096
_SAMPLES = 100
_HISTOGRAM_BINS = 40
_LEAST_EXPECTED = 0.01  # what axes of log odds begin with, of all rows together


@dataclass(frozen=True)
class Event:
    """What is predicted, in the words of its diagram."""

    predicted: str  #: along the x axis
    share: str  #: along the y axis
    sides: tuple[str, str]  #: of the histogram: it happened, it did not
    class_name: str = ""  #: of a class against the rest


POSITIVE = Event("predicted probability", "observed share of positives", ("positive", "negative"))
TOP_LABEL = Event("probability of the top label", "share of right top labels", ("right", "wrong"))


def of_class(name: str) -> Event:
    """A class against the rest."""
    return Event("predicted probability", "observed share of the class", ("class", "rest"), name)


@dataclass(frozen=True)
class ReliabilityData:
    """What one diagram shows."""

    name: str
    prob_true: Doubles  #: observed share of positives, by bin
    prob_pred: Doubles  #: mean probability, by bin
    lower: Doubles  #: exact binomial (Clopper-Pearson) interval of ``prob_true``
    upper: Doubles
    weight: Doubles  #: of each bin
    curve: _core.Curve | None  #: ABB on the probabilities, with its credible band
    places: Doubles  #: where the curve is drawn
    edges: Doubles  #: of the histogram
    positives: Doubles
    negatives: Doubles
    event: Event = POSITIVE


@dataclass(frozen=True)
class DiagramOptions:
    """How rows become a diagram. Wrong options are refused."""

    n_bins: int | None
    strategy: str
    level: float
    band: bool
    scale: str

    def __post_init__(self) -> None:
        check_level(self.level)
        check_strategy(self.strategy)
        if self.n_bins is not None:
            check_bins(self.n_bins)
        if self.scale not in ("linear", "logit"):
            raise _core.OptionError(f"scale: {self.scale!r} is not one of linear, logit")

    def data_of(self, seen: _core.Observations, name: str, event: Event) -> ReliabilityData:
        equal_mass = check_strategy(self.strategy)
        n_bins = self.n_bins
        if n_bins is None:
            n_bins = _core.usual_bins(seen) if equal_mass else 10
        rows = np.array(_core.reliability(seen, int(n_bins), equal_mass, self.level))
        weight, prob_pred, prob_true, lower, upper = rows[:, 2:7].T
        thin = _core.thinned(seen, _GROUPS)
        places = np.array(_core.sample_places(thin, _SAMPLES))
        edges = np.linspace(0, 1, _HISTOGRAM_BINS + 1)
        scores = seen.scores
        if self.scale == "logit":
            shares = np.concatenate([prob_pred, prob_true])
            edges = _equal_odds(shares, _LEAST_EXPECTED / seen.weight, _HISTOGRAM_BINS + 1)
            places = np.union1d(places, edges)
            places = places[(places > 0) & (places < 1)]
            scores = np.clip(scores, edges[0], edges[-1])
        return ReliabilityData(
            name=name,
            prob_true=prob_true,
            prob_pred=prob_pred,
            lower=lower,
            upper=upper,
            weight=weight,
            curve=_core.fit(thin, "abb", {"level": self.level}) if self.band else None,
            places=places,
            edges=edges,
            positives=np.histogram(scores, edges, weights=seen.positives)[0],
            negatives=np.histogram(scores, edges, weights=seen.negatives)[0],
            event=event,
        )


def _equal_odds(shares: Doubles, least: float, count: int) -> Doubles:
    """Probabilities whose log odds are equally far apart, from half to twice the odds of these.

    No data tell a share below ``least`` from 0, so that such shares do not widen the axes.
    """
    least = min(least, 0.1)
    inner = np.clip(shares[(shares > 0) & (shares < 1)], least, 1 - least)
    log_odds = np.log(inner) - np.log1p(-inner) if len(inner) else np.zeros(1)
    ends = log_odds.min() - np.log(2), log_odds.max() + np.log(2)
    return np.asarray(1 / (1 + np.exp(-np.linspace(*ends, count))))


def predicted(model: Any, X: object) -> object:
    """What a fitted classifier says of X."""
    if not hasattr(model, "predict_proba"):
        raise TypeError(f"estimator: {type(model).__name__} has no predict_proba")
    return model.predict_proba(X)


def with_labels(model: Any, options: dict[str, Any]) -> dict[str, Any]:
    """The options of a diagram, where the columns are the model's classes unless they say so."""
    return {"labels": getattr(model, "classes_", None), **options}


def same_classes(one: Any, other: Any) -> bool:
    """Do the columns of two models mean the same, as far as they say?"""
    known = [list(model.classes_) for model in (one, other) if hasattr(model, "classes_")]
    return len(known) < 2 or known[0] == known[1]
