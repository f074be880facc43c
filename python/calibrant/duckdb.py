"""Fit and apply where the rows are: in DuckDB, on tables, queries or Parquet files of any size.

>>> import calibrant.duckdb
>>> curve = calibrant.duckdb.fit("scores.parquet", score="p", label="y")       # doctest: +SKIP
>>> calibrant.duckdb.apply(curve, "scores.parquet", score="p").write_parquet("out.parquet")
... # doctest: +SKIP

Rows are counted by cells of scores (docs/math/cells.md), so a fit holds a few thousand numbers,
whatever the number of rows, and the model does not depend on threads or on the order of rows.
"""

from __future__ import annotations

import os
from typing import Any, Literal

import numpy as np

try:
    import duckdb
except ModuleNotFoundError:
    raise ImportError("calibrant.duckdb needs DuckDB: pip install duckdb") from None

from calibrant import _core
from calibrant._documentation import documented
from calibrant._fitting import check_new, curve_of, fit_observations

__all__ = ["apply", "count", "fit"]

Invalid = Literal["error", "skip"]


def __dir__() -> list[str]:
    return sorted(__all__)


Source = duckdb.DuckDBPyRelation | str | os.PathLike[str] | Any

_FILES = (".parquet", ".csv", ".tsv", ".json", ".jsonl", ".ndjson")
_PACKED = (".gz", ".zst")


def _names_files(text: str) -> bool:
    name = text.lower()
    for ending in _PACKED:
        name = name.removesuffix(ending)
    return name.endswith(_FILES)


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _relation(
    source: Source, connection: duckdb.DuckDBPyConnection | None
) -> duckdb.DuckDBPyRelation:
    """A relation as it is; a text as a query, as what stands after FROM, or as names of files;
    anything else as a data frame."""
    if isinstance(source, duckdb.DuckDBPyRelation):
        return source
    base = connection or duckdb.default_connection()
    if isinstance(source, os.PathLike):
        return base.sql(f"SELECT * FROM {_literal(os.fspath(source))}")
    if not isinstance(source, str):
        return _frame(source, base)
    text = source.strip().rstrip(";")
    words = text.split(None, 1)
    is_query = bool(words) and words[0].lower() in ("select", "with", "from", "values", "(")
    try:
        return base.sql(text if is_query else f"SELECT * FROM {text}")
    except duckdb.Error:
        if is_query or not _names_files(text):
            raise
    return base.sql(f"SELECT * FROM {_literal(text)}")


