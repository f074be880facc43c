"""What predictions are judged by. Smaller is better, for all of them.

Written out here and not taken from Calibrant: the judge is no contestant.

Where the truth is known (simulations), the two losses are expectations over the labels: `y` may
hold probabilities. The measures of calibration always take labels.
"""

import numpy as np
from scipy.fft import dct, idct
from scipy.optimize import isotonic_regression
from scipy.special import ndtr

from .tables import Array

CLIP = 2.0**-53  # an exact 0 or 1 that is wrong costs 36.7
BINS = 10
CELLS = 2048  # of the smooth ECE's grid


def log_loss(p: Array, y: Array) -> float:
    p = np.clip(p, CLIP, 1 - CLIP)
    return float(np.mean(-y * np.log(p) - (1 - y) * np.log1p(-p)))


def brier(p: Array, y: Array) -> float:
    """The mean of (p - y)^2 over labels that are 1 with probability y."""
    return float(np.mean((p - y) ** 2 + y * (1 - y)))


def _groups(p: Array, y: Array) -> tuple[Array, Array, Array]:
    """Distinct probabilities, how many rows have each, and how many of those are positive."""
    values, where, count = np.unique(p, return_inverse=True, return_counts=True)
    return values, count.astype(float), np.bincount(where, weights=y).astype(float)


def corp_miscalibration(p: Array, y: Array) -> float:
    """Brier(p) - Brier(v), v the isotonic regression of y on p (Dimitriadis et al. 2021)."""
    values, count, positive = _groups(p, y)
    recalibrated = isotonic_regression(positive / count, weights=count).x
    gain = (positive * ((1 - values) ** 2 - (1 - recalibrated) ** 2)
            + (count - positive) * (values**2 - recalibrated**2))  # fmt: skip
    return float(gain.sum() / count.sum())


def _equal_mass(p: Array, y: Array) -> tuple[Array, Array, Array]:
    """Of ten bins of equally many rows, ties kept together: rows, mean p, fraction positive."""
    values, count, positive = _groups(p, y)
    middle = np.cumsum(count) - count / 2
    label = np.minimum(BINS - 1, (BINS * middle / count.sum()).astype(int))
    rows, expected, observed = (
        np.bincount(label, weights=weights, minlength=BINS).astype(float)
        for weights in (count, count * values, positive)
    )
    held = rows > 0
    rows = rows[held]
    return rows, expected[held] / rows, observed[held] / rows


def ece(p: Array, y: Array) -> float:
    """Equal-mass ECE minus its bias to first order (Kumar, Liang & Ma 2019, in closed form).

    A bin's observed rate o is about normal around the true one, with variance o(1-o)/n. |o - e| is
    too large by about as much as E|o' - e| exceeds it, o' drawn around o. May be below 0.
    """
    rows, expected, observed = _equal_mass(p, y)
    gap = np.abs(observed - expected)
    spread = np.sqrt(observed * (1 - observed) / rows)
    z = np.divide(gap, spread, out=np.full_like(gap, np.inf), where=spread > 0)
    density = np.exp(-(z**2) / 2) / np.sqrt(2 * np.pi)
    folded = np.where(spread > 0, gap * (2 * ndtr(z) - 1) + 2 * spread * density, gap)
    return float(np.sum(rows * (2 * gap - folded)) / rows.sum())


def smooth_ece(p: Array, y: Array) -> float:
    """The s at which the ECE smoothed by a kernel of width s is s (Blasiok & Nakkiran 2023).

    smooth(s) = integral over t of |mean of (y - p) K_s(t, p)|, K_s a Gaussian reflected at 0 and 1.
    Reflection makes K_s the heat kernel of an interval, so a cosine transform turns smoothing into
    a product; smooth falls and s rises, so bisection finds where they meet.
    """
    cell = np.minimum(CELLS - 1, (p * CELLS).astype(int))
    residual = np.bincount(cell, weights=y - p, minlength=CELLS) / len(p)
    waves = dct(residual, norm="ortho")
    decay = (np.pi * np.arange(CELLS)) ** 2 / 2
    low, high = 0.0, 1.0
    for _ in range(16):
        s = (low + high) / 2
        smoothed = float(np.abs(idct(waves * np.exp(-decay * s * s), norm="ortho")).sum())
        low, high = (s, high) if smoothed > s else (low, s)
    return (low + high) / 2


CALIBRATION = {"miscalibration": corp_miscalibration, "ece": ece, "smooth_ece": smooth_ece}
MEASURES = ("log_loss", "brier", *CALIBRATION)


def measure(p: Array, labels: Array, truth: Array | None) -> dict[str, float]:
    aim = labels if truth is None else truth
    values = {"log_loss": log_loss(p, aim), "brier": brier(p, aim)}
    return values | {name: function(p, labels) for name, function in CALIBRATION.items()}
