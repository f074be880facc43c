"""Every measure against its definition, written out."""

import numpy as np
import pytest
from scipy.stats import norm

from .measures import (
    brier,
    corp_miscalibration,
    ece,
    log_loss,
    measure,
    smooth_ece,
)
from .tables import Array

RANDOM = np.random.default_rng(7)


def sample(rows: int, slope: float = 0.5) -> tuple[Array, Array]:
    p = RANDOM.random(rows)
    chance = 0.5 + slope * (p - 0.5)
    return p, (RANDOM.random(rows) < chance).astype(float)


def test_losses_by_hand() -> None:
    p, y = np.array([0.25, 0.5, 0.9]), np.array([0.0, 1.0, 1.0])
    assert log_loss(p, y) == pytest.approx(-(np.log(0.75) + np.log(0.5) + np.log(0.9)) / 3)
    assert brier(p, y) == pytest.approx((0.0625 + 0.25 + 0.01) / 3)


def test_a_wrong_certainty_costs_53_bits() -> None:
    assert log_loss(np.array([0.0]), np.array([1.0])) == pytest.approx(53 * np.log(2))
    assert log_loss(np.array([1.0]), np.array([0.0])) == pytest.approx(53 * np.log(2))
    assert log_loss(np.array([1.0]), np.array([1.0])) == pytest.approx(0, abs=1e-15)


def test_with_the_truth_losses_are_expectations_over_labels() -> None:
    p, truth = np.array([0.3, 0.8]), np.array([0.4, 0.6])
    for loss in (log_loss, brier):
        by_label = [loss(p[[i]], np.array([label])) for i in (0, 1) for label in (0.0, 1.0)]
        weights = [0.6, 0.4, 0.4, 0.6]
        assert loss(p, truth) == pytest.approx(np.dot(weights, by_label) / 2)
    assert measure(p, np.array([0.0, 1.0]), truth)["brier"] == pytest.approx(brier(p, truth))


def pool_adjacent_violators(y: list[float]) -> list[float]:
    blocks: list[list[float]] = []
    for value in y:
        blocks.append([value])
        while len(blocks) > 1 and np.mean(blocks[-2]) >= np.mean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    return [float(np.mean(block)) for block in blocks for _ in block]


def test_miscalibration_is_what_isotonic_recalibration_gains() -> None:
    p, y = sample(60)
    order = np.argsort(p)
    recalibrated = np.array(pool_adjacent_violators(y[order].tolist()))
    expected = brier(p, y) - brier(recalibrated, y[order])
    assert corp_miscalibration(p, y) == pytest.approx(expected)


def test_tied_probabilities_are_recalibrated_together() -> None:
    p, y = np.array([0.5, 0.5, 0.5, 0.5]), np.array([1.0, 0.0, 0.0, 0.0])
    assert corp_miscalibration(p, y) == pytest.approx(0.25**2)


def test_debiased_ece_agrees_with_resampling() -> None:
    p, y = sample(500)
    order = np.argsort(p)
    expected = 0.0
    draws = np.random.default_rng(1).standard_normal(400_000)
    for rows in np.array_split(order, 10):
        rate, mean = y[rows].mean(), p[rows].mean()
        noisy = np.abs(rate + np.sqrt(rate * (1 - rate) / len(rows)) * draws - mean).mean()
        expected += (2 * abs(rate - mean) - noisy) * len(rows) / len(p)
    assert ece(p, y) == pytest.approx(expected, abs=2e-4)


def test_debiased_ece_of_right_probabilities_is_smaller_than_the_plain_one() -> None:
    plain, corrected = [], []
    for _ in range(50):
        p, y = sample(300, slope=1)
        parts = np.array_split(np.argsort(p), 10)
        plain.append(np.mean([abs(y[rows].mean() - p[rows].mean()) for rows in parts]))
        corrected.append(ece(p, y))
    assert abs(np.mean(corrected)) < 0.6 * np.mean(plain)


def test_ece_of_a_certain_bin_is_its_gap() -> None:
    assert ece(np.full(50, 0.25), np.zeros(50)) == pytest.approx(0.25)


def smoothed_by_definition(p: Array, y: Array, s: float) -> float:
    """The integral over t of |mean residual * kernel|, reflected at both ends often enough."""
    t = (np.arange(4000) + 0.5) / 4000
    kernel = sum(
        norm.pdf(t[:, None], 2 * turn + sign * p, s) for turn in range(-3, 4) for sign in (1, -1)
    )
    return float(np.abs(kernel @ (y - p) / len(p)).mean())


@pytest.mark.parametrize("slope", [1.0, 0.5, -1.0])
def test_smooth_ece_is_the_fixed_point_of_its_definition(slope: float) -> None:
    p, y = sample(300, slope)
    s = smooth_ece(p, y)
    assert smoothed_by_definition(p, y, s) == pytest.approx(s, abs=5e-4)
