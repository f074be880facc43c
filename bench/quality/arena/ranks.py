"""Mean ranks over problems, and how far apart they must be (Demsar 2006)."""

import numpy as np
from scipy.stats import rankdata, studentized_range

from .tables import Array

DIGITS = 12  # losses that agree so far are ties: they differ by rounding


def ranks(losses: Array) -> Array:
    """Problems x contestants: 1 is the smallest loss of the problem; ties share their mean rank."""
    return np.asarray(rankdata(np.round(losses, DIGITS), axis=1))


def critical_difference(contestants: int, problems: int, level: float = 0.05) -> float:
    """Nemenyi's: mean ranks that are closer cannot be told apart."""
    # The studentized range at infinitely many degrees of freedom; scipy takes a large number.
    quantile = studentized_range.ppf(1 - level, contestants, 1e6) / np.sqrt(2)
    return float(quantile * np.sqrt(contestants * (contestants + 1) / (6 * problems)))


def clustered(losses_ranks: Array, cluster: list[str]) -> Array:
    """Ranks averaged within each cluster: one row per data set instead of one per problem."""
    names = sorted(set(cluster))
    member = np.array([[name == of for of in cluster] for name in names], dtype=float)
    return np.asarray(member @ losses_ranks / member.sum(axis=1, keepdims=True))


def win_rates(losses: Array) -> Array:
    """How often each contestant has the smallest loss; a tie is divided."""
    rounded = np.round(losses, DIGITS)
    best = rounded == rounded.min(axis=1, keepdims=True)
    return np.asarray((best / best.sum(axis=1, keepdims=True)).mean(axis=0))


def mean_excess(losses: Array) -> Array:
    return np.asarray((losses - losses.min(axis=1, keepdims=True)).mean(axis=0))
