"""Classes that are fitted together absorb more rows: all old ones, or a sample of them."""

from __future__ import annotations

import pickle
import subprocess

import numpy as np
import pytest
from class_rows import TOGETHER, problem, refused
from naive_bayes import read
from scipy.special import softmax
from sklearn.base import clone
from sklearn.ensemble import RandomForestClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import LinearSVC

import calibrant
from calibrant import Auto, Vector
from calibrant._program import program

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize("estimator", TOGETHER, ids=repr)
def test_an_update_is_the_fit_to_all_rows(estimator):
    P, y = problem()
    every = clone(estimator).set_params(keep_observations=True).fit(P, y).model_.to_json()
    kept = clone(estimator).set_params(keep_observations=True).fit(P[:300], y[:300])
    for old in (kept, pickle.loads(pickle.dumps(kept)), clone(kept).fit(P[:300], y[:300])):
        assert old.update(P[300:], y[300:]).model_.to_json() == every
    np.testing.assert_array_equal(kept.predict(P), clone(estimator).fit(P, y).predict(P))
    assert "y[0]: 'cow' is not one of the labels" in refused(lambda: kept.update(P[:1], ["cow"]))


def test_old_rows_can_be_forgotten():
    P, y = problem()
    old = calibrant.fit(P[:300], y[:300], method="vector", keep_observations=True)
    weights = np.where(np.arange(len(y)) < 300, 0.5, 1.0)
    every = calibrant.fit(P, y, weights, method="vector", keep_observations=True)
    assert old.update(P[300:], y[300:], forget=0.5).to_json() == every.to_json()


def test_a_sample_stands_for_all_rows():
    P, y = problem(4000)
    some = Auto(keep_rows=500).fit(P[:3000], y[:3000])
    np.testing.assert_array_equal(some.predict(P), Auto().fit(P[:3000], y[:3000]).predict(P))
    assert some.model_.describe().endswith(
        "It keeps a sample of 500 rows, which stand for a weight of 3000."
    )
    shuffled = np.random.default_rng(1).permutation(3000)
    again = Auto(keep_rows=500).fit(P[shuffled], y[shuffled])
    assert again.model_.to_json() == some.model_.to_json()
    some.update(P[3000:], y[3000:])
    assert some.model_.weight == pytest.approx(4000)
    Q, z = problem(4000, seed=5)
    assert some.score(Q, z) > Auto().fit(P, y).score(Q, z) - 0.01


@pytest.mark.long
def test_what_a_sample_costs():
    """The figures of docs/guide/updating.md: log loss above that of an update with all rows."""

    def drawn(rows, seed):
        rng = np.random.default_rng(seed)
        z = rng.normal(0, 1.5, (rows, 5))
        labels = (rng.random((rows, 1)) > softmax(z, axis=1).cumsum(axis=1)).sum(axis=1).clip(0, 4)
        lean = np.random.default_rng(99).normal(size=5) * 0.4
        return softmax(1.6 * z + lean + 0.4 * rng.normal(size=z.shape), axis=1), labels

    Q, z = drawn(30_000, 1000)
    excess = []
    for seed in range(6):
        P, y = drawn(6_600, seed)
        kept = [Auto(keep_rows=rows).fit(P[:6000], y[:6000]) for rows in (6000, 3000, 1000, 300)]
        losses = [-one.update(P[6000:], y[6000:]).score(Q, z) for one in kept]
        losses.append(-Auto().fit(P[6000:], y[6000:]).score(Q, z))
        excess.append(np.array(losses) - losses[0])
    figures = np.mean(excess, axis=0)
    np.testing.assert_allclose(figures, [0, 0.0002, 0.0017, 0.010, 0.007], atol=6e-4)


def test_the_command_line_updates_pythons_models(tmp_path):
    P, y = problem()
    model, rows = tmp_path / "model.json", tmp_path / "new.csv"
    names = sorted(set(y))
    lines = [
        ",".join([*map(repr, row), label])
        for row, label in zip(P[300:].tolist(), y[300:], strict=True)
    ]
    rows.write_text("\n".join([",".join([*(f"p_{name}" for name in names), "label"]), *lines]))
    old = Vector(keep_rows=100).fit(P[:300], y[:300])
    old.save(model)
    subprocess.run([program(), "fit", rows, "-o", model, "--update", model], check=True)
    assert model.read_text() == old.update(P[300:], y[300:]).model_.to_json()


@pytest.mark.parametrize(
    "classifier",
    [GaussianNB(), RandomForestClassifier(20, random_state=0), LinearSVC(random_state=0)],
    ids=lambda one: type(one).__name__,
)
@pytest.mark.parametrize("name", ["car", "dna", "letter"])
def test_scores_of_real_classifiers(name, classifier):
    """Probabilities with many ties (the forest), extreme ones (naive Bayes), and margins."""
    X, y = read("classes", name)
    order = np.random.default_rng(0).permutation(len(y))[:3000]
    X, y = X[order], y[order]
    third = len(y) // 3
    classifier.fit(X[:third], y[:third])
    known = np.isin(y, classifier.classes_)
    give = getattr(classifier, "predict_proba", None) or classifier.decision_function
    scores, labels = give(X[third:][known[third:]]), y[third:][known[third:]]
    half = len(labels) // 2
    for method in ("auto", "temperature"):
        old = calibrant.fit(scores[:half], labels[:half], method=method, keep_observations=True)
        every = calibrant.fit(scores, labels, method=method, keep_observations=True)
        assert old.update(scores[half:], labels[half:]).to_json() == every.to_json()
