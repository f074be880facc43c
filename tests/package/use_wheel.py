"""The installed wheel: fits, applies, and reads a golden model as it should.

usage: use_wheel.py MODEL.json PREDICTIONS.csv
"""

from __future__ import annotations

import csv
import sys

import numpy as np

import calibrant


def main() -> None:
    with open(sys.argv[2], encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    scores = np.array([float(row["score"]) for row in rows])
    curve = calibrant.load(sys.argv[1])
    assert isinstance(curve, calibrant.Curve)
    assert list(curve(scores)) == [float(row["calibrated"]) for row in rows]
    lower, upper = curve.interval(scores)
    assert list(lower) == [float(row["calibrated_lower"]) for row in rows]
    assert list(upper) == [float(row["calibrated_upper"]) for row in rows]

    random = np.random.default_rng(1)
    seen = random.random(1000)
    fitted = calibrant.fit(seen, (random.random(1000) < seen**2).astype(int))
    assert isinstance(fitted, calibrant.Curve)
    assert fitted(0.9) > fitted(0.1)
    print(f"calibrant {calibrant.__version__} from the wheel")


if __name__ == "__main__":
    main()
