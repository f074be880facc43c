"""Every contestant on every problem, in parallel, each fit under a time limit.

The losses of other packages do not change when Calibrant does, so they are kept in
FOLDER/peers/<data>/<classifier>/<split>.json and measured once.
"""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from scipy.special import softmax

from ..contest import Cell, Options, attempt, rounds
from ..contestants import Contestant
from ..tables import Array, Labels
from .contestants import CONTESTANTS
from .data import aside, data_names, read_classes
from .measures import checked, measure
from .problems import CLASSIFIERS, Source, cached_scores, divide


def sources(data: Path, names: list[str], classifiers: list[str] | None = None) -> list[Source]:
    held = aside(data_names(data))
    return [Source(name, kind, name in held) for name in names
            for kind in classifiers or list(CLASSIFIERS)]  # fmt: skip


def measured(
    contestant: Contestant, source: Source, p: Array, y: Labels, fresh: Array, truth: Labels,
    seconds: float,
) -> Cell:  # fmt: skip
    def given(scores: Array) -> Array:
        return softmax(scores, axis=1) if source.margins and not contestant.ours else scores

    def check(predicted: Any) -> Array:
        return checked(np.asarray(predicted), p.shape[1])

    raw = softmax(fresh, axis=1) if source.margins else fresh
    start = time.process_time()
    predicted, failure = attempt(contestant, given(p), y, given(fresh), check, raw, seconds,
                                 processor=True)  # fmt: skip
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


def run(
    work: list[Source], options: Options, say: Callable[[str], None], workers: int
) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    sizes = {source: sizes_of(source, options) for source in work}
    classes = {source.data: read_classes(options.data, source.data).classes for source in work}

    def cost(source: Source) -> float:
        return max(sizes[source]) * classes[source.data]

    for count, problems in rounds(sizes, cost, run_split, options, say, workers):
        yield count, [problem | {"classes": classes[problem["data"]]} for problem in problems]
