"""SVS and SMS as they are written here, compared with the package that defines them."""

import numpy as np
from scipy.special import softmax

from ..tables import Array, Labels
from .structured import Structured

TOLERANCE = 2e-3  # the package works in single precision and stops at a gradient of 1e-5


def draw(classes: int, rows: int, seed: int) -> tuple[Array, Labels]:
    """Overconfident scores with some exact zeros."""
    random = np.random.default_rng(seed)
    z = random.normal(0, 1.5, (rows, classes))
    labels = np.array([random.choice(classes, p=row) for row in softmax(z, axis=1)])
    p = softmax(1.8 * z + 0.3 * np.arange(classes), axis=1)
    p[p < 1e-4] = 0
    return p / p.sum(axis=1, keepdims=True), labels


def main() -> int:
    from probmetrics.calibrators import get_calibrator

    worst = 0.0
    for classes, rows in ((3, 100), (5, 500), (10, 1000), (26, 2000)):
        p, y = draw(classes, rows, classes)
        for name, matrix in (("svs", False), ("sms", True)):
            theirs = get_calibrator(name)
            theirs.fit(p, y)
            ours = Structured(matrix).fit(p, y)
            gap = float(np.abs(theirs.predict_proba(p) - ours.predict_proba(p)).max())
            worst = max(worst, gap)
            print(f"{name}, {classes} classes, {rows} rows: largest difference {gap:.2e}")
    passed = worst <= TOLERANCE
    print(f"{'PASS' if passed else 'FAIL'} SVS and SMS equal probmetrics within {TOLERANCE:g}")
    return 0 if passed else 1
