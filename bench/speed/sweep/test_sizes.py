"""Cells from real children: turns, limits, errors; and every target has a row that exists."""

import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from . import programs

sys.path[:0] = map(str, programs.SEARCHED)

pytest.importorskip("calibrant")
from . import sizes
from .children import FailedError, Forked, Program, TooSlowError
from .contestants import CONTESTANTS, PEER, Contestant, NumpySort
from .python_cell import serve
from .targets import SCALE, TARGETS, of_target

WORDS = "import sys\nprint('ready', flush=True)\nfor line in sys.stdin:\n    "


class Sleepy(NumpySort):
    def fit(self, scores: Any, labels: Any) -> "Sleepy":
        time.sleep(0.05 if len(scores) < 1000 else 30)
        return self


class Clumsy(NumpySort):
    def fit(self, scores: Any, labels: Any) -> "Clumsy":
        if len(scores) >= 1000:
            raise ValueError("too many rows")
        return self


class Greedy(NumpySort):
    def fit(self, scores: Any, labels: Any) -> "Greedy":
        np.ones(50 * 2**20, dtype=np.uint8)
        return self


def forked(make: Callable[[], Any], n: int = 1000) -> Forked:
    arrays = (np.linspace(0, 1, n), np.arange(n) % 2, np.linspace(0, 1, n))
    return Forked(partial(serve, make, "predict", arrays))


def test_a_forked_child_answers_with_seconds_and_memory() -> None:
    child = forked(Greedy)
    fit, apply = child.ask("fit", 10), child.ask("apply", 10)
    child.stop()
    assert fit.seconds > 0
    assert 45 < fit.mebibytes < 80
    assert 0 < apply.seconds < fit.seconds
    assert apply.mebibytes < 5


def test_who_is_too_slow_is_stopped_and_who_fails_says_why() -> None:
    child = forked(Sleepy)
    began = time.monotonic()
    with pytest.raises(TooSlowError):
        child.ask("fit", 0.2)
    assert time.monotonic() - began < 5
    clumsy = forked(Clumsy)
    with pytest.raises(FailedError, match="ValueError: too many rows"):
        clumsy.ask("fit", 10)
    clumsy.stop()


def test_programs_answer_in_lines() -> None:
    child = Program([sys.executable, "-c", WORDS + "print(1.5, len(line), flush=True)"])
    assert child.ask("fit", 10) == (1.5, 4)
    child.stop()
    broken = Program([sys.executable, "-c", WORDS + "raise ValueError('no rows')"])
    with pytest.raises(FailedError, match="ValueError: no rows"):
        broken.ask("fit", 10)
    broken.stop()
    idle = Program([sys.executable, "-c", WORDS + "pass"])
    with pytest.raises(TooSlowError):
        idle.ask("fit", 0.2)


def racer(name: str, make: Callable[[], Any]) -> Contestant:
    return Contestant(name, "test", PEER, make=make)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sizes, "FOLDER", tmp_path)


@pytest.mark.usefixtures("folder")
def test_a_size_has_the_median_of_its_turns_and_what_was_stopped() -> None:
    racers = [racer("sort", NumpySort), racer("sleepy", Sleepy), racer("clumsy", Clumsy)]
    cells = sizes.sweep_size(racers, 1000, 3, 2, 1)
    sort, sleepy, clumsy = (list(cell.records()) for cell in cells)
    assert [entry["task"] for entry in sort] == ["fit", "apply"]
    assert all(entry["seconds"] == sorted(entry["repeats"])[1] for entry in sort)
    assert sleepy == [{"who": "sleepy", "n": 1000, "task": "fit", "over": 2}]
    assert clumsy == [
        {"who": "clumsy", "n": 1000, "task": "fit", "error": "ValueError: too many rows"}
    ]
    assert cells[1].told() == "fit > 2 s"


@pytest.mark.usefixtures("folder")
def test_who_took_long_is_not_asked_again() -> None:
    (cell,) = sizes.sweep_size([racer("sort", NumpySort)], 1000, 3, 5, slow=0)
    assert [len(entry["repeats"]) for entry in cell.records()] == [1, 1]


@pytest.mark.usefixtures("folder")
def test_where_rows_are_many_each_turn_has_a_child_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sizes, "CROWDED", 1000)
    cell = sizes.Cells(racer("sort", NumpySort), 1000)
    stem = sizes._write_rows(1000)
    for _ in range(2):
        cell.turn(stem, 5, 1)
        assert cell.child is None
    assert [len(entry["repeats"]) for entry in cell.records()] == [2, 2]


@pytest.mark.usefixtures("folder")
def test_an_interrupted_size_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupting(sizes.Cells):
        def turn(self, stem: Path, limit: float, slow: float) -> None:
            super().turn(stem, limit, slow)
            if self.contestant.name == "second":
                raise KeyboardInterrupt

    records = tmp_path / "records"
    monkeypatch.setenv("CALIBRANT_BENCH_RECORDS", str(records))
    monkeypatch.setattr(sizes, "Cells", Interrupting)
    racers = [racer("first", NumpySort), racer("second", NumpySort), racer("third", NumpySort)]
    with pytest.raises(KeyboardInterrupt):
        sizes.sweep_size(racers, 1000, 3, 5, 1)
    found = {cell["who"] for cell in programs.read(records)["cells"]}
    assert found == {"first", "second"}


def test_peers_that_cannot_be_imported_are_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make() -> Any:
        raise ImportError("No module named 'spline'")

    records = tmp_path / "records"
    monkeypatch.setenv("CALIBRANT_BENCH_RECORDS", str(records))
    assert sizes.present([racer("spline", make), racer("sort", NumpySort)])[0].name == "sort"
    absent = programs.read(records)["absent"]
    assert absent == {"spline": "cannot be imported: No module named 'spline'"}


def test_our_estimators_of_the_sweep_can_be_made() -> None:
    for contestant in CONTESTANTS:
        if contestant.origin == "calibrant" and contestant.make:
            assert hasattr(contestant.make(), contestant.predict)


@pytest.mark.skipif(not sizes.BENCH.exists(), reason="calibrant-bench is not built")
@pytest.mark.usefixtures("folder")
def test_cells_of_the_library() -> None:
    ours = [c for c in CONTESTANTS if c.method and c.family != "files"]
    calibrant = pytest.importorskip("calibrant")
    names = {one["name"] for one in calibrant.methods() if one["gives_curve"]} | {"acp"}
    assert names <= {contestant.method for contestant in ours}
    for cell in sizes.sweep_size(ours, 1000, 1, 20, 1):
        assert not cell.ended, cell.contestant.name
        assert all(entry["seconds"] > 0 for entry in cell.records())


def listed(program: programs.Program) -> list[str]:
    command = list(program.command)
    if command[0].endswith("python"):
        command[0] = sys.executable  # which has what they import
    done = subprocess.run([*command, "--list"], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


@pytest.mark.skipif(not sizes.BENCH.exists(), reason="calibrant-bench is not built")
def test_every_target_has_a_row() -> None:
    pytest.importorskip("duckdb")
    names = [{"name": name} for program in programs.ROWS for name in listed(program)]
    # What is measured beyond one machine needs more than a test has.
    near = [target for target in TARGETS if target.part != SCALE]
    assert [target.text for target in near if not of_target(target, names)] == []
