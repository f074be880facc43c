"""Every contestant on every problem, in parallel, each fit under a time limit."""

import multiprocessing
import os
import signal
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

from .contestants import CONTESTANTS, Contestant
from .measures import measure
from .peers import as_probabilities
from .problems import SIMULATION, Source, cached_scores, divide
from .tables import Array, read_table


@dataclass(frozen=True)
class Options:
    data: Path
    folder: Path  # of what is kept, such as the scores
    splits: int
    sizes: tuple[int, ...]
    contestants: tuple[str, ...]
    seconds: float  # for one fit and its predictions


Cell = dict[str, Any]  # one contestant on one problem and split


@contextmanager
def time_limit(seconds: float, processor: bool = False) -> Iterator[None]:
    """Of the clock, or of the processor, which others who use the machine do not shorten."""
    timer = signal.ITIMER_PROF if processor else signal.ITIMER_REAL
    expired = signal.SIGPROF if processor else signal.SIGALRM

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"more than {seconds:g} s")

    before = signal.signal(expired, stop)
    signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        signal.setitimer(timer, 0)
        signal.signal(expired, before)


def positive_column(predicted: Any) -> Array:
    values = np.asarray(predicted, dtype=float)
    values = values if values.ndim == 1 else values[:, -1]
    if not np.all((values >= 0) & (values <= 1)):
        raise ValueError("predictions outside [0, 1]")
    return values


def attempt(
    contestant: Contestant, p: Array, y: Any, fresh: Array, check: Callable[[Any], Array],
    raw: Array, seconds: float, processor: bool = False,
) -> tuple[Array, str]:  # fmt: skip
    """What it predicts, and why not: one that fails or takes too long falls back to raw scores."""
    try:
        with time_limit(seconds, processor), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            fitted = contestant.make()
            fitted.fit(p, y)
            return check(fitted.predict_proba(fresh)), ""
    except Exception as error:  # a peer may raise anything
        return raw, f"{type(error).__name__}: {error}"[:200]


def predictions(
    contestant: Contestant, margins: bool, p: Array, y: Array, fresh: Array, seconds: float
) -> tuple[Array, str]:
    def given(scores: Array) -> Array:
        return scores if contestant.any_score else as_probabilities(scores, margins)

    raw = as_probabilities(fresh, margins)
    return attempt(contestant, given(p), y, given(fresh), positive_column, raw, seconds)


def run_split(source: Source, split: int, sizes: tuple[int, ...], options: Options) -> list[Cell]:
    scores = cached_scores(options.folder / "scores", options.data, source, split)
    chosen = [contestant for contestant in CONTESTANTS if contestant.name in options.contestants]
    cells = []
    for size in sizes:
        p, y = scores.calibration[:size], scores.calibration_labels[:size]
        for contestant in chosen:
            start = time.perf_counter()
            predicted, failure = predictions(
                contestant, source.margins, p, y, scores.test, options.seconds
            )
            seconds = time.perf_counter() - start
            cells.append(
                {"size": size, "split": split, "contestant": contestant.name, "failure": failure,
                 "seconds": seconds, **measure(predicted, scores.test_labels, scores.truth)}
            )  # fmt: skip
    return cells


def sizes_of(source: Source, options: Options) -> tuple[int, ...]:
    if source.classifier == SIMULATION:
        return options.sizes
    parts = divide(len(read_table(options.data, source.data).labels))
    return tuple(size for size in options.sizes if parts is not None and size in parts.sizes)


def collect(source: Any, size: int, cells: list[Cell]) -> dict[str, Any]:
    """A problem: of each contestant the measures split by split, in the order of the splits."""
    methods: dict[str, dict[str, Any]] = {}
    for cell in sorted(cells, key=lambda cell: int(cell["split"])):
        columns = methods.setdefault(cell["contestant"], {"failures": []})
        for name in cell.keys() - {"size", "split", "contestant", "failure"}:
            columns.setdefault(name, []).append(float(f"{cell[name]:.12g}"))
        if cell["failure"]:
            columns["failures"].append(cell["failure"])
    return {"data": source.data, "classifier": source.classifier, "size": size,
            "aside": source.aside, "methods": methods}  # fmt: skip


def rounds(
    sizes: dict[Any, tuple[int, ...]], cost: Callable[[Any], float],
    run_split: Callable[..., list[Cell]], options: Options, say: Callable[[str], None],
    workers: int = 0,
) -> Iterator[tuple[int, list[dict[str, Any]]]]:  # fmt: skip
    """After each round, one split of every problem: how many rounds, and the problems so far."""
    # Long ones first: no worker is left waiting for the last. Stable: data sets stay together.
    work = sorted((source for source in sizes if sizes[source]), key=lambda source: -cost(source))
    cells: dict[tuple[Any, int], list[Cell]] = {}
    keys = [(source, size) for source in sizes for size in sizes[source]]
    forked = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(workers or len(os.sched_getaffinity(0)), forked) as pool:
        for split in range(options.splits):
            jobs = {pool.submit(run_split, s, split, sizes[s], options): s for s in work}
            for done, job in enumerate(as_completed(jobs), start=1):
                for cell in job.result():
                    cells.setdefault((jobs[job], cell["size"]), []).append(cell)
                if done % 25 == 0 or done == len(jobs):
                    say(f"round {split + 1} of {options.splits}: {done} of {len(jobs)}")
            yield split + 1, [collect(source, size, cells[source, size]) for source, size in keys]


def run(
    sources: list[Source], options: Options, say: Callable[[str], None]
) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    sizes = {source: sizes_of(source, options) for source in sources}
    return rounds(sizes, lambda source: max(sizes[source]), run_split, options, say)


def too_small(sources: list[Source], options: Options) -> list[str]:
    return sorted({source.data for source in sources if not sizes_of(source, options)})
