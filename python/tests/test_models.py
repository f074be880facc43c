"""Models outlive the process: files, pickles, copies."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from pathlib import Path

import joblib
import numpy as np
import pytest

import calibrant
from calibrant import ABB, ACP, Auto, CalibratedClassifier, Platt
from calibrant._program import program

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("estimator", [Auto(level=0.9), ABB(), Platt()], ids=str)
def test_pickle_copy_and_joblib_keep_every_bit(estimator, problem, tmp_path):
    scores, y = problem()
    expected = estimator.fit(scores, y).predict(scores)
    joblib.dump(estimator, tmp_path / "model.joblib")
    for again in (
        pickle.loads(pickle.dumps(estimator)),
        copy.deepcopy(estimator),
        joblib.load(tmp_path / "model.joblib"),
    ):
        np.testing.assert_array_equal(again.predict(scores), expected)
        assert again.curve_.to_json() == estimator.curve_.to_json()


@pytest.mark.parametrize("level", [None, 0.9])
def test_autos_models_are_small_unless_they_are_exact(level, problem):
    scores, y = problem(2000)
    small = Auto(level=level).fit(scores, y)
    exact = Auto(level=level, exact=True).fit(scores, y)
    assert len(small.curve_.to_json()) <= 30_000 < len(exact.curve_.to_json())
    assert len(small.curve_.export("sql")) <= 60_000
    np.testing.assert_allclose(small.predict(scores), exact.predict(scores), rtol=0.01, atol=0)


def test_a_model_file_is_the_command_lines(problem, tmp_path):
    scores, y = problem()
    fitted = ABB(level=0.9).fit(scores, y)
    fitted.save(tmp_path / "model.json")
    table = "score\n" + "\n".join(repr(float(s)) for s in scores) + "\n"
    (tmp_path / "scores.csv").write_text(table)
    command = [program(), "apply", tmp_path / "model.json", tmp_path / "scores.csv"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    rows = done.stdout.splitlines()[1:]
    assert [float(row.split(",")[1]) for row in rows] == fitted.predict(scores).tolist()


def test_models_of_every_kind_come_back(problem, tmp_path):
    scores, y = problem()
    rng = np.random.default_rng(5)
    several = calibrant.fit(rng.dirichlet([1, 1, 1], 90), np.arange(90) % 3, method="platt")
    acp = ACP(interval=0.1).fit(scores, y).model_
    curve = calibrant.fit(scores, y, method="isotonic")
    for model in (several, acp, curve):
        calibrant.save(model, tmp_path / "model.json")
        again = calibrant.load(tmp_path / "model.json")
        assert type(again) is type(model)
        assert again.to_json() == model.to_json()
        assert pickle.loads(pickle.dumps(model)).to_json() == model.to_json()


def test_what_is_no_model_is_refused(tmp_path, problem):
    path = tmp_path / "model.json"
    with pytest.raises(FileNotFoundError):
        calibrant.load(path)
    path.write_text("{}")
    with pytest.raises(calibrant.ModelError, match=r"model\.json: "):
        calibrant.load(path)
    curve = calibrant.fit(*problem(), method="platt")
    with pytest.raises(OSError, match="nowhere"):
        calibrant.save(curve, tmp_path / "nowhere" / "model.json")


def test_a_path_may_be_of_any_kind(tmp_path, problem, monkeypatch):
    monkeypatch.chdir(tmp_path)
    curve = calibrant.fit(*problem(), method="platt")
    calibrant.save(curve, "it's a möbel.json")
    for path in ("it's a möbel.json", tmp_path / "it's a möbel.json", "it's a möbel.json".encode()):
        assert calibrant.load(path).to_json() == curve.to_json()
    with pytest.raises(ValueError, match="null"):
        calibrant.load("a\0b")


LIMITED_LOAD = """
import resource, sys
import calibrant
# 1.5 GB above what is taken already: less than the file has, and than a reader of all would take.
taken = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (taken + 1_500_000_000,) * 2)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    calibrant.load(sys.argv[1])
except calibrant.ModelError as problem:
    print(problem)
grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
assert grown < 20_000, f"{grown} kB"
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("kind", ["device", "sparse file", "pipe", "directory"])
def test_what_cannot_be_a_model_is_refused_as_the_program_does_without_reading(kind, tmp_path):
    path = tmp_path / "model.json"
    if kind == "device":
        path = Path("/dev/zero")
    elif kind == "directory":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        with path.open("wb") as file:
            file.truncate(3 << 30)
    (tmp_path / "rows.csv").write_text("score\n0.5\n")
    command = [program(), "apply", path, tmp_path / "rows.csv"]
    theirs = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert theirs.returncode == 2
    command = [sys.executable, "-c", LIMITED_LOAD, path]
    ours = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ours.returncode == 0, ours.stderr
    assert f"calibrant: {ours.stdout}" == theirs.stderr
    assert str(path) in ours.stdout


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.pkl")), ids=lambda p: p.name)
def test_pickles_of_earlier_releases_and_other_pythons_load(path):
    # Made by golden/make_pickles.py. Files may be added, never changed.
    stored = pickle.loads(path.read_bytes())
    np.testing.assert_array_equal(stored["curve"](stored["scores"]), stored["probabilities"])


def test_there_are_golden_pickles():
    assert list(GOLDEN.glob("*.pkl"))


def test_observations_can_be_pickled_and_merged(problem):
    scores, y = problem()
    half = calibrant._core.observe(scores[:250], y[:250].astype(np.uint8))
    rest = calibrant._core.observe(scores[250:], y[250:].astype(np.uint8))
    both = calibrant._core.merge(pickle.loads(pickle.dumps(half)), rest)
    whole = calibrant._core.observe(scores, y.astype(np.uint8))
    np.testing.assert_array_equal(both.scores, whole.scores)
    np.testing.assert_array_equal(both.positives, whole.positives)


def test_a_calibrated_classifier_can_be_pickled(problem):
    scores, y = problem()
    clf = CalibratedClassifier().fit(scores[:, None], y)
    again = pickle.loads(pickle.dumps(clf))
    np.testing.assert_array_equal(
        again.predict_proba(scores[:, None]), clf.predict_proba(scores[:, None])
    )


def test_exports_run_elsewhere(problem):
    curve = calibrant.fit(*problem(), method="sbb")
    assert "CASE" in curve.export("sql", column="s")
    assert "double" in curve.export("c", name="p")
    assert isinstance(curve.export("onnx"), bytes)
    assert "AS `p`" in curve.export("spark", name="p", cells="margin")
    assert "CAST([s] AS DOUBLE PRECISION)" in curve.export("sql", "s", dialect="sqlserver")
    assert curve.export("onnx", input="float", input_columns=2) != curve.export("onnx")
    with pytest.raises(calibrant.OptionError, match=r"^input: 'half' is not double or float"):
        curve.export("onnx", input="half")
    with pytest.raises(calibrant.OptionError, match=r"^to: 'java' is not sql, c, onnx or spark"):
        curve.export("java")


def test_simplify_and_tabulate(problem):
    scores, y = problem(2000)
    curve = calibrant.fit(scores, y, method="abb")
    small = curve.simplify(0.01)
    assert len(small.shape["knots"]) < len(curve.shape["knots"]) / 10
    assert np.abs(small(scores) - curve(scores)).max() <= 0.01 + 1e-12
    assert curve.tabulate(50).kind == "grid"
    assert curve(0.5) == curve([0.5])[0]
    assert np.isnan(curve([np.nan])[0])