def _frame(__calibrant_source: object, base: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyRelation:
    """DuckDB finds the frame by the name that it has in this function."""
    try:
        return base.sql("SELECT * FROM __calibrant_source")
    except duckdb.InvalidInputException:
        kind = type(__calibrant_source).__name__
        raise TypeError(
            f"source: {kind} cannot be used (a relation, a text of SQL, the name of a file or a "
            "data frame was expected)"
        ) from None


def _check_has(rows: duckdb.DuckDBPyRelation, label: str, positive: str) -> None:
    """A positive label that no row has is a slip. The error names some labels that there are."""
    column = '"' + label.replace('"', '""') + '"'
    found = rows.query(
        "calibrant_rows",
        f"SELECT DISTINCT CAST({column} AS VARCHAR) AS label FROM calibrant_rows "
        f"WHERE {column} IS NOT NULL ORDER BY label <> {_literal(positive)}, label LIMIT 5",
    )
    assert found is not None  # a SELECT is a relation
    labels = [row[0] for row in found.fetchall()]
    if not labels or labels[0] == positive:
        return
    shown = ", ".join(repr(one[:40]) for one in labels[:4]) + (", …" if len(labels) > 4 else "")
    raise _core.InputError(
        f"column {label!r}: no label is {positive!r} (positive=); there are {shown}"
    )


@documented("Observations: cells of scores with their counts.")
def count(
    source: Source,
    *,
    score: str = "score",
    label: str = "label",
    weight: str | None = None,
    positive: str | None = None,
    cells: str = "probability",
    weight_digits: int = 6,
    invalid: Invalid = "error",
    connection: duckdb.DuckDBPyConnection | None = None,
) -> _core.Observations:
    """Cells of scores with their negatives and positives: all that a fit needs.

    ``source`` is a relation, a query, what may stand after FROM, the name of a file or of several
    (``scores/*.parquet``), or a data frame of pandas, polars or Arrow. A text is SQL, so it must
    come from someone you trust.
    ``cells`` is "probability" for scores from 0 to 1, "margin" for any; ``positive`` names the
    label that counts as 1. Rows that cannot be used are an error that says how many there are, or
    are left out (``invalid="skip"``).
    """
    if invalid not in ("error", "skip"):
        raise _core.OptionError(f"invalid: {invalid!r} is not 'error' or 'skip'")
    view = "calibrant_rows"
    query = _core.fit_query(
        "duckdb",
        table=view,
        score=score,
        label=label,
        positive=positive,
        weight=weight,
        weight_digits=weight_digits,
        cells=cells,
        skip=invalid == "skip",
    )
    relation = _relation(source, connection)
    counted = relation.query(view, query)
    assert counted is not None  # a SELECT is a relation
    try:
        found = counted.fetchnumpy()
    except duckdb.ConversionException:  # of the positive label to the type of the column
        if positive is not None:
            _check_has(relation, label, positive)
        raise
    if positive is not None and not found["pos"].any():
        _check_has(relation, label, positive)
    scores = np.ma.masked_array(found["score"])
    void = np.ma.getmaskarray(scores)
    if void.any():
        rows = int(np.asarray(found["rows"])[void].sum())
        what = "no probability" if cells == "probability" else "no finite number"
        raise _core.InputError(
            f"{rows} rows cannot be used: a score is {what}, a label not 0 or 1, or a weight "
            "negative or too small (invalid='skip' leaves them out)"
        )

    def column(name: str) -> np.ndarray[Any, np.dtype[np.float64]]:
        return np.ascontiguousarray(np.asarray(found[name]), dtype=np.float64)

    return _core.observe_counts(column("score"), column("neg"), column("pos"))


@documented("Curve: from scores to probabilities.")
def fit(
    source: Source,
    *,
    score: str = "score",
    label: str = "label",
    weight: str | None = None,
    method: str = "auto",
    positive: str | None = None,
    cells: str = "probability",
    weight_digits: int = 6,
    invalid: Invalid = "error",
    connection: duckdb.DuckDBPyConnection | None = None,
    threads: int = 0,
    verbose: int = 0,
    keep_observations: bool = False,
    **options: Any,
) -> _core.Curve:
    """A curve through the counted rows: ``count``, then the method, with its options."""
    seen = count(
        source,
        score=score,
        label=label,
        weight=weight,
        positive=positive,
        cells=cells,
        weight_digits=weight_digits,
        invalid=invalid,
        connection=connection,
    )
    return curve_of(
        fit_observations(
            seen,
            method,
            options,
            threads=threads,
            verbose=verbose,
            keep_observations=keep_observations,
        )
    )


@documented("relation: the rows with one column more, or three.")
def apply(
    curve: _core.Curve,
    source: Source,
    *,
    score: str = "score",
    output: str = "calibrated",
    interval: bool = False,
    simplify: float | None = None,
    connection: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """The rows with a column more, as a relation that DuckDB computes when it is read.

    ``interval`` adds OUTPUT_lower and OUTPUT_upper. The rows must not have such columns yet. A
    curve of more than 10,000 pieces is refused; ``simplify`` first thins it to the fewest that stay
    within that error.
    """
    thin = curve if simplify is None else curve.simplify(simplify)
    items = thin.export("sql", column=score, name=output, interval=interval)
    assert isinstance(items, str)
    rows = _relation(source, connection)
    added = [output, f"{output}_lower", f"{output}_upper"] if interval else [output]
    check_new(added, rows.columns, "output")
    return rows.project(f"*, {items}")
