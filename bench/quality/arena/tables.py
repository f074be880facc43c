"""Data sets as numbers: the suite's CSV files and UCI Adult.

A column with anything but numbers becomes one 0/1 column per value (missing is no value); missing
numbers stay NaN until a classifier's pipeline fills them from its training rows.
"""

import csv
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Labels = NDArray[np.int64]  # of classes


@dataclass(frozen=True)
class Table:
    name: str
    features: Array  # rows x columns, NaN where missing
    labels: Array  # 0 or 1


def _numbers(column: list[str]) -> Array | None:
    try:
        return np.array([float(text) if text else np.nan for text in column])
    except ValueError:
        return None


def encode(columns: list[list[str]]) -> Array:
    """Numbers as they are, words as 0/1 columns in the order of the alphabet."""
    encoded: list[Array] = []
    for column in columns:
        numbers = _numbers(column)
        if numbers is not None:
            encoded.append(numbers)
            continue
        words = np.array(column)
        encoded += [(words == word).astype(float) for word in sorted(set(column) - {""})]
    return np.column_stack(encoded)


def _table(name: str, rows: list[list[str]], positive: set[str]) -> Table:
    columns = [list(column) for column in zip(*rows, strict=True)]
    labels = np.array([float(label in positive) for label in columns[-1]])
    return Table(name, encode(columns[:-1]), labels)


def read_suite_file(path: Path) -> Table:
    with path.open(newline="") as file:
        rows = list(csv.reader(file))
    return _table(path.stem, rows[1:], {"1"})


def read_adult(directory: Path) -> Table:
    rows: list[list[str]] = []
    for part in ("adult.data", "adult.test"):
        with (directory / part).open() as file:
            for line in file:
                fields = [field.strip() for field in line.rstrip().rstrip(".").split(",")]
                if len(fields) == 15:  # not the remark that opens adult.test, nor empty lines
                    rows.append(["" if field == "?" else field for field in fields])
    return _table("adult", rows, {">50K"})


def table_names(data: Path) -> list[str]:
    names = sorted(path.stem for path in (data / "suite").glob("*.csv"))
    return [*names, "adult"] if (data / "uci" / "adult.data").exists() else names


@lru_cache(maxsize=2)  # work comes data set by data set
def read_table(data: Path, name: str) -> Table:
    return (
        read_adult(data / "uci")
        if name == "adult"
        else read_suite_file(data / "suite" / f"{name}.csv")
    )
