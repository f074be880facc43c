"""Data that can be used and yet looks wrong gets a warning: one, at the user's own line."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

import calibrant
from calibrant import (
    ABB,
    ACP,
    Auto,
    CalibratedClassifier,
    CalibrationWarning,
    Histogram,
    Platt,
    metrics,
)

RNG = np.random.default_rng(0)
P = RNG.random(2000)
Y = (RNG.random(2000) < P).astype(int)


@pytest.fixture(autouse=True)
def every_time() -> Iterator[None]:
    """The suite ignores these warnings elsewhere: its data sets are small on purpose."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", CalibrationWarning)
        yield


def counted(score: Any, label: Any) -> Any:
    return calibrant.fit_counts(score, 1 - label, label, method="platt")


FITS: dict[str, Callable[[Any, Any], Any]] = {
    "fit": lambda s, y: calibrant.fit(s, y, method="isotonic"),
    "fit_counts": counted,
    "estimator": lambda s, y: Platt().fit(s, y),
    "scorecard": lambda s, y: metrics.scorecard(y, s, bootstrap=0),
    "acp": lambda s, y: ACP(interval=0.1).fit(s, y),
}


def messages(call: Callable[[], Any]) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    assert all(issubclass(one.category, CalibrationWarning) for one in caught)
    assert all(one.filename == __file__ for one in caught), "the warning names the user's line"
    return [str(one.message) for one in caught]


@pytest.mark.parametrize("name", FITS)
def test_good_data_has_none(name: str) -> None:
    assert messages(lambda: FITS[name](P, Y)) == []


@pytest.mark.parametrize("name", FITS)
def test_reversed(name: str) -> None:
    area = roc_auc_score(Y, 1 - P)
    assert messages(lambda: FITS[name](1 - P, Y)) == [
        f"the scores run the wrong way (AUC {area:.2f}): are they the probability of the other "
        "class?"
    ]


@pytest.mark.parametrize("name", FITS)
def test_few_rows_and_equal_scores(name: str) -> None:
    half = np.full(8, 0.5)
    assert messages(lambda: FITS[name](half, Y[:8])) == [
        "only 8 rows: too few to calibrate or to judge (50 are the least)",
        f"only {min(Y[:8].sum(), 8 - Y[:8].sum())} "
        f"{'positive' if Y[:8].sum() <= 4 else 'negative'}s: too few to calibrate or to judge "
        "(10 are the least)",
        "all scores equal 0.5, so every row gets the same probability",
    ]


@pytest.mark.parametrize("name", FITS)
def test_one_class(name: str) -> None:
    assert messages(lambda: FITS[name](P, np.zeros_like(Y))) == [
        "all labels are 0, so nothing can be learned about the other class"
    ]


def test_percentages() -> None:
    said = messages(lambda: calibrant.fit(np.round(100 * P), Y, method="platt"))
    assert said == ["the scores look like percentages (0 to 100): divide them by 100 if they are"]


def test_unsorted_histograms_look_at_all_but_the_direction() -> None:
    def fit(scores: Any, labels: Any) -> list[str]:
        return messages(lambda: Histogram(strategy="uniform").fit(scores, labels))

    assert fit(P, Y) == []
    assert fit(np.full(200, 0.5), np.arange(200) % 2) == [
        "all scores equal 0.5, so every row gets the same probability"
    ]
    assert fit(P, np.ones_like(Y)) == [
        "all labels are 1, so nothing can be learned about the other class"
    ]
    assert fit(P[:49], np.arange(49) % 2)[0].startswith("only 49 rows")
    assert fit(100 * P, Y)[0].startswith("the scores look like percentages")


def test_several_classes() -> None:
    scores = np.full((60, 3), 1 / 3)
    labels = np.array(["a"] * 30 + ["b"] * 28 + ["c"] * 2)
    expected = ["1 of 3 classes has fewer than 10 rows ('c' 2): too few to calibrate or to judge"]
    assert messages(lambda: calibrant.fit(scores, labels, method="isotonic")) == expected
    assert messages(lambda: metrics.scorecard(labels, scores, bootstrap=0)) == expected


