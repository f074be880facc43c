"""Spark's apply beside a plain arithmetic column, on the same frame.

The frame is a Parquet file of 150 million rows (id bigint, score double, label int), read anew
every time; the plain column is score * 2 + 1; all columns go to the noop sink. After a round to
warm up, the two are timed in turns. Planning is part of the time.

Arguments choose rows by a part of their name; none: all.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import rows

from calibrant.spark import Calibrator

MILLIONS = 150  # planning, 0.2 s for any number of rows, is then a twentieth
LIMIT = 1.3
FITTED = 300_000  # rows that a model is fitted to


def written(frame: DataFrame) -> None:
    frame.write.format("noop").mode("overwrite").save()


def apply(name: str, spark: SparkSession, path: str, method: str) -> bool:
    frame = spark.read.parquet(path)
    model = Calibrator(scoreCol="score", method=method).fit(frame.limit(FITTED))

    def work() -> None:
        written(model.transform(frame))

    def plain() -> None:
        written(frame.withColumn("plain", F.col("score") * 2 + 1))

    for warm in (plain, work, work):
        warm()
    return rows.compare(name, LIMIT, work, plain, "plain column", repeats=7)


def make(spark: SparkSession, path: str) -> None:
    score, uniform = F.rand(1).alias("score"), F.rand(2).alias("uniform")
    frame = spark.range(0, MILLIONS * 1_000_000, 1, 4).select("id", score, uniform)
    label = (F.col("uniform") < F.col("score") ** 2).cast("int").alias("label")
    frame.select("id", "score", label).write.parquet(path)


def main(wanted: list[str]) -> int:
    methods = {"ABB": "abb", "isotonic": "isotonic", "Platt on log odds": "platt-logit"}
    names = {f"spark apply, {words}, {MILLIONS}e6 rows": m for words, m in methods.items()}
    if wanted == ["--list"]:
        print("\n".join(names))
        return 0
    if not [name for name in names if not wanted or any(part in name for part in wanted)]:
        return 0
    builder: Any = SparkSession.builder
    spark = (
        builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.memory", "4g")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("OFF")
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/frame.parquet"
        make(spark, path)
        table = {
            name: lambda name, method=method: apply(name, spark, path, method)
            for name, method in names.items()
        }
        code = rows.run(table, wanted)
    spark.stop()
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
