"""What happens to running work when the interpreter ends, and in more than one interpreter."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

# The review's program: the interpreter ends while a daemon thread fits.
ENDING = """
import sys, threading, time
import numpy as np
import calibrant, tqdm.auto
rng = np.random.default_rng(0)
scores = rng.random(1_000_000)
labels = (rng.random(1_000_000) < scores).astype(np.int8)
def work():
    {work}
thread = threading.Thread(target=work, daemon=True)
thread.start()
time.sleep(0.3)
print("running" if thread.is_alive() else "done", flush=True)
{end}
"""

FIT = 'calibrant.fit(scores, labels, method="abb")'
LOUD = 'calibrant.fit(scores, labels, method="abb", verbose=1)'
AUTO = """
    while True:
        calibrant.fit(scores, labels)
"""
# Calls that are short, but ask for the GIL again and again.
SHORT = """
    curve = calibrant.fit(scores[:100], labels[:100], method="isotonic")
    while True:
        curve(scores), calibrant.metrics.log_loss(labels, scores)
        calibrant.fit(scores, labels, method="isotonic")
"""
ENDS = {"falls off": ("", 0), "exit": ("sys.exit(0)", 0), "raises": ("raise SystemError", 1)}


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False
    )


@pytest.mark.parametrize(
    ("work", "end"),
    [(FIT, "falls off"), (FIT, "exit"), (FIT, "raises"), (LOUD, "exit"), (AUTO, "exit"),
     (SHORT, "exit")],
    ids=["fit", "fit exits", "fit raises", "with a bar", "auto", "short calls"],
)  # fmt: skip
def test_the_end_of_the_interpreter_ends_a_fit_in_a_daemon_thread(work: str, end: str) -> None:
    statement, expected = ENDS[end]
    code = ENDING.format(work=work, end=statement)
    with ThreadPoolExecutor(3) as pool:  # at once, so that the cores are busy
        for done in pool.map(run, [code] * 3):
            assert done.stdout.strip() == "running", "the fit was too short to test anything"
            assert done.returncode == expected, done.stderr
            assert "terminate" not in done.stderr


SUBINTERPRETER = """
import _xxsubinterpreters as interpreters
{before}
other = interpreters.create()
for module in ("calibrant", "calibrant._core", "calibrant.metrics"):
    try:
        interpreters.run_string(other, f"import {{module}}")
    except interpreters.RunFailedError as problem:
        print(problem)
interpreters.destroy(other)
import calibrant
print(calibrant.fit([0.0, 1.0], [0, 1], method="isotonic")(0.0))
try:
    calibrant.load("/")
except calibrant.ModelError as problem:
    print(problem)
"""


@pytest.mark.skipif(
    importlib.util.find_spec("_xxsubinterpreters") is None, reason="no subinterpreters here"
)
@pytest.mark.parametrize("before", ["import calibrant", ""], ids=["imported", "not yet"])
def test_a_subinterpreter_is_refused_and_the_main_one_lives(before: str) -> None:
    done = run(SUBINTERPRETER.format(before=before))
    assert done.returncode == 0, done.stderr
    *refused, value, error = done.stdout.splitlines()
    assert len(refused) == 3
    for line in refused:
        assert "ImportError" in line
        assert line.endswith(
            "calibrant works in the main interpreter only, not in a subinterpreter"
        )
    assert (value, error) == ("0.0", "/: is a directory")