def test_a_calibrated_classifier_warns_once_and_of_all_folds() -> None:
    X = np.column_stack([P, RNG.random(2000)])
    assert messages(lambda: CalibratedClassifier(LogisticRegression()).fit(X, Y)) == []
    # Folds of 12 rows each, and 60 rows in all: nothing to say.
    few = np.argsort(RNG.random(2000))[:60]
    model = CalibratedClassifier(LogisticRegression(), cv=5)
    assert messages(lambda: model.fit(X[few], Y[few])) == []
    said = messages(lambda: model.fit(X[few[:40]], Y[few[:40]]))
    assert said == ["only 40 rows: too few to calibrate or to judge (50 are the least)"]
    three = np.repeat([0, 1, 2], [30, 30, 7])
    said = messages(lambda: model.fit(X[:67], three))
    assert said == ["1 of 3 classes has fewer than 10 rows (2 7): too few to calibrate or to judge"]


def test_errors_if_asked_for() -> None:
    warnings.simplefilter("error", CalibrationWarning)
    with pytest.raises(CalibrationWarning, match="wrong way"):
        Platt().fit(1 - P, Y)
    with pytest.raises(CalibrationWarning, match="outside 0 to 1"):
        Platt().fit(P, Y).predict(100 * P)


@pytest.mark.parametrize("estimator", [Auto(), ABB(), Platt(), Histogram()])
def test_scores_outside_the_fitted_range(estimator: Any) -> None:
    estimator.fit(P, Y)
    assert messages(lambda: estimator.predict(P)) == []
    outside = int((100 * P > 1).sum())
    said = [f"{outside} of 2000 scores lie outside 0 to 1, the range that the model was fitted on"]
    assert messages(lambda: estimator.predict(100 * P)) == said
    assert messages(lambda: estimator.predict_proba(100 * P)) == said
    assert messages(lambda: estimator.transform(100 * P)) == said
    # A million rows, of which the last is no probability.
    many = np.concatenate([np.tile(P, 500), [1.5]])
    assert messages(lambda: estimator.predict(many)) == [
        "1 of 1000001 scores lies outside 0 to 1, the range that the model was fitted on"
    ]


def test_predict_is_the_curve_to_the_bit() -> None:
    scores = RNG.normal(size=300_000)
    model = Platt().fit(scores, RNG.random(300_000) < 0.5)
    assert np.array_equal(model.predict(scores), model.curve_(scores))
    assert model.curve_.score_range == (scores.min(), scores.max())


def test_old_models_know_no_range() -> None:
    curve = calibrant.fit(P, Y, method="platt")
    assert curve.score_range == (P.min(), P.max())
    again = calibrant._core.from_json(curve.to_json())
    assert again.score_range == curve.score_range


WEIGHTED: dict[str, Callable[[Any, Any, Any], Any]] = {
    "fit": lambda s, y, w: calibrant.fit(s, y, w, method="isotonic"),
    "estimator": lambda s, y, w: Platt().fit(s, y, w),
    "acp": lambda s, y, w: ACP(interval=0.1).fit(s, y, w),
    "scorecard": lambda s, y, w: metrics.scorecard(y, s, sample_weight=w, bootstrap=0),
    "classifier": lambda s, y, w: CalibratedClassifier(LogisticRegression(), method="platt").fit(
        s[:, None], y, sample_weight=w
    ),
}


@pytest.mark.parametrize("name", WEIGHTED)
def test_weights_that_are_no_counts(name: str) -> None:
    call = WEIGHTED[name]
    rare = (RNG.random(2000) < P / 4).astype(int)
    balanced = 1000 / np.bincount(rare)[rare]
    (message,) = messages(lambda: call(P, rare, balanced))
    assert message.startswith("the weights look like class weights (0.5")
    assert "data with 50 % positives, and yours have 1" in message
    (message,) = messages(lambda: call(P, Y, 1 / (0.1 + 0.9 * RNG.random(2000))))
    assert message.startswith("the weights are no counts of rows: they add up to 5")
    for weights in (None, np.ones(2000), RNG.poisson(3, 2000), RNG.exponential(size=2000)):
        assert messages(lambda weights=weights: call(P, Y, weights)) == []


def test_weights_of_several_classes() -> None:
    scores = RNG.dirichlet([1, 1, 1], 600)
    classes = np.repeat([0, 1, 2], [100, 200, 300])
    weights = 200 / np.bincount(classes)[classes]
    calls = (
        lambda: calibrant.fit(scores, classes, weights, method="platt"),
        lambda: metrics.scorecard(classes, scores, sample_weight=weights, bootstrap=0),
    )
    for call in calls:
        assert any("class weights (one for each class)" in one for one in messages(call))
