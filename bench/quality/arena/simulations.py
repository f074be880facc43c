"""Scores whose true probabilities are known.

The first nine are those of docs/results/auto.md, on which Auto was developed; the last three are
the arena's own, and nothing was ever chosen by looking at them.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .tables import Array

Random = np.random.Generator
VOTERS = 40


def sigmoid(z: Array) -> Array:
    return np.asarray(0.5 * (1 + np.tanh(0.5 * z)))


def log_odds(p: Array) -> Array:
    return np.asarray(np.log(p) - np.log1p(-p))


@dataclass(frozen=True)
class Truth:
    draw: Callable[[Random, int], Array]
    probability: Callable[[Array], Array]
    margins: bool = False  # scores are any real numbers


def _bell(spread: float, middle: float = 0.0) -> Callable[[Random, int], Array]:
    """Probabilities with normal log odds."""
    return lambda random, n: sigmoid(middle + spread * random.standard_normal(n))


def _uniform(random: Random, n: int) -> Array:
    return random.random(n)


def _draw_margins(random: Random, n: int) -> Array:
    return random.standard_normal(n) + np.where(random.random(n) < 0.4, 1.0, -1.0)


def _vote_share(log_odds_of_case: Array) -> Array:
    """Of the trees, one vote in ten is turned round."""
    return 0.1 + 0.8 * sigmoid(log_odds_of_case)


def _draw_votes(random: Random, n: int) -> Array:
    return random.binomial(VOTERS, _vote_share(2 * random.standard_normal(n))) / VOTERS


def _given_votes(scores: Array) -> Array:
    """The mean probability of the cases that get so many votes."""
    x = np.arange(-600, 601) / 100
    share = _vote_share(2 * x)
    votes = np.arange(VOTERS + 1)[:, None]
    density = np.exp(votes * np.log(share) + (VOTERS - votes) * np.log1p(-share) - x * x / 2)
    table = density @ sigmoid(2 * x) / density.sum(axis=1)
    return np.asarray(table[np.rint(scores * VOTERS).astype(int)])


def _steps(s: Array) -> Array:
    levels: Array = np.array([0.05, 0.2, 0.35, 0.7, 0.9])
    return np.asarray(levels[np.minimum(4, (s * 5).astype(int))])


def _bump(s: Array) -> Array:
    return sigmoid(log_odds(s) + 1.5 * np.exp(-((s - 0.5) ** 2) / 0.02))


TRUTHS = {
    "calibrated": Truth(_bell(1.5), lambda s: s),
    "overconfident": Truth(_bell(2.4, -0.6), lambda s: sigmoid(0.5 * log_odds(s))),
    "SVM margin": Truth(_draw_margins, lambda s: sigmoid(1.7 * s - 0.4), margins=True),
    "rare events": Truth(_bell(1.1, -4.3), lambda s: sigmoid(log_odds(s) - np.log(2))),
    "bump": Truth(_bell(1.5), _bump),
    "steps": Truth(_uniform, _steps),
    "forest votes": Truth(_draw_votes, _given_votes),
    "wiggle": Truth(_uniform, lambda s: 0.1 + 0.8 * s + 0.1 * np.sin(4 * np.pi * s)),
    "sigmoid with a jump": Truth(_uniform, lambda s: sigmoid(5 * (s - 0.5) + 1.5 * (s > 0.6))),
    # One label in twenty is wrong: no score deserves certainty.
    "wrong labels": Truth(_bell(2.5), lambda s: 0.05 + 0.9 * s),
    # Written down as tenths by a person: eleven distinct scores, too timid.
    "tenths": Truth(
        lambda random, n: np.rint(10 * random.random(n)) / 10,
        lambda s: sigmoid(1.6 * log_odds(0.05 + 0.9 * s)),
    ),
    # The surest scores are worth less than those below them.
    "fallen top": Truth(_bell(2), lambda s: np.where(s > 0.9, 0.6, s)),
}
