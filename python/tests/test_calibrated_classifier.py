"""CalibratedClassifier where people use it: pipelines, searches, frames, strings, classes."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest
import sklearn
from scipy.special import softmax
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.compose import make_column_transformer
from sklearn.datasets import make_classification
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import (
    GridSearchCV,
    GroupKFold,
    LeaveOneOut,
    RepeatedStratifiedKFold,
    StratifiedKFold,
    cross_val_predict,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

import calibrant
from calibrant import (
    ABB,
    Auto,
    CalibratedClassifier,
    Isotonic,
    Matrix,
    OneVsRest,
    Temperature,
    Vector,
    metrics,
)


@pytest.fixture(scope="module")
def data():
    return make_classification(1000, 8, n_redundant=4, random_state=0)


@pytest.fixture(scope="module")
def three_classes():
    return make_classification(900, 8, n_informative=5, n_classes=3, random_state=1)


def test_one_curve_per_fold_is_what_it_says(data):
    X, y = data
    folds = StratifiedKFold(3)
    clf = CalibratedClassifier(GaussianNB(), method="isotonic", cv=folds).fit(X, y)
    expected = np.zeros(len(y))
    for train, test in folds.split(X, y):
        fitted = GaussianNB().fit(X[train], y[train])
        curve = Isotonic().fit(fitted.predict_proba(X[test]), y[test])
        expected += curve.predict(fitted.predict_proba(X)) / 3
    np.testing.assert_allclose(clf.predict_proba(X)[:, 1], expected, rtol=1e-12)
    assert len(clf.calibrated_classifiers_) == 3
    assert clf.n_features_in_ == 8


def test_one_curve_for_all_is_what_it_says(data):
    X, y = data
    folds = StratifiedKFold(3)
    clf = CalibratedClassifier(GaussianNB(), method="abb", cv=folds, ensemble=False).fit(X, y)
    scores = np.zeros(len(y))
    for train, test in folds.split(X, y):
        scores[test] = GaussianNB().fit(X[train], y[train]).predict_proba(X[test])[:, 1]
    expected = ABB().fit(scores, y).predict(GaussianNB().fit(X, y).predict_proba(X))
    np.testing.assert_array_equal(clf.predict_proba(X)[:, 1], expected)


def test_rows_in_several_test_folds_count_once(data):
    X, y = data
    clf = CalibratedClassifier(
        GaussianNB(), cv=RepeatedStratifiedKFold(n_splits=3, n_repeats=4), ensemble=False
    ).fit(X, y)
    assert clf.calibrated_classifiers_[0].model.weight == pytest.approx(len(y))


@pytest.mark.parametrize("how", ["frozen", "prefit"])
def test_a_fitted_classifier_is_left_alone(data, how):
    X, y = data
    fitted = GaussianNB().fit(X[:500], y[:500])
    if how == "frozen":
        clf = CalibratedClassifier(FrozenEstimator(fitted))
    else:
        clf = CalibratedClassifier(fitted, cv="prefit")
    clf.fit(X[500:], y[500:])
    assert len(clf.calibrated_classifiers_) == 1
    assert clf.calibrated_classifiers_[0].model.weight == 500
    before = metrics.log_loss(y[500:], fitted.predict_proba(X[500:]))
    assert metrics.log_loss(y[500:], clf.predict_proba(X[500:])) < before


def test_three_classes_with_strings(three_classes):
    X, y = three_classes
    names = np.array(["cat", "cow", "dog"])[y]
    clf = CalibratedClassifier(GaussianNB()).fit(X, names)
    assert clf.classes_.tolist() == ["cat", "cow", "dog"]
    probabilities = clf.predict_proba(X)
    np.testing.assert_allclose(probabilities.sum(axis=1), 1, atol=1e-12)
    assert (clf.predict(X) == names).mean() > 0.6
    assert clf.calibrated_classifiers_[0].model.names == ["cat", "cow", "dog"]


def test_margins_of_three_classes(three_classes):
    X, y = three_classes
    clf = CalibratedClassifier(LinearSVC(), method="platt", ensemble=False).fit(X, y)
    np.testing.assert_allclose(clf.predict_proba(X).sum(axis=1), 1, atol=1e-12)


def test_pipelines_frames_and_searches(data):
    X, y = data
    frame = pd.DataFrame(X, columns=[f"x{i}" for i in range(8)])
    labels = pd.Series(np.where(y == 1, "yes", "no"))
    inner = make_pipeline(StandardScaler(), LogisticRegression())
    pipeline = make_pipeline(make_column_transformer(("passthrough", ["x0", "x1", "x2"])), inner)
    clf = CalibratedClassifier(pipeline, cv=3).fit(frame, labels)
    assert clf.feature_names_in_.tolist() == list(frame.columns)
    assert set(clf.predict(frame)) <= {"yes", "no"}
    search = GridSearchCV(
        CalibratedClassifier(GaussianNB(), cv=3),
        {"method": ["platt", ABB(lam=2.0)], "estimator__var_smoothing": [1e-9, 1e-3]},
        scoring="neg_log_loss",
        cv=3,
    ).fit(frame, labels)
    assert search.best_score_ > -0.6


def test_polars_frames(data):
    X, y = data
    frame = pl.DataFrame(X, schema=[f"x{i}" for i in range(8)])
    inner = make_pipeline(StandardScaler(), GaussianNB())
    ours = CalibratedClassifier(inner, cv=3).fit(frame, pl.Series(y))
    theirs = CalibratedClassifier(inner, cv=3).fit(pd.DataFrame(X, columns=frame.columns), y)
    np.testing.assert_array_equal(ours.predict_proba(frame), theirs.predict_proba(frame))


class Recording(ClassifierMixin, BaseEstimator):
    """Remembers what reached its fit."""

    def fit(self, X, y, sample_weight=None, note=None):
        self.classes_ = np.unique(y)
        self.weights_, self.note_ = sample_weight, note
        return self

    def predict_proba(self, X):
        p = 1 / (1 + np.exp(-np.asarray(X)[:, 0]))
        return np.column_stack([1 - p, p])

    def predict(self, X):
        return self.classes_[np.argmax(self.predict_proba(X), axis=1)]


def test_weights_and_parameters_reach_the_classifier(data):
    X, y = data
    weights = np.arange(len(y)) + 1.0
    clf = CalibratedClassifier(Recording(), cv=2).fit(X, y, sample_weight=weights, note="hello")
    parts = clf.calibrated_classifiers_
    assert {part.estimator.note_ for part in parts} == {"hello"}
    assert sum(part.estimator.weights_.sum() for part in parts) == weights.sum()
    assert sum(part.model.weight for part in parts) == weights.sum()


def test_metadata_routing(data):
    X, y = data
    groups = np.arange(len(y)) % 5
    with sklearn.config_context(enable_metadata_routing=True):
        inner = Recording().set_fit_request(sample_weight=True, note=True)
        clf = CalibratedClassifier(inner, cv=GroupKFold(5))
        clf.fit(X, y, sample_weight=np.ones(len(y)), note="routed", groups=groups)
    for part in clf.calibrated_classifiers_:
        assert part.estimator.note_ == "routed"
        assert part.model.weight == len(y) / 5


def test_a_classifier_without_weights_says_so(data):
    X, y = data

    class Plain(Recording):
        def fit(self, X, y):
            return super().fit(X, y)

    with pytest.warns(UserWarning, match="^Plain does not appear to accept sample_weight"):
        CalibratedClassifier(Plain(), cv=2).fit(X, y, sample_weight=np.ones(len(y)))


def test_a_fold_without_a_class(three_classes):
    X, y = three_classes
    without_two = (np.flatnonzero(y != 2), np.arange(len(y)))
    clf = CalibratedClassifier(GaussianNB(), method="isotonic", cv=[without_two]).fit(X, y)
    assert np.isfinite(clf.predict_proba(X)).all()


BAD = [
    ({"method": "magic"}, r"^method: 'magic' is not one of auto, abb, sbb"),
    ({"ensemble": "both"}, r"^ensemble: 'both' is not True, False or 'auto'"),
    ({"cv": "folds"}, r"^cv: 'folds' is not a number, a splitter or 'prefit'"),
    ({"cv": LeaveOneOut()}, r"^cv: LeaveOneOut has one row per fold"),
    ({"cv": 600}, r"^y: Requesting 600-fold cross-validation but provided less than 600"),
    ({"response_method": "both"}, r"^response_method: 'both' is not auto, predict_proba or"),
]


@pytest.mark.parametrize(("options", "message"), BAD)
def test_bad_options_are_named(options, message, data):
    with pytest.raises(ValueError, match=message):
        CalibratedClassifier(GaussianNB(), **options).fit(*data)


def test_a_single_class_is_refused(data):
    X, _ = data
    with pytest.raises(ValueError, match="only one class is present"):
        CalibratedClassifier(GaussianNB()).fit(X, np.ones(len(X)))


def test_it_calibrates(data):
    X, y = make_classification(4000, 20, n_redundant=16, random_state=2)
    raw = GaussianNB().fit(X[:2000], y[:2000])
    clf = CalibratedClassifier(GaussianNB()).fit(X[:2000], y[:2000])
    before = metrics.expected_calibration_error(y[2000:], raw.predict_proba(X[2000:]))
    after = metrics.expected_calibration_error(y[2000:], clf.predict_proba(X[2000:]))
    assert after < before / 2


def test_intervals_files_and_exports_of_one_curve(data, tmp_path):
    X, y = data
    clf = CalibratedClassifier(GaussianNB(), method=ABB(level=0.9), ensemble=False).fit(X, y)
    part = clf.calibrated_classifiers_[0]
    scores = part.estimator.predict_proba(X)[:, 1]
    lower, upper = clf.predict_interval(X)
    np.testing.assert_array_equal(lower, part.model.interval(scores)[0])
    assert (lower <= clf.predict_proba(X)[:, 1]).all()
    assert (clf.predict_proba(X)[:, 1] <= upper).all()
    clf.save(tmp_path / "model.json")
    again = CalibratedClassifier.load(tmp_path / "model.json", part.estimator)
    np.testing.assert_array_equal(again.predict_proba(X), clf.predict_proba(X))
    np.testing.assert_array_equal(again.predict(X), clf.predict(X))
    assert again.n_features_in_ == 8
    assert clf.export("sql", column="s") == part.model.export("sql", column="s")


def test_what_folds_have_each_is_refused(data, three_classes):
    X, y = data
    folds = CalibratedClassifier(GaussianNB(), method=ABB(level=0.9), cv=3).fit(X, y)
    for refused in (
        lambda: folds.predict_interval(X),
        lambda: folds.save("model.json"),
        lambda: folds.export("sql"),
    ):
        with pytest.raises(ValueError, match="needs one curve, but each of 3 folds has its own"):
            refused()
    plain = CalibratedClassifier(GaussianNB(), ensemble=False).fit(X, y)
    with pytest.raises(ValueError, match=r"level: was not set \(method=Auto\(level=0.95\) has"):
        plain.predict_interval(X)
    several = CalibratedClassifier(GaussianNB(), ensemble=False).fit(*three_classes)
    with pytest.raises(ValueError, match=r"level: was not set \(method=Auto\(level=0.95\) has"):
        several.predict_interval(three_classes[0])
    banded = CalibratedClassifier(GaussianNB(), method=Auto(level=0.9), ensemble=False)
    lower, upper = banded.fit(*three_classes).predict_interval(three_classes[0])
    probabilities = banded.predict_proba(three_classes[0])
    assert ((lower <= probabilities) & (probabilities <= upper)).all()


def test_several_classes_are_exported(three_classes):
    clf = CalibratedClassifier(GaussianNB(), ensemble=False).fit(*three_classes)
    model = clf.calibrated_classifiers_[0].model
    assert clf.export("c", name="p") == model.export("c", name="p")
    assert "void p(const double *scores, double *probabilities)" in clf.export("c", name="p")


def test_several_classes_are_saved_and_loaded(three_classes, tmp_path, data):
    X, y = three_classes
    clf = CalibratedClassifier(GaussianNB(), method="isotonic", ensemble=False).fit(X, y)
    clf.save(tmp_path / "model.json")
    estimator = clf.calibrated_classifiers_[0].estimator
    again = CalibratedClassifier.load(tmp_path / "model.json", estimator)
    np.testing.assert_array_equal(again.predict_proba(X), clf.predict_proba(X))
    with pytest.raises(ValueError, match=r"path: is for 3 classes \(the classifier has 2\)"):
        CalibratedClassifier.load(tmp_path / "model.json", GaussianNB().fit(*data))


def test_several_classes_are_fitted_together(three_classes, data, tmp_path):
    """One model of the scores of all rows, each from the fold that has not seen it."""
    X, y = three_classes
    clf = CalibratedClassifier(GaussianNB(), cv=3).fit(X, y)
    (part,) = clf.calibrated_classifiers_
    assert part.model.joint
    scores = cross_val_predict(GaussianNB(), X, y, cv=3, method="predict_proba")
    assert part.model.to_json() == Auto().fit(scores, y).model_.to_json()
    expected = part.model(GaussianNB().fit(X, y).predict_proba(X))
    np.testing.assert_array_equal(clf.predict_proba(X), expected)
    averaged = CalibratedClassifier(GaussianNB(), cv=3, ensemble=True).fit(X, y)
    assert [one.model.joint for one in averaged.calibrated_classifiers_] == [True] * 3
    clf.save(tmp_path / "model.json")
    again = CalibratedClassifier.load(tmp_path / "model.json", part.estimator)
    np.testing.assert_array_equal(again.predict_proba(X), clf.predict_proba(X))
    assert again.method == "auto"
    curves = CalibratedClassifier(GaussianNB(), method=OneVsRest("abb")).fit(X, y)
    curves.save(tmp_path / "curves.json")
    loaded = CalibratedClassifier.load(tmp_path / "curves.json", part.estimator)
    assert loaded.method.curve == "abb"
    with pytest.raises(ValueError, match=r"^method: vector is for several classes$"):
        CalibratedClassifier(GaussianNB(), method="vector").fit(*data)
    with pytest.raises(ValueError, match=r"^monotone: is for one curve; with several classes"):
        CalibratedClassifier(GaussianNB(), method=Auto(monotone=True)).fit(X, y)


@pytest.mark.parametrize("method", [Auto(input="logits"), Vector(), Matrix(), Temperature()])
def test_margins_of_several_classes_are_logits(three_classes, method):
    X, y = three_classes
    clf = CalibratedClassifier(LinearSVC(), method=method).fit(X[:600], y[:600])
    assert clf.calibrated_classifiers_[0].model.input == "logits"
    margins = LinearSVC().fit(X[:600], y[:600]).decision_function(X[600:])
    raw = metrics.log_loss(y[600:], softmax(margins, axis=1))
    assert metrics.log_loss(y[600:], clf.predict_proba(X[600:])) < raw


def test_a_fold_may_have_no_row_of_a_class(three_classes):
    X, y = three_classes
    y = np.where(np.arange(len(y)) < 3, 3, y)  # three rows of a fourth class
    splits = [(np.arange(300, 900), np.arange(300)), (np.arange(600), np.arange(600, 900))]
    for ensemble in (False, True):
        clf = CalibratedClassifier(GaussianNB(), cv=splits, ensemble=ensemble).fit(X, y)
        probabilities = clf.predict_proba(X)
        assert probabilities.shape == (900, 4)
        np.testing.assert_allclose(probabilities.sum(axis=1), 1, atol=1e-12)


@pytest.mark.parametrize("pos_label", [None, "healthy"])
def test_the_report_shows_before_and_after(data, tmp_path, pos_label):
    X, y = data
    words = np.where(y == 1, "ill", "healthy")
    clf = CalibratedClassifier(GaussianNB(), cv=3, pos_label=pos_label).fit(X[:500], words[:500])
    clf.report(X[500:], words[500:], tmp_path / "report.html", title="Ward")
    page = (tmp_path / "report.html").read_text()
    assert "<title>Ward</title>" in page
    assert "Before and after" in page
    share = np.mean(words[500:] == (pos_label or "ill"))
    assert f"{round(500 * share)} positive" in page
    margins = CalibratedClassifier(LinearSVC(), cv=3).fit(X[:500], words[:500])
    margins.report(X[500:], words[500:], tmp_path / "margins.html")
    assert "Predicted and observed" in (tmp_path / "margins.html").read_text()


@pytest.mark.parametrize("ensemble", [False, True])
def test_the_report_of_several_classes(three_classes, tmp_path, ensemble):
    X, y = three_classes
    words = np.array(["ant", "bee", "cat"])[np.unique(y, return_inverse=True)[1]]
    path = tmp_path / "report.html"
    clf = CalibratedClassifier(GaussianNB(), cv=3, ensemble=ensemble).fit(X[::2], words[::2])
    clf.report(X[1::2], words[1::2], path, title="Hive")
    page = path.read_text()
    # The same as the report of the probabilities before and after.
    parts = clf.calibrated_classifiers_
    before = np.mean([part.estimator.predict_proba(X[1::2]) for part in parts], axis=0)
    after = clf.predict_proba(X[1::2])
    same = tmp_path / "same.html"
    calibrant.report(words[1::2], after, same, before=before, title="Hive", labels=clf.classes_)
    assert page == same.read_text()
    assert "<title>Hive</title>" in page
    assert "bee" in page
    # Margins are no probabilities: the report is of the calibrated ones alone.
    margins = CalibratedClassifier(LinearSVC(), cv=3, ensemble=ensemble).fit(X[::2], words[::2])
    margins.report(X[1::2], words[1::2], path)
    calibrant.report(words[1::2], margins.predict_proba(X[1::2]), same, labels=clf.classes_)
    assert path.read_text() == same.read_text()
    with pytest.raises(calibrant.OptionError, match="by: is for two classes"):
        clf.report(X[1::2], words[1::2], path, by=words[1::2])
