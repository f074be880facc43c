"""What the guides show of Spark, run by Spark."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from guide_worlds import class_files, scores_and_new
from pages import DOCS, all_blocks, run_console, run_python

pytest.importorskip("pyspark")

pytestmark = pytest.mark.filterwarnings("ignore")

HERE = "python/tests/test_spark_guides.py"


def run(page: str, names: dict[str, Any]) -> None:
    """Runs the blocks of a page that are left to this file."""
    path = DOCS / "guide" / page
    found = [b for b in all_blocks(path.read_text(encoding="utf-8")) if b.tested_by == HERE]
    assert found, f"{page} has no block of Spark"
    for block in found:
        run_python(block, path, names)


def test_columns_of_the_guide_to_exports(spark, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    scores_and_new()
    command = "$ calibrant export model.json --to spark -o model.sql\n"
    run_console(all_blocks(f"```console\n{command}```\n")[0])
    new = spark.read.csv(f"{tmp_path}/new.csv", header=True, inferSchema=True)
    new.createOrReplaceTempView("predictions")
    names = {"spark": spark}
    run("export.md", names)
    assert "calibrated" in names["frame"].columns


def test_calibrator_of_the_guide_to_databases(spark, tmp_path, monkeypatch):
    from pyspark.sql import functions

    monkeypatch.chdir(tmp_path)
    scores_and_new()
    class_files()
    frame = spark.read.csv(f"{tmp_path}/scores.csv", header=True, inferSchema=True)
    frame = frame.withColumnsRenamed({"score": "p", "label": "clicked"})
    classes = spark.read.csv(f"{tmp_path}/classes.csv", header=True, inferSchema=True)
    label = functions.expr("CASE label WHEN 'cat' THEN 0 WHEN 'cow' THEN 1 ELSE 2 END")
    rows = classes.select(
        functions.array("p_cat", "p_cow", "p_dog").alias("probability"), label.alias("label")
    )
    run("scale.md", {"frame": frame, "rows": rows})
    assert Path("model.json").exists()
