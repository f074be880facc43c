"""What the tests share. They test the installed wheel, or an editable install."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import calibrant

Problem = tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]


def is_editable() -> bool:
    """Whether pip was asked for that (-e); it leaves a note. A wheel has none."""
    origin = json.loads(distribution("calibrant").read_text("direct_url.json") or "{}")
    return bool(origin.get("dir_info", {}).get("editable", False))


def pytest_configure() -> None:
    source = Path(__file__).resolve().parents[1]
    if is_editable():
        return
    assert source not in Path(calibrant.__file__).resolve().parents, "install the wheel first"


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    """A session for the tests of one file, which are skipped without Java."""
    from spark_sessions import spark_session

    with spark_session() as session:
        yield session


@pytest.fixture
def problem() -> Callable[..., Problem]:
    """Overconfident scores: the probability of a positive is score squared."""

    def make(rows: int = 500, seed: int = 1) -> Problem:
        rng = np.random.default_rng(seed)
        scores = rng.random(rows)
        return scores, (rng.random(rows) < scores**2).astype(np.int64)

    return make
