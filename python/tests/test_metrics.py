"""The measures: the command line's numbers to the bit, and NumPy's to rounding."""

from __future__ import annotations

import copy
import dataclasses
import json
import math
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from class_rows import classes_data
from program_says import evaluate

from calibrant import InputError, OptionError, _core, metrics


def predictions(rows: int, seed: int, decimals: int = 17) -> tuple[Any, Any, Any]:
    """Overconfident probabilities with ties, labels and weights."""
    rng = np.random.default_rng(seed)
    p = np.round(rng.random(rows), decimals)
    y = (rng.random(rows) < 0.2 + 0.5 * p).astype(np.int64)
    return y, p, rng.integers(0, 4, rows).astype(float)


@pytest.mark.parametrize(
    ("rows", "decimals", "weighted", "n_bins"),
    [
        (1, 17, False, 10),
        (7, 1, False, 3),
        (400, 2, True, 10),
        (3000, 17, False, 15),
        (3000, 17, True, 10),
    ],
)
def test_scorecard_is_that_of_the_command_line(
    tmp_path: Path, rows: int, decimals: int, weighted: bool, n_bins: int
) -> None:
    y, p, w = predictions(rows, rows, decimals)
    columns = {"p": p, "label": y}
    options = ["--probability", "p", "--bins", str(n_bins), "--bootstrap", "50", "--seed", "3"]
    if weighted:
        columns["weight"] = w
        options += ["--weight", "weight"]
    said = evaluate(tmp_path, columns, *options)
    card = metrics.scorecard(
        y, p, sample_weight=w if weighted else None, n_bins=n_bins, bootstrap=50, seed=3
    )
    for key in ("file", "probability", "rows"):
        said.pop(key)
    assert json.loads(json.dumps(card.to_dict())) == said


def test_each_measure_is_that_of_the_scorecard() -> None:
    y, p, w = predictions(2000, 5, 3)
    card = metrics.scorecard(y, p, sample_weight=w, n_bins=12, bootstrap=0)
    assert isinstance(card, metrics.Scorecard)
    bins: dict[str, Any] = {"sample_weight": w, "n_bins": 12}
    mass: dict[str, Any] = {**bins, "strategy": "quantile"}
    assert metrics.expected_calibration_error(y, p, **bins) == card.ece
    assert metrics.maximum_calibration_error(y, p, **bins) == card.mce
    assert metrics.expected_calibration_error(y, p, **mass) == card.ece_equal_mass
    assert metrics.maximum_calibration_error(y, p, **mass) == card.mce_equal_mass
    assert tuple(metrics.reliability_curve(y, p, **bins)) == card.reliability
    split = metrics.brier_decomposition(y, p, sample_weight=w)
    assert split == (card.miscalibration, card.discrimination, card.uncertainty)
    for function, value in (
        (metrics.accuracy, card.accuracy),
        (metrics.roc_auc, card.auc),
        (metrics.rmse, card.rmse),
        (metrics.brier_score, card.brier),
        (metrics.log_loss, card.log_loss),
        (metrics.calibration_slope, card.calibration_slope),
        (metrics.calibration_intercept, card.calibration_intercept),
        (metrics.observed_expected, card.observed_expected),
        (metrics.integrated_calibration_index, card.ici),
        (metrics.e90, card.e90),
    ):
        assert function(y, p, sample_weight=w) == value, function
    assert metrics.spiegelhalter_test(y, p, sample_weight=w) == card.spiegelhalter
    assert metrics.calibration_test(y, p, sample_weight=w) == card.calibration_test


