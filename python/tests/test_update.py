"""Models that absorb more rows: the same as a fit to all of them, and as the command line's."""

from __future__ import annotations

import copy
import pickle
import subprocess

import numpy as np
import pytest

import calibrant
from calibrant import ABB, ACP, SBB, Auto, Platt
from calibrant._methods import curve_methods
from calibrant._program import program

pytestmark = pytest.mark.filterwarnings("ignore")

RNG = np.random.default_rng(3)
SCORES = RNG.random(300).round(2)
Y = (RNG.random(300) < SCORES).astype(int)
OLD, NEW = slice(0, 200), slice(200, 300)


@pytest.mark.parametrize("method", [*curve_methods(), "acp"])
def test_an_update_is_the_fit_to_all_rows(method):
    old = calibrant.fit(SCORES[OLD], Y[OLD], method=method, keep_observations=True)
    every = calibrant.fit(SCORES, Y, method=method, keep_observations=True)
    assert calibrant.update(old, SCORES[NEW], Y[NEW]).to_json() == every.to_json()
    assert old.update(SCORES[NEW], Y[NEW]).to_json() == every.to_json()


@pytest.mark.parametrize(
    "estimator",
    [
        Auto(monotone=True, keep_observations=True),
        ABB(lam=4.0, level=0.9, keep_observations=True),
        SBB(smoothing=False, keep_observations=True),
        Platt("logit", keep_observations=True),
        ACP(interval=0.1),
    ],
)
def test_estimators_update_in_place(estimator):
    words = np.array(["no", "yes"])[Y]
    every = copy.deepcopy(estimator).fit(SCORES, words)
    updated = estimator.fit(SCORES[OLD], words[OLD])
    for part in (slice(200, 250), slice(250, 300)):
        assert updated.update(SCORES[part], words[part]) is estimator
    assert updated._fitted().to_json() == every._fitted().to_json()
    ones = words[NEW] == "yes"
    updated.update(SCORES[NEW][ones], words[NEW][ones], forget=0.5)  # one of the labels
    with pytest.raises(ValueError, match=r"^y\[1\]: 'maybe' is not one of the labels of the fit"):
        updated.update([0.1, 0.2], ["no", "maybe"])


def test_forgetting_multiplies_the_old_weights():
    old = calibrant.fit(SCORES[OLD], Y[OLD], method="isotonic", keep_observations=True)
    weights = np.where(np.arange(300) < 200, 0.25, 1.0)
    every = calibrant.fit(SCORES, Y, weights, method="isotonic", keep_observations=True)
    assert old.update(SCORES[NEW], Y[NEW], forget=0.25).to_json() == every.to_json()
    with pytest.raises(calibrant.OptionError, match=r"^forget: 0 is not above 0 and at most 1"):
        old.update(SCORES[NEW], Y[NEW], forget=0)


def test_several_classes_go_by_their_names():
    scores = RNG.dirichlet([1, 1, 1], 120)
    labels = np.array(["cat", "dog", "fox"])[RNG.integers(0, 3, 120)]
    old = calibrant.fit(scores[:90], labels[:90], method="sbb", lam=2.0, keep_observations=True)
    every = calibrant.fit(scores, labels, method="sbb", lam=2.0, keep_observations=True)
    assert old.update(scores[90:], labels[90:]).to_json() == every.to_json()
    with pytest.raises(ValueError, match=r"^labels\[0\]: 'cow' is not one of the labels"):
        old.update(scores[:1], ["cow"])


def test_what_is_kept_stays_in_files_and_pickles(tmp_path):
    curve = calibrant.fit(SCORES[OLD], Y[OLD], method="abb", scale="score", keep_observations=True)
    path = tmp_path / "model.json"
    calibrant.save(curve, path)
    for same in (calibrant.load(path), pickle.loads(pickle.dumps(curve)), copy.copy(curve)):
        assert same.to_json() == curve.to_json()
        assert same.update(SCORES[NEW], Y[NEW]).weight == 300
    assert '"kept"' not in calibrant.fit(SCORES, Y, method="abb").to_json()


def test_the_command_line_updates_pythons_models_and_the_reverse(tmp_path):
    rows = tmp_path / "new.csv"
    lines = [
        f"{score!r},{label}" for score, label in zip(SCORES[NEW].tolist(), Y[NEW], strict=True)
    ]
    rows.write_text("\n".join(["score,label", *lines]) + "\n")
    model = tmp_path / "model.json"
    old = calibrant.fit(
        SCORES[OLD],
        Y[OLD],
        method="histogram",
        n_bins=5,
        strategy="uniform",
        keep_observations=True,
    )
    calibrant.save(old, model)
    subprocess.run([program(), "fit", rows, "-o", model, "--update", model], check=True)
    assert model.read_text() == old.update(SCORES[NEW], Y[NEW]).to_json()
    assert calibrant.load(model).update([0.5], [1]).weight == 301


def test_without_observations_there_is_nothing_to_update():
    with pytest.raises(calibrant.Error, match=r"^model: keeps no observations to add to"):
        calibrant.update(calibrant.fit(SCORES, Y, method="platt"), SCORES, Y)
