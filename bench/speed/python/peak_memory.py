"""peak_memory.py METHOD LABELS: how much memory a fit and a prediction take beyond their input.

Prints the MiB of the input (ten million float64 scores, labels of the given type) and by how many
MiB the process's resident memory rose above what it was with the input in place.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import calibrant

ROWS = 10_000_000


def resident(key: str) -> float:
    """A line of the kernel's account of this process, in MiB."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(key):
            return float(line.split()[1]) / 1024
    raise RuntimeError(f"no {key} in /proc/self/status")


def main(method: str, labels: str) -> None:
    calibrator = getattr(calibrant, method)()
    random = np.random.default_rng(42)
    scores = random.random(ROWS)
    y = np.empty(ROWS, dtype=labels)
    for part in np.array_split(np.arange(ROWS), 100):
        y[part] = random.random(len(part)) < scores[part]
    del part
    calibrator.fit(scores[:5000], y[:5000]).predict(scores[:5000])  # what is loaded once is loaded
    Path("/proc/self/clear_refs").write_text("5")  # the high-water mark starts anew
    before = resident("VmRSS:")
    calibrator.fit(scores, y).predict(scores)
    growth = resident("VmHWM:") - before
    print((scores.nbytes + y.nbytes) / 2**20, growth)


if __name__ == "__main__":
    main(*sys.argv[1:])
