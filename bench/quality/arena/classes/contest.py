"""Every contestant on every problem, in parallel, each fit under a time limit.

The losses of other packages do not change when Calibrant does, so they are kept in
FOLDER/peers/<data>/<classifier>/<split>.json and measured once.
"""

import json
import multiprocessing
import os
import time
import warnings
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.special import softmax

from ..contest import time_limit
from ..tables import Array
from .contestants import CONTESTANTS, Contestant
from .data import Labels, aside, data_names, read_classes
from .measures import MEASURES, checked, measure
from .problems import CLASSIFIERS, Source, cached_scores, divide

Cell = dict[str, Any]  # one contestant on one problem and split


@dataclass(frozen=True)
class Options:
    data: Path
    folder: Path  # of what is kept
    splits: int
    sizes: tuple[int, ...]
    contestants: tuple[str, ...]
    seconds: float  # for one fit and its predictions


def sources(data: Path, names: list[str], classifiers: list[str] | None = None) -> list[Source]:
    held = aside(data_names(data))
    return [Source(name, kind, name in held) for name in names
            for kind in classifiers or list(CLASSIFIERS)]  # fmt: skip


def predictions(
    contestant: Contestant, margins: bool, p: Array, y: Labels, fresh: Array, seconds: float
) -> tuple[Array, str]:
    """What it predicts, and why not: one that fails or takes too long falls back to raw scores."""

    def given(scores: Array) -> Array:
        return softmax(scores, axis=1) if margins and not contestant.ours else scores

    try:
        with time_limit(seconds, processor=True), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            fitted = contestant.make()
            fitted.fit(given(p), y)
            return checked(np.asarray(fitted.predict_proba(given(fresh))), p.shape[1]), ""
    except Exception as error:  # a peer may raise anything
        raw = softmax(fresh, axis=1) if margins else fresh
        return raw, f"{type(error).__name__}: {error}"[:200]


def measured(
    contestant: Contestant, source: Source, p: Array, y: Labels, fresh: Array, truth: Labels,
    seconds: float,
) -> Cell:  # fmt: skip
    start = time.process_time()
    predicted, failure = predictions(contestant, source.margins, p, y, fresh, seconds)
    taken = time.process_time() - start
    return {"failure": failure, "seconds": taken, **measure(predicted, truth)}


def run_split(source: Source, split: int, sizes: tuple[int, ...], options: Options) -> list[Cell]:
    scores = cached_scores(options.folder / "scores", options.data, source, split)
    path = options.folder / "peers" / source.data / source.classifier / f"{split}.json"
    kept = json.loads(path.read_text()) if path.exists() else {}
    cells = []
    for size in sizes:
        p, y = scores.calibration[:size], scores.calibration_labels[:size]
        for contestant in CONTESTANTS:
            if contestant.name not in options.contestants:
                continue
            key = f"{contestant.name}, {size}"
            cell = kept.get(key)
            if cell is None:
                cell = measured(contestant, source, p, y, scores.test, scores.test_labels,
                                options.seconds)  # fmt: skip
                if not contestant.ours:
                    kept[key] = cell
            cells.append({"size": size, "split": split, "contestant": contestant.name, **cell})
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".part")
    unfinished.write_text(json.dumps(kept))
    unfinished.rename(path)
    return cells


def sizes_of(source: Source, options: Options) -> tuple[int, ...]:
    parts = divide(len(read_classes(options.data, source.data).labels))
    return tuple(size for size in options.sizes if parts is not None and size in parts.sizes)


def collect(source: Source, classes: int, size: int, cells: list[Cell]) -> dict[str, Any]:
    """A problem: of each contestant the measures split by split, in the order of the splits."""
    methods: dict[str, dict[str, Any]] = {}
    for cell in sorted(cells, key=lambda cell: int(cell["split"])):
        columns = methods.setdefault(cell["contestant"], {"failures": []})
        for name in (*MEASURES, "seconds"):
            columns.setdefault(name, []).append(float(f"{cell[name]:.12g}"))
        if cell["failure"]:
            columns["failures"].append(cell["failure"])
    return {"data": source.data, "classifier": source.classifier, "size": size,
            "classes": classes, "aside": source.aside, "methods": methods}  # fmt: skip


def run(
    work: list[Source], options: Options, say: Callable[[str], None], workers: int
) -> list[dict[str, Any]]:
    sizes = {source: sizes_of(source, options) for source in work}
    classes = {source: read_classes(options.data, source.data).classes for source in work}
    cells: dict[tuple[Source, int], list[Cell]] = {}
    # Long ones first: no worker is left waiting for the last. Stable: data sets stay together.
    order = sorted(work, key=lambda source: -max(sizes[source], default=0) * classes[source])
    forked = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(workers or len(os.sched_getaffinity(0)), forked) as pool:
        jobs = {pool.submit(run_split, source, split, sizes[source], options): source
                for source in order for split in range(options.splits)}  # fmt: skip
        for done, job in enumerate(as_completed(jobs), start=1):
            for cell in job.result():
                cells.setdefault((jobs[job], cell["size"]), []).append(cell)
            if done % 25 == 0 or done == len(jobs):
                say(f"{done} of {len(jobs)}")
    return [collect(source, classes[source], size, cells[source, size])
            for source in work for size in sizes[source]]  # fmt: skip
