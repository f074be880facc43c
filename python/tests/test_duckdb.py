"""Fits and applies in DuckDB, against the same on arrays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import calibrant
from calibrant import _core

duckdb = pytest.importorskip("duckdb")
from calibrant import duckdb as there  # noqa: E402

ROWS = 5_000
# Row numbers make scores and labels that any engine computes alike.
SELECT = (
    "SELECT i, (hash(i) % 1000003) / 1000003.0::DOUBLE AS p, "
    "CAST(hash(i + 7) % 1009 < 1009 * pow((hash(i) % 1000003) / 1000003.0, 2) AS INTEGER) AS y, "
    "(i % 7) / 4.0::DOUBLE AS w FROM range({rows}) AS t(i)"
)


@pytest.fixture
def base() -> Any:
    with duckdb.connect() as connection:
        connection.execute(f"CREATE TABLE scores AS {SELECT.format(rows=ROWS)}")
        yield connection


def arrays(base: Any) -> dict[str, Any]:
    return base.sql("SELECT * FROM scores ORDER BY i").fetchnumpy()


def seen(base: Any, weights: bool = False) -> _core.Observations:
    """What a single machine counts, in the same cells."""
    rows = arrays(base)
    counted = _core.observe(rows["p"], rows["y"].astype(np.uint8), rows["w"] if weights else None)
    return _core.gather(counted, "probability")


@pytest.mark.parametrize("method", ["auto", "abb", "isotonic", "platt-logit"])
def test_equals_the_fit_to_the_same_cells(base: Any, method: str) -> None:
    curve = there.fit(base.table("scores"), score="p", label="y", method=method)
    assert curve.to_json() == _core.fit(seen(base), method, {}).to_json()


def test_weights_are_added_exactly(base: Any) -> None:
    curve = there.fit(base.table("scores"), score="p", label="y", weight="w", method="abb")
    assert curve.to_json() == _core.fit(seen(base, weights=True), "abb", {}).to_json()


def test_order_and_threads_do_not_matter(base: Any, tmp_path: Path) -> None:
    first = there.fit("scores", score="p", label="y", connection=base, method="abb").to_json()
    path = tmp_path / "it's.parquet"
    base.execute(
        f"COPY (FROM scores ORDER BY hash(i * 3)) TO '{str(path).replace(chr(39), chr(39) * 2)}'"
    )
    literal = "'" + str(path).replace("'", "''") + "'"
    for threads in (1, 4):
        base.execute(f"SET threads = {threads}")
        again = there.fit(literal, score="p", label="y", connection=base, method="abb")
        assert again.to_json() == first


def test_apply_is_the_curve_to_the_bit(base: Any) -> None:
    curve = there.fit("scores", score="p", label="y", connection=base, method="abb", level=0.9)
    found = (
        there.apply(curve, "scores", score="p", output="q", interval=True, connection=base)
        .order("i")
        .fetchnumpy()
    )
    assert list(found) == ["i", "p", "y", "w", "q", "q_lower", "q_upper"]
    scores = np.ascontiguousarray(arrays(base)["p"])
    lower, upper = curve.interval(scores)
    np.testing.assert_array_equal(found["q"], curve(scores))
    np.testing.assert_array_equal(found["q_lower"], lower)
    np.testing.assert_array_equal(found["q_upper"], upper)


def test_simplified_stays_within_the_error(base: Any) -> None:
    curve = there.fit("scores", score="p", label="y", connection=base, method="abb")
    found = there.apply(curve, "scores", score="p", simplify=1e-3, connection=base).fetchnumpy()
    assert np.abs(found["calibrated"] - curve(np.ascontiguousarray(found["p"]))).max() <= 1e-3


def test_invalid_rows_are_counted_or_left_out(base: Any) -> None:
    base.execute(
        "CREATE TABLE bad AS SELECT p, y FROM scores UNION ALL SELECT * FROM "
        "(VALUES (NULL, 1), ('nan'::DOUBLE, 0), ('inf'::DOUBLE, 1), (1.5, 0), (0.5, 2), "
        "(0.5, NULL))"
    )
    with pytest.raises(calibrant.InputError, match=r"^6 rows cannot be used: a score is no probab"):
        there.fit("bad", score="p", label="y", connection=base)
    skipped = there.fit("bad", score="p", label="y", connection=base, invalid="skip", method="abb")
    assert skipped.to_json() == _core.fit(seen(base), "abb", {}).to_json()
    with pytest.raises(calibrant.OptionError, match="invalid: 'keep' is not 'error' or 'skip'"):
        there.fit("bad", connection=base, invalid="keep")


def test_margins_and_named_labels(base: Any) -> None:
    source = "SELECT ln(p + 0.001) AS s, CASE WHEN y = 1 THEN 'yes' ELSE 'no' END AS l FROM scores"
    curve = there.fit(
        source,
        score="s",
        label="l",
        positive="yes",
        cells="margin",
        connection=base,
        method="platt",
    )
    rows = base.sql(f"SELECT s, l = 'yes' AS y FROM ({source})").fetchnumpy()
    counted = _core.observe(np.ascontiguousarray(rows["s"]), rows["y"].astype(np.uint8))
    assert curve.to_json() == _core.fit(_core.gather(counted, "margin"), "platt", {}).to_json()


def test_groups_are_counted_apart(base: Any) -> None:
    """What Spark does with the classes of a long table."""
    query = _core.fit_query("duckdb", table="scores", score="p", label="y", group="w")
    found = base.sql(query).fetchnumpy()
    assert list(found) == ["w", "score", "neg", "pos", "rows"]
    for weight in (0.0, 0.25, 1.5):
        alone = f"SELECT * FROM scores WHERE w = {weight}"
        right = base.sql(_core.fit_query("duckdb", query=alone, score="p", label="y")).fetchnumpy()
        mine = found["w"] == weight
        for name in ("score", "neg", "pos", "rows"):
            np.testing.assert_array_equal(found[name][mine], right[name])
    with pytest.raises(calibrant.OptionError, match="group: is empty"):
        _core.fit_query("duckdb", table="scores", group="")
