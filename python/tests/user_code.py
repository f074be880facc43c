"""Programs as users write them, for type checkers: mypy --strict reads this, and a test runs it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
from typing_extensions import assert_type

import calibrant
from calibrant import ABB, Auto, CalibratedClassifier, Histogram, metrics

Doubles = npt.NDArray[np.float64]


def two_classes(scores: Doubles, labels: list[str], path: Path) -> list[float]:
    curve = calibrant.fit(scores, labels, method="abb", level=0.9, pos_label="yes")
    lower, upper = curve.interval(scores)
    assert_type(lower, Doubles)
    assert_type(curve(0.5), float)
    card = metrics.scorecard(labels, curve(scores), bootstrap=100, pos_label="yes")
    assert_type(card.ece, metrics.Measure)
    declared: metrics.Scorecard = card
    calibrant.save(curve, path)
    loaded = calibrant.load(path)
    same: calibrant.Curve = loaded
    shares = [row.observed for row in metrics.reliability_curve(labels, scores, pos_label="yes")]
    return [
        card.ece,
        card.ece.lower,
        declared.auc,
        same(0.5),
        loaded.interval(0.5)[0],
        card.verdict.p,
        metrics.log_loss(labels, scores, pos_label="yes"),
        metrics.calibration_test(labels, scores, pos_label="yes").p,
        *shares,
        *(upper - lower),
    ]


def several_classes(scores: Doubles, labels: list[int], path: Path) -> list[float]:
    model = calibrant.fit(scores, labels, method="one-vs-rest", curve="abb")
    first = model.curves[0]
    assert_type(first, calibrant.Curve)
    card = metrics.scorecard(labels, model(scores), bootstrap=0)
    declared: metrics.MulticlassScorecard = card
    model.save(path)
    loaded: calibrant.MulticlassModel = calibrant.load(path)
    together = Auto(keep_top=True).fit(scores, labels)
    assert_type(together.model_, calibrant.MulticlassModel)
    assert together.model_.joint
    assert "Averaged" in together.model_.describe()
    return [first(0.5), card.top_label_ece, declared.brier, len(loaded.names), card.classes[0].auc]


def estimators(scores: Doubles, labels: list[str]) -> list[float]:
    auto = Auto(level=0.9, monotone=True).fit(scores, labels)
    assert_type(auto, Auto)
    assert_type(ABB().fit(scores, labels), ABB)
    lower, _ = auto.predict_interval(scores)
    sql = Histogram(n_bins=5).fit(scores, labels).curve_.export("sql")
    classifier = CalibratedClassifier(method=ABB(scale="score"), ensemble=False)
    calibrated = classifier.fit(scores[:, None], labels).predict_proba(scores[:, None])
    return [
        lower[0],
        auto.predict(scores)[0],
        auto.score(scores, labels),
        len(sql),
        calibrated[0, 0],
    ]


def counts(cases: dict[float, tuple[int, int]]) -> float:
    negatives, positives = zip(*cases.values(), strict=True)
    curve = calibrant.fit_counts(list(cases), negatives, positives, method="isotonic")
    assert_type(curve, calibrant.Curve)
    return curve.prevalence
