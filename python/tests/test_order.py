"""Auto keeps the order of the scores unless the labels clearly speak against it: on real scores."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB

import calibrant
from calibrant import Auto

GRID = np.linspace(0, 1, 20_001)


def falls(curve: calibrant.Curve) -> bool:
    return bool(np.any(np.diff(curve(GRID)) < 0))


def test_naive_bayes_on_breast_cancer_keeps_the_order() -> None:
    X, y = load_breast_cancer(return_X_y=True)
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    scores = cross_val_predict(GaussianNB(), X, y, cv=folds, method="predict_proba")[:, 1]
    assert falls(calibrant.fit(scores, y, monotone=False))
    assert not falls(calibrant.fit(scores, y))
    assert not falls(Auto().fit(scores, y).curve_)


def test_rare_events_keep_the_order() -> None:
    X, y = make_classification(
        4000, 6, n_informative=4, weights=[0.977], class_sep=1.2, random_state=0
    )
    scores = cross_val_predict(LogisticRegression(), X, y, cv=3, method="predict_proba")[:, 1]
    assert not falls(calibrant.fit(scores, y))


def test_xor_is_found_and_said() -> None:
    rng = np.random.default_rng(0)
    corners = rng.integers(0, 2, (600, 2)) * 2 - 1
    X = corners + 0.35 * rng.normal(size=(600, 2))
    y = (corners[:, 0] * corners[:, 1] > 0).astype(int)
    scores = LogisticRegression().fit(X[:300], y[:300]).predict_proba(X[300:])[:, 1]
    curve = calibrant.fit(scores, y[300:])
    assert falls(curve)
    assert "The labels speak against the order of the scores" in curve.describe()
    assert not falls(calibrant.fit(scores, y[300:], monotone=True))


@pytest.mark.parametrize("value", ["perhaps", 1.5])
def test_other_words_are_refused(value: object) -> None:
    with pytest.raises(calibrant.OptionError, match="is not auto, true or false"):
        calibrant.fit([0.1, 0.9], [0, 1], monotone=value)
