"""What docs/guide/migrating.md says of netcal, asked of netcal itself."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibrant import ABB, Histogram, Isotonic

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench" / "speed" / "python"))

import netcal_binning

SCORES, LABELS = np.array([0.05, 0.06, 0.95, 0.96]), np.array([0, 1, 1, 1])


@pytest.fixture(name="netcal", scope="module")
def _netcal() -> Any:
    """netcal.binning; without PyTorch, if that is missing."""
    try:
        return netcal_binning.binning()
    except ModuleNotFoundError as problem:
        pytest.skip(f"netcal is not installed: {problem}")


@pytest.fixture(name="drawn", scope="module")
def _drawn() -> tuple[Any, Any]:
    random = np.random.default_rng(0)
    scores = random.random(2000)
    return scores, (random.random(2000) < scores**2).astype(int)


def test_bins_are_plain_fractions_and_empty_ones_their_middle(netcal: Any) -> None:
    theirs = netcal.HistogramBinning(bins=10).fit(SCORES, LABELS)
    assert theirs.transform(np.array([0.05, 0.5, 0.73, 0.96])).tolist() == pytest.approx(
        [0.5, 0.45, 0.75, 1.0]
    )
    ours = Histogram(10, "uniform", smoothing=False).fit(SCORES, LABELS)
    assert ours.predict([0.05, 0.96]).tolist() == [0.5, 1.0]


def test_a_score_on_a_border_goes_up_in_the_fit_and_down_in_predictions(netcal: Any) -> None:
    scores, labels = np.array([0.2, 0.5, 0.8]), np.array([0, 0, 1])
    theirs = netcal.HistogramBinning(bins=2).fit(scores, labels)
    assert theirs.transform(np.array([0.2, 0.51])).tolist() == [0.0, 0.5]  # fitted above
    assert theirs.transform(np.array([0.5])).tolist() == [0.0]  # read below


def test_equal_mass_cannot_predict(netcal: Any, drawn: tuple[Any, Any]) -> None:
    theirs = netcal.HistogramBinning(equal_intervals=False).fit(*drawn)
    with pytest.raises(ValueError, match="not implemented"):
        theirs.transform(drawn[0])


def test_histograms_agree_but_for_the_rows_at_the_borders(
    netcal: Any, drawn: tuple[Any, Any]
) -> None:
    scores, _ = drawn
    theirs = netcal.HistogramBinning(bins=10).fit(*drawn).transform(scores)
    ours = Histogram(10, "uniform", smoothing=False).fit(*drawn).predict(scores)
    assert np.mean(abs(ours - theirs) < 0.02) > 0.99


def test_isotonic_is_scikit_learns(netcal: Any, drawn: tuple[Any, Any]) -> None:
    theirs = netcal.IsotonicRegression().fit(*drawn).transform(drawn[0])
    ours = Isotonic(interpolate=True).fit(*drawn).predict(drawn[0])
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-9)


def test_bbq_is_near_abb_and_no_more(netcal: Any, drawn: tuple[Any, Any]) -> None:
    theirs = netcal.BBQ().fit(*drawn).transform(drawn[0])
    ours = ABB().fit(*drawn).predict(drawn[0])
    apart = abs(ours - theirs)
    assert 1e-3 < apart.mean() < 0.05
