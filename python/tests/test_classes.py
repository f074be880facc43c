"""Several classes: what every method gives for them."""

from __future__ import annotations

import copy
import pickle
import subprocess

import numpy as np
import pytest
from class_rows import EVERY, NAMES, SEVERAL, TOGETHER, draw, problem, refused
from from_table import METHODS
from naive_bayes import data_sets, scores_of
from scipy.optimize import minimize_scalar
from scipy.special import log_softmax, logsumexp, softmax
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

import calibrant
from calibrant import Auto, Histogram, OneVsRest, Temperature, Vector, _core, metrics
from calibrant._program import program


@pytest.mark.parametrize("estimator", EVERY, ids=repr)
def test_probabilities_stand_in_the_order_of_the_classes(estimator):
    P, y = problem()
    fitted = clone(estimator).fit(P, y)
    Q, z = problem(2000, seed=1)
    probabilities = fitted.predict_proba(Q)
    assert fitted.classes_.tolist() == NAMES.tolist()
    assert fitted.n_features_in_ == 4
    assert not hasattr(fitted, "curve_")
    np.testing.assert_allclose(probabilities.sum(axis=1), 1, atol=1e-12)
    for same in (fitted.predict(Q), fitted.transform(Q), fitted.model_(Q), fitted.model_._apply(Q)):
        np.testing.assert_array_equal(same, probabilities)
    assert metrics.brier_score(z, probabilities) < metrics.brier_score(z, Q)
    assert fitted.score(Q, z) == -metrics.log_loss(z, probabilities)
    method, options = fitted._method(), fitted._option_values()
    codes = np.searchsorted(NAMES, y).astype(np.uint32)
    core = _core.fit_class_rows(P, codes, None, NAMES.tolist(), method, options)
    np.testing.assert_array_equal(core(Q), probabilities)


@pytest.mark.parametrize("estimator", EVERY, ids=repr)
def test_models_are_kept_whole(estimator, tmp_path):
    P, y = problem()
    fitted = clone(estimator).fit(P, y)
    expected = fitted.predict_proba(P)
    fitted.save(tmp_path / "model.json")
    loaded = calibrant.load(tmp_path / "model.json")
    assert loaded.to_json() == fitted.model_.to_json()
    np.testing.assert_array_equal(loaded(P), expected)
    for same in (pickle.loads(pickle.dumps(fitted)), copy.deepcopy(fitted)):
        np.testing.assert_array_equal(same.predict_proba(P), expected)
    # A later fit to two classes leaves nothing behind of this one.
    several = METHODS[estimator._method()]["classes"] == "several"
    if not several and not estimator.get_params().get("keep_top"):
        fitted.fit(P[:, 0], y == "ant")
        assert not hasattr(fitted, "model_")
        assert fitted.predict(P[:, 0]).shape == (len(y),)


