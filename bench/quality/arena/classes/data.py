"""Data sets of several classes, as numbers; and which of them are set aside."""

import csv
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from ..tables import Array, Labels, encode

# A class that is rarer cannot be in each of the parts with 100 rows; its rows are left out.
LEAST_SHARE = 0.01
LEAST_ROWS = 10


@dataclass(frozen=True)
class ClassTable:
    features: Array  # rows x columns, NaN where missing
    labels: Labels  # 0 to classes - 1, in the order of the alphabet
    classes: int


def folder(data: Path) -> Path:
    return data / "classes"


def data_names(data: Path) -> list[str]:
    return sorted(path.stem for path in folder(data).glob("*.csv"))


def aside(names: list[str]) -> set[str]:
    """Every third data set in the order of the alphabet."""
    return set(sorted(names)[2::3])


@lru_cache(maxsize=2)  # work comes data set by data set
def read_classes(data: Path, name: str) -> ClassTable:
    with (folder(data) / f"{name}.csv").open(newline="") as file:
        rows = list(csv.reader(file))[1:]
    counts = Counter(row[-1] for row in rows)
    least = max(LEAST_ROWS, LEAST_SHARE * len(rows))
    kept = sorted(word for word, count in counts.items() if count >= least)
    rows = [row for row in rows if row[-1] in kept]
    columns = [list(column) for column in zip(*rows, strict=True)]
    place = {word: k for k, word in enumerate(kept)}
    labels = np.array([place[word] for word in columns[-1]])
    return ClassTable(encode(columns[:-1]), labels, len(kept))