@pytest.mark.parametrize("power", [1, 3, 12])
@pytest.mark.parametrize("rows", [1, 2, 511, 513, 4000])
def test_without_weights_nothing_is_sorted_and_no_bit_changes(rows: int, power: int) -> None:
    """Powers make the probabilities small: then rows are sorted after all."""
    y, p, _ = predictions(rows, rows + power, 17 if rows % 2 else 3)
    p = p**power
    p[: rows // 10] = 0
    p[rows // 10 : rows // 5] = 1
    y = (np.random.default_rng(rows).random(rows) < p).astype(int)
    card = metrics.scorecard(y, p, n_bins=10, bootstrap=0)
    assert isinstance(card, metrics.Scorecard)
    ones = np.ones(rows)
    for function, value in (
        (metrics.brier_score, card.brier),
        (metrics.log_loss, card.log_loss),
        (metrics.rmse, card.rmse),
        (metrics.expected_calibration_error, card.ece),
        (metrics.maximum_calibration_error, card.mce),
    ):
        assert function(y, p) == value, function
        assert function(y, p, sample_weight=ones) == value, function


def test_probabilities_at_the_edges_of_bins() -> None:
    edges = np.arange(0, 50) / 49
    p = np.concatenate([edges, np.nextafter(edges, 0), np.nextafter(edges, 1)]).clip(0, 1)
    y = np.arange(len(p)) % 2
    for n_bins in (1, 3, 7, 10, 49, 200, 500):
        card = metrics.scorecard(y, p, n_bins=n_bins, bootstrap=0)
        assert isinstance(card, metrics.Scorecard)
        assert metrics.expected_calibration_error(y, p, n_bins=n_bins) == card.ece
        assert metrics.maximum_calibration_error(y, p, n_bins=n_bins) == card.mce


def test_definitions() -> None:
    """Each against its formula, written out."""
    y, p, _ = predictions(1000, 8, 3)
    assert metrics.brier_score(y, p) == pytest.approx(np.mean((p - y) ** 2), rel=1e-13)
    assert metrics.rmse(y, p) == pytest.approx(math.sqrt(np.mean((p - y) ** 2)), rel=1e-13)
    clipped = np.clip(p, 2.0**-53, 1 - 2.0**-53)
    loss = -np.mean(np.where(y == 1, np.log(clipped), np.log1p(-clipped)))
    assert metrics.log_loss(y, p) == pytest.approx(loss, rel=1e-13)
    assert metrics.accuracy(y, p) == np.mean((p >= 0.5) == (y == 1))
    above = np.subtract.outer(p[y == 1], p[y == 0])
    assert metrics.roc_auc(y, p) == pytest.approx(np.mean((above > 0) + 0.5 * (above == 0)))
    bins = np.minimum((p * 10).astype(int), 9)
    inside = [bins == b for b in range(10)]
    gaps = [abs(np.mean(y[i]) - np.mean(p[i])) for i in inside]
    ece = sum(np.mean(i) * gap for i, gap in zip(inside, gaps, strict=True))
    assert metrics.expected_calibration_error(y, p) == pytest.approx(ece, rel=1e-12)
    assert metrics.maximum_calibration_error(y, p) == pytest.approx(max(gaps), rel=1e-12)
    treated = p >= 0.3
    benefit = np.mean(treated & (y == 1)) - np.mean(treated & (y == 0)) * 0.3 / 0.7
    assert metrics.net_benefit(y, p, 0.3) == pytest.approx(benefit, rel=1e-12)
    split = metrics.brier_decomposition(y, p)
    whole = split.miscalibration - split.discrimination + split.uncertainty
    assert whole == pytest.approx(metrics.brier_score(y, p), rel=1e-12)
    x = 1 - 2 * p
    z = np.sum((y - p) * x) / math.sqrt(np.sum(x**2 * p * (1 - p)))
    assert metrics.spiegelhalter_test(y, p).z == pytest.approx(z, rel=1e-10)
    assert metrics.observed_expected(y, p) == pytest.approx(y.sum() / p.sum(), rel=1e-12)


def test_agrees_with_scikit_learn() -> None:
    sklearn = pytest.importorskip("sklearn.metrics")
    y, p, w = predictions(5000, 4)
    w[0] = 1.5
    for ours, theirs in (
        (metrics.roc_auc, sklearn.roc_auc_score),
        (metrics.brier_score, sklearn.brier_score_loss),
        (metrics.log_loss, sklearn.log_loss),
    ):
        assert ours(y, p, sample_weight=w) == pytest.approx(theirs(y, p, sample_weight=w))


def test_order_and_copies_change_no_bit() -> None:
    y, p, w = predictions(900, 6, 2)
    order = np.random.default_rng(1).permutation(len(y))
    copies = np.repeat(np.arange(len(y)), w.astype(int))
    card = metrics.scorecard(y, p, sample_weight=w, bootstrap=20)
    shuffled = metrics.scorecard(y[order], p[order], sample_weight=w[order], bootstrap=20)
    assert shuffled == card
    assert metrics.scorecard(y[copies], p[copies], bootstrap=20) == card


def test_threads_give_the_serial_results() -> None:
    data = [predictions(3000, seed) for seed in range(8)]

    def measure(rows: tuple[Any, Any, Any]) -> object:
        return metrics.scorecard(rows[0], rows[1], bootstrap=20).to_dict()

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(measure, data)) == [measure(rows) for rows in data]


def test_input_of_many_kinds() -> None:
    y, p, _ = predictions(200, 2, 3)
    expected = metrics.scorecard(y, p, bootstrap=0)
    words = np.where(y == 1, "yes", "no")
    both = np.column_stack([1 - p, p])
    for labels, probabilities in (
        (y.tolist(), p.tolist()),
        (y == 1, p),
        (y.astype(float), p[:, None]),
        (words, p),
        (words, both),
        (2 * y + 3, np.asfortranarray(both)),
        (words, both.tolist()),
    ):
        assert metrics.scorecard(labels, probabilities, bootstrap=0).to_dict() == expected.to_dict()
    assert metrics.log_loss(words, p, labels=["no", "yes"]) == expected.log_loss
    assert metrics.brier_score(["yes", "yes"], [0.5, 1], labels=["no", "yes"]) == 0.125
    single = p.astype(np.float32)
    assert metrics.brier_score(y, single) == metrics.brier_score(y, single.astype(float))


def test_data_frames() -> None:
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    y, p, _ = predictions(50, 2)
    expected = metrics.brier_score(y, p)
    for library in (pandas, polars):
        frame = library.DataFrame({"y": y, "p": p})
        assert metrics.brier_score(frame["y"], frame["p"]) == expected
    rows = pandas.DataFrame(metrics.reliability_curve(y, p))
    assert list(rows.columns)[:3] == ["low", "high", "weight"]


def test_what_does_not_exist_is_nan() -> None:
    assert math.isnan(metrics.roc_auc([1, 1], [0.2, 0.3]))
    assert math.isnan(metrics.calibration_slope([0, 1], [0.5, 0.5]))
    assert math.isnan(metrics.calibration_intercept([1, 1], [0.2, 0.3]))
    assert math.isnan(metrics.observed_expected([0, 1], [0, 0]))
    assert all(map(math.isnan, metrics.spiegelhalter_test([0, 1], [0.5, 1])))
    assert metrics.calibration_test([0, 1], [0, 1]).degrees == 0
    card = metrics.scorecard([1, 1], [0.5, 0.5], bootstrap=5)
    as_dict = card.to_dict()
    assert as_dict["measures"]["auc"]["value"] is None
    assert as_dict["spiegelhalter"] == {"z": None, "p": None}
    assert "nan" not in str(card)
    json.dumps(as_dict, allow_nan=False)


@pytest.mark.parametrize(
    ("y", "p", "options", "kind", "message"),
    [
        ([0, 1], [0.5, 1.5], {}, InputError, "y_proba[1]: 1.5 is not a probability (0 to 1)"),
        ([0, 1], [0.5, math.nan], {}, ValueError, "y_proba[1]: NaN is not a finite number"),
        ([0, 1, 1], [0.5, 0.5], {}, ValueError, "inconsistent numbers of samples"),
        ([], [], {}, ValueError, "0 sample(s)"),
        ([0, 1], [0.5, 0.5], {"sample_weight": [1, -1]}, InputError, "sample_weight[1]: -1"),
        ([0, 1], [0.5, 0.5], {"sample_weight": [0, 0]}, InputError, "sample_weight: are all zero"),
        ([0, 1], [0.5, 0.5], {"n_bins": 0}, OptionError, "n_bins: 0 is not a positive whole"),
        ([0, 1], [0.5, 0.5], {"n_bins": 2.5}, OptionError, "n_bins: 2.5 is not"),
        ([0, 1], [0.5, 0.5], {"strategy": "kmeans"}, OptionError, "strategy: 'kmeans' is not one"),
        ([0, 1, 2], [0.5] * 3, {}, ValueError, "y_true: has 3 distinct labels"),
        ([0, 1, 2], np.full((3, 3), 1 / 3), {}, ValueError, "y_proba: has more than two columns"),
    ],
)
def test_bad_input_is_named(
    y: Any, p: Any, options: dict[str, Any], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind) as caught:
        metrics.expected_calibration_error(y, p, **options)
    assert message in str(caught.value)


def test_bad_options_of_the_scorecard() -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"level": 1}, "level: 1 is not strictly between 0 and 1"),
        ({"bootstrap": -1}, "bootstrap: -1 is not 0 or a positive whole number"),
        ({"n_bins": True}, "n_bins: True is not a positive whole number"),
    ]
    for options, message in wrong:
        with pytest.raises(OptionError) as caught:
            metrics.scorecard([0, 1], [0.5, 0.5], **options)
        assert message in str(caught.value)
    with pytest.raises(OptionError, match="threshold: 1 is not"):
        metrics.net_benefit([0, 1], [0.5, 0.5], 1)