@pytest.mark.parametrize("estimator", TOGETHER, ids=repr)
def test_bands_lie_around_the_probabilities(estimator, tmp_path):
    P, y = problem(300)
    Q, _ = problem(200, seed=1)
    fitted = clone(estimator).set_params(level=0.9).fit(P, y)
    assert fitted.model_.level == 0.9
    assert clone(estimator).fit(P, y).model_.level is None
    for shares in (None, [0.4, 0.3, 0.2, 0.1]):
        p = fitted.predict_proba(Q, prevalence=shares)
        lower, upper = fitted.predict_interval(Q, prevalence=shares)
        assert lower.shape == upper.shape == Q.shape
        assert ((lower >= 0) & (lower <= p) & (p <= upper) & (upper <= 1)).all()
        assert (upper - lower).mean() > 0.001
    lower, upper = fitted.predict_interval(Q)
    fitted.save(tmp_path / "model.json")
    lines = [",".join(map(repr, row)) for row in Q.tolist()]
    header = ",".join(f"p_{name}" for name in NAMES)
    (tmp_path / "new.csv").write_text("\n".join([header, *lines]) + "\n")
    command = [program(), "apply", tmp_path / "model.json", tmp_path / "new.csv", "--interval"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    head, *rows = (line.split(",") for line in shown.splitlines())
    for end, ours in (("lower", lower), ("upper", upper)):
        places = [head.index(f"calibrated_{name}_{end}") for name in NAMES]
        theirs = np.array([[float(row[place]) for place in places] for row in rows])
        np.testing.assert_array_equal(theirs, ours)


@pytest.mark.parametrize("method", SEVERAL)
def test_the_command_line_gives_the_same_bits(method, tmp_path):
    P, y = problem()
    Q, _ = problem(200, seed=1)
    model = calibrant.fit(P, y, method=method)
    model.save(tmp_path / "model.json")
    lines = [",".join(map(repr, row)) for row in Q.tolist()]
    header = ",".join(f"p_{name}" for name in NAMES)
    (tmp_path / "new.csv").write_text("\n".join([header, *lines]) + "\n")
    command = [program(), "apply", tmp_path / "model.json", tmp_path / "new.csv", "--score", header]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    head, *rows = (line.split(",") for line in shown.splitlines())
    places = [head.index(f"calibrated_{name}") for name in NAMES]
    theirs = np.array([[float(row[place]) for place in places] for row in rows])
    np.testing.assert_array_equal(theirs, model(Q))


@pytest.mark.parametrize("estimator", EVERY, ids=repr)
def test_no_order_matters(estimator):
    P, y = problem()
    fitted = clone(estimator).fit(P, y)
    order = np.random.default_rng(3).permutation(len(y))
    again = clone(estimator).fit(P[order], y[order])
    assert again.model_.to_json() == fitted.model_.to_json()
    # Classes in another order: new names, and the columns in the order of these.
    places = np.array([2, 0, 3, 1])
    renamed = NAMES[np.argsort(places)][np.searchsorted(NAMES, y)]
    other = clone(estimator).fit(P[:, places], renamed)
    expected = fitted.predict_proba(P)[:, places]
    np.testing.assert_allclose(other.predict_proba(P[:, places]), expected, atol=1e-7)


@pytest.mark.parametrize("estimator", EVERY, ids=repr)
def test_weights_are_rows(estimator):
    P, y = problem(150)
    counts = np.random.default_rng(4).integers(0, 4, 150)
    weighted = clone(estimator).fit(P, y, sample_weight=counts)
    repeated = clone(estimator).fit(np.repeat(P, counts, axis=0), np.repeat(y, counts))
    np.testing.assert_allclose(weighted.predict(P), repeated.predict(P), atol=1e-7)


@pytest.mark.parametrize("estimator", TOGETHER, ids=repr)
def test_logits_are_as_good_as_their_softmax(estimator):
    logits, labels = draw(400)
    from_logits = clone(estimator).set_params(input="logits").fit(logits, labels)
    recognised = clone(estimator).fit(logits, labels)
    assert recognised.model_.to_json() == from_logits.model_.to_json()
    assert from_logits.model_.input == "logits"
    P = softmax(logits, axis=1)
    from_probabilities = clone(estimator).set_params(input="probabilities").fit(P, labels)
    assert from_probabilities.model_.input == "probabilities"
    # The numbers of a row decide in which fold of Auto it is.
    atol = 0.05 if isinstance(estimator, Auto) else 1e-6
    np.testing.assert_allclose(
        from_logits.predict(logits), from_probabilities.predict(P), atol=atol
    )


def test_temperature_is_that_of_its_definition():
    """The most likely temperature times its prior, log t ~ Normal(0, 1.5²), by SciPy. These rows
    have no exact zeros, and the plain logarithm of their probabilities fits them better than the
    other reading (docs/math/classes.md)."""
    P, y = problem(300)
    own = np.searchsorted(NAMES, y)

    def loss(log_t):
        scaled = log_softmax(np.exp(log_t) * np.log(P), axis=1)
        return -scaled[np.arange(len(y)), own].sum() + log_t**2 / (2 * 1.5**2)

    t = np.exp(minimize_scalar(loss, options={"xtol": 1e-12}).x)
    expected = softmax(t * np.log(P), axis=1)
    np.testing.assert_allclose(Temperature().fit(P, y).predict(P), expected, atol=1e-7)


def test_temperature_of_many_rows_is_scikit_learns():
    calibration = pytest.importorskip("sklearn.calibration")
    scaling = getattr(calibration, "_TemperatureScaling", None)
    if scaling is None:
        pytest.skip("this release has no temperature scaling")
    logits, labels = draw(20_000)
    ours = Temperature(input="logits").fit(logits, labels).predict(logits)
    theirs = scaling().fit(logits, labels).predict(logits)
    np.testing.assert_allclose(ours, theirs, atol=1e-4)


def test_the_model_tells_of_itself():
    P, y = problem()
    model = calibrant.fit(P, y)
    assert model.joint
    assert model.curves == []
    assert (model.method, model.input, model.weight) == ("auto", "probabilities", 400)
    assert model.names == NAMES.tolist()
    assert model.describe().startswith("Averaged: ")
    assert sum(one["weight"] for one in model.candidates) == pytest.approx(1)
    assert repr(model) == "<MulticlassModel by auto: 400 rows, 4 classes, together>"
    assert "ant, bee, cat, dog" in model._repr_html_()
    assert model.describe() in model._repr_html_()
    curves = calibrant.fit(P, y, method="one-vs-rest", curve="platt")
    assert not curves.joint
    assert len(curves.curves) == 4
    assert (curves.method, curves.input, curves.candidates) == ("platt", None, [])
    assert curves.describe() == ""
    assert repr(curves) == "<MulticlassModel by platt: 400 rows, 4 classes, a curve for each>"


def test_keep_top_never_changes_the_most_likely_class():
    P, y = problem()
    Q, _ = problem(5000, seed=1)
    kept = Auto(keep_top=True).fit(P, y)
    np.testing.assert_array_equal(kept.predict(Q).argmax(axis=1), Q.argmax(axis=1))
    assert "changes" not in kept.model_.describe()
    assert (Auto().fit(P, y).predict(Q).argmax(axis=1) != Q.argmax(axis=1)).any()


def test_the_curve_may_be_a_calibrator():
    P, y = problem()
    given = OneVsRest(Histogram(n_bins=3, strategy="uniform")).fit(P, y)
    words = {"curve": "histogram", "n_bins": 3, "strategy": "uniform"}
    same = calibrant.fit(P, y, method="one-vs-rest", **words)
    assert given.model_.to_json() == same.to_json()
    assert given.model_.to_json() != OneVsRest("histogram").fit(P, y).model_.to_json()
    search = GridSearchCV(OneVsRest(Histogram()), {"curve__n_bins": [2, 20]}, cv=3).fit(P, y)
    assert search.best_estimator_.curve.n_bins in (2, 20)


def test_searches_and_pipelines():
    P, y = problem()
    search = GridSearchCV(Auto(), {"keep_top": [False, True]}, cv=3).fit(P, y)
    assert set(search.best_params_) == {"keep_top"}
    pipeline = make_pipeline(FunctionTransformer(np.sqrt), Vector()).fit(P, y)
    np.testing.assert_array_equal(
        pipeline.transform(P), Vector().fit(np.sqrt(P), y).predict(np.sqrt(P))
    )


def test_curves_for_each_class_absorb_new_rows():
    P, y = problem()
    for curve in ("auto", Histogram(n_bins=5)):
        whole = OneVsRest(curve).fit(P, y).predict(P)
        kept = OneVsRest(curve, keep_observations=True).fit(P[:300], y[:300])
        for old in (kept, pickle.loads(pickle.dumps(kept))):
            np.testing.assert_array_equal(old.update(P[300:], y[300:]).predict(P), whole)
    assert "y[0]: 'cow' is not one of the labels" in refused(lambda: kept.update(P[:1], ["cow"]))
    assert refused(lambda: kept.update(P[:1, :3], ["ant"])) == (
        "X: has shape (1, 3) (a column for each of 4 classes was expected)"
    )


@pytest.mark.parametrize("method", [one for one in SEVERAL if METHODS[one]["can_be_long"]])
def test_a_long_fit_can_be_stopped(method):
    def stop(fraction):
        assert 0 <= fraction <= 1
        raise KeyboardInterrupt

    logits, labels = draw(20_000, classes=10)
    names = [str(k) for k in range(10)]
    with pytest.raises(KeyboardInterrupt):
        _core.fit_class_rows(logits, labels.astype(np.uint32), None, names, method, {}, 0, stop)


@pytest.mark.parametrize("name", data_sets("classes"))
def test_real_scores_get_better(name):
    """Naive Bayes on public data: no worse than the scores as they are, nor than temperature
    scaling, by more than what a class's row is worth."""
    y, P = scores_of("classes", name, "gaussian")
    order = np.random.default_rng(0).permutation(len(y))
    fit, test = order[: min(600, len(y) // 2)], order[len(y) // 2 :][:2000]
    known = np.isin(y[test], y[fit])
    test, K = test[known], P.shape[1]
    columns = np.unique(y[fit])
    if len(columns) < K:
        P = P[:, columns] / P[:, columns].sum(axis=1, keepdims=True).clip(1e-300)
        P[P.sum(axis=1) < 0.5] = 1 / len(columns)
    with np.errstate(all="ignore"):
        assert np.isfinite(logsumexp(P))
    losses = {
        type(model).__name__: -model.fit(P[fit], y[fit]).score(P[test], y[test])
        for model in (Auto(), Temperature())
    }
    raw = metrics.log_loss(y[test], P[test], labels=columns)
    worst = 1e-3 + K / len(fit)
    assert losses["Auto"] <= min(raw, losses["Temperature"]) + worst
