"""Several classes: every column is a class, and the methods see whole rows."""

from __future__ import annotations

import copy
import pickle
import subprocess

import numpy as np
import pytest
from naive_bayes import data_sets, scores_of
from scipy.optimize import minimize_scalar
from scipy.special import log_softmax, logsumexp, softmax
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

import calibrant
from calibrant import (
    ABB,
    ACP,
    SBB,
    Auto,
    Beta,
    CalibrationWarning,
    Histogram,
    Isotonic,
    Matrix,
    OneVsRest,
    Platt,
    Quadratic,
    Temperature,
    Vector,
    _core,
    metrics,
)
from calibrant._program import program

NAMES = np.array(["ant", "bee", "cat", "dog"])
JOINT = [Auto(), Auto(keep_top=True), Temperature(), Vector(), Matrix()]
CURVES = [OneVsRest(), OneVsRest("abb"), ABB(), SBB(), Platt(), Beta(), Quadratic(), Isotonic()]
CURVES += [Histogram(n_bins=5)]
EVERY = JOINT + CURVES


def named(estimator):
    return repr(estimator)


def draw(rows, seed=0, classes=4):
    """Logits that are twice too sure, and lean towards the first class; labels are numbers."""
    rng = np.random.default_rng(seed)
    truth = rng.normal(size=(rows, classes)) * 1.5
    labels = (softmax(truth, axis=1).cumsum(axis=1) < rng.random((rows, 1))).sum(axis=1)
    return 2 * truth + 0.5 * (np.arange(classes) == 0), labels


def problem(rows=400, seed=0):
    """Probabilities, and labels that are words."""
    logits, labels = draw(rows, seed)
    return softmax(logits, axis=1), NAMES[labels]


def refused(call, kind=ValueError):
    with pytest.raises(kind) as caught:
        call()
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("estimator", EVERY, ids=named)
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


@pytest.mark.parametrize("estimator", EVERY, ids=named)
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
    if not isinstance(estimator, OneVsRest | Vector | Matrix) and not estimator.get_params().get(
        "keep_top"
    ):
        fitted.fit(P[:, 0], y == "ant")
        assert not hasattr(fitted, "model_")
        assert fitted.predict(P[:, 0]).shape == (len(y),)


@pytest.mark.parametrize("method", ["auto", "temperature", "vector", "matrix", "one-vs-rest"])
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


@pytest.mark.parametrize("estimator", EVERY, ids=named)
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


@pytest.mark.parametrize("estimator", EVERY, ids=named)
def test_weights_are_rows(estimator):
    P, y = problem(150)
    counts = np.random.default_rng(4).integers(0, 4, 150)
    weighted = clone(estimator).fit(P, y, sample_weight=counts)
    repeated = clone(estimator).fit(np.repeat(P, counts, axis=0), np.repeat(y, counts))
    np.testing.assert_allclose(weighted.predict(P), repeated.predict(P), atol=1e-7)


@pytest.mark.parametrize("estimator", [Auto(), Temperature(), Vector(), Matrix()], ids=named)
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


@pytest.mark.parametrize("estimator", [Vector(), Matrix(), OneVsRest()], ids=named)
def test_two_columns_are_two_classes(estimator):
    rng = np.random.default_rng(5)
    second = rng.random(500)
    y = np.where(rng.random(500) < second**2, "yes", "no")
    P = np.column_stack([1 - second, second])
    fitted = clone(estimator).fit(P, y)
    assert fitted.classes_.tolist() == ["no", "yes"]
    assert fitted.predict(P).shape == (500, 2)
    assert metrics.log_loss(y, fitted.predict_proba(P)) < metrics.log_loss(y, P)
    for column in (second, second[:, None]):
        message = refused(lambda: clone(estimator).fit(column, y))  # noqa: B023
        assert message == f"X: has shape {column.shape} (a column for each class was expected)"


