"""Reliability diagrams: what is drawn, where, and what the numbers behind it are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import calibrant
from calibrant import _core, metrics

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("agg")
plt = pytest.importorskip("matplotlib.pyplot")

from calibrant.plot import ReliabilityDisplay  # noqa: E402


@pytest.fixture(autouse=True)
def _close_figures() -> Any:
    yield
    plt.close("all")


def rows(n: int, seed: int = 0) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    p = rng.random(n)
    return (rng.random(n) < 0.2 + 0.5 * p).astype(int), p


def test_bins_have_exact_binomial_intervals() -> None:
    y, p = rows(1000)
    display = ReliabilityDisplay.from_predictions(y, p, n_bins=8)
    bins = metrics.reliability_curve(y, p, n_bins=8, strategy="quantile")
    assert display.prob_pred.tolist() == [row.mean_probability for row in bins]
    assert display.prob_true.tolist() == [row.observed for row in bins]
    stats = pytest.importorskip("scipy.stats")
    for i, row in enumerate(bins):
        positives = round(row.observed * row.weight)
        exact = stats.binomtest(positives, int(row.weight)).proportion_ci(method="exact")
        assert display.lower[i] == pytest.approx(exact.low, abs=1e-9)
        assert display.upper[i] == pytest.approx(exact.high, abs=1e-9)


def test_the_band_is_that_of_abb() -> None:
    y, p = rows(500)
    display = ReliabilityDisplay.from_predictions(y, p, level=0.8)
    abb = calibrant.fit(p, y, method="abb", level=0.8)
    assert isinstance(abb, _core.Curve)
    assert display.curve is not None
    assert display.curve.level == 0.8
    assert display.curve(p).tolist() == abb(p).tolist()
    band = display.ax_.collections[0].get_paths()[0].vertices
    lower, upper = abb.interval(display.data.places)
    assert band[:, 1].min() == pytest.approx(lower.min())
    assert band[:, 1].max() == pytest.approx(upper.max())
    assert "80 % credible band" in legend(display)
    plain = ReliabilityDisplay.from_predictions(y, p, band=False)
    assert plain.curve is None
    assert legend(plain) == ["perfect", "bins, 95 % interval"]


def legend(display: ReliabilityDisplay) -> list[str]:
    return [text.get_text() for text in display.axes_[0].get_legend().get_texts()]


def test_the_histogram_counts_every_row() -> None:
    y, p = rows(700)
    weights = np.arange(700) % 3
    display = ReliabilityDisplay.from_predictions(y, p, sample_weight=weights, band=False)
    assert display.data.positives.sum() == weights[y == 1].sum()
    assert display.data.negatives.sum() == weights[y == 0].sum()
    assert len(display.histogram_ax_.patches) == 80
    rare = ReliabilityDisplay.from_predictions(
        np.arange(2000) < 5, np.linspace(0.02, 0.001, 2000), band=False
    )
    assert "by logarithm" in rare.histogram_ax_.get_xlabel()


def test_before_and_after_stand_side_by_side() -> None:
    y, p = rows(400)
    display = ReliabilityDisplay.from_predictions(y, 0.2 + 0.5 * p, before=p, name="after")
    assert [ax.get_title() for ax in display.axes_] == ["before", "after"]
    assert display.before is not None
    assert display.before.prob_pred.mean() < display.prob_pred.mean() + 0.2
    assert display.ax_ is display.axes_[1]
    _, two = plt.subplots(1, 2)
    assert ReliabilityDisplay.from_predictions(y, p, before=p, ax=two).axes_ == list(two)
    with pytest.raises(ValueError, match=r"ax: 1 axes were given \(two, before and after"):
        ReliabilityDisplay.from_predictions(y, p, before=p, ax=two[0])
    with pytest.raises(ValueError, match=r"ax: 2 axes were given \(one were expected"):
        ReliabilityDisplay.from_predictions(y, p, ax=two)


def colours(ax: Any) -> list[str]:
    """Of the lines beside the diagonal, by the order in which they were drawn."""
    return [line.get_color() for line in ax.lines if line.get_label().startswith("model")]


def test_several_models_share_one_diagram() -> None:
    y, p = rows(400)
    _, ax = plt.subplots()
    first = ReliabilityDisplay.from_predictions(y, p, ax=ax, name="model a")
    assert legend(first) == ["perfect", "95 % credible band", "ABB", "bins, 95 % interval"]
    below = first.histogram_ax_
    second = ReliabilityDisplay.from_predictions(y, 0.2 + 0.5 * p, ax=ax, name="model b")
    third = ReliabilityDisplay.from_predictions(y, p**2, ax=ax, color="#123456")
    assert legend(third) == ["perfect", "model a", "model b", "model 3"]
    assert len(set(colours(ax))) == 3
    assert colours(ax)[2] == "#123456"
    assert [line.get_label() for line in ax.lines].count("perfect") == 1
    assert len(ax.collections) == 2 * 3  # a band and the bars of bins for each
    assert ax.get_title() == ""
    assert second.histogram_ax_ is third.histogram_ax_ is below
    assert len(below.patches) == 2 * 3  # an outline for each class of each model
    assert len(ax.figure.axes) == 2
    assert third.prob_pred.tolist() != second.prob_pred.tolist()
    # Axes that were cleared are empty, and other artists stay.
    ax.clear()
    marker = ax.axvline(0.3)
    again = ReliabilityDisplay.from_predictions(y, p, ax=ax, name="model a")
    assert ax.get_title() == "model a"
    assert legend(again)[1] == "95 % credible band"
    ReliabilityDisplay.from_predictions(y, p, ax=ax, name="model b", band=False)
    assert marker in ax.lines
    assert legend(again) == ["perfect", "model a", "model b"]


def test_options_of_the_bins() -> None:
    y, p = rows(200)
    display = ReliabilityDisplay.from_predictions(y, p, color="red", marker="s", label="mine")
    container = display.ax_.containers[0]
    assert container.lines[0].get_marker() == "s"
    assert container.lines[0].get_color() == "red"
    assert [line.get_color() for line in display.ax_.lines if line.get_label() == "ABB"] == ["red"]
    assert legend(display)[-1] == "mine"


def test_small_probabilities_on_axes_of_log_odds(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    p = 10 ** rng.uniform(-4, -1, 20_000)
    y = rng.random(20_000) < p
    display = ReliabilityDisplay.from_predictions(y, p, scale="logit")
    ax, below = display.ax_, display.histogram_ax_
    assert ax.get_xscale() == ax.get_yscale() == below.get_xscale() == "logit"
    low, high = ax.get_xlim()
    shares = np.concatenate([display.prob_pred, display.prob_true])
    assert low < shares[shares > 0].min() < shares.max() < high < 0.3
    assert ax.get_ylim() == below.get_xlim() == (low, high)
    assert [text.get_text() for text in below.get_xticklabels()] == [
        "0.0001",
        "0.001",
        "0.01",
        "0.1",
    ]
    assert display.data.positives.sum() == y.sum()  # also those beyond the edges
    assert display.data.negatives.sum() == (~y).sum()
    display.figure_.savefig(tmp_path / "logit.png")
    with pytest.raises(ValueError, match="scale: the axes have a logit diagram already"):
        ReliabilityDisplay.from_predictions(y, p, ax=ax)
    only = ReliabilityDisplay.from_predictions(
        [0, 1, 1], [0, 1, 1], scale="logit"
    )  # no odds at all
    only.figure_.savefig(tmp_path / "only.png")


@pytest.mark.parametrize("n", [500, 3000])
def test_bins_are_those_of_the_report(n: int) -> None:
    y, p = rows(n)
    display = ReliabilityDisplay.from_predictions(y, p, band=False)
    bins = metrics.scorecard(y, p, bootstrap=0).verdict.bins
    assert len(bins) == (10 if n < 2000 else 20)
    assert display.prob_pred == pytest.approx([one.mean_probability for one in bins], abs=1e-12)
    assert display.prob_true == pytest.approx([one.observed for one in bins], abs=1e-12)
    assert display.upper == pytest.approx([one.upper for one in bins], abs=1e-12)
    width = ReliabilityDisplay.from_predictions(y, p, band=False, strategy="uniform")
    assert len(width.prob_pred) == 10


def test_plot_again_into_given_axes() -> None:
    y, p = rows(100)
    display = ReliabilityDisplay.from_predictions(y, p, name="model")
    first = display.figure_
    figure, ax = plt.subplots()
    assert display.plot(ax, histogram=False) is display
    assert display.ax_ is ax
    assert display.figure_ is figure is not first
    assert display.histogram_ax_ is None
    assert ax.get_xlabel() == "predicted probability"
    assert ax.get_title() == "model"


def test_from_estimator() -> None:
    linear = pytest.importorskip("sklearn.linear_model")
    rng = np.random.default_rng(3)
    X = rng.normal(size=(600, 2))
    y = np.where(X[:, 0] + rng.normal(size=600) > 0, "yes", "no")
    model = linear.LogisticRegression().fit(X, y)
    display = ReliabilityDisplay.from_estimator(model, X, y, n_bins=5)
    same = ReliabilityDisplay.from_predictions(y, model.predict_proba(X), n_bins=5)
    assert display.prob_true.tolist() == same.prob_true.tolist()
    assert display.name == "LogisticRegression"
    both = ReliabilityDisplay.from_estimator(model, X, y, before=model, name="again")
    assert [ax.get_title() for ax in both.axes_] == ["before", "again"]
    with pytest.raises(TypeError, match="Ridge has no predict_proba"):
        ReliabilityDisplay.from_estimator(linear.Ridge(), X, y)


def test_bad_options_are_named() -> None:
    for options, message in (
        ({"level": 2}, "level: 2 is not strictly between 0 and 1"),
        ({"n_bins": 0}, "n_bins: 0 is not a positive whole number"),
        ({"strategy": "x"}, "strategy: 'x' is not one of"),
        ({"scale": "log"}, "scale: 'log' is not one of linear, logit"),
    ):
        with pytest.raises(calibrant.OptionError, match=message):
            ReliabilityDisplay.from_predictions([0, 1], [0.2, 0.7], **options)


@pytest.mark.parametrize(
    ("y", "p"), [([1], [1.0]), ([0, 0], [0.0, 0.0]), ([0, 1] * 3, [0.5] * 6), ([1, 1], [0.1, 0.2])]
)
def test_the_smallest_data_can_be_drawn(tmp_path: Path, y: Any, p: Any) -> None:
    display = ReliabilityDisplay.from_predictions(y, p)
    display.figure_.savefig(tmp_path / "small.png")


def test_many_rows_are_drawn_quickly() -> None:
    y, p = rows(200_000)
    display = ReliabilityDisplay.from_predictions(y, p)
    assert display.curve is not None
    assert display.curve.groups <= 4096
    assert display.data.weight.sum() == 200_000


def test_without_matplotlib_the_message_is_clear() -> None:
    code = (
        "import sys; sys.modules['matplotlib'] = None; sys.modules['matplotlib.pyplot'] = None\n"
        "from calibrant import plot\n"
        "plot.reliability_figure([0, 1], [0.2, 0.7])\n"
        "try: plot.ReliabilityDisplay.from_predictions([0, 1], [0.2, 0.7])\n"
        "except ImportError as e: print(e)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "calibrant.plot needs matplotlib: pip install matplotlib\n"
