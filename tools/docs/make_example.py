"""Makes python/calibrant/example.csv, the data of README, of Start and of the tutorial.

    python3 tools/docs/make_example.py > python/calibrant/example.csv

The patients are simulated, the classifier is real. Five measurements tell nearly the same of each
patient. Gaussian naive Bayes takes them for five opinions, so its scores are too extreme. In the
north the disease is rarer than the measurements say.
"""

from __future__ import annotations

import math
import random
import statistics

MEASUREMENTS = 5
TRAINED, SHIPPED = 1000, 4000
SITES = ("east", "north", "west")


def patient(rng: random.Random) -> tuple[list[float], int, str]:
    """Measurements, label and site."""
    site = rng.choice(SITES)
    severity = rng.gauss(0, 1)
    odds = math.exp(1.6 * severity - 0.4 - (0.8 if site == "north" else 0))
    label = int(rng.random() < odds / (1 + odds))
    return [severity + rng.gauss(0, 0.5) for _ in range(MEASUREMENTS)], label, site


class NaiveBayes:
    """Every measurement is normal in each class, and independent of the others: it is not."""

    def __init__(self, rows: list[tuple[list[float], int, str]]) -> None:
        self.share = statistics.fmean(label for _, label, _ in rows)
        self.normals = [
            [
                statistics.NormalDist.from_samples([x[i] for x, y, _ in rows if y == label])
                for i in range(MEASUREMENTS)
            ]
            for label in (0, 1)
        ]

    def __call__(self, measured: list[float]) -> float:
        log_odds = math.log(self.share / (1 - self.share))
        for value, negative, positive in zip(measured, *self.normals, strict=True):
            log_odds += math.log(positive.pdf(value) / negative.pdf(value))
        return 1 / (1 + math.exp(-log_odds))


def main() -> None:
    rng = random.Random(7)
    score = NaiveBayes([patient(rng) for _ in range(TRAINED)])
    print("score,label,site")
    for _ in range(SHIPPED):
        measured, label, site = patient(rng)
        print(f"{min(max(score(measured), 0.0001), 0.9999):.4f},{label},{site}")


if __name__ == "__main__":
    main()
