"""Fits and applies in DuckDB, against the same on arrays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas
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


@pytest.mark.parametrize("method", ["vector", "matrix", "one-vs-rest"])
def test_methods_of_several_classes_are_refused(base: Any, method: str) -> None:
    with pytest.raises(calibrant.OptionError, match=f"^method: {method} is for several classes$"):
        there.fit(base.table("scores"), score="p", label="y", method=method)


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


def test_a_positive_label_that_no_row_has(base: Any) -> None:
    source = (
        "SELECT p, CASE WHEN y = 1 THEN 'yes' ELSE 'no' END AS \"the \"\"label\", y FROM scores"
    )
    given = {"score": "p", "connection": base, "method": "isotonic"}
    with pytest.raises(
        calibrant.InputError,
        match=r"^column 'the \"label': no label is 'Yes' \(positive=\); there are 'no', 'yes'$",
    ):
        there.fit(source, label='the "label', positive="Yes", **given)
    # A text that is no number cannot even be compared with the numbers of a column.
    with pytest.raises(calibrant.InputError, match=r"no label is 'yes' .*; there are '0', '1'$"):
        there.fit(source, label="y", positive="yes", **given)
    with pytest.raises(calibrant.InputError, match=r"there are '0', '1', '10', '100', …$"):
        there.fit("scores", label="i", positive="no", **given)
    # Rows without weight are rows.
    weightless = "SELECT p, y, CASE WHEN y = 1 THEN 0 ELSE 1 END AS w FROM scores"
    assert there.fit(weightless, label="y", positive="1", weight="w", **given).prevalence == 0


def test_a_column_that_is_there_is_not_added_again(base: Any) -> None:
    curve = there.fit(
        "scores", score="p", label="y", connection=base, method="histogram", level=0.9
    )
    rows = base.sql('SELECT p, p AS "Calibrated", p AS other_lower FROM scores')
    words = r"^output: the rows have a column '{}' already \(output names another\)$"
    with pytest.raises(calibrant.OptionError, match=words.format("calibrated")):
        there.apply(curve, rows, score="p")
    with pytest.raises(calibrant.OptionError, match=words.format("other_lower")):
        there.apply(curve, rows, score="p", output="other", interval=True)
    found = there.apply(curve, rows, score="p", output="other")
    assert found.columns == ["p", "Calibrated", "other_lower", "other"]


def test_files_by_their_names(base: Any, tmp_path: Path, monkeypatch: Any) -> None:
    right = there.fit("scores", score="p", label="y", connection=base, method="abb").to_json()
    folder = tmp_path / "the day's scores"
    folder.mkdir()
    halves = [base.sql(f"FROM scores WHERE i % 2 = {half}") for half in (0, 1)]
    for half, rows in enumerate(halves):
        rows.write_parquet(str(folder / f"{half}.parquet"))
    base.table("scores").write_csv(str(folder / "all.csv.gz"), compression="gzip")
    monkeypatch.chdir(folder)
    for name in (f"{folder}/*.parquet", "*.parquet", "./*.PARQUET".lower(), folder / "*.parquet"):
        found = there.fit(name, score="p", label="y", connection=base, method="abb")
        assert found.to_json() == right, name
    for name in ("all.csv.gz", folder / "all.csv.gz", "'all.csv.gz'", "read_csv('all.csv.gz')"):
        found = there.count(name, score="p", label="y", connection=base)
        assert found.weight == ROWS, name
    with pytest.raises(duckdb.IOException, match=r'No files found that match .*"none/\*.parquet"'):
        there.fit("none/*.parquet", connection=base)
    # A table whose name looks like one of a file is a table.
    base.execute("CREATE SCHEMA kept; CREATE TABLE kept.csv AS FROM scores LIMIT 7")
    assert there.count("kept.csv", score="p", label="y", connection=base).weight == 7


@pytest.mark.parametrize("kind", ["pandas", "polars", "arrow"])
def test_data_frames(base: Any, kind: str) -> None:
    rows = base.table("scores")
    frame = {"pandas": rows.df, "polars": rows.pl, "arrow": rows.to_arrow_table}[kind]()
    right = there.fit("scores", score="p", label="y", connection=base, method="abb")
    found = there.fit(frame, score="p", label="y", connection=base, method="abb")
    assert found.to_json() == right.to_json()
    applied = there.apply(found, frame, score="p", connection=base)
    del frame
    values = applied.order("i").fetchnumpy()
    np.testing.assert_array_equal(values["calibrated"], right(np.ascontiguousarray(values["p"])))


@pytest.mark.parametrize("source", [3, None, {"score": [0.5]}, [0.5]])
def test_what_cannot_have_rows_is_refused(source: object) -> None:
    with pytest.raises(
        TypeError, match=r"^source: (int|NoneType|dict|list) cannot be used \(a rel"
    ):
        there.fit(source)


def several(rows: int = 3_000) -> Any:
    """Probabilities of three classes that are too sure, and labels."""
    random = np.random.default_rng(5)
    z = random.normal(size=(rows, 3))
    truth = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
    labels = (truth.cumsum(axis=1) < random.random((rows, 1))).sum(axis=1).clip(0, 2)
    said = np.exp(2 * z) / np.exp(2 * z).sum(axis=1, keepdims=True)
    names = np.array(["ant", "bee", "cat"])[labels]
    return pandas.DataFrame({"p_a": said[:, 0], "p_b": said[:, 1], "p_c": said[:, 2], "y": names})


COLUMNS = ["p_a", "p_b", "p_c"]


@pytest.mark.parametrize("method", ["auto", "temperature", "one-vs-rest", "platt"])
def test_several_classes_equal_the_fit_to_the_rows(method: str) -> None:
    frame = several()
    model = there.fit(frame, score=COLUMNS, label="y", method=method)
    here = calibrant.fit(frame[COLUMNS].to_numpy(), frame["y"].to_numpy(), method=method)
    assert model.to_json() == here.to_json()
    swapped = {"cat": "p_c", "ant": "p_a", "bee": "p_b"}
    assert there.fit(frame, score=swapped, label="y", method=method).to_json() == here.to_json()


def test_a_sample_of_several_classes_depends_on_the_rows_alone() -> None:
    frame = several(20_000)
    fits = []
    for rows, seed in ((frame, 0), (frame.sample(frac=1, random_state=1), 0), (frame, 1)):
        with pytest.warns(calibrant.CalibrationWarning, match=r"sample of (\d+) of 20000 rows"):
            fits.append(there.fit(rows, score=COLUMNS, label="y", most_rows=4_000, seed=seed))
    assert fits[0].to_json() == fits[1].to_json() != fits[2].to_json()
    assert 3_800 < fits[0].weight < 4_200  # four standard deviations are 226
    whole = there.fit(frame, score=COLUMNS, label="y")
    p = frame[COLUMNS].to_numpy()
    assert np.abs(whole(p) - fits[0](p)).mean() < 0.02


def test_equal_rows_keep_their_share_in_a_sample() -> None:
    few = several(8).loc[[0] * 5_000 + [1] * 3_000 + [2] * 2_000]
    few["y"] = ["ant", "bee", "cat", "ant"] * 2_500
    with pytest.warns(calibrant.CalibrationWarning, match="sample of"):
        model = there.fit(few, score=COLUMNS, label="y", most_rows=2_000)
    assert 1_800 < model.weight < 2_200  # five standard deviations are 200


def test_rows_of_several_classes_that_cannot_be_used(base: Any) -> None:
    frame = several(200)
    frame.loc[3, "p_b"] = np.nan
    frame.loc[5, "y"] = None
    with pytest.raises(ValueError, match=r"^2 rows cannot be used: a score is no finite number"):
        there.fit(frame, score=COLUMNS, label="y")
    assert there.fit(frame, score=COLUMNS, label="y", invalid="skip").weight == 198
    good = several(200)
    with pytest.raises(ValueError, match=r"^score: has 2 columns .one for each of 3 classes"):
        there.fit(good, score=["p_a", "p_b"], label="y")
    with pytest.raises(
        ValueError, match=r"^score: has the classes 'ant', 'x' .those of the labels"
    ):
        there.fit(good, score={"ant": "p_a", "x": "p_b"}, label="y")
    with pytest.raises(calibrant.OptionError, match=r"^most_rows: 0 is not positive"):
        there.fit(good, score=COLUMNS, label="y", most_rows=0)
    with pytest.raises(calibrant.OptionError, match=r"^positive: is for two classes"):
        there.fit(good, score=COLUMNS, label="y", positive="ant")


@pytest.mark.parametrize("method", ["auto", "matrix", "platt"])
def test_several_classes_are_applied_by_the_engine(method: str) -> None:
    frame = several()
    model = there.fit(frame, score=COLUMNS, label="y", method=method)
    found = there.apply(model, frame, score=COLUMNS).df()
    assert list(found.columns) == [*frame.columns, *(f"calibrated_{one}" for one in model.names)]
    expected = model(frame[COLUMNS].to_numpy())
    np.testing.assert_allclose(found.iloc[:, 4:].to_numpy(), expected, rtol=0, atol=1e-12)
    assert (found["y"] == frame["y"]).all()
    by_name = {"cat": "p_c", "ant": "p_a", "bee": "p_b"}
    assert there.apply(model, frame, score=by_name).df().equals(found)
    with pytest.raises(calibrant.OptionError, match=r"^score: a column for each class"):
        there.apply(model, frame, score="p_a")
