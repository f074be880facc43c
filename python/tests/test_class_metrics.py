"""The measures of several classes: the command line's numbers, and what is wrong with them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from class_rows import classes_data
from program_says import evaluate

import calibrant
from calibrant import InputError, OptionError, metrics


@pytest.mark.parametrize("weighted", [False, True])
def test_several_classes_are_those_of_the_command_line(tmp_path: Path, weighted: bool) -> None:
    y, p, w = classes_data(600)
    columns: dict[str, Any] = {f"p_{name}": p[:, k] for k, name in enumerate(["ant", "bee", "cat"])}
    options = ["--probability", ",".join(columns), "--bootstrap", "40"]
    columns["label"] = y
    if weighted:
        columns["w"] = w
        options += ["--weight", "w"]
    said = evaluate(tmp_path, columns, *options)
    card = metrics.scorecard(y, p, sample_weight=w if weighted else None, bootstrap=40)
    assert isinstance(card, metrics.MulticlassScorecard)
    found = json.loads(json.dumps(card.to_dict()))
    assert found["measures"] == said["measures"]
    assert found["weight"] == said["weight"]
    for ours, theirs in zip(found["classes"], said["classes"], strict=True):
        assert ours["name"] == theirs["name"]
        for name, value in theirs["measures"].items():
            assert ours["measures"][name]["value"] == value["value"]


def test_each_measure_of_several_classes() -> None:
    y, p, w = classes_data(500)
    card = metrics.scorecard(y, p, sample_weight=w, n_bins=7, bootstrap=0)
    assert isinstance(card, metrics.MulticlassScorecard)
    assert metrics.log_loss(y, p, sample_weight=w) == card.log_loss
    assert metrics.brier_score(y, p, sample_weight=w) == card.brier
    assert metrics.accuracy(y, p, sample_weight=w) == card.accuracy
    top = metrics.top_label_calibration_error(y, p, sample_weight=w, n_bins=7)
    assert top == card.top_label_ece
    wise = metrics.class_wise_calibration_error(y, p, sample_weight=w, n_bins=7)
    assert wise == card.class_wise_ece
    assert list(card.classes) == ["ant", "bee", "cat"]
    assert "of 3 classes" in str(card)
    assert "\nclass " in str(card)
    codes = (y[:, None] == np.array(["ant", "bee", "cat"])).astype(float)
    brier = np.average(((p - codes) ** 2).sum(axis=1), weights=w)
    assert card.brier == pytest.approx(brier, rel=1e-12)
    assert card.accuracy == np.average(p.argmax(axis=1) == codes.argmax(axis=1), weights=w)


def test_what_is_wrong_with_several_classes() -> None:
    y, p, _ = classes_data(600)
    sharp = p**3 / (p**3).sum(axis=1, keepdims=True)
    card = metrics.scorecard(y, sharp, bootstrap=20)
    assert card.verdict.off
    assert not card.verdict.few_rows
    assert card.verdict.sentence in str(card)
    assert card.top_label.off
    assert list(card.class_verdicts) == ["ant", "bee", "cat"]
    for k, (name, verdict) in enumerate(card.class_verdicts.items()):
        assert verdict.expected == pytest.approx(sharp[:, k].sum(), rel=1e-12)
        assert verdict.observed == (y == name).sum()
    assert any(one.spread == "too extreme" for one in card.class_verdicts.values())
    taken = np.array(["ant", "bee", "cat"])[sharp.argmax(axis=1)]
    for one in card.confusions:
        rows = taken == one.predicted
        assert one.observed == (rows & (y == one.own)).sum()
        column = ["ant", "bee", "cat"].index(one.own)
        assert one.expected == pytest.approx(sharp[rows, column].sum(), rel=1e-12)
    parts = card.log_loss_calibration + card.log_loss_refinement
    assert parts == pytest.approx(float(card.log_loss), rel=1e-12)


def test_the_report_takes_several_classes(tmp_path: Path) -> None:
    y, p, w = classes_data(400)
    sharp = p**3 / (p**3).sum(axis=1, keepdims=True)
    calibrant.report(y, p, tmp_path / "r.html", before=sharp, sample_weight=w, bootstrap=20)
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "Which classes are confused" in page
    assert "After calibration" in page
    with pytest.raises(OptionError, match="by: is for two classes"):
        calibrant.report(y, p, tmp_path / "r.html", by=y)


def test_labels_name_the_columns() -> None:
    y, p, _ = classes_data(300)
    loss = metrics.log_loss(y, p)
    assert metrics.log_loss(y, p[:, ::-1], labels=["cat", "bee", "ant"]) == loss
    some = y != "bee"
    assert metrics.log_loss(y[some], p[some], labels=["ant", "bee", "cat"]) > 0
    with pytest.raises(ValueError, match=r"y_true: has 2 classes \(y_proba has 3 columns; labels="):
        metrics.log_loss(y[some], p[some])
    with pytest.raises(ValueError, match="is not one of the labels"):
        metrics.log_loss(y, p, labels=["ant", "bee", "cow"])
    with pytest.raises(ValueError, match="labels: a class is named twice"):
        metrics.log_loss(y, p, labels=["ant", "bee", "bee"])
    with pytest.raises(InputError, match=r"y_proba\[0\]: the row adds up to"):
        metrics.log_loss(y, p / 2)
