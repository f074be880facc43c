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
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np

try:
    import duckdb
except ModuleNotFoundError:
    raise ImportError("calibrant.duckdb needs DuckDB: pip install duckdb") from None

from calibrant import _core
from calibrant._documentation import documented
from calibrant._duckdb_classes import VIEW, columns_of, sample
from calibrant._fitting import How, check_new, curve_of, fit_classes, fit_observations

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
    query = _core.fit_query(
        "duckdb",
        table=VIEW,
        score=score,
        label=label,
        positive=positive,
        weight=weight,
        weight_digits=weight_digits,
        cells=cells,
        skip=invalid == "skip",
    )
    relation = _relation(source, connection)
    counted = relation.query(VIEW, query)
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


@documented(
    "Curve, or MulticlassModel of several columns.",
    score="str, list or dict: the column of scores, or a column for each class.",
    seed="int: of the sample of rows.",
)
def fit(
    source: Source,
    *,
    score: str | Sequence[str] | Mapping[Any, str] = "score",
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
    most_rows: int = 1_000_000,
    seed: int = 0,
    **options: Any,
) -> _core.Curve | _core.MulticlassModel:
    """A curve through the counted rows: ``count``, then the method, with its options.

    Several columns of ``score`` are several classes, in the order of the sorted labels, or as a
    dictionary from label to column. Their model needs whole rows. If there are more than
    ``most_rows``, about as many are drawn by what is in them, and a warning says so.
    """
    how = How(threads, verbose, keep_observations)
    if not isinstance(score, str):
        if invalid not in ("error", "skip"):
            raise _core.OptionError(f"invalid: {invalid!r} is not 'error' or 'skip'")
        if positive is not None:
            raise _core.OptionError("positive: is for two classes")
        rows = sample(
            _relation(source, connection),
            score,
            label,
            weight,
            most_rows=most_rows,
            seed=seed,
            skip=invalid == "skip",
        )
        return fit_classes(*rows, method, options, how, names=("score", label, "weight"))[1]
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
    return curve_of(fit_observations(seen, method, options, how))


def _queried(rows: duckdb.DuckDBPyRelation, query: str | bytes) -> duckdb.DuckDBPyRelation:
    assert isinstance(query, str)
    added = rows.query(VIEW, query)
    assert added is not None  # a SELECT is a relation
    return added


@documented(
    "relation: the rows with one column more, or three, or one for each class.",
    curve="Curve, MulticlassModel or GroupedModel: what fit gave.",
    score="str, list or dict: the column of scores, or a column for each class.",
)
def apply(
    curve: _core.Curve | _core.MulticlassModel | _core.GroupedModel,
    source: Source,
    *,
    score: str | Sequence[str] | Mapping[Any, str] = "score",
    output: str = "calibrated",
    interval: bool = False,
    simplify: float | None = None,
    connection: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """The rows with a column more, as a relation that DuckDB computes when it is read.

    ``interval`` adds OUTPUT_lower and OUTPUT_upper. The rows must not have such columns yet. A
    curve of more than 10,000 pieces is refused; ``simplify`` first thins it to the fewest that stay
    within that error. A model of up to 30 classes adds OUTPUT_CLASS for each class.
    """
    rows = _relation(source, connection)
    if isinstance(curve, _core.MulticlassModel):
        if interval or simplify is not None:
            raise _core.OptionError("interval, simplify: are for two classes")
        if isinstance(score, str):
            raise _core.OptionError("score: a column for each class was expected")
        check_new([f"{output}_{name}" for name in curve.names], rows.columns, "output")
        columns = columns_of(score, curve.names)
        return _queried(rows, curve.export("sql", columns, output, table=VIEW, keep=rows.columns))
    if not isinstance(score, str):
        raise _core.OptionError("score: one column was expected")
    if isinstance(curve, _core.GroupedModel):
        if interval or simplify is not None:
            raise _core.OptionError("interval, simplify: are for models without groups")
        check_new([output], rows.columns, "output")
        return _queried(rows, curve.export("sql", score, output, table=VIEW, keep=rows.columns))
    thin = curve if simplify is None else curve.simplify(simplify)
    items = thin.export("sql", column=score, name=output, interval=interval)
    assert isinstance(items, str)
    names = [output, f"{output}_lower", f"{output}_upper"] if interval else [output]
    check_new(names, rows.columns, "output")
    return rows.project(f"*, {items}")
