"""compare() and report(): what the command line says, from arrays."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import calibrant
from calibrant import CalibrationWarning, InputError, OptionError
from calibrant._program import program

MakeProblem = Callable[..., tuple[Any, Any]]


def run(*words: str | Path) -> str:
    done = subprocess.run([program(), *map(str, words)], capture_output=True, text=True, check=True)
    return done.stdout


def write(path: Path, **columns: Any) -> Path:
    pd.DataFrame(columns).to_csv(path, index=False)
    return path


@pytest.mark.parametrize("weighted", [False, True])
def test_folds_are_those_of_the_command_line(
    problem: MakeProblem, tmp_path: Path, weighted: bool
) -> None:
    scores, y = problem(300)
    weights = np.random.default_rng(0).integers(0, 3, 300) if weighted else np.ones(300)
    file = write(tmp_path / "in.csv", score=scores, label=y, w=weights)
    words = ["--methods", "auto,platt,raw", "--folds", "4", "--seed", "3", "--weight", "w"]
    found = calibrant.compare(
        scores, y, sample_weight=weights, methods=["auto", "platt", "raw"], folds=4, seed=3
    )
    assert str(found) + "\n" == run("compare", file, *words)
    assert found.to_dict() == json.loads(run("compare", file, *words, "--json"))
    assert found.recommended == "auto"
    best = next(iter(found.measures.values()))
    assert best["log_loss"].best
    assert found.measures["raw"]["log_loss"].value > best["log_loss"].value
    assert repr(found) == "<Comparison of 3 methods: auto>"
    html = found._repr_html_()
    assert html.count("<table>") == 2
    assert "Recommended: auto." in html


def test_a_test_sample(problem: MakeProblem, tmp_path: Path) -> None:
    scores, y = problem(300)
    new_scores, new_y = problem(200, seed=2)
    one = write(tmp_path / "one.csv", score=scores, label=y)
    two = write(tmp_path / "two.csv", score=new_scores, label=new_y)
    found = calibrant.compare(scores, y, test=(new_scores, new_y), methods=["isotonic", "raw"])
    assert str(found) + "\n" == run("compare", one, two, "--methods", "isotonic,raw")
    weighted = calibrant.compare(
        scores, y, test=(new_scores, new_y, np.full(200, 2.0)), methods=["isotonic", "raw"]
    )
    assert weighted.measures["raw"]["brier"].value == found.measures["raw"]["brier"].value


def test_several_classes(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    p = rng.dirichlet([1, 1, 1], 300)
    labels = np.array(["ant", "bee", "cat"])[[rng.choice(3, p=row) for row in p]]
    columns = {f"p_{name}": p[:, k] for k, name in enumerate(["ant", "bee", "cat"])}
    file = write(tmp_path / "in.csv", **columns, label=labels)
    found = calibrant.compare(p, labels, methods=["platt", "raw"], folds=3)
    words = ["--score", ",".join(columns), "--methods", "platt,raw", "--folds", "3"]
    assert str(found) + "\n" == run("compare", file, *words)
    together = calibrant.compare(p, labels, methods=["auto", "vector"], folds=3, keep_top=True)
    words = ["--score", ",".join(columns), "--methods", "auto,vector", "--folds", "3"]
    assert str(together) + "\n" == run("compare", file, *words, "--keep-top")
    with pytest.raises(OptionError, match=r"^monotone: is for one curve; with several classes, it"):
        calibrant.compare(p, labels, methods=["auto", "vector"], monotone=True)
    found.to_html(tmp_path / "report.html")
    assert "Which classes are confused" in (tmp_path / "report.html").read_text(encoding="utf-8")
    with pytest.raises(ValueError, match=r"y: has 2 classes \(the scores have 3 columns\)"):
        calibrant.compare(p, labels == "ant")


def test_labels_columns_and_the_positive_one(problem: MakeProblem) -> None:
    scores, y = problem(200)
    methods = ["platt", "raw"]
    expected = calibrant.compare(scores, y, methods=methods).to_dict()
    words = np.where(y == 1, "yes", "no")
    assert calibrant.compare(scores, words, methods=methods).to_dict() == expected
    both = np.column_stack([1 - scores, scores])
    assert calibrant.compare(both, y, methods=methods).to_dict() == expected
    sick = np.where(y == 1, "ill", "well")  # sorted, the positive one is first
    named = calibrant.compare(scores, sick, pos_label="ill", methods=methods)
    assert named.to_dict() == expected


def test_options_are_those_of_the_methods(problem: MakeProblem, tmp_path: Path) -> None:
    scores, y = problem(200)
    file = write(tmp_path / "in.csv", score=scores, label=y)
    found = calibrant.compare(scores, y, methods=["abb", "histogram", "raw"], lam=3, n_bins=4)
    words = ["--methods", "abb,histogram,raw", "--lambda", "3", "--bins", "4"]
    assert str(found) + "\n" == run("compare", file, *words)
    with pytest.raises(OptionError, match="lam: "):
        calibrant.compare(scores, y, methods=["abb"], lam=-1)
    with pytest.raises(OptionError, match="n_bins: is for histogram, not for abb, raw"):
        calibrant.compare(scores, y, methods=["abb", "raw"], n_bins=4)


def test_what_is_left_out_is_a_warning() -> None:
    rng = np.random.default_rng(0)
    margins = rng.normal(size=200)
    y = rng.random(200) < 1 / (1 + np.exp(-margins))
    with pytest.warns(CalibrationWarning, match="left out, because .*: beta, raw"):
        found = calibrant.compare(margins, y, methods=["beta", "platt", "raw"])
    assert found.left_out == ["beta", "raw"]
    with (
        pytest.warns(CalibrationWarning, match="8 folds instead of 10, because there are 8 rows"),
        pytest.warns(CalibrationWarning, match="only 8 rows: too few to calibrate"),
    ):
        calibrant.compare([0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9], [0] * 4 + [1] * 4)


def test_errors_name_what_is_wrong(problem: MakeProblem) -> None:
    scores, y = problem(60)
    with pytest.raises(OptionError, match="methods: 'plat' is not one of auto, abb, "):
        calibrant.compare(scores, y, methods=["plat"])
    with pytest.raises(OptionError, match=r"folds: 61 is more than there are rows \(60\)"):
        calibrant.compare(scores, y, folds=61)
    with pytest.raises(ValueError, match="scores has 60 rows, y 59"):
        calibrant.compare(scores, y[:-1])
    with pytest.raises(ValueError, match=r"scores\[3\]: NaN is not a finite number"):
        calibrant.compare(np.where(np.arange(60) == 3, np.nan, scores), y)


def test_the_report_of_a_comparison(problem: MakeProblem, tmp_path: Path) -> None:
    scores, y = problem(300)
    found = calibrant.compare(scores, y, methods=["platt", "raw"])
    found.to_html(tmp_path / "report.html", title="Model <7>")
    page = (tmp_path / "report.html").read_text()
    assert "<title>Model &lt;7&gt;</title>" in page
    assert "Calibrated with platt" in page
    assert "Calibration file" not in page


def test_the_report_on_probabilities(problem: MakeProblem, tmp_path: Path) -> None:
    scores, y = problem(400)
    site = pd.Series(np.where(np.arange(400) % 2, "east", "west"), name="site")
    calibrant.report(
        y, scores**2, tmp_path / "report.html", before=scores, by=site, title="Ward", bootstrap=50
    )
    page = (tmp_path / "report.html").read_text()
    assert "<title>Ward</title>" in page
    assert "The probabilities before calibration are too high" in page
    assert "None of the 2 subgroups is off by more than chance." in page
    assert "Subgroups by site" in page
    calibrant.report(y, scores, tmp_path / "plain.html", bootstrap=0)
    plain = (tmp_path / "plain.html").read_text()
    assert "<title>Calibration report</title>" in plain
    assert "none asked for" in plain
    with pytest.raises(OptionError, match="bootstrap: -1 is not"):
        calibrant.report(y, scores, tmp_path / "x.html", bootstrap=-1)
    assert not (tmp_path / "x.html").exists()


def test_another_prevalence(problem: MakeProblem) -> None:
    scores, y = problem(500)
    curve = calibrant.fit(scores, y, method="abb", level=0.9)
    calibrator = calibrant.ABB(level=0.9).fit(scores, y)
    factor = (0.02 / 0.98) / (curve.prevalence / (1 - curve.prevalence))

    def shifted(p: Any) -> Any:
        return 1 / (1 + (1 - p) / (p * factor))

    new = np.array([0.1, 0.5, 0.9])
    np.testing.assert_allclose(curve(new, prevalence=0.02), shifted(curve(new)), rtol=1e-12)
    assert curve(0.5, prevalence=0.02) == curve(new, prevalence=0.02)[1]
    assert (calibrator.predict(new, prevalence=0.02) == curve(new, prevalence=0.02)).all()
    assert (calibrator.predict_proba(new, 0.02)[:, 1] == curve(new, prevalence=0.02)).all()
    for ours, plain in zip(
        calibrator.predict_interval(new, prevalence=0.02), curve.interval(new), strict=True
    ):
        np.testing.assert_allclose(ours, shifted(plain), rtol=1e-12)
    acp = calibrant.ACP(interval=0.5).fit(scores, y)
    np.testing.assert_allclose(acp.predict(new, 0.02), shifted(acp.predict(new)), rtol=1e-12)
    with pytest.raises(OptionError, match=r"prevalence: 1\.5 is not strictly between 0 and 1"):
        calibrator.predict(new, prevalence=1.5)
    one_class = calibrant.fit_counts([0, 1], [0, 0], [5, 6], method="isotonic")
    with pytest.raises(InputError, match="model: was fitted at a prevalence of 1, which cannot"):
        one_class(0.5, prevalence=0.5)