def test_scorecard_reads_well() -> None:
    y, p, _ = predictions(500, 3)
    card = metrics.scorecard(y, p, bootstrap=30)
    assert isinstance(card, metrics.Scorecard)
    text = str(card)
    assert text.startswith("500 rows, ")
    assert f"Brier score             {card.brier:.4f}   {card.brier.lower:.4f} to " in text
    assert text.endswith("\n" + card.verdict.sentence)
    assert "Spiegelhalter's test: z = " in text
    assert "\nTogether with the total, " in text
    assert "by chance: what perfect probabilities stay below in 97.5 % of samples\n" in text
    html = card._repr_html_()
    assert html.count(escape(card.verdict.sentence)) == 1
    assert "in 97.5 % of samples</p>" in html
    assert "Spiegelhalter&#39;s test: z = " in html
    assert html.startswith("<p>500 rows, ")
    assert html.count("<table>") == 2
    assert html.count("<tr>") == 19 + 1 + len(card.verdict.bins)
    assert "<style" not in html
    with pytest.raises(dataclasses.FrozenInstanceError):
        card.weight = 3  # type: ignore[misc]
    assert "by chance" not in str(metrics.scorecard(y, p, bootstrap=0))
    for again in (pickle.loads(pickle.dumps(card)), copy.deepcopy(card)):
        assert again == card
        assert again.ece.by_chance == card.ece.by_chance
        assert again.ece.upper == card.ece.upper
    assert repr(card.ece) == f"{card.ece:.4f} ({card.ece.lower:.4f} to {card.ece.upper:.4f})"


