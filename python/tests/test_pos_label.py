"""Which of two labels is positive: pos_label, wherever labels go in."""

import inspect

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

import calibrant
from calibrant import ACP, Auto, Beta, CalibratedClassifier, Histogram, metrics
from calibrant.plot import ReliabilityDisplay, reliability_figure

RNG = np.random.default_rng(1)
SCORES = RNG.random(400)
ILL = RNG.random(400) < SCORES**2
NAMES = np.where(ILL, "ill", "well")  # "well" is the larger text
BOTH = np.column_stack([SCORES, 1 - SCORES])  # predict_proba: the columns of sorted labels

# All measures of two classes, with the arguments that they need beside labels and probabilities.
MEASURES = {
    name: {"threshold": 0.3} if name == "net_benefit" else {}
    for name in metrics.__all__
    if "pos_label" in inspect.signature(getattr(metrics, name)).parameters
}


def test_every_measure_of_two_classes_has_it():
    functions = {name for name in metrics.__all__ if inspect.isfunction(getattr(metrics, name))}
    several = {"top_label_calibration_error", "class_wise_calibration_error"}
    assert functions - set(MEASURES) == several


@pytest.mark.parametrize("name", MEASURES)
@pytest.mark.parametrize("weights", [None, np.full(400, 2.0)])
def test_measures(name, weights):
    measure, options = getattr(metrics, name), {**MEASURES[name], "sample_weight": weights}
    truth = repr(measure(ILL, SCORES, **options))
    assert repr(measure(NAMES, SCORES, pos_label="ill", **options)) == truth
    assert repr(measure(NAMES, BOTH, pos_label="ill", **options)) == truth
    assert repr(measure(NAMES, BOTH, pos_label="well", **options)) == repr(
        measure(NAMES, 1 - SCORES, **options)
    )


def test_columns_in_the_order_of_labels():
    reversed_columns = {"labels": ["well", "ill"], "pos_label": "well"}
    assert metrics.log_loss(NAMES, BOTH[:, ::-1], **reversed_columns) == metrics.log_loss(
        ~ILL, 1 - SCORES
    )


@pytest.mark.parametrize("labels", [ILL, ILL.astype(int), ILL.astype(float), ILL.astype(np.uint8)])
def test_of_numbers_and_truths(labels):
    assert metrics.brier_score(labels, 1 - SCORES, pos_label=0) == metrics.brier_score(
        ~ILL, 1 - SCORES
    )


def test_fit():
    curve = calibrant.fit(SCORES, ILL).to_json()
    assert calibrant.fit(SCORES, NAMES, pos_label="ill").to_json() == curve
    assert calibrant.fit(BOTH, NAMES, pos_label="ill").to_json() == curve


@pytest.mark.parametrize("calibrator", [Auto, Beta, Histogram])
def test_estimators(calibrator):
    plain = calibrator().fit(SCORES, ILL)
    named = calibrator(pos_label="ill").fit(SCORES, NAMES)
    assert named.classes_.tolist() == ["well", "ill"]
    assert (named.predict_proba(SCORES) == plain.predict_proba(SCORES)).all()
    assert named.score(SCORES, NAMES) == plain.score(SCORES, ILL)
    of_both = calibrator(pos_label="ill").fit(BOTH, NAMES)
    assert of_both.curve_.to_json() == plain.curve_.to_json()
    assert (of_both.predict(BOTH) == plain.predict(SCORES)).all()


def test_acp():
    plain = ACP(interval=0.2).fit(SCORES, ILL).predict(SCORES)
    named = ACP(interval=0.2, pos_label="ill")
    assert (named.fit(SCORES, NAMES).predict(SCORES) == plain).all()
    assert (named.fit(BOTH, NAMES).predict(BOTH) == plain).all()


@pytest.mark.parametrize("ensemble", [True, False])
@pytest.mark.parametrize("classifier", [LogisticRegression(), LinearSVC(dual=False)])
def test_calibrated_classifier(classifier, ensemble):
    X = SCORES[:, None]
    common = {"method": "isotonic", "ensemble": ensemble, "cv": 3}
    named = CalibratedClassifier(classifier, pos_label="ill", **common).fit(X, NAMES)
    assert named.classes_.tolist() == ["ill", "well"]
    # The folds and the classifiers are the same, and so is the curve of "ill" against "well".
    plain = CalibratedClassifier(classifier, **common).fit(X, ILL.astype(int))
    assert named.predict_proba(X)[:, 0] == pytest.approx(plain.predict_proba(X)[:, 1], abs=1e-12)
    curve = named.calibrated_classifiers_[0].model
    rising = curve(np.linspace(-3, 3, 50))
    assert (np.diff(rising) >= 0).all()
    assert rising[0] < rising[-1]
    clear = np.abs(named.predict_proba(X)[:, 0] - 0.5) > 1e-9  # at a half, classes_ decides
    expected = np.where(plain.predict(X) == 1, "ill", "well")
    assert (named.predict(X) == expected)[clear].all()


def test_pictures():
    display = ReliabilityDisplay.from_predictions(NAMES, SCORES, pos_label="ill")
    assert (display.prob_true == ReliabilityDisplay.from_predictions(ILL, SCORES).prob_true).all()
    named = reliability_figure(NAMES, BOTH, pos_label="ill")
    assert named.svg == reliability_figure(ILL, SCORES).svg


@pytest.mark.parametrize(
    "call",
    [
        lambda: metrics.roc_auc(NAMES, SCORES, pos_label="sick"),
        lambda: metrics.log_loss(NAMES, SCORES, labels=["ill", "well"], pos_label="sick"),
        lambda: calibrant.fit(SCORES, NAMES, pos_label="sick"),
        lambda: Auto(pos_label="sick").fit(SCORES, NAMES),
        lambda: CalibratedClassifier(pos_label="sick").fit(SCORES[:, None], NAMES),
    ],
)
def test_a_label_that_is_not_there(call):
    with pytest.raises(
        ValueError, match=r"^pos_label: no label is 'sick' \(the labels are 'ill', 'well'\)$"
    ):
        call()


def test_of_several_classes_none_is_positive():
    y, p = np.arange(30) % 3, np.full((30, 3), 1 / 3)
    for call in (
        lambda: metrics.log_loss(y, p, pos_label=1),
        lambda: metrics.scorecard(y, p, pos_label=1),
        lambda: calibrant.fit(p, y, pos_label=1),
        lambda: CalibratedClassifier(pos_label=1).fit(p, y),
    ):
        with pytest.raises(ValueError, match=r"^pos_label: is for two classes$"):
            call()
