"""What the tests share. They test the installed wheel, never the source tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import calibrant

Problem = tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]


def pytest_configure() -> None:
    source = Path(__file__).resolve().parents[1]
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