def test_subgroups_are_those_of_the_command_line(tmp_path: Path) -> None:
    y, p, w = predictions(900, 4)
    site = pd.Series(np.where(np.arange(900) % 3 == 0, "north", "south"), name="site")
    north = (site == "north").to_numpy()
    y = np.where(north, 0, np.random.default_rng(1).random(900) < p).astype(int)
    said = evaluate(
        tmp_path,
        {"p": p, "label": y, "w": w, "site": site},
        *["--probability", "p", "--weight", "w", "--by", "site", "--bootstrap", "30"],
    )
    card = metrics.scorecard(y, p, sample_weight=w, bootstrap=30, by=site)
    for key in ("file", "probability", "rows"):
        said.pop(key)
    assert json.loads(json.dumps(card.to_dict())) == said
    assert {name: one.off for name, one in card.subgroups.items()} == {
        "north": True,
        "south": False,
    }
    assert card.subgroups["north"].measures["brier"] == (
        metrics.brier_score(
            y[site == "north"], p[site == "north"], sample_weight=w[site == "north"]
        )
    )
    assert "north (p < 0.0001, " in str(card)
    assert metrics.scorecard(y, p, bootstrap=0, by=site.tolist()).to_dict()["by"] == "subgroup"
    with pytest.raises(ValueError, match="y_proba has 900 rows, by 3"):
        metrics.scorecard(y, p, by=[1, 2, 3])
    with pytest.raises(OptionError, match="by: is for two classes"):
        metrics.scorecard([0, 1, 2], np.eye(3), by=[1, 2, 3])


def test_scorecards_have_every_measure_of_the_table() -> None:
    y, p, _ = predictions(200, 5)
    several, matrix, _ = classes_data(200)
    for card, table in (
        (metrics.scorecard(y, p, bootstrap=20), _core.measures()),
        (metrics.scorecard(several, matrix, bootstrap=20), _core.class_measures()),
    ):
        assert list(card.measures()) == table
        assert list(card.to_dict()["measures"]) == table
        for name in table:
            value = getattr(card, name)
            assert value.lower <= value <= value.upper
            assert name in dir(card)
            assert hasattr(pickle.loads(pickle.dumps(card)), name)
        with pytest.raises(AttributeError, match="has no measure 'nonsense'"):
            _ = card.nonsense


def test_numpy_is_enough() -> None:
    code = (
        "import sys; from calibrant import metrics; metrics.scorecard([0, 1], [0.2, 0.7]);"
        "bad = {'sklearn', 'scipy', 'pandas', 'matplotlib'} & set(sys.modules); assert not bad, bad"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
