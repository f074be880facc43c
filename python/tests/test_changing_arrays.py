"""Another thread writes into the arrays during a call: an error or any result, never a crash."""

from __future__ import annotations

import subprocess
import sys

import pytest

# A process of its own, because a crash would end the tests.
PROGRAM = """
import sys, threading, warnings
import numpy as np
import calibrant
from calibrant import metrics

warnings.simplefilter("ignore")
rng = np.random.default_rng(1)
scores = rng.random(100_000)
y = (rng.random(100_000) < scores).astype(np.uint8)
weights = rng.random(100_000)
stop = threading.Event()

def disturb():
    # Good most of the time, or every call would be refused before it begins.
    bad = [np.nan, np.inf, -np.inf, -3.0, 1e300]
    k = 0
    while not stop.is_set():
        k = (k + 7919) % len(scores)
        before = scores[k], y[k], weights[k]
        scores[k], y[k], weights[k] = bad[k % 5], k % 256, -bad[k % 5]
        scores[k], y[k], weights[k] = before
        for _ in range(10):
            scores[k] = before[0]

def work(what):
    if what == "measures":
        for measure in (metrics.roc_auc, metrics.log_loss, metrics.expected_calibration_error):
            measure(y, scores)
    elif what == "weights":
        metrics.roc_auc(y, scores, sample_weight=weights)
    else:
        for threads in (1, 2):
            calibrant.fit(scores, y, method=what, threads=threads)

done = refused = 0
writer = threading.Thread(target=disturb)
writer.start()
try:
    for _ in range(int(sys.argv[2])):
        try:
            work(sys.argv[1])
            done += 1
        except (calibrant.Error, ValueError):
            refused += 1
finally:
    stop.set()
    writer.join()
print(done, refused)
"""


@pytest.mark.parametrize(
    ("what", "times"),
    [("isotonic", 40), ("histogram", 40), ("platt", 20), ("measures", 40), ("weights", 20)],
)
def test_memory_stays_whole(what, times):
    command = [sys.executable, "-c", PROGRAM, what, str(times)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, f"exit code {run.returncode}\n{run.stderr}"
    done, refused = map(int, run.stdout.split())
    assert done + refused == times
    assert done > 0, "no call got past the first check: the test does not test"