def test_two_columns_of_the_others_are_one_curve():
    rng = np.random.default_rng(5)
    second = rng.random(500)
    y = (rng.random(500) < second**2).astype(int)
    P = np.column_stack([1 - second, second])
    for estimator in (Auto(), Temperature(), Isotonic()):
        fitted = clone(estimator).fit(P, y)
        np.testing.assert_array_equal(
            fitted.predict(P), clone(estimator).fit(second, y).curve_(second)
        )
    assert "keep_top: is for several classes" in refused(lambda: Auto(keep_top=True).fit(P, y))
    assert "input: is for several classes" in refused(
        lambda: calibrant.fit(second, y, method="temperature", input="logits")
    )


@pytest.mark.parametrize(
    "labels",
    [["b", "a", "c"], [3, -1, 10], [0.5, 0.25, 2.0], [b"b", b"a", b"c"]],
    ids=["words", "whole numbers", "numbers", "bytes"],
)
def test_labels_of_any_kind(labels):
    logits, codes = draw(300, classes=3)
    kinds = np.sort(np.array(labels))
    fitted = Auto().fit(softmax(logits, axis=1), kinds[codes])
    assert fitted.classes_.tolist() == kinds.tolist()
    expected = Auto().fit(softmax(logits, axis=1), codes).predict(softmax(logits, axis=1))
    np.testing.assert_array_equal(fitted.predict(softmax(logits, axis=1)), expected)


def test_frames_lists_and_single_precision():
    pd = pytest.importorskip("pandas")
    P, y = problem()
    expected = Vector().fit(P, y).predict(P)
    frame = Vector().fit(pd.DataFrame(P, columns=NAMES), pd.Series(y))
    np.testing.assert_array_equal(frame.predict(pd.DataFrame(P)), expected)
    np.testing.assert_array_equal(frame.model_(P.tolist()), expected)
    np.testing.assert_array_equal(frame.predict(np.asfortranarray(P)), expected)
    single = Vector().fit(P.astype(np.float32), y)
    np.testing.assert_allclose(single.predict(P), expected, atol=1e-5)


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


def test_what_needs_one_curve_is_refused():
    P, y = problem()
    for estimator in (Auto(), OneVsRest()):
        fitted = clone(estimator).fit(P, y)
        for call in (fitted.predict, fitted.predict_proba):
            assert refused(lambda: call(P, prevalence=0.2)).startswith("prevalence: is for two")  # noqa: B023
        assert refused(lambda: fitted.predict_interval(P)).startswith("predict_interval: is for")  # noqa: B023
    assert refused(lambda: Auto().fit(P, y).update(P, y)) == (
        "model: fits its classes together, and keeps no observations to add to (the method "
        "one-vs-rest can)"
    )
    assert refused(lambda: Auto(keep_observations=True).fit(P, y)) == (
        "keep_observations: is for a curve for each class (method one-vs-rest), not for auto"
    )
    for options in ({"level": 0.9}, {"monotone": True}):
        assert refused(lambda: Auto(**options).fit(P, y)).endswith(  # noqa: B023
            ": is for one curve; with several classes, it needs the method one-vs-rest"
        )
    assert refused(lambda: Auto(pos_label="ant").fit(P, y)) == "pos_label: is for two classes"
    assert refused(lambda: calibrant.fit(P, y, method="acp")) == "method: acp is for two classes"
    assert refused(lambda: ACP().fit(P, y)).startswith("y: has 4 distinct labels")


def test_counted_scores_give_curves():
    P, y = problem()
    seen = _core.observe_multiclass(P, np.searchsorted(NAMES, y).astype(np.uint32))
    names = NAMES.tolist()
    counted = _core.fit_multiclass(seen, names, "auto", {"monotone": True})
    rows = calibrant.fit(P, y, method="one-vs-rest", curve="auto", monotone=True)
    assert counted.to_json() == rows.to_json()
    for method in ("vector", "matrix"):
        message = refused(lambda: _core.fit_multiclass(seen, names, method, {}))  # noqa: B023
        assert message == f"method: {method} needs rows, not counted scores"
    message = refused(lambda: _core.fit_multiclass(seen, names, "auto", {"keep_top": True}))
    assert message == "keep_top: is not for a curve for each class"


