"""The estimator and the model in local[2]: partitions, invalid rows, pipelines, bits.

With CALIBRANT_SPARK=local-cluster[2,1,1024] the same in executors of their own.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import calibrant
from calibrant import _core
from calibrant._methods import table

pytest.importorskip("pyspark")

pytestmark = pytest.mark.filterwarnings("ignore")

from pyspark.ml import Pipeline, PipelineModel  # noqa: E402
from pyspark.ml.classification import LogisticRegression  # noqa: E402
from pyspark.ml.evaluation import BinaryClassificationEvaluator  # noqa: E402
from pyspark.ml.feature import VectorAssembler  # noqa: E402
from pyspark.ml.tuning import CrossValidator, ParamGridBuilder  # noqa: E402
from pyspark.sql import DataFrame, SparkSession  # noqa: E402
from pyspark.sql import functions as F  # noqa: E402, N812

from calibrant.spark import Calibrator, CalibratorModel  # noqa: E402

ROWS = 5_000
# Lines are products in Spark and quotients in the library; sigmoids are polynomials.
ROOM = {"abb": 1e-12, "beta": 2e-11, "platt-logit": 2e-11}


@pytest.fixture(scope="module")
def rows() -> tuple[Any, Any, Any]:
    random = np.random.default_rng(1)
    scores = np.concatenate([random.random(ROWS - 3), [0.0, 1.0, 0.5]])
    labels = (random.random(ROWS) < scores**2).astype(np.uint8)
    return scores, labels, random.integers(0, 9, ROWS) / 4


@pytest.fixture(scope="module")
def frame(spark: SparkSession, rows: tuple[Any, Any, Any]) -> DataFrame:
    table = list(zip(*(column.tolist() for column in rows), strict=True))
    return spark.createDataFrame(table, "score double, label int, weight double").cache()


def expected(
    rows: tuple[Any, Any, Any], method: str, weighted: bool = False, **options: Any
) -> Any:
    seen = _core.observe(rows[0], rows[1], rows[2] if weighted else None)
    return _core.fit(_core.gather(seen, "probability"), method, options)


def fitted(frame: DataFrame, **options: Any) -> Any:
    return Calibrator(scoreCol="score", **options).fit(frame)


def test_equals_a_single_machine_whatever_the_partitions(frame: DataFrame, rows: Any) -> None:
    right = expected(rows, "abb").to_json()
    for partitions in (1, 2, 7, 64):
        shuffled = frame.orderBy(F.rand(partitions)).repartition(partitions)
        assert fitted(shuffled, method="abb").curve.to_json() == right


def test_weights_and_auto(frame: DataFrame, rows: Any) -> None:
    model = fitted(frame, weightCol="weight")
    assert model.curve.to_json() == expected(rows, "auto", weighted=True).to_json()


@pytest.mark.parametrize("method", ["abb", "isotonic", "platt-logit"])
def test_apply_is_the_curve(frame: DataFrame, rows: Any, method: str) -> None:
    model = fitted(frame, method=method)
    found = model.transform(frame)
    assert found.columns == ["score", "label", "weight", "calibrated"]
    got = np.array([(row["score"], row["calibrated"]) for row in found.collect()])
    right = model.curve(np.ascontiguousarray(got[:, 0]))
    np.testing.assert_allclose(got[:, 1], right, rtol=ROOM.get(method, 0), atol=0)


@pytest.mark.parametrize(
    "places", [[0.125, 0.3125, 0.314453125, 0.875], [0.1, 0.3, 0.3000000001, 0.9]]
)
def test_edges_of_every_shape(spark: SparkSession, places: list[float]) -> None:
    """Borders of few bits are found in another way."""
    near = [math.nextafter(p, side) for p in places for side in (0, 1)]
    scores = [*places, *near, 0.0, -0.0, 1.0, 5e-324, 0.55]
    frame = spark.createDataFrame([(s,) for s in [*scores, None]], "score double")
    stepped = calibrant.fit_counts(places, [9, 3, 1, 0], [1, 4, 7, 8], method="isotonic")
    straight = calibrant.fit_counts(places, [9, 3, 8, 0], [1, 4, 2, 8], method="abb", level=0.8)
    for curve in (stepped, straight, straight.tabulate(7), straight.tabulate(5, 0.2, 0.4)):
        model = CalibratorModel()._set(
            scoreCol="score", model=curve.to_json(), handleInvalid="keep"
        )
        *found, missing = model.transform(frame).collect()
        assert missing["calibrated"] is None
        room = ROOM["abb"] if curve.kind == "segments" else 0
        expected = {"calibrated": curve(scores)}
        if curve.level is not None:
            expected["calibrated_lower"], expected["calibrated_upper"] = curve.interval(scores)
        for name, right in expected.items():
            got = [row[name] for row in found]
            np.testing.assert_allclose(got, right, rtol=0, atol=room, err_msg=name)


def test_no_shape_loses_the_check(spark: SparkSession) -> None:
    """Spark leaves out what nothing reads: an error must be part of what is read."""
    scores = ["NULL", "double('NaN')", "double('Infinity')", "-5e-324D", "1.0000000000000002D"]
    choice = " ".join(f"WHEN {k} THEN {score}" for k, score in enumerate(scores))
    every = spark.range(len(scores), numPartitions=1).selectExpr(
        "id", f"CASE id {choice} END AS score"
    )
    few_bits, any_bits = [0.125, 0.3125, 0.875], [0.1, 0.3, 0.9]
    counts = [9, 3, 1], [1, 4, 8]
    curves = [
        *(calibrant.fit_counts(p, *counts, method="isotonic") for p in (few_bits, any_bits)),
        *(calibrant.fit_counts(any_bits, *counts, method=m) for m in ("platt", "platt-logit")),
        calibrant.fit_counts(any_bits, *counts, method="abb").tabulate(7),
    ]
    for curve in curves:
        model = CalibratorModel()._set(scoreCol="score", model=curve.to_json())
        for one in (every.filter("id = 0"), every.filter("id = 1")):  # NULL, NaN
            with pytest.raises(Exception, match="calibrant: a score is missing"):
                model.transform(one).select("calibrated").collect()
        model._set(handleInvalid="skip")
        assert model.transform(every).select("calibrated").collect() == []
        model._set(handleInvalid="keep")
        kept = model.transform(every).select("calibrated").collect()
        assert kept == [(None,)] * len(scores)


def test_invalid_rows(spark: SparkSession, frame: DataFrame, rows: Any) -> None:
    bad = spark.createDataFrame(
        [(None, 1, 1.0), (math.nan, 1, 1.0), (math.inf, 0, 1.0), (-0.5, 0, 1.0), (0.5, 2, 1.0)],
        frame.schema,
    )
    mixed = frame.union(bad)
    with pytest.raises(calibrant.InputError, match=r"^5 rows cannot be used"):
        fitted(mixed)
    right = expected(rows, "abb").to_json()
    for handling, count in (("skip", 1), ("keep", 5)):
        model = fitted(mixed, method="abb", handleInvalid=handling)
        assert model.curve.to_json() == right
        found = [row["calibrated"] for row in model.transform(bad).collect()]
        assert len(found) == count
        assert found[:-1] == [None] * (count - 1)
    infinite = bad.filter("score > 1e300 AND NOT isnan(score)")
    strict = fitted(frame, method="abb")
    assert strict.invalidRows(bad) == 4  # a label is no score
    stopped = strict.transform(infinite)
    ask = r"calibrant: a score is missing, .* \(model.checked\(frame\) says how many rows"
    with pytest.raises(Exception, match=ask):
        stopped.collect()
    with pytest.raises(calibrant.InputError, match=r"^4 rows cannot be used: .*, such as -"):
        strict.checked(mixed)
    assert strict.checked(frame) is frame


def test_text_scores(spark: SparkSession) -> None:
    frame = spark.createDataFrame([("0.25", 0), ("0.75", 1), ("abc", 1)], "score string, label int")
    with pytest.raises(calibrant.InputError, match=r"^1 rows cannot be used"):
        fitted(frame)
    model = fitted(frame, method="isotonic", handleInvalid="keep")
    assert [row["calibrated"] for row in model.transform(frame).collect()] == [0.0, 1.0, None]


def test_pipeline_through_disk(frame: DataFrame, tmp_path: Path) -> None:
    stages = [
        VectorAssembler(inputCols=["score"], outputCol="features"),
        LogisticRegression(maxIter=5),
        Calibrator(probabilityCol="probability", method="abb", level=0.9),
    ]
    model = Pipeline(stages=stages).fit(frame)
    first = model.transform(frame)
    names = ["calibrated", "calibrated_lower", "calibrated_upper"]
    assert first.columns[-3:] == names
    model.write().overwrite().save(str(tmp_path / "pipeline"))
    again = PipelineModel.load(str(tmp_path / "pipeline")).transform(frame)
    assert first.select(*names).collect() == again.select(*names).collect()
    calibrator = Calibrator(scoreCol="score", cells="margin")
    calibrator.save(str(tmp_path / "calibrator"))
    assert Calibrator.load(str(tmp_path / "calibrator")).getOrDefault("cells") == "margin"
    (saved,) = (tmp_path / "calibrator" / "metadata").glob("part-*")
    assert json.loads(saved.read_text())["class"] == "calibrant.spark.Calibrator"


def test_cross_validation_chooses_a_method(frame: DataFrame) -> None:
    calibrator = Calibrator(scoreCol="score", method="abb")
    # AUC wants the order of the scores, and two bins leave little of it.
    grid = (
        ParamGridBuilder()
        .addGrid(calibrator.method, ["histogram", "platt-logit"])
        .addGrid(calibrator.options, ["{}"])
        .build()
    )
    evaluator = BinaryClassificationEvaluator(rawPredictionCol="calibrated", labelCol="label")
    search = CrossValidator(
        estimator=calibrator, estimatorParamMaps=grid, evaluator=evaluator, numFolds=2, seed=1
    )
    found = search.fit(frame)
    assert found.avgMetrics[1] > found.avgMetrics[0] > 0.7
    assert isinstance(found.bestModel, CalibratorModel)
    assert found.bestModel.curve.method == "platt-logit"


@pytest.mark.parametrize("method", ["abb", "isotonic", "beta"])
def test_arrow_equals_native(frame: DataFrame, method: str) -> None:
    options = {"level": 0.9} if method == "abb" else {}
    native = fitted(frame, method=method, handleInvalid="keep", **options)
    arrow = native.copy({native.engine: "arrow"})
    doubtful = frame.withColumn("score", F.when(F.col("weight") > 0, F.col("score")))
    left, right = (
        # By all columns: scores that are NULL are many, and executors finish in any order.
        model.transform(doubtful).orderBy(*frame.columns).collect()
        for model in (native, arrow)
    )
    assert sum(row["calibrated"] is None for row in left) > 100
    for a, b in zip(left, right, strict=True):
        assert (a["calibrated"] is None) == (b["calibrated"] is None)
        for name in a.asDict():
            if a[name] is None or method not in ROOM:
                assert a[name] == b[name]
            else:
                assert a[name] == pytest.approx(b[name], rel=0, abs=ROOM[method])


def test_margins_of_any_size(spark: SparkSession) -> None:
    """Knots further apart than doubles reach, and scores beyond all of them."""
    largest = float(np.finfo(np.float64).max)
    for places in ([-largest, -1.0, 1e-300, 3.0, largest], [-4.0, -1.0, 2.5, 8.0, 9.0]):
        scores = [*places, -0.5, 0.0, 2.0, 1e200, -1e200, -largest, largest, 8.5]
        frame = spark.createDataFrame([(s,) for s in scores], "score double")
        straight = calibrant.fit_counts(places, [9, 3, 8, 0, 1], [1, 4, 2, 8, 9], method="abb")
        stepped = calibrant.fit_counts(places, [9, 3, 2, 1, 0], [1, 4, 7, 8, 9], method="isotonic")
        for curve in (straight, stepped, straight.tabulate(9)):
            model = CalibratorModel()._set(scoreCol="score", model=curve.to_json(), cells="margin")
            found = [row["calibrated"] for row in model.transform(frame).collect()]
            room = ROOM["abb"] if curve.kind == "segments" else 0
            np.testing.assert_allclose(found, curve(scores), rtol=0, atol=room)


def test_equals_duckdb(spark: SparkSession, rows: Any, tmp_path: Path) -> None:
    """The same Parquet file, weights included: the same bytes."""
    duckdb = pytest.importorskip("duckdb")
    from calibrant import duckdb as there

    path = tmp_path / "rows.parquet"
    columns = "unnest($1) AS score, unnest($2) AS label, unnest($3) AS weight"
    with duckdb.connect() as connection:
        connection.execute(
            f"COPY (SELECT {columns}) TO '{path}' (FORMAT parquet)",
            [column.tolist() for column in rows],
        )
    here = fitted(spark.read.parquet(str(path)), weightCol="weight", method="abb", level=0.9)
    other = there.fit(f"'{path}'", weight="weight", method="abb", level=0.9)
    assert here.curve.to_json() == other.to_json()


def test_wrong_parameters(frame: DataFrame) -> None:
    with pytest.raises(calibrant.OptionError, match="scoreCol: give it or probabilityCol"):
        Calibrator().fit(frame)
    with pytest.raises(calibrant.OptionError, match="handleInvalid: 'no' is not error, skip or"):
        fitted(frame, handleInvalid="no")
    with pytest.raises(calibrant.OptionError, match="engine: 'c' is not native or arrow"):
        fitted(frame, engine="c")


def wrong_options() -> list[tuple[str, dict[str, Any]]]:
    """A method, and an option of the table that it has, with a value that it cannot have."""
    wrong: dict[str, Any] = {
        "flag": "nonsense",
        "flag or auto": "nonsense",
        "count": 2.5,
        "number": -7,
        "number or auto": "nonsense",
        "word": "nonsense",
    }
    options = table()["options"]
    readers = [one for one in options if one["methods"]]
    return [
        *((one["methods"][0], {one["python"]: wrong[one["kind"]]}) for one in readers),
        ("abb", {"lamda": 3}),
        ("platt", {"lam": 3}),
        ("sigmoid", {}),
    ]


@pytest.mark.parametrize(("method", "options"), wrong_options())
def test_a_wrong_option_gets_the_sentence_of_every_front_end(
    frame: DataFrame, rows: Any, method: str, options: dict[str, Any]
) -> None:
    with pytest.raises(calibrant.OptionError) as expected_error:
        calibrant.fit(rows[0], rows[1], method=method, **options)
    with pytest.raises(calibrant.OptionError) as error:
        fitted(frame, method=method, options=json.dumps(options))
    assert str(error.value) == str(expected_error.value)
