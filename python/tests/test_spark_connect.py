"""The same under Spark Connect: a server of its own, on the loopback, and a client without a JVM.

In a process of its own (-m connect), because a classic session and a remote one do not mix.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibrant import _core

pytest.importorskip("grpc")
pytest.importorskip("pyspark")
import spark_sessions  # noqa: F401

pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.connect]

import pyspark  # noqa: E402
from pyspark.ml import Pipeline, PipelineModel  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402

from calibrant.spark import Calibrator, CalibratorModel  # noqa: E402

ROWS = 2_000
SERVER = "org.apache.spark.sql.connect.service.SparkConnectServer"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(600):
        assert server.poll() is None, log.read_text()
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.2)
    raise TimeoutError(log.read_text())


@pytest.fixture(scope="module")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    port, home = free_port(), Path(pyspark.__file__).parent
    folder = tmp_path_factory.mktemp("server")
    settings = {
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.connect.grpc.binding.port": str(port),
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "3",
    }
    command = [str(home / "bin" / "spark-class"), "org.apache.spark.deploy.SparkSubmit"]
    for name, value in settings.items():
        command += ["--conf", f"{name}={value}"]
    command += ["--master", "local[2]", "--class", SERVER, "spark-internal"]
    log = folder / "log"
    environment = {**os.environ, "SPARK_HOME": str(home), "PYSPARK_PYTHON": sys.executable}
    with log.open("wb") as out:
        server = subprocess.Popen(
            command, stdout=out, stderr=out, cwd=folder, env=environment, start_new_session=True
        )
    try:
        wait_for(port, server, log)
        session = SparkSession.builder.remote(f"sc://127.0.0.1:{port}").create()
        yield session
        session.stop()
    finally:
        server.terminate()
        server.wait(30)


@pytest.fixture(scope="module")
def rows() -> tuple[Any, Any]:
    random = np.random.default_rng(1)
    scores = random.random(ROWS)
    return scores, (random.random(ROWS) < scores**2).astype(np.uint8)


@pytest.fixture(scope="module")
def frame(spark: SparkSession, rows: Any) -> Any:
    table = list(zip(*(column.tolist() for column in rows), strict=True))
    return spark.createDataFrame(table, "score double, label int")


def test_there_is_no_jvm_here(spark: SparkSession) -> None:
    assert "connect" in type(spark).__module__
    assert not hasattr(spark, "_jvm")


@pytest.mark.parametrize("engine", ["native", "arrow"])
def test_fit_and_transform(frame: Any, rows: Any, engine: str) -> None:
    calibrator = Calibrator(scoreCol="score", method="abb", level=0.9, engine=engine)
    model = calibrator.fit(frame)
    seen = _core.gather(_core.observe(*rows), "probability")
    assert model.curve.to_json() == _core.fit(seen, "abb", {"level": 0.9}).to_json()
    found = model.transform(frame).collect()
    scores = np.array([row["score"] for row in found])
    lower, upper = model.curve.interval(scores)
    room = 0 if engine == "arrow" else 1e-12  # lines by products
    right = {"": model.curve(scores), "_lower": lower, "_upper": upper}
    for name, values in right.items():
        got = [row[f"calibrated{name}"] for row in found]
        np.testing.assert_allclose(got, values, rtol=0, atol=room, err_msg=name)


def test_invalid_rows(spark: SparkSession, frame: Any) -> None:
    mixed = frame.union(spark.createDataFrame([(None, 1), (2.0, 0)], frame.schema))
    with pytest.raises(_core.InputError, match=r"^2 rows cannot be used"):
        Calibrator(scoreCol="score").fit(mixed)
    strict = Calibrator(scoreCol="score", method="isotonic").fit(frame)
    with pytest.raises(_core.InputError, match=r"^2 rows cannot be used: a score is missing"):
        strict.checked(mixed)
    with pytest.raises(Exception, match="calibrant: a score is"):
        strict.transform(mixed).collect()


def test_several_classes(spark: SparkSession) -> None:
    random = np.random.default_rng(2)
    scores, labels = random.dirichlet([1, 1, 1], 500), random.integers(0, 3, 500)
    table = list(zip(scores.tolist(), labels.tolist(), strict=True))
    frame = spark.createDataFrame(table, "probability array<double>, label int")
    model = Calibrator(probabilityCol="probability", method="isotonic").fit(frame)
    found = np.array([row["calibrated"] for row in model.transform(frame).collect()])
    np.testing.assert_array_equal(found, model.classes(scores))


def test_pipeline_through_disk(frame: Any, tmp_path: Path) -> None:
    model = Pipeline(stages=[Calibrator(scoreCol="score", method="isotonic")]).fit(frame)
    model.write().overwrite().save(str(tmp_path / "pipeline"))
    again = PipelineModel.load(str(tmp_path / "pipeline"))
    assert isinstance(again.stages[0], CalibratorModel)
    assert again.transform(frame).collect() == model.transform(frame).collect()