def changed(P, row, column, value):
    matrix = P.copy()
    matrix[row, column] = value
    return matrix


P, Y = problem(120)
BAD = [
    (lambda: Auto().fit(changed(P, 3, 1, np.nan), Y), "X[3]: class 'bee': NaN is not a finite"),
    (lambda: Auto().fit(changed(P, 3, 2, np.inf), Y), "X[3]: class 'cat': infinity (inf) is not"),
    (lambda: Auto().fit(P, Y).predict(changed(P, 7, 0, np.nan)), "X[7]: class 'ant': NaN is not"),
    (lambda: calibrant.fit(changed(P, 3, 1, np.nan), Y), "scores[3]: class 'bee': NaN is not a"),
    (
        lambda: Auto().fit(P, np.where(Y == "dog", "cat", Y)),
        "y: has 3 classes, 'ant', 'bee', 'cat' (X has 4 columns; a column of scores for each class",
    ),
    (
        lambda: Auto().fit(P[:, :3], Y),
        "y: has 4 classes, 'ant', 'bee', 'cat', 'dog' (X has 3 columns; a column of scores for",
    ),
    (
        lambda: Auto(input="probabilities").fit(changed(P, 5, slice(None), 0.2), Y),
        "scores[5]: the row adds up to 0.8 (1 was expected)",
    ),
    (
        lambda: Auto(input="probabilities").fit(changed(P, 5, 2, -0.5), Y),
        "scores[5]: column 2: -0.5 is not a probability (0 to 1)",
    ),
    (lambda: Auto(input="odds").fit(P, Y), "input: 'odds' is not one of probabilities, logits, a"),
    (lambda: Auto().fit(P, Y, -np.ones(120)), "weights[0]: -1 is negative"),
    (lambda: Auto().fit(P, Y[:9]), "y: Found input variables with inconsistent numbers of samples"),
    (lambda: Auto().fit(P, Y, Y == "ant"), "labels: no row has class 1 (each class needs one at"),
    (lambda: Auto().fit(P, Y).predict(P[:, :3]), "X: has shape (120, 3) (a column for each of 4"),
    (lambda: Auto().fit(P, Y).model_(P[:, :2]), "scores: has shape (120, 2) (a column for each of"),
    (lambda: Auto().fit(P, Y).predict(P[:, 0]), "X: has shape (120,) (a column for each of 4 cla"),
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("call", "message"), BAD, ids=[message[:30] for _, message in BAD])
def test_bad_input_is_named(call, message):
    assert refused(call).startswith(message)


def test_suspicious_input_is_told():
    P, y = problem()
    fitted = Vector().fit(P, y)
    with pytest.warns(CalibrationWarning, match=r"^class 'ant': 400 of 400 scores lie outside 0"):
        fitted.predict(P + 2)
    curves = OneVsRest("platt").fit(10 * P, y)
    with pytest.warns(CalibrationWarning, match=r"^class 'ant': \d+ of 400 scores lie outside"):
        curves.predict(100 * P)
    keep = (y != "dog") | (np.cumsum(y == "dog") <= 3)
    few = r"^1 of 4 classes has fewer than 10 rows \('dog' 3"
    with pytest.warns(CalibrationWarning, match=few):
        Auto().fit(P[keep], y[keep])


def test_a_long_fit_can_be_stopped():
    def stop(fraction):
        assert 0 <= fraction <= 1
        raise KeyboardInterrupt

    logits, labels = draw(20_000, classes=10)
    names = [str(k) for k in range(10)]
    with pytest.raises(KeyboardInterrupt):
        _core.fit_class_rows(logits, labels.astype(np.uint32), None, names, "auto", {}, 0, stop)


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
