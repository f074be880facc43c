"""Problems: the scores and labels that contestants are fitted to and judged on.

A problem is a data set under a classifier, or a simulation, with so many calibration rows. Its
scores are kept as CSV, one file per split, so that the contest can be run again without the
classifiers: FOLDER/<data>/<classifier>/<split>.csv with the columns part, score, label, truth.
"""

import csv
import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .classifiers import CLASSIFIERS, MARGINS, train_and_score
from .simulations import TRUTHS
from .tables import Array, Labels, read_table

SIZES = (100, 300, 1000, 5000)
SIMULATION = "simulation"  # stands where a classifier's name would
MOST_TRAIN = 4000
MOST_TEST = 2500
LEAST_TRAIN = 50
LEAST_TEST = 50


@dataclass(frozen=True)
class Source:
    """Where scores come from: what is the same for every calibration size and split."""

    data: str
    classifier: str

    @property
    def margins(self) -> bool:
        if self.classifier == SIMULATION:
            return TRUTHS[self.data].margins
        return self.classifier == MARGINS

    @property
    def aside(self) -> bool:
        return set_aside(self.data)


@dataclass(frozen=True)
class Scores:
    calibration: Array
    calibration_labels: Array
    test: Array
    test_labels: Array
    truth: Array | None  # P(positive) of the test rows, where it is known


def set_aside(data: str) -> bool:
    """One third, by a hash of the data set's name: all problems on the same rows go together.

    The 4 is the first number with which every calibration size has about a third of its problems
    aside; it was chosen from the names and sizes of the data sets, before any result existed.
    """
    return int.from_bytes(hashlib.sha256(f"4/{data}".encode()).digest()[:8], "big") % 3 == 0


def seed_of(*words: object) -> int:
    text = "/".join(map(str, words))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


@dataclass(frozen=True)
class Parts:
    train: int
    calibration: int
    test: int
    sizes: tuple[int, ...]


def divide(rows: int) -> Parts | None:
    """Two fifths train; the largest size that leaves a quarter of itself to the test calibrates."""
    train = min(2 * rows // 5, MOST_TRAIN, max(LEAST_TRAIN, rows - SIZES[0] - LEAST_TEST))
    return after_training(rows, train, SIZES)


def after_training(rows: int, train: int, known: tuple[int, ...]) -> Parts | None:
    rest = rows - train
    sizes = tuple(size for size in known if rest - size >= max(LEAST_TEST, size // 4))
    if not sizes:
        return None
    return Parts(train, sizes[-1], min(rest - sizes[-1], MOST_TEST), sizes)


def deal(labels: Array | Labels, seed: int, classes: int = 2) -> Labels:
    """A random order in which every run of rows has its share of each class, within one row."""
    random = np.random.default_rng(seed)
    place = np.empty(len(labels))
    for label in range(classes):
        rows = np.flatnonzero(labels == label)
        place[random.permutation(rows)] = (np.arange(len(rows)) + 0.5) / max(1, len(rows))
    return np.argsort(place, kind="stable")


def score(
    classifier: Any, margins: bool, table: Any, order: Labels, parts: Parts
) -> tuple[Array, Any]:
    """Scores and labels of the rows that calibrate and test, in this order."""
    train = order[: parts.train]
    fresh = order[parts.train : parts.train + parts.calibration + parts.test]
    x, y = table.features, table.labels
    return train_and_score(classifier, margins, x[train], y[train], x[fresh]), y[fresh]


def _real(data: Path, source: Source, split: int) -> Scores:
    table = read_table(data, source.data)
    parts = divide(len(table.labels))
    assert parts is not None, "the list of sources holds no such problem"
    order = deal(table.labels, seed_of(source.data, split))
    classifier = CLASSIFIERS[source.classifier](seed_of(source.data, source.classifier, split))
    scores, labels = score(classifier, source.margins, table, order, parts)
    scores = scores if source.margins else scores[:, 1]
    cut = parts.calibration
    return Scores(scores[:cut], labels[:cut], scores[cut:], labels[cut:], None)


def _simulated(source: Source, split: int) -> Scores:
    random = np.random.default_rng(seed_of(source.data, SIMULATION, split))
    truth = TRUTHS[source.data]
    scores = truth.draw(random, SIZES[-1] + MOST_TEST)
    chance = truth.probability(scores)
    labels = (random.random(len(scores)) < chance).astype(float)
    cut = SIZES[-1]
    # A calibration set needs both classes: the first rows are exchanged for ones that have them.
    for label in (0.0, 1.0):
        if label not in labels[: SIZES[0]]:
            other = int(np.flatnonzero(labels[:cut] == label)[0])
            for column in (scores, labels):
                column[[0, other]] = column[[other, 0]]
    return Scores(scores[:cut], labels[:cut], scores[cut:], labels[cut:], chance[cut:])


def cached_scores(folder: Path, data: Path, source: Source, split: int) -> Scores:
    path = folder / source.data / source.classifier / f"{split}.csv"
    if not path.exists():
        simulated = source.classifier == SIMULATION
        write_scores(path, _simulated(source, split) if simulated else _real(data, source, split))
    return read_scores(path)


def write_scores(path: Path, scores: Scores) -> None:
    """All or nothing: a file that was interrupted is not taken for a finished one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".part")
    truth = [""] * len(scores.test) if scores.truth is None else scores.truth.tolist()
    with unfinished.open("w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["part", "score", "label", "truth"])
        for score, label in zip(
            scores.calibration.tolist(), scores.calibration_labels, strict=True
        ):
            out.writerow(["calibration", score, int(label), ""])
        for score, label, chance in zip(
            scores.test.tolist(), scores.test_labels, truth, strict=True
        ):
            out.writerow(["test", score, int(label), chance])
    unfinished.rename(path)


def read_scores(path: Path) -> Scores:
    with path.open(newline="") as file:
        rows = list(csv.reader(file))[1:]
    cut = sum(row[0] == "calibration" for row in rows)
    scores = np.array([float(row[1]) for row in rows])
    labels = np.array([float(row[2]) for row in rows])
    known = rows[cut][3] != ""
    truth = np.array([float(row[3]) for row in rows[cut:]]) if known else None
    return Scores(scores[:cut], labels[:cut], scores[cut:], labels[cut:], truth)


def simulated_sources(names: list[str] | None = None) -> list[Source]:
    return [Source(name, SIMULATION) for name in names or TRUTHS]


def real_sources(names: list[str], classifiers: list[str] | None = None) -> list[Source]:
    return [Source(name, kind) for name in names for kind in classifiers or CLASSIFIERS]
