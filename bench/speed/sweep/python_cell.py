"""What a forked child does: fit and predict with one object, on rows that its parent holds."""

from __future__ import annotations

import math
import os
import warnings
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from peak_memory import resident
from rows import seconds

ENOUGH = 0.01  # seconds: shorter work is called again until it adds up
MOST_CALLS = 1000
WARM_ROWS = 500

Arrays = tuple[Any, Any, Any]


def _average(work: Callable[[], object]) -> float:
    once = seconds(work)
    calls = min(MOST_CALLS, math.ceil(ENOUGH / once))
    if calls <= 1:
        return once

    def several() -> None:
        for _ in range(calls):
            work()

    return seconds(several) / calls


def measure(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds, and by how many MiB the process grew on the way."""
    Path("/proc/self/clear_refs").write_text("5")  # the high-water mark starts anew
    before = resident("VmRSS:")
    time = _average(work)
    return time, max(0.0, resident("VmHWM:") - before)


def _be_quiet() -> None:
    """Some peers print what they do."""
    warnings.simplefilter("ignore")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)


def serve(make: Callable[[], Any], predict: str, arrays: Arrays, connection: Connection) -> None:
    """Answer until nobody asks; what a first call loads is loaded before it counts."""
    _be_quiet()
    scores, labels, new = arrays
    model: Any = None

    def fit() -> None:
        nonlocal model
        model = make().fit(scores, labels)

    try:
        warm = make().fit(scores[:WARM_ROWS].copy(), labels[:WARM_ROWS].copy())
        getattr(warm, predict)(new[:WARM_ROWS].copy())
        connection.send("ready")
        while True:
            task = connection.recv()
            connection.send(measure(fit if task == "fit" else lambda: getattr(model, predict)(new)))
    except EOFError:
        pass
    except Exception as error:
        connection.send(f"{type(error).__name__}: {error}")
