"""The verdict fails when it should, and a contestant that fails is counted."""

import time
from typing import Any

import numpy as np
import pytest

from . import report
from .contest import positive_column, predictions
from .contestants import ABSENT, AUTO, CONTESTANTS, RAW, Contestant, present
from .peers import Raw
from .results import Results
from .tables import Array
from .verdict import harms, verdict

FAST = [c for c in CONTESTANTS if c.origin in ("scikit-learn", "")]


def problem(auto: float, raw: float, other: float, size: int, aside: bool) -> dict[str, Any]:
    def method(loss: float) -> dict[str, Any]:
        names = ("log_loss", "brier", "miscalibration", "ece", "smooth_ece")
        return {name: [loss - 0.001, loss + 0.001] for name in names} | {
            "failures": [], "seconds": [0.1, 0.1]}  # fmt: skip

    methods = {AUTO: method(auto), RAW: method(raw), "other": method(other)}
    return {"data": "d", "classifier": "c", "size": size, "aside": aside, "methods": methods}


def results(*problems: dict[str, Any]) -> Results:
    return Results([AUTO, RAW, "other"], list(problems))


def test_all_is_well() -> None:
    good = [problem(0.3, 0.4, 0.35, 1000, aside) for aside in (True, False)] * 20
    lines = verdict(results(*good))
    assert [line.passed for line in lines] == [True] * 5
    assert "place 1, 1.00; runner-up other 2.00, outside the critical difference" in lines[0].text


def test_second_place_on_what_is_set_aside_fails_there_only() -> None:
    lines = verdict(
        results(*[problem(0.3, 0.4, 0.35, 1000, False)] * 9, problem(0.36, 0.4, 0.35, 1000, True))
    )
    assert [line.passed for line in lines] == [True, True, False, False, True]
    assert "set aside: place 2, 2.00; best other 1.00, within" in lines[2].text


def test_equal_ranks_are_not_first() -> None:
    lines = verdict(results(problem(0.3, 0.4, 0.3, 1000, False)))
    assert not lines[0].passed


@pytest.mark.parametrize(
    ("size", "excess", "passed"),
    [(1000, 0.0019, True), (1000, 0.0021, False), (300, 0.0042, True), (100, 0.5, True)],
)
def test_harm_is_judged_by_its_allowance(size: int, excess: float, passed: bool) -> None:
    judged = results(problem(0.4 + excess, 0.4, 0.45, size, False))
    assert verdict(judged)[-1].passed == passed
    if size >= 300:
        assert harms(judged)[0].excess == pytest.approx(excess)


class Broken(Raw):
    def fit(self, p: Array, y: Array) -> "Raw":
        raise ValueError("no")


class Slow(Raw):
    def fit(self, p: Array, y: Array) -> "Raw":
        time.sleep(5)
        return self


class Wild(Raw):
    def predict_proba(self, p: Array) -> Array:
        return p + 1


@pytest.mark.parametrize(
    ("kind", "reason"),
    [(Broken, "ValueError: no"), (Slow, "TimeoutError: more than 0.1 s"),
     (Wild, "ValueError: predictions outside [0, 1]")],
)  # fmt: skip
def test_who_fails_falls_back_to_raw_and_is_counted(kind: type, reason: str) -> None:
    p, y = np.array([0.2, 0.7]), np.array([0.0, 1.0])
    predicted, failure = predictions(Contestant("x", kind, ""), False, p, y, p, 0.1)
    assert predicted.tolist() == p.tolist() and failure == reason


def test_two_columns_or_one() -> None:
    assert positive_column([[0.4, 0.6]]).tolist() == [0.6]
    assert positive_column([0.6]).tolist() == [0.6]


def test_who_cannot_be_imported_is_absent_with_the_reason() -> None:
    def missing() -> None:
        raise ImportError("No module named 'nothing'")

    able, absent = present([Contestant("gone", missing, "nothing"), Contestant(RAW, Raw, "")])
    assert [contestant.name for contestant in able] == [RAW]
    assert absent == {"gone": "cannot be imported: No module named 'nothing'"}
    assert any("PyTorch" in reason for reason in ABSENT.values())


@pytest.mark.parametrize("contestant", FAST, ids=lambda c: c.name)
@pytest.mark.parametrize("margins", [False, True])
def test_contestants_take_probabilities_and_margins(contestant: Contestant, margins: bool) -> None:
    random = np.random.default_rng(3)
    scores = 4 * random.random(200) - 2 if margins else random.random(200)
    y = (random.random(200) < (scores + 2 * margins) / (1 + 3 * margins)).astype(float)
    predicted, failure = predictions(contestant, margins, scores, y, scores, 20)
    assert failure == "" and predicted.shape == (200,)
    assert np.corrcoef(predicted, scores)[0, 1] > 0.5


def test_the_page_holds_verdict_tables_and_absentees() -> None:
    problems = [problem(0.3, 0.4, 0.35, 1000, aside) for aside in (True, False)]
    run = {"commit": "abc", "date": "day", "machine": "m", "splits": 2, "minutes": 1.0,
           "versions": {"p": "1"}}  # fmt: skip
    document = {"run": run, "contestants": [AUTO, RAW, "other"], "absent": {"gone": "why"},
                "too_small": ["tiny"], "problems": problems}  # fmt: skip
    page = report.page(document)
    for words in ("PASS Auto first", "Absent: gone: why.", "calibration size: tiny.",
                  "| **Auto** | 1.00 | 1.00 | 0.0 | 0.0 | 100 | 100 |", "## Set aside",
                  "d, c, N = 1000 | -1000.0 ± 0.0 | 20.0 | no"):  # fmt: skip
        assert words in page
