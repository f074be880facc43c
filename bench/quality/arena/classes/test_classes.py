"""The arena of several classes, each part by its definition."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.special import softmax

from ..contestants import AUTO, RAW, Contestant
from ..problems import deal
from ..results import Results
from . import __main__ as program
from . import contest, report
from .contestants import CONTESTANTS
from .data import aside, read_classes
from .measures import brier, checked, log_loss
from .peers import EnsembleTemperature, OneVsRest, Raw
from .problems import divide, with_every_class
from .structured import SoftmaxRegression, Structured, identity, inverse_temperature
from .verdict import verdict


def rows(classes: int, count: int, seed: int, factor: float = 1.0) -> Any:
    random = np.random.default_rng(seed)
    z = random.normal(0, 2, (count, classes))
    labels = np.array([random.choice(classes, p=row) for row in softmax(z, axis=1)])
    labels[:classes] = np.arange(classes)
    return softmax(factor * z, axis=1), labels


def test_every_third_data_set_is_set_aside() -> None:
    assert aside(["d", "a", "c", "b", "f", "e"]) == {"c", "f"}


def test_rare_classes_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "classes").mkdir()
    lines = ["x,y"] + ["1,a"] * 500 + ["2,b"] * 495 + ["3,c"] * 9
    (tmp_path / "classes" / "t.csv").write_text("\n".join(lines) + "\n")
    table = read_classes(tmp_path, "t")
    assert table.classes == 2 and len(table.labels) == 995


def test_parts_and_their_classes() -> None:
    parts = divide(1000)
    assert parts is not None and (parts.train, parts.sizes, parts.test) == (250, (100, 300), 450)
    labels = np.array([0] * 970 + [1] * 15 + [2] * 15)
    order = with_every_class(deal(labels, 1, 3), labels, 3, 250, 260)
    assert sorted(order) == list(range(1000))
    assert set(labels[order[250:260]]) == {0, 1, 2}


def test_measures() -> None:
    p, y = np.array([[0.5, 0.25, 0.25], [0.0, 0.5, 0.5]]), np.array([1, 0])
    assert log_loss(p, y) == pytest.approx((np.log(4) + 53 * np.log(2)) / 2)
    assert brier(p, y) == pytest.approx((0.25 + 0.5625 + 0.0625 + 1.5) / 2)
    with pytest.raises(ValueError, match="add up"):
        checked(p + 0.1, 3)


def test_the_gradient_of_the_regression_is_that_of_its_value() -> None:
    p, y = rows(4, 60, 2)
    for diagonal, start in ((False, identity(4)), (True, np.ones((4, 2)))):
        model = SoftmaxRegression(np.log(p), y, np.full(start.shape, 0.03), start, diagonal)
        at = start.ravel() + 0.1 * np.arange(start.size) / start.size
        gradient = model.value(at)[1]
        for i in range(start.size):
            step = np.eye(start.size)[i] * 1e-6
            slope = (model.value(at + step)[0] - model.value(at - step)[0]) / 2e-6
            assert gradient[i] == pytest.approx(slope, abs=1e-7)


def test_peers_mend_scores_that_are_too_sure() -> None:
    p, y = rows(5, 2000, 3, factor=2.5)
    q, truth = rows(5, 4000, 4, factor=2.5)
    assert inverse_temperature(np.log(p), y) == pytest.approx(0.4, abs=0.03)
    for make in (lambda: Structured(True), lambda: Structured(False), EnsembleTemperature):
        fitted = make().fit(p, y)
        assert log_loss(checked(fitted.predict_proba(q), 5), truth) < log_loss(q, truth) - 0.05


def test_one_vs_rest_divides_by_the_sum() -> None:
    class Half(Raw):
        def predict_proba(self, p: Any) -> Any:
            return p / 2

    p, y = rows(3, 10, 5)
    assert OneVsRest(Half).fit(p, y).predict_proba(p) == pytest.approx(p)
    assert OneVsRest(Half).fit(p, y).predict_proba(np.zeros((1, 3))) == pytest.approx(1 / 3)


def problem(auto: float, raw: float, other: float, aside: bool) -> dict[str, Any]:
    def method(loss: float) -> dict[str, Any]:
        return {"log_loss": [loss, loss], "brier": [loss, loss], "failures": [],
                "seconds": [0.1, 0.1]}  # fmt: skip

    methods = {AUTO: method(auto), RAW: method(raw), "other": method(other)}
    return {"data": "d", "classifier": "c", "size": 1000, "classes": 10, "aside": aside,
            "methods": methods}  # fmt: skip


def judged(*problems: dict[str, Any]) -> list[bool]:
    return [line.passed for line in verdict(Results([AUTO, RAW, "other"], list(problems)))]


def test_verdict() -> None:
    good = [problem(0.3, 0.4, 0.35, True), problem(0.3, 0.4, 0.35, False)]
    assert judged(*good) == [True] * 7
    # On what is set aside Auto has more than half of the other's excess, and is beyond raw.
    bad = [problem(0.3, 0.4, 0.35, True), problem(0.412, 0.4, 0.39, True)]
    assert judged(*bad)[:2] == judged(*bad)[2:4]
    assert judged(*bad)[4:] == [True, True, False]
    assert judged(problem(0.4105, 0.4, 0.5, False))[-1]


def test_the_page_holds_verdict_and_tables() -> None:
    problems = [problem(0.3, 0.4, 0.35, aside) for aside in (True, False)]
    run = {"commit": "abc", "date": "day", "machine": "m", "splits": 2, "versions": {"p": "1"}}
    page = report.page({"run": run, "contestants": [AUTO, RAW, "other"],
                        "absent": {"gone": "why"}, "problems": problems})  # fmt: skip
    for words in ("PASS Auto first", "Absent: gone: why.", "| **Auto** | 1.00 | 1.00 | 0.0 |",
                  "## Set aside", "d, c, N = 1000 | -1000.0 ± 0.0 | 110.0 | no"):  # fmt: skip
        assert words in page


def test_a_quick_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On data that are drawn here; another method stands in for Auto."""
    (tmp_path / "classes").mkdir()
    random = np.random.default_rng(1)
    for name in ("balance_scale", "glass", "vowel"):
        x = random.normal(size=(400, 2))
        y = np.argmax(x @ random.normal(size=(2, 3)) + random.normal(size=(400, 3)), axis=1)
        lines = ["a,b,label", *(f"{u},{v},{'xyz'[k]}" for (u, v), k in zip(x, y, strict=True))]
        (tmp_path / "classes" / f"{name}.csv").write_text("\n".join(lines) + "\n")
    stand_in = Contestant(AUTO, lambda: Structured(True), "")
    kept = [stand_in, *(c for c in CONTESTANTS if c.name in (RAW, "SVS"))]
    for module in (program, contest):  # workers are forked, and inherit it
        monkeypatch.setattr(module, "CONTESTANTS", kept)
    words = ["--quick", "--data", str(tmp_path), "--out", str(tmp_path)]
    assert program.main(words) == 0
    first = json.loads((tmp_path / "results.json").read_text())
    assert {p["data"] for p in first["problems"]} == {"balance_scale", "glass", "vowel"}
    assert not any(m["failures"] for p in first["problems"] for m in p["methods"].values())
    assert "## Verdict" in (tmp_path / "arena-classes.md").read_text()
    assert program.main(words) == 0  # from what is kept
    again = json.loads((tmp_path / "results.json").read_text())
    assert [p["methods"] for p in again["problems"]] == [p["methods"] for p in first["problems"]]
