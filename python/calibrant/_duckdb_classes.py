"""Several classes in DuckDB: a model of whole rows needs rows, so a sample of them is fetched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb
import numpy as np

from calibrant import _arrays, _core
from calibrant._sampling import check_most_rows, warn_of_sample

VIEW = "calibrant_rows"
_HASHES = 2**64


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def columns_of(score: Sequence[str] | Mapping[Any, str], classes: Sequence[Any]) -> list[str]:
    """The column of each class. A list is in their order."""
    if isinstance(score, Mapping):
        by_name = {str(label): column for label, column in score.items()}
        names = [str(label) for label in classes]
        if sorted(by_name) != sorted(names):
            raise _core.InputError(
                f"score: has the classes {', '.join(map(repr, by_name))} (those of the labels are "
                f"{', '.join(map(repr, names))})"
            )
        return [by_name[name] for name in names]
    if len(score) != len(classes):
        raise _core.InputError(
            f"score: has {len(score)} columns (one for each of {len(classes)} classes was expected)"
        )
    return list(score)


def _first_row(relation: duckdb.DuckDBPyRelation, query: str) -> tuple[Any, ...]:
    found = relation.query(VIEW, query)
    assert found is not None  # a SELECT is a relation
    return tuple(found.fetchall()[0])


def sample(
    relation: duckdb.DuckDBPyRelation,
    score: Sequence[str] | Mapping[Any, str],
    label: str,
    weight: str | None,
    *,
    most_rows: int,
    seed: int,
    skip: bool,
) -> tuple[_arrays.Doubles, Any, _arrays.Doubles | None]:
    """Scores in the order of the sorted labels, labels and weights of at most about ``most_rows``
    rows. Which rows depends on what is in them, not on their order or on threads."""
    check_most_rows(most_rows, "most_rows")
    given = list(score.values()) if isinstance(score, Mapping) else list(score)
    numbers = [f"CAST({quoted(name)} AS DOUBLE)" for name in given]
    usable = [f"coalesce(isfinite({number}), false)" for number in numbers]
    usable.append(f"{quoted(label)} IS NOT NULL")
    if weight is not None:
        numbers.append(f"CAST({quoted(weight)} AS DOUBLE)")
        usable.append(f"coalesce(isfinite({numbers[-1]}) AND {numbers[-1]} >= 0, false)")
    where = " AND ".join(usable)
    rows, good = _first_row(
        relation, f"SELECT count(*), count(*) FILTER (WHERE {where}) FROM {VIEW}"
    )
    if good < rows and not skip:
        raise _core.InputError(
            f"{rows - good} rows cannot be used: a score is no finite number, a label is missing, "
            "or a weight is negative (invalid='skip' leaves them out)"
        )
    if good > most_rows:
        # Copies of a row are numbered, so that each has a chance of its own.
        content = ", ".join([*map(quoted, given), quoted(label)])
        copy = f"row_number() OVER (PARTITION BY {content})"
        share = most_rows * _HASHES // good
        where += f" QUALIFY hash({content}, {copy}, {int(seed)}) < {share}"
    fetched = [f"{number} AS c{place}" for place, number in enumerate(numbers)]
    chosen = relation.query(
        VIEW, f"SELECT {', '.join(fetched)}, {quoted(label)} AS label FROM {VIEW} WHERE {where}"
    )
    assert chosen is not None
    found = chosen.fetchnumpy()
    labels = np.asarray(found["label"])
    if good > most_rows:
        warn_of_sample(len(labels), good, "most_rows")
    by_column = dict(zip(given, (found[f"c{k}"] for k in range(len(given))), strict=True))
    classes = _arrays.classes_of(labels, label)[0]
    matrix = np.column_stack([by_column[name] for name in columns_of(score, classes.tolist())])
    weights = None if weight is None else np.asarray(found[f"c{len(given)}"])
    return np.ascontiguousarray(matrix, dtype=np.float64), labels, weights
