"""A Parquet file of 200 million rows: DuckDB fits it in less than 2 GiB, and as Spark does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("duckdb")
pytest.importorskip("pyspark")
from spark_sessions import spark_session

pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.long]

from calibrant.spark import Calibrator  # noqa: E402

ROWS = 200_000_000
MAKE = """
import duckdb, sys
duckdb.execute(f\"\"\"COPY (
  SELECT (hash(i) % 1000003) / 1000003.0::DOUBLE AS score,
         (hash(i + 7) % 1009 < 1009 * pow((hash(i) % 1000003) / 1000003.0, 2))::TINYINT AS label
  FROM range({sys.argv[2]}) AS t(i)) TO '{sys.argv[1]}' (FORMAT parquet)\"\"\")
"""
FIT = """
import resource, sys
import calibrant.duckdb
curve = calibrant.duckdb.fit(f"'{sys.argv[1]}'", method="isotonic")
print(curve.to_json().strip())
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20)
"""


def run(script: str, *arguments: object) -> list[str]:
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def test_fits_in_two_gibibytes_and_as_spark_does(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    run(MAKE, path, ROWS)
    text, peak = run(FIT, path)[-2:]  # DuckDB shows its progress above
    print(f"{path.stat().st_size / 1e9:.1f} GB, peak {float(peak):.2f} GiB")
    assert float(peak) < 2
    with spark_session() as spark:
        frame = spark.read.parquet(str(path))
        model = Calibrator(scoreCol="score", method="isotonic").fit(frame)
    assert model.curve.to_json().strip() == text
    assert model.curve.weight == ROWS
