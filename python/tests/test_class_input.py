"""Several classes: which rows, labels and options are taken, and what is said of the others."""

from __future__ import annotations

import numpy as np
import pytest
from class_rows import NAMES, draw, problem, refused
from from_table import estimator_of
from scipy.special import softmax
from sklearn.base import clone

import calibrant
from calibrant import (
    ACP,
    Auto,
    CalibrationWarning,
    Isotonic,
    OneVsRest,
    Temperature,
    Vector,
    _core,
    metrics,
)
from calibrant._methods import class_methods

ONLY_SEVERAL = [estimator_of(name) for name in sorted(class_methods())]


@pytest.mark.parametrize("estimator", ONLY_SEVERAL, ids=repr)
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


def test_what_needs_one_curve_is_refused():
    P, y = problem()
    assert refused(lambda: Auto().fit(P, y).predict_interval(P)) == (
        "level: was not set (fit Auto(level=0.95) for intervals)"
    )
    assert refused(lambda: OneVsRest().fit(P, y).predict_interval(P)) == (
        "OneVsRest has no credible band here (the methods auto, temperature, vector, matrix have "
        "one)"
    )
    assert refused(lambda: Auto().fit(P, y).update(P, y)) == (
        "model: keeps no rows to add to (the option keep-observations of a fit keeps them)"
    )
    assert refused(lambda: Auto(keep_rows=0).fit(P, y)) == (
        "keep_rows: 0 is not a whole number above 0"
    )
    assert refused(lambda: Auto(monotone=True).fit(P, y)) == (
        "monotone: is for one curve; with several classes, it needs the method one-vs-rest"
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
        "scores[5]: class 'cat': -0.5 is not a probability (0 to 1)",
    ),
    (lambda: Auto(input="odds").fit(P, Y), "input: 'odds' is not one of probabilities, logits, a"),
    (lambda: Auto().fit(P, Y, -np.ones(120)), "weights[0]: -1 is negative"),
    (lambda: Auto().fit(P, Y[:9]), "y: Found input variables with inconsistent numbers of samples"),
    (lambda: Auto().fit(P, Y, Y == "ant"), "labels: no row has class 'bee' (each class needs one"),
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


def test_other_frequencies_re_weigh_the_odds() -> None:
    random = np.random.default_rng(3)
    z = random.normal(size=(600, 3))
    p = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
    y = (p.cumsum(axis=1) < random.random((600, 1))).sum(axis=1)
    wanted = np.array([0.2, 0.1, 0.7])
    for estimator in (calibrant.Auto(), calibrant.Temperature(), calibrant.OneVsRest("platt")):
        plain = estimator.fit(p, y).predict_proba(p)
        fitted = np.bincount(y) / len(y)
        assert estimator.model_.frequencies == pytest.approx(fitted, abs=1e-12)
        expected = plain * wanted / fitted
        expected /= expected.sum(axis=1, keepdims=True)
        assert estimator.predict_proba(p, prevalence=wanted) == pytest.approx(expected, abs=1e-12)
    with pytest.raises(ValueError, match=r"^prevalence: the numbers add up to 0.9 "):
        estimator.predict(p, prevalence=[0.2, 0.1, 0.6])
    with pytest.raises(ValueError, match=r"^prevalence: a number for each class was expected"):
        estimator.predict(p, prevalence=0.5)
