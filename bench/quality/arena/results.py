"""Results as arrays: what the report and the verdict ask of the JSON file."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .problems import SIMULATION
from .tables import Array

Problem = dict[str, Any]


@dataclass(frozen=True)
class Results:
    contestants: list[str]
    problems: list[Problem]

    def where(self, keep: Callable[[Problem], bool]) -> "Results":
        return Results(self.contestants, [problem for problem in self.problems if keep(problem)])

    def losses(self, measure: str) -> Array:
        """Problems x contestants, means over the splits."""
        return np.array(
            [[np.mean(problem["methods"][name][measure]) for name in self.contestants]
             for problem in self.problems]
        )  # fmt: skip

    def column(self, name: str) -> int:
        return self.contestants.index(name)

    def failures(self, name: str) -> int:
        return sum(len(problem["methods"][name]["failures"]) for problem in self.problems)

    def data_sets(self) -> list[str]:
        return [problem["data"] for problem in self.problems]


def is_real(problem: Problem) -> bool:
    return bool(problem["classifier"] != SIMULATION)


def title(problem: Problem) -> str:
    return f"{problem['data']}, {problem['classifier']}, N = {problem['size']}"
