"""A Spark session for tests: local[2], or what CALIBRANT_SPARK says."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

if shutil.which("java") is None:
    pytest.skip("Spark needs Java", allow_module_level=True)

from pyspark.sql import SparkSession

# Workers of Python, too, are those that have the wheel.
os.environ["PYSPARK_PYTHON"] = sys.executable
# Nobody else on the network needs to know.
os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")


@contextmanager
def spark_session(master: str | None = None) -> Iterator[SparkSession]:
    """Stopped at the end, so that the next may have another master."""
    session = (
        SparkSession.builder.master(master or os.environ.get("CALIBRANT_SPARK", "local[2]"))
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "3")
        .config("spark.executor.memory", "1g")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    try:
        yield session
    finally:
        session.stop()
