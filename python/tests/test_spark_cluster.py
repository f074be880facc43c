"""Executors in processes of their own: all of test_spark.py there, and one that is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspark")
from spark_sessions import spark_session

pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.long]

from pyspark.sql import SparkSession  # noqa: E402
from pyspark.sql import functions as F  # noqa: E402, N812

from calibrant.spark import Calibrator  # noqa: E402

CLUSTER = "local-cluster[2,1,1024]"


def executors(root: int) -> list[int]:
    """The processes of executors below a process."""
    parents: dict[int, int] = {}
    names: dict[int, str] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
                names[int(entry.name)] = (entry / "cmdline").read_text()
            except OSError:  # gone
                continue
            parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])

    def below(pid: int) -> bool:
        while pid in parents and pid != root:
            pid = parents[pid]
        return pid == root

    return sorted(
        pid for pid in names if "CoarseGrainedExecutorBackend" in names[pid] and below(pid)
    )


@pytest.fixture(scope="module")
def cluster() -> Iterator[SparkSession]:
    with spark_session(CLUSTER) as session:
        yield session


def test_a_killed_executor_changes_nothing(cluster: SparkSession) -> None:
    rows = cluster.range(0, 2_000, 1, 40).select(
        "id",
        ((F.col("id") * 7919) % 1999 / 1999.0).alias("score"),
        ((F.col("id") * 104729) % 3 == 0).cast("int").alias("label"),
    )
    calibrator = Calibrator(scoreCol="score", method="abb")
    right = calibrator.fit(rows).curve.to_json()
    # Ten milliseconds a row: twenty seconds of one executor, ten of two.
    slow = rows.filter("length(java_method('java.lang.Thread', 'sleep', 10L)) > 0")
    found: list[Any] = []
    fit = threading.Thread(target=lambda: found.append(calibrator.fit(slow).curve.to_json()))
    jvm = cluster.sparkContext._gateway.proc.pid  # type: ignore[union-attr]
    before = executors(jvm)
    assert len(before) == 2
    fit.start()
    time.sleep(3)
    assert fit.is_alive()
    os.kill(before[0], signal.SIGKILL)
    fit.join(300)
    assert found == [right]
    assert before[0] not in executors(jvm)


def test_all_of_it_in_executors_of_their_own() -> None:
    tests = [str(Path(__file__).with_name(f"test_spark{name}.py")) for name in ("", "_classes")]
    environment = {**os.environ, "CALIBRANT_SPARK": CLUSTER}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests]
    subprocess.run(command, check=True, env=environment)
