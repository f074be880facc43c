"""Draws the pictures of README and of the gallery: python tools/docs/make_pictures.py

Needs the installed package and matplotlib. The pictures go to docs/images.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np

import calibrant
from calibrant.plot import ReliabilityDisplay

matplotlib.use("agg")
import matplotlib.pyplot as plt

IMAGES = Path(__file__).resolve().parents[2] / "docs" / "images"
Sample = tuple[Any, Any]


def logistic(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def drawn(truth: Any, rng: np.random.Generator) -> Any:
    return (rng.random(len(truth)) < truth).astype(int)


def logits(rng: np.random.Generator, rows: int = 3000, mean: float = 0.0) -> Any:
    return rng.normal(mean, 1.6, rows)


def good(rng: np.random.Generator) -> Sample:
    p = logistic(logits(rng))
    return p, drawn(p, rng)


def too_sure(rng: np.random.Generator) -> Sample:
    z = logits(rng)
    return logistic(2.5 * z), drawn(logistic(z), rng)


def too_timid(rng: np.random.Generator) -> Sample:
    z = logits(rng)
    return logistic(0.4 * z), drawn(logistic(z), rng)


def too_high(rng: np.random.Generator) -> Sample:
    z = logits(rng)
    return logistic(z + 1), drawn(logistic(z), rng)


def too_low(rng: np.random.Generator) -> Sample:
    z = logits(rng)
    return logistic(z - 1), drawn(logistic(z), rng)


def few_rows(rng: np.random.Generator) -> Sample:
    z = logits(rng, 60)
    return logistic(2 * z), drawn(logistic(z), rng)


def falls(rng: np.random.Generator) -> Sample:
    s = rng.random(3000)
    return s, drawn(np.where(s < 0.6, 0.1 + s, 1.3 - s), rng)


def reversed_scores(rng: np.random.Generator) -> Sample:
    p, y = good(rng)
    return 1 - p, y


def knows_nothing(rng: np.random.Generator) -> Sample:
    s = rng.normal(0.3, 0.02, 3000)
    return s, drawn(np.full(3000, 0.3), rng)


def few_values(rng: np.random.Generator) -> Sample:
    p = rng.choice([0.1, 0.3, 0.5, 0.7, 0.9], 3000)
    return p, drawn(logistic(0.5 * np.log(p / (1 - p))), rng)


def one(sample: Callable[[np.random.Generator], Sample], seed: int = 1) -> ReliabilityDisplay:
    scores, y = sample(np.random.default_rng(seed))
    _, ax = plt.subplots(figsize=(4.2, 4.8))
    return ReliabilityDisplay.from_predictions(y, scores, ax=ax, name="scores", n_bins=10)


def rare() -> ReliabilityDisplay:
    rng = np.random.default_rng(1)
    z = logits(rng, 20000, -5.5)
    _, ax = plt.subplots(figsize=(4.2, 4.8))
    y = drawn(logistic(z), rng)
    return ReliabilityDisplay.from_predictions(
        y, logistic(1.5 * z + 1), ax=ax, name="scores", scale="logit"
    )


def seen_rows() -> ReliabilityDisplay:
    """The calibrator's own rows, and new ones: a curve with far too many steps."""
    rng = np.random.default_rng(1)
    scores, y = too_sure(rng)
    new, happened = too_sure(rng)
    curve = calibrant.fit(scores[:80], y[:80], method="isotonic")
    _, ax = plt.subplots(figsize=(4.2, 4.8))
    ReliabilityDisplay.from_predictions(y[:80], curve(scores[:80]), ax=ax, name="its own rows")
    return ReliabilityDisplay.from_predictions(happened, curve(new), ax=ax, name="new rows")


def subgroups() -> ReliabilityDisplay:
    """Right on the whole, and wrong for both."""
    rng = np.random.default_rng(1)
    z = logits(rng, 4000)
    second = rng.random(4000) < 0.5
    p = logistic(z)
    y = drawn(logistic(z + np.where(second, 0.9, -0.9)), rng)
    _, ax = plt.subplots(figsize=(4.2, 4.8))
    ReliabilityDisplay.from_predictions(y[second], p[second], ax=ax, name="group A")
    return ReliabilityDisplay.from_predictions(y[~second], p[~second], ax=ax, name="group B")


def before_and_after() -> ReliabilityDisplay:
    old, new = calibrant.example()
    p = calibrant.fit(old.scores, old.labels)(new.scores)
    return ReliabilityDisplay.from_predictions(new.labels, p, before=new.scores, n_bins=10)


PICTURES: dict[str, Callable[[], ReliabilityDisplay]] = {
    "before-after": before_and_after,
    "gallery/good": lambda: one(good),
    "gallery/too-sure": lambda: one(too_sure),
    "gallery/too-timid": lambda: one(too_timid),
    "gallery/too-high": lambda: one(too_high),
    "gallery/too-low": lambda: one(too_low),
    "gallery/few-rows": lambda: one(few_rows),
    "gallery/falls": lambda: one(falls),
    "gallery/reversed": lambda: one(reversed_scores),
    "gallery/knows-nothing": lambda: one(knows_nothing),
    "gallery/few-values": lambda: one(few_values),
    "gallery/rare": rare,
    "gallery/seen-rows": seen_rows,
    "gallery/subgroups": subgroups,
}


def main() -> None:
    (IMAGES / "gallery").mkdir(exist_ok=True)
    for name, draw in PICTURES.items():
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        figure = draw().figure_
        figure.savefig(IMAGES / f"{name}.png", dpi=100, bbox_inches="tight")
        plt.close(figure)


if __name__ == "__main__":
    main()
