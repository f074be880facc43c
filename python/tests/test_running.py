"""Threads, interrupts, progress, memory, and what is imported when."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import calibrant
from calibrant import ABB, Auto


def test_eight_threads_at_once_give_the_serial_results(problem):
    problems = [problem(600, seed) for seed in range(16)]

    def fit(one):
        return Auto(level=0.9).fit(*one).curve_.to_json()

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(fit, problems)) == [fit(one) for one in problems]


def test_any_number_of_threads_gives_the_same_bits(problem):
    scores, y = problem(20_000)
    one, two = (calibrant.fit(scores, y, method="abb", threads=n).to_json() for n in (1, 4))
    assert one == two


def test_the_interpreter_runs_beside_a_fit(problem):
    scores, y = problem(200_000)
    counted = 0
    done = threading.Event()

    def count():
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    start = time.monotonic()
    calibrant.fit(scores, y, method="abb")
    took = time.monotonic() - start
    done.set()
    counter.join()
    assert counted > took * 50, f"{counted} steps in {took:.2f} s"


@pytest.fixture
def heard_ctrl_c():
    """A process in the background is started with Ctrl-C ignored: here it is heard."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard_ctrl_c")
def test_ctrl_c_stops_a_fit(problem):
    scores, y = problem(2_000_000)
    timer = threading.Timer(1.0, os.kill, [os.getpid(), signal.SIGINT])
    start = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        calibrant.fit(scores, y, method="abb", scale="score")
    assert time.monotonic() - start < 6
    timer.join()


@pytest.mark.usefixtures("heard_ctrl_c")
@pytest.mark.parametrize(("method", "rows"), [("auto", 20_000_000), ("abb", 3_000_000)])
def test_ctrl_c_is_heard_in_the_first_phases_of_a_fit(method, rows, problem):
    """While rows are sorted, the bases of Auto are fitted, and candidates are screened."""
    scores, y = problem(rows)
    labels = y.astype(np.uint8)
    for delay in (0.02, 0.05, 0.1):
        sent = []

        def interrupt(sent=sent):
            sent.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

        timer = threading.Timer(delay, interrupt)
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            calibrant.fit(scores, labels, method=method)
        late = time.monotonic() - sent[0]
        timer.join()
        # Half a second on a quiet machine; without a look in these phases one to five.
        assert late < 3, f"{late:.2f} s late after {delay} s"


def test_verbose_shows_a_bar(problem, capsys):
    ABB(verbose=1).fit(*problem(50_000))
    assert "calibrant abb: 100%" in capsys.readouterr().err


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_functions_need_numpy_only():
    code = """
import sys
for name in ("sklearn", "scipy", "pandas", "matplotlib", "tqdm"):
    sys.modules[name] = None
import calibrant
curve = calibrant.fit([0.1, 0.9], [0, 1], method="platt")
calibrant.metrics.expected_calibration_error([0, 1], [0.1, 0.9])
try:
    calibrant.ABB
except ImportError as problem:
    print(problem)
"""
    assert run(code) == "calibrant.ABB needs scikit-learn: pip install scikit-learn"


def test_what_is_missing_is_named():
    code = """
import sys
for name in ("duckdb", "pyspark"):
    sys.modules[name] = None
import importlib
for name in ("duckdb", "spark"):
    try:
        importlib.import_module(f"calibrant.{name}")
    except ImportError as problem:
        print(problem)
"""
    assert run(code).splitlines() == [
        "calibrant.duckdb needs DuckDB: pip install duckdb",
        "calibrant.spark needs PySpark: pip install pyspark",
    ]


def test_an_import_is_light():
    assert run("import sys, calibrant; print('sklearn' in sys.modules)") == "False"
    assert "ABB" in run("import calibrant; print(dir(calibrant))")
    with pytest.raises(AttributeError, match="has no attribute 'Magic'"):
        calibrant.Magic  # noqa: B018


def test_ten_million_rows_take_three_times_their_size():
    code = """
import resource
import numpy as np
import calibrant
rng = np.random.default_rng(0)
scores = rng.random(10_000_000)
labels = (rng.random(10_000_000) < scores).astype(np.int64)
calibrant.fit(scores[:1000], labels[:1000], method="isotonic")
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
curve = calibrant.fit(scores, labels, method="isotonic")
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print((after - before) * 1024 / (scores.nbytes + labels.nbytes))
"""
    assert float(run(code)) <= 3
