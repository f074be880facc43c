"""Where the definitions agree, scikit-learn's numbers are ours.

They do not agree in: Isotonic without interpolate (steps with half-way borders; scikit-learn
draws straight lines), and scores outside those that were seen (both are constant there, but
scikit-learn's default out_of_bounds gives NaN)."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression

import calibrant
from calibrant import Isotonic, Platt


@pytest.mark.parametrize("seed", range(20))
def test_isotonic_is_scikit_learns(seed):
    rng = np.random.default_rng(seed)
    rows = int(rng.integers(2, 3000))
    scores = rng.normal(size=rows).round(int(rng.integers(1, 8)))
    y = (rng.random(rows) < 1 / (1 + np.exp(-scores))).astype(float)
    weights = rng.random(rows) + 0.5
    places = rng.normal(size=500) * 2
    theirs = IsotonicRegression(out_of_bounds="clip").fit(scores, y, sample_weight=weights)
    ours = Isotonic(interpolate=True).fit(scores, y, sample_weight=weights)
    np.testing.assert_allclose(ours.predict(places), theirs.predict(places), atol=1e-9)
    # Without lines, they agree at the scores themselves.
    steps = Isotonic().fit(scores, y, sample_weight=weights)
    np.testing.assert_allclose(steps.predict(scores), theirs.predict(scores), atol=1e-9)


@pytest.mark.parametrize("seed", range(10))
def test_platt_is_scikit_learns(seed):
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.calibration import CalibratedClassifierCV
    from sklearn.frozen import FrozenEstimator

    class Margin(ClassifierMixin, BaseEstimator):
        """A classifier whose margin is its one feature."""

        def fit(self, X, y):
            self.classes_ = np.unique(y)
            return self

        def decision_function(self, X):
            return np.asarray(X)[:, 0]

        def predict(self, X):
            return self.classes_[(self.decision_function(X) > 0).astype(int)]

    rng = np.random.default_rng(seed)
    scores = rng.normal(size=2000) * 2
    y = (rng.random(2000) < 1 / (1 + np.exp(-1.5 * scores + 0.3))).astype(int)
    margin = Margin().fit(scores[:, None], y)
    theirs = CalibratedClassifierCV(FrozenEstimator(margin), method="sigmoid")
    theirs.fit(scores[:, None], y)
    expected = theirs.predict_proba(scores[:, None])[:, 1]
    np.testing.assert_allclose(Platt().fit(scores, y).predict(scores), expected, atol=1e-5)


def test_platt_without_platts_targets_is_logistic_regression():
    # Platt's targets move the labels by 1 / (N + 2): with many rows they hardly matter.
    rng = np.random.default_rng(0)
    scores = rng.normal(size=200_000)
    y = (rng.random(200_000) < 1 / (1 + np.exp(-scores))).astype(int)
    theirs = LogisticRegression(C=1e10, tol=1e-10).fit(scores[:, None], y)
    ours = calibrant.fit(scores, y, method="platt").shape
    assert ours["slope"] == pytest.approx(theirs.coef_[0, 0], abs=1e-4)
    assert ours["intercept"] == pytest.approx(theirs.intercept_[0], abs=1e-4)
