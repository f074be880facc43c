"""Ranks, critical differences and the groups of the diagram, against published or plain figures."""

import numpy as np
import pytest

from .diagram import cliques, draw
from .ranks import clustered, critical_difference, mean_excess, ranks, win_rates

LOSSES = np.array([[0.1, 0.2, 0.3], [0.2, 0.2, 0.1], [0.5, 0.4, 0.6]])


def test_ranks_start_at_one_and_ties_share_theirs() -> None:
    assert ranks(LOSSES).tolist() == [[1, 2, 3], [2.5, 2.5, 1], [2, 1, 3]]


def test_losses_that_differ_by_rounding_are_ties() -> None:
    assert ranks(np.array([[0.1 + 0.2, 0.3, 0.4]])).tolist() == [[1.5, 1.5, 3]]


# Demsar 2006, table 5 (q at 5 %): the difference is q * sqrt(k (k + 1) / (6 N)).
@pytest.mark.parametrize(("contestants", "q"), [(2, 1.960), (3, 2.343), (5, 2.728), (10, 3.164)])
def test_critical_difference_has_the_published_quantiles(contestants: int, q: float) -> None:
    expected = q * np.sqrt(contestants * (contestants + 1) / (6 * 14))
    assert critical_difference(contestants, 14) == pytest.approx(expected, rel=5e-4)


def test_wins_are_divided_among_ties() -> None:
    tied = np.array([[0.1, 0.1, 0.3], [0.2, 0.3, 0.4]])
    assert win_rates(tied).tolist() == [0.75, 0.25, 0]


def test_excess_is_over_the_best_of_each_problem() -> None:
    assert mean_excess(LOSSES) == pytest.approx([(0 + 0.1 + 0.1) / 3, (0.1 + 0.1 + 0) / 3, 0.4 / 3])


def test_clusters_count_once() -> None:
    means = clustered(ranks(LOSSES), ["a", "b", "a"])
    assert means.tolist() == [[1.5, 1.5, 3], [2.5, 2.5, 1]]


def test_cliques_are_the_longest_runs_within_the_difference() -> None:
    assert cliques(np.array([1.0, 1.5, 2.0, 4.0]), 0.6) == [(0, 1), (1, 2)]
    assert cliques(np.array([1.0, 1.5, 2.0, 4.0]), 1.0) == [(0, 2)]
    assert cliques(np.array([1.0, 3.0]), 1.0) == []


def test_the_diagram_names_everyone_and_their_ranks() -> None:
    picture = draw(["a<b", "c", "d"], np.array([2.0, 1.25, 2.75]), 0.8, "Mean ranks", "c")
    for word in ("a&lt;b 2.00", ">c 1.25<", "2.75 d", "critical difference 0.80"):
        assert word in picture
