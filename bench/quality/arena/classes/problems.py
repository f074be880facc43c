"""Problems: a data set under a classifier, with so many calibration rows.

The classifier's answers are kept, one file for each split, so that calibrators can be changed and
run again without it: FOLDER/<data>/<classifier>/<split>.npz.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.svm import LinearSVC

from ..classifiers import CLASSIFIERS as BINARY
from ..classifiers import MARGINS
from ..problems import Parts, after_training, deal, score, seed_of
from ..tables import Array, Labels
from .data import read_classes

SIZES = (100, 300, 1000, 3000)
MOST_TRAIN = 2000

# The binary arena's, but a machine that has one margin for each class.
CLASSIFIERS: dict[str, Callable[[int], Any]] = BINARY | {
    MARGINS: lambda seed: LinearSVC(random_state=seed)
}


@dataclass(frozen=True)
class Source:
    data: str
    classifier: str
    aside: bool

    @property
    def margins(self) -> bool:
        return self.classifier == MARGINS


@dataclass(frozen=True)
class Scores:
    calibration: Array  # rows x classes: probabilities, or margins
    calibration_labels: Labels
    test: Array
    test_labels: Labels


def divide(rows: int) -> Parts | None:
    """A quarter trains; the largest size that leaves a quarter of itself to the test calibrates."""
    return after_training(rows, min(rows // 4, MOST_TRAIN), SIZES)


def with_every_class(order: Labels, labels: Labels, classes: int, begin: int, end: int) -> Labels:
    """The first such row of a class that [begin, end) lacks changes places with one of the
    commonest class there."""
    order = order.copy()
    for label in range(classes):
        here = labels[order[begin:end]]
        if np.any(here == label):
            continue
        later = np.flatnonzero(labels[order] == label)
        other = int(next(place for place in [*later[later >= end], *later[::-1]]))
        common = np.bincount(here, minlength=classes).argmax()
        last = begin + int(np.flatnonzero(here == common)[-1])
        order[[last, other]] = order[[other, last]]
    return order


def make_scores(data: Path, source: Source, split: int) -> Scores:
    table = read_classes(data, source.data)
    parts = divide(len(table.labels))
    assert parts is not None, "the list of sources holds no such problem"
    order = deal(table.labels, seed_of(source.data, split), table.classes)
    begin, cut = parts.train, parts.calibration
    order = with_every_class(order, table.labels, table.classes, begin, begin + SIZES[0])
    order = with_every_class(order, table.labels, table.classes, 0, begin)
    classifier = CLASSIFIERS[source.classifier](seed_of(source.data, source.classifier, split))
    scores, labels = score(classifier, source.margins, table, order, parts)
    return Scores(scores[:cut], labels[:cut], scores[cut:], labels[cut:])


def cached_scores(folder: Path, data: Path, source: Source, split: int) -> Scores:
    path = folder / source.data / source.classifier / f"{split}.npz"
    if not path.exists():
        scores = make_scores(data, source, split)
        path.parent.mkdir(parents=True, exist_ok=True)
        # All or nothing: a file that was interrupted is not taken for a finished one.
        unfinished = path.with_suffix(".part.npz")
        np.savez_compressed(unfinished, **vars(scores))
        unfinished.rename(path)
    with np.load(path) as arrays:
        return Scores(**arrays)
