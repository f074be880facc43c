"""Overconfident classifiers on real data: every measure is scikit-learn's, at every call.

Version 0.1.0 did not sort UCI Spambase's scores (docs/engineering/sorting.md).
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from naive_bayes import CLASSIFIERS, data_sets, scores_of
from sklearn.isotonic import isotonic_regression
from sklearn.metrics import accuracy_score, brier_score_loss, roc_auc_score

import calibrant
from calibrant import metrics
from calibrant._program import program

# Some of these problems look suspicious, and are: few rows of a class, or a useless classifier.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
CLIP = 2.0**-53


def reference(y: Any, p: Any) -> dict[str, float]:
    """scikit-learn's measures; NumPy's by definition where its conventions are others."""
    clipped = np.clip(p, CLIP, 1 - CLIP)
    bins = np.minimum(np.searchsorted(np.arange(11) / 10, p, side="right") - 1, 9)
    gaps = [abs(np.sum(y[bins == k]) - np.sum(p[bins == k])) for k in range(10)]
    return {
        "roc_auc": float(roc_auc_score(y, p)),
        "brier_score": float(brier_score_loss(y, p)),
        "log_loss": float(-np.mean(np.where(y == 1, np.log(clipped), np.log1p(-clipped)))),
        "accuracy": float(accuracy_score(y, p >= 0.5)),
        "expected_calibration_error": float(sum(gaps) / len(y)),
        "observed_expected": float(np.mean(y) / np.mean(p)),
    }


def check_measures(y: Any, p: Any, calls: int = 10) -> None:
    order = np.random.default_rng(1).permutation(len(y))
    for name, expected in reference(y, p).items():
        measure = getattr(metrics, name)
        first = measure(y, p)
        assert first == pytest.approx(expected, rel=1e-9, abs=1e-9), name
        for _ in range(calls - 1):
            assert measure(y, p) == first, f"{name} differs at another call"
        assert measure(y[order], p[order]) == first, f"{name} depends on the order of the rows"
        weighted = measure(y, p, sample_weight=np.ones(len(y)))
        assert weighted == pytest.approx(first, rel=1e-12), f"{name} with weights of 1"


def check_fits(y: Any, p: Any) -> None:
    for method in ("auto", "abb", "isotonic"):
        first = calibrant.fit(p, y, method=method)
        assert first.groups == len(np.unique(p)), method
        assert calibrant.fit(p, y, method=method).to_json() == first.to_json(), method
    # Not IsotonicRegression, which takes scores for equal that are close.
    unique, group, rows = np.unique(p, return_inverse=True, return_counts=True)
    peer = isotonic_regression(np.bincount(group, weights=y) / rows, sample_weight=rows)
    assert calibrant.fit(p, y, method="isotonic")(unique) == pytest.approx(peer, abs=1e-9)


def problems(folder: str, name: str, classifier: str) -> Iterator[tuple[Any, Any]]:
    """Each class against the rest; of two classes only the second."""
    y, proba = scores_of(folder, name, classifier)
    for k in range(1 if proba.shape[1] == 2 else 0, proba.shape[1]):
        yield (y == k).astype(np.int64), np.ascontiguousarray(proba[:, k])


@pytest.mark.parametrize("classifier", CLASSIFIERS)
@pytest.mark.parametrize("name", data_sets("suite"))
def test_measures_of_two_classes(name, classifier):
    for y, p in problems("suite", name, classifier):
        check_measures(y, p)


@pytest.mark.parametrize("name", data_sets("classes"))
def test_measures_of_a_class_against_the_rest(name):
    y, p = next(problems("classes", name, "gaussian"))
    check_measures(y, p)


@pytest.mark.long
@pytest.mark.parametrize("classifier", CLASSIFIERS)
@pytest.mark.parametrize("name", data_sets("classes"))
def test_measures_of_every_class_against_the_rest(name, classifier):
    for y, p in problems("classes", name, classifier):
        check_measures(y, p, calls=3)


@pytest.mark.long
@pytest.mark.parametrize("classifier", CLASSIFIERS)
@pytest.mark.parametrize("name", data_sets("suite"))
def test_fits_of_two_classes(name, classifier):
    for y, p in problems("suite", name, classifier):
        check_fits(y, p)


@pytest.fixture(scope="module")
def spambase(tmp_path_factory) -> tuple[Any, Any, Path]:
    y, proba = scores_of("suite", "spambase", "gaussian")
    path = tmp_path_factory.mktemp("spambase") / "spambase_nb.csv"
    rows = zip(proba[:, 1].tolist(), y.tolist(), strict=True)
    path.write_text("score,label\n" + "".join(f"{s!r},{label}\n" for s, label in rows))
    return y, proba[:, 1], path


def run(*words: object) -> subprocess.CompletedProcess[str]:
    command = [str(program()), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done


def test_spambase_is_sorted(spambase):
    y, p, _ = spambase
    assert len(np.unique(p)) == 1794
    assert np.sum(p == 1) > 1000, "ties at the maximum"
    assert np.sum(p == 1 - 2.0**-53) > 0, "and the double below it"
    assert metrics.roc_auc(y, p) == pytest.approx(0.9404587147977188, abs=1e-12)
    check_fits(y, p)


def test_the_program_gives_spambase_the_same_model_six_times(spambase, tmp_path):
    _, _, path = spambase
    models = set()
    for k in range(6):
        done = run("fit", path, "-o", tmp_path / f"{k}.json")
        assert "4601 rows with 1794 distinct scores" in done.stderr
        models.add((tmp_path / f"{k}.json").read_bytes())
    assert len(models) == 1


def test_the_program_compares_methods_on_spambase(spambase):
    y, p, path = spambase
    assert run("compare", path).stdout == run("compare", path).stdout
    card = json.loads(run("evaluate", path, "--json").stdout)
    assert metrics.roc_auc(y, p) in _numbers(card)


def _numbers(value: Any) -> Iterator[float]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _numbers(item)
    elif isinstance(value, (int, float)):
        yield float(value)
