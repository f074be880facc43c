"""Fit and apply where the rows are: in DuckDB, on tables, queries or Parquet files of any size.

>>> import calibrant.duckdb
>>> curve = calibrant.duckdb.fit("'scores.parquet'", score="p", label="y")     # doctest: +SKIP
>>> calibrant.duckdb.apply(curve, "'scores.parquet'", score="p").write_parquet("out.parquet")
... # doctest: +SKIP

Rows are counted by cells of scores (docs/math/cells.md), so a fit holds a few thousand numbers,
whatever the number of rows, and the model does not depend on threads or on the order of rows.
"""

from __future__ import annotations

from typing import Any, Literal

import duckdb
import numpy as np

from calibrant import _core
from calibrant._fitting import fit_observations

Invalid = Literal["error", "skip"]


def _relation(
    source: duckdb.DuckDBPyRelation | str, connection: duckdb.DuckDBPyConnection | None
) -> duckdb.DuckDBPyRelation:
    """A relation as it is; a text as a query, or as what stands after FROM."""
    if not isinstance(source, str):
        return source
    base = connection or duckdb.default_connection()
    text = source.strip().rstrip(";")
    words = text.split(None, 1)
    is_query = bool(words) and words[0].lower() in ("select", "with", "from", "values", "(")
    return base.sql(text if is_query else f"SELECT * FROM {text}")


def count(
    source: duckdb.DuckDBPyRelation | str,
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

    ``source`` is a relation, a query, or what may stand after FROM: a table, ``'file.parquet'``.
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
    counted = _relation(source, connection).query(view, query)
    assert counted is not None  # a SELECT is a relation
    found = counted.fetchnumpy()
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


def fit(
    source: duckdb.DuckDBPyRelation | str,
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
    return fit_observations(seen, method, options, threads=threads, verbose=verbose)


def apply(
    curve: _core.Curve,
    source: duckdb.DuckDBPyRelation | str,
    *,
    score: str = "score",
    output: str = "calibrated",
    interval: bool = False,
    simplify: float | None = None,
    connection: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """The rows with a column more, as a relation that DuckDB computes when it is read.

    ``interval`` adds OUTPUT_lower and OUTPUT_upper. A curve of more than 10,000 pieces is refused;
    ``simplify`` first thins it to the fewest that stay within that error.
    """
    thin = curve if simplify is None else curve.simplify(simplify)
    items = thin.export("sql", column=score, name=output, interval=interval)
    assert isinstance(items, str)
    return _relation(source, connection).project(f"*, {items}")
