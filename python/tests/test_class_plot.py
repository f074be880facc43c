"""Reliability diagrams of several classes: the top label, and each class against the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from class_rows import NAMES, problem
from naive_bayes import read, scores_of
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import Ridge
from sklearn.model_selection import cross_val_predict
from sklearn.naive_bayes import GaussianNB

import calibrant
from calibrant import Auto, metrics

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("agg")
plt = pytest.importorskip("matplotlib.pyplot")

from calibrant.plot import ClassReliabilityDisplay, ReliabilityDisplay  # noqa: E402

PLAIN = {"band": False}


@pytest.fixture(autouse=True)
def _close_figures() -> Any:
    yield
    plt.close("all")


def legend(ax: Any) -> list[str]:
    return [text.get_text() for text in ax.get_legend().get_texts()]


def check_bins(ax: Any, place: int, table: Sequence[metrics.ReliabilityRow]) -> None:
    """The points and whiskers of the model that was drawn at this place are those of the table."""
    points, _, (whiskers,) = ax.containers[place].lines
    assert points.get_xdata() == pytest.approx([row.mean_probability for row in table], abs=1e-12)
    assert points.get_ydata() == pytest.approx([row.observed for row in table], abs=1e-12)
    ends = np.array([segment[:, 1] for segment in whiskers.get_segments()])
    assert ends[:, 0] == pytest.approx([row.lower for row in table], abs=1e-12)
    assert ends[:, 1] == pytest.approx([row.upper for row in table], abs=1e-12)


def table_of_top(y: Any, p: Any, classes: Any, **options: Any) -> list[metrics.ReliabilityRow]:
    """By definition: the largest probability, and whether it is that of the own class."""
    right = np.asarray(classes)[p.argmax(axis=1)] == y
    return metrics.reliability_curve(right, p.max(axis=1), **options)


def colours(ax: Any) -> list[str]:
    return [container.lines[0].get_color() for container in ax.containers]


@pytest.mark.parametrize(("strategy", "n_bins"), [("quantile", 7), ("uniform", 5)])
def test_the_top_label(strategy: str, n_bins: int) -> None:
    p, y = problem()
    options = {"strategy": strategy, "n_bins": n_bins, "level": 0.9}
    display = ReliabilityDisplay.from_predictions(y, p, **options, **PLAIN)
    check_bins(display.ax_, 0, table_of_top(y, p, NAMES, **options))
    assert display.ax_.get_ylabel() == "share of right top labels"
    assert display.histogram_ax_.get_xlabel().startswith("probability of the top label")
    sides = [text.get_text() for text in display.histogram_ax_.get_yticklabels()]
    assert sides == ["wrong", "right"]
    assert display.data.positives.sum() == (NAMES[p.argmax(axis=1)] == y).sum()


def test_the_top_label_before_and_after_and_of_two_models() -> None:
    p, y = problem()
    after = Auto().fit(p, y).predict_proba(p)
    both = ReliabilityDisplay.from_predictions(y, after, before=p, **PLAIN)
    bins = {"strategy": "quantile", "n_bins": 10}
    check_bins(both.axes_[0], 0, table_of_top(y, p, NAMES, **bins))
    check_bins(both.axes_[1], 0, table_of_top(y, after, NAMES, **bins))
    _, ax = plt.subplots()
    ReliabilityDisplay.from_predictions(y, p, ax=ax, name="raw")
    ReliabilityDisplay.from_predictions(y, after, ax=ax, name="calibrated")
    assert legend(ax) == ["perfect", "raw", "calibrated"]
    assert len(set(colours(ax))) == 2
    check_bins(ax, 1, table_of_top(y, after, NAMES, **bins))


def test_each_class_has_axes_of_its_own() -> None:
    p, y = problem()
    display = ClassReliabilityDisplay.from_predictions(y, p, n_bins=6, level=0.8, name="model")
    assert list(display.data) == NAMES.tolist() == [ax.get_title() for ax in display.axes_]
    for k, ax in enumerate(display.axes_):
        table = metrics.reliability_curve(
            y == NAMES[k], p[:, k], n_bins=6, strategy="quantile", level=0.8
        )
        check_bins(ax, 0, table)
        abb = calibrant.fit(p[:, k], y == NAMES[k], method="abb", level=0.8)
        (line,) = (line for line in ax.lines if line.get_label() == "ABB")
        assert line.get_ydata().tolist() == abb(line.get_xdata()).tolist()
    first, *others = display.axes_
    assert legend(first) == ["perfect", "80 % credible band", "ABB", "bins, 80 % interval"]
    assert first.get_legend().get_title().get_text() == "model"
    assert all(ax.get_legend() is None for ax in others)
    # Words along the axes stand at the edges of the figure only.
    assert [ax.get_ylabel() for ax in display.axes_] == ["observed share of the class", "", "", ""]
    assert {ax.get_xlabel() for ax in display.axes_} == {"predicted probability"}


def test_two_models_share_the_axes_of_each_class(tmp_path: Path) -> None:
    p, y = problem()
    other = np.sqrt(p) / np.sqrt(p).sum(axis=1, keepdims=True)
    first = ClassReliabilityDisplay.from_predictions(y, p, name="a", histogram=True, **PLAIN)
    second = ClassReliabilityDisplay.from_predictions(
        y, other, name="b", ax=first.axes_, histogram=True, **PLAIN
    )
    assert second.axes_ == first.axes_
    assert legend(first.axes_[0]) == ["perfect", "a", "b"]
    for k, ax in enumerate(first.axes_):
        assert ax.get_title() == NAMES[k]
        assert len(set(colours(ax))) == 2
        assert colours(ax) == colours(first.axes_[0])
        for place, probabilities in enumerate((p, other)):
            bins = {"n_bins": 10, "strategy": "quantile"}
            check_bins(
                ax, place, metrics.reliability_curve(y == NAMES[k], probabilities[:, k], **bins)
            )
    first.figure_.savefig(tmp_path / "two.png")
    # Those who know no more classes than the axes show are drawn all the same, by their names.
    some = ClassReliabilityDisplay.from_predictions(y, p, classes=["dog", "bee"], **PLAIN)
    again = ClassReliabilityDisplay.from_predictions(y, other, ax=some.axes_, **PLAIN)
    assert list(again.data) == ["dog", "bee"]
    assert legend(some.axes_[0]) == ["perfect", "model 1", "model 2"]


def test_chosen_classes_in_one_axes() -> None:
    p, y = problem()
    _, ax = plt.subplots()
    common = {"ax": ax, "n_bins": 5, **PLAIN}
    ClassReliabilityDisplay.from_predictions(y, p, classes=["cat", "ant"], name="raw", **common)
    assert ax.get_title() == "raw"
    assert legend(ax) == ["perfect", "cat", "ant"]
    for place, name in enumerate(["cat", "ant"]):
        column = p[:, NAMES.tolist().index(name)]
        table = metrics.reliability_curve(y == name, column, n_bins=5, strategy="quantile")
        check_bins(ax, place, table)
    ClassReliabilityDisplay.from_predictions(y, p[:, ::-1], labels=NAMES[::-1], **common)
    assert legend(ax)[1:] == ["raw: cat", "raw: ant", "model 2: cat", "model 2: ant"]
    assert len(set(colours(ax))) == 4
    # The same columns in another order are the same rows.
    xs = [container.lines[0].get_xdata().tolist() for container in ax.containers]
    assert xs[:2] == xs[2:]
    single = ClassReliabilityDisplay.from_predictions(y, p, classes="bee", name="raw", **PLAIN)
    assert single.axes_[0].get_title() == "bee"
    assert single.axes_[0].get_legend().get_title().get_text() == "raw"


def test_more_classes_than_colours_differ_in_their_symbols() -> None:
    rng = np.random.default_rng(0)
    p = rng.dirichlet(np.ones(8), 300)
    _, ax = plt.subplots()
    ClassReliabilityDisplay.from_predictions(np.arange(300) % 8, p, ax=ax, **PLAIN)
    lines = [container.lines[0] for container in ax.containers]
    assert len({(line.get_color(), line.get_marker()) for line in lines}) == 8


def test_of_many_classes_the_furthest_off_are_drawn() -> None:
    rng = np.random.default_rng(2)
    p = rng.dirichlet(np.ones(20), 2000)
    y = (p.cumsum(axis=1) < rng.random((2000, 1))).sum(axis=1)
    y[y == 3] = 17
    display = ClassReliabilityDisplay.from_predictions(y, p, labels=np.arange(20), **PLAIN)
    cells = np.minimum((p * 10).astype(int), 9)
    errors = [
        sum(abs(((y == k) - p[:, k])[cells[:, k] == cell].sum()) for cell in range(10))
        for k in range(20)
    ]
    assert list(display.data) == sorted(np.argsort(errors)[-12:].tolist())
    assert {3, 17} <= set(display.data)
    assert display.axes_[0].get_legend().get_title().get_text() == "12 of 20 classes"
    # The second model is drawn where the first one is, though others are its worst.
    turned = np.roll(p, 1, axis=1)
    second = ClassReliabilityDisplay.from_predictions(
        y, turned, labels=np.arange(20), ax=display.axes_, **PLAIN
    )
    assert list(second.data) == list(display.data)
    assert display.axes_[0].get_legend().get_title().get_text() == "12 of 20 classes"
    every = ClassReliabilityDisplay.from_predictions(
        y, p, labels=np.arange(20), classes=range(20), **PLAIN
    )
    assert len(every.axes_) == 20


def test_from_estimator_is_from_predictions() -> None:
    rng = np.random.default_rng(3)
    X = rng.normal(size=(600, 2))
    y = NAMES[np.clip(np.round(X[:, 0] + rng.normal(size=600) / 2 + 1), 0, 3).astype(int)]
    model = GaussianNB().fit(X, y)
    P = model.predict_proba(X)
    for kind in (ReliabilityDisplay, ClassReliabilityDisplay):
        of_model = kind.from_estimator(model, X, y, **PLAIN)
        of_rows = kind.from_predictions(y, P, name="GaussianNB", **PLAIN)
        for one, other in zip(of_model.axes_, of_rows.axes_, strict=True):
            a, b = one.containers[0].lines, other.containers[0].lines
            assert a[0].get_xydata().tolist() == b[0].get_xydata().tolist()
            assert np.array_equal(a[2][0].get_segments(), b[2][0].get_segments())
    # A class that no row has keeps its column.
    seen = y != "bee"
    part = ClassReliabilityDisplay.from_estimator(model, X[seen], y[seen], **PLAIN)
    assert list(part.data) == NAMES.tolist()
    assert not part.data["bee"].prob_true.any()
    with pytest.raises(ValueError, match="before: has other classes than the estimator"):
        ReliabilityDisplay.from_estimator(
            model, X, y, before=GaussianNB().fit(X, NAMES[::-1][(X[:, 0] > 0).astype(int)])
        )


def test_columns_are_those_of_the_estimator() -> None:
    rng = np.random.default_rng(4)
    scores = rng.random(400)
    ill = rng.random(400) < scores
    y = np.where(ill, "ill", "well")
    model = Auto(pos_label="ill").fit(scores, y)
    assert model.classes_.tolist() == ["well", "ill"]
    display = ReliabilityDisplay.from_estimator(model, scores, y, **PLAIN)
    same = ReliabilityDisplay.from_predictions(ill, model.predict_proba(scores)[:, 1], **PLAIN)
    assert display.prob_true.tolist() == same.prob_true.tolist()
    assert display.prob_pred.tolist() == same.prob_pred.tolist()


def test_weights_are_copies_and_the_order_of_rows_is_nothing() -> None:
    p, y = problem(200)
    weights = np.arange(200) % 3
    order = np.random.default_rng(0).permutation(int(weights.sum()))
    copies = np.repeat(np.arange(200), weights)[order]
    weighed = ClassReliabilityDisplay.from_predictions(y, p, sample_weight=weights, **PLAIN)
    copied = ClassReliabilityDisplay.from_predictions(y[copies], p[copies], **PLAIN)
    for name in NAMES:
        for field in ("prob_pred", "prob_true", "lower", "upper", "weight", "positives"):
            one, other = (getattr(display.data[name], field) for display in (weighed, copied))
            assert one == pytest.approx(other, abs=1e-12), field


def test_axes_of_log_odds(tmp_path: Path) -> None:
    p, y = problem(2000)
    p = p**9 / (p**9).sum(axis=1, keepdims=True)  # down to 1e-40
    p[0] = [0, 0, 0, 1]
    display = ClassReliabilityDisplay.from_predictions(y, p, scale="logit", **PLAIN)
    for ax in display.axes_:
        assert ax.get_xscale() == ax.get_yscale() == "logit"
        low, high = ax.get_xlim()
        assert 0.01 / 2000 / 3 < low < 1e-3
        assert 0.9 < high < 1
        assert len(ax.get_xticks()) <= 4
        # Bins of smaller probabilities stand at the edge, where they can be seen.
        points = ax.containers[0].lines[0]
        assert points.get_xdata().min() == pytest.approx(low)
        assert len(points.get_xdata()) == 20
    top = ReliabilityDisplay.from_predictions(y, p, scale="logit")
    assert top.ax_.get_xscale() == "logit"
    display.figure_.savefig(tmp_path / "classes.png")
    top.figure_.savefig(tmp_path / "top.png")
    with pytest.raises(ValueError, match="scale: the axes have a logit diagram already"):
        ClassReliabilityDisplay.from_predictions(y, p, ax=display.axes_, **PLAIN)
    assert all(len(ax.containers) == 1 for ax in display.axes_)


def test_the_enlargement_hides_no_bin() -> None:
    p = np.concatenate([np.linspace(0.001, 0.02, 980), np.full(20, 0.8)])
    rare = np.arange(1000) % 100 == 0
    for right, insets in ((20, 1), (6, 0)):
        y = rare | (np.arange(1000) >= 1000 - right)
        ax = ReliabilityDisplay.from_predictions(y, p, n_bins=50, **PLAIN).ax_
        assert len(ax.child_axes) == insets


def one_class(**options: Any) -> Callable[[], Any]:
    p, y = problem(50)
    return lambda: ClassReliabilityDisplay.from_predictions(y, p, **PLAIN, **options)


def test_bad_input_is_named() -> None:
    p, y = problem(50)
    _, two = plt.subplots(1, 2)
    shown = ClassReliabilityDisplay.from_predictions(y, p, classes=["ant", "bee"], **PLAIN).axes_
    for options, message in (
        ({"classes": ["elk"]}, "classes: 'elk' is not one of the labels"),
        ({"classes": ["ant", "ant"]}, "classes: 'ant' is named twice"),
        ({"classes": []}, r"classes: has shape \(0,\) \(a list of labels was expected\)"),
        ({"ax": two}, r"ax: 2 axes were given \(one, or one for each of 4 classes, were expected"),
        ({"ax": "x"}, "ax: str is not an Axes of matplotlib"),
        ({"ax": shown, "classes": ["bee", "ant"]}, "ax: axes of ant were given for class bee"),
        ({"scale": "log"}, "scale: 'log' is not one of linear, logit"),
        ({"n_bins": 0}, "n_bins: 0 is not a positive whole number"),
        ({"level": 1}, "level: 1 is not strictly between 0 and 1"),
        ({"strategy": "x"}, "strategy: 'x' is not one of"),
        ({"labels": ["a"]}, "labels: has 1 classes"),
        ({"sample_weight": [1, 2]}, "sample_weight"),
    ):
        with pytest.raises((ValueError, TypeError), match=rf"\A{message}.*\Z"):
            one_class(**options)()
    for call, message in (
        (lambda: ClassReliabilityDisplay.from_predictions(y, p[:, 0]), "y_proba: has shape"),
        (lambda: ClassReliabilityDisplay.from_predictions(y, p + 1), r"y_proba\[0\]: column 0"),
        (lambda: ReliabilityDisplay.from_predictions(y, p, pos_label="ant"), "pos_label: is for"),
        (lambda: ReliabilityDisplay.from_predictions(y[1:], p), "y_true: Found input"),
        (
            lambda: ClassReliabilityDisplay.from_estimator(Ridge(), p, y),
            "estimator: Ridge has no predict_proba",
        ),
    ):
        with pytest.raises((ValueError, TypeError), match=rf"\A{message}.*\Z"):
            call()


@pytest.mark.parametrize("name", ["glass", "vehicle", "yeast", "satellite"])
def test_real_data_under_naive_bayes_and_a_forest(name: str, tmp_path: Path) -> None:
    X, y = read("classes", name)
    _, bayes = scores_of("classes", name, "gaussian")
    trees = RandomForestClassifier(20, min_samples_leaf=2, random_state=0)
    forest = cross_val_predict(trees, X, y, cv=3, method="predict_proba")
    words = np.array([f"class {k}" for k in range(bayes.shape[1])])  # in the order of the columns
    bins = {"n_bins": 10, "strategy": "quantile"}
    _, ax = plt.subplots()
    axes = None
    for place, (model, p) in enumerate((("naive Bayes", bayes), ("forest", forest))):
        common = {"name": model, "n_bins": 10, **PLAIN}
        ReliabilityDisplay.from_predictions(words[y], p, ax=ax, **common)
        check_bins(ax, place, table_of_top(y, p, np.arange(len(words)), **bins))
        display = ClassReliabilityDisplay.from_predictions(words[y], p, ax=axes, **common)
        axes = display.axes_
        for k, one in enumerate(axes):
            assert one.get_title() == words[k]
            check_bins(one, place, metrics.reliability_curve(y == k, p[:, k], **bins))
    assert legend(ax) == legend(axes[0]) == ["perfect", "naive Bayes", "forest"]
    axes[0].figure.savefig(tmp_path / "real.png")
