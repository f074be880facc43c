"""The calibrators: what they accept, what they refuse, and in which words."""

from __future__ import annotations

import numpy as np
import pytest
from from_table import CURVES, estimator_of, reads
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline

import calibrant
from calibrant import ABB, ACP, SBB, Auto, Beta, Histogram, Isotonic, Platt

ALL = [estimator_of(method) for method in CURVES]
WITH_LEVEL = [estimator_of(method, level=0.9) for method in CURVES if reads(method, "level")]


def name(estimator):
    return str(estimator)


@pytest.mark.parametrize("estimator", ALL, ids=name)
def test_a_matrix_of_predict_proba_is_its_second_column(estimator, problem):
    scores, y = problem()
    one = clone(estimator).fit(scores, y)
    two = clone(estimator).fit(np.column_stack([1 - scores, scores]), y)
    assert one.curve_.to_json() == two.curve_.to_json()
    np.testing.assert_array_equal(one.predict(scores), two.predict_proba(scores)[:, 1])
    np.testing.assert_array_equal(one.transform(scores), one.predict(scores))
    assert one.predict_proba(scores).sum(axis=1) == pytest.approx(1)


@pytest.mark.parametrize("estimator", ALL, ids=name)
def test_weights_are_frequencies(estimator, problem):
    scores, y = problem(80)
    counts = np.random.default_rng(2).integers(0, 4, 80)
    weighted = clone(estimator).fit(scores, y, sample_weight=counts)
    copied = clone(estimator).fit(np.repeat(scores, counts), np.repeat(y, counts))
    assert weighted.curve_.to_json() == copied.curve_.to_json()


@pytest.mark.parametrize("estimator", ALL, ids=name)
def test_the_order_of_rows_does_not_matter_and_inputs_stay_as_they_are(estimator, problem):
    scores, y = problem()
    scores.flags.writeable = y.flags.writeable = False
    order = np.random.default_rng(3).permutation(len(y))
    one = clone(estimator).fit(scores, y)
    two = clone(estimator).fit(scores[order], y[order])
    np.testing.assert_array_equal(one.predict(scores), two.predict(scores))
    np.testing.assert_array_equal(one.predict(scores)[order], one.predict(scores[order]))


@pytest.mark.parametrize("labels", [["no", "yes"], [-1, 1], [False, True], [1.0, 2.0]])
def test_two_labels_of_any_kind(labels, problem):
    scores, y = problem()
    estimator = ABB().fit(scores, np.array(labels)[y])
    assert estimator.classes_.tolist() == labels
    assert estimator.curve_.to_json() == ABB().fit(scores, y).curve_.to_json()


@pytest.mark.parametrize("estimator", WITH_LEVEL, ids=name)
def test_intervals_hold_the_probability(estimator, problem):
    scores, y = problem()
    lower, upper = estimator.fit(scores, y).predict_interval(scores)
    inside = (lower <= estimator.predict(scores)) & (estimator.predict(scores) <= upper)
    assert inside.mean() > 0.95
    assert estimator.curve_.level == 0.9


def test_intervals_need_a_level(problem):
    scores, y = problem()
    with pytest.raises(ValueError, match=r"^level: was not set \(fit ABB\(level=0.95\)"):
        ABB().fit(scores, y).predict_interval(scores)
    with pytest.raises(ValueError, match=r"^Platt has no credible band"):
        Platt().fit(scores, y).predict_interval(scores)


BAD = [
    ([0.1, np.nan], [0, 1], r"^X\[1\]: NaN is not a finite number"),
    ([0.1, np.inf], [0, 1], r"^X\[1\]: infinity \(inf\) is not a finite number"),
    ([0.1, 0.2], [0, 2, 1], r"^y: has 3 distinct labels, 0, 1, 2 \(0 and 1, or two labels"),
    ([0.1, 0.2], ["a", "a"], r"^y: has 1 distinct labels, 'a'"),
    ([0.1, 0.2, 0.3], [0, 1], r"^y: Found input variables with inconsistent .* X has 3 rows, y 2"),
    ([[0.1, 0.2, 0.7]], [0], r"^y: has 2 classes, 0, 1 \(X has 3 columns; a column of scores for"),
    ([[0.1, 0.2]], [0], r"^X\[0\]: the two columns add up to 0.3 \(1 was expected"),
    ([[[0.1]]], [0], r"^X: has 3 dimensions and shape \(1, 1, 1\) \(one number per row was"),
    (["a", "b"], [0, 1], r"^X: not numbers"),
    ([], [], r"^X: Found array with 0 sample\(s\)"),
    ([0.1, 0.2], [[0, 1], [1, 0]], r"^y: has shape \(2, 2\) \(one label per row was expected\)"),
    ([0.1, 0.2], [0, np.nan], r"^y\[1\]: NaN is not a finite number"),
]


@pytest.mark.parametrize(("scores", "y", "message"), BAD)
def test_bad_input_is_named(scores, y, message):
    with pytest.raises(ValueError, match=message):
        Isotonic().fit(scores, y)


def test_bad_weights_are_named(problem):
    scores, _ = problem(4)
    with pytest.raises(ValueError, match=r"^sample_weight\.shape == \(2,\), expected \(4,\)!"):
        Isotonic().fit(scores, [0, 1, 0, 1], sample_weight=[1, 2])
    with pytest.raises(calibrant.InputError, match=r"^weights\[1\]: -1 is negative|weights\[1\]"):
        Isotonic().fit(scores, [0, 1, 0, 1], sample_weight=[1, -1, 1, 1])


BAD_OPTIONS = [
    (ABB(lam=-1.0), r"^lam: -1 is not auto or a positive number$"),
    (ABB(lam="many"), r"^lam: 'many' is not auto or a positive number$"),
    (ABB(scale="ranks"), r"^scale: 'ranks' is not one of rank, score, logit, auto"),
    (ABB(lookup="next"), r"^lookup: 'next' is not one of linear, previous"),
    (ABB(level=1.5), r"^level: "),
    (Histogram(strategy="even"), r"^strategy: 'even' is not one of quantile, uniform"),
    (Histogram(n_bins=0), r"^n_bins: 0 "),
    (Histogram(n_bins="ten"), r"^n_bins: 'ten' is not a whole number above 0$"),
    (Histogram(n_bins=[1, 2]), r"^n_bins: \[1, 2\] is not a whole number above 0$"),
    (Histogram(n_bins=np.arange(3)), r"^n_bins: array\(\[0, 1, 2\]\) is not a whole number"),
    (Histogram(n_bins=10**400), r"^n_bins: 1000"),
    (Histogram(n_bins=None), r"^n_bins: null is not a whole number above 0$"),
    (Platt("margin"), r"^input: 'margin' is not one of score, logit"),
    (SBB(smoothing="yes"), r"^smoothing: 'yes' is not true or false$"),
]


@pytest.mark.parametrize(("estimator", "message"), BAD_OPTIONS)
def test_bad_options_are_named(estimator, message, problem):
    with pytest.raises(calibrant.OptionError, match=message):
        estimator.fit(*problem(50))


LEVEL = "auto, abb, sbb, temperature, histogram, vector, matrix"
UNREAD_OPTIONS = [
    ("platt", {"level": 0.95}, f"level: is for {LEVEL}, not for platt"),
    ("abb", {"n_bins": 5}, "n_bins: is for histogram, not for abb"),
    ("auto", {"lam": 3.0}, "lam: is for abb, sbb, not for auto"),
    ("abb", {"lambda": 3.0}, "lambda: is called lam here"),
    ("histogram", {"bins": 5}, "bins: is called n_bins here"),
    ("abb", {"colour": 1}, "colour: is not an option"),
    ("bbq", {"level": 0.95}, "method: 'bbq' is not one of auto, abb, sbb, .*"),
]


@pytest.mark.parametrize(("method", "options", "message"), UNREAD_OPTIONS)
def test_an_option_that_the_method_does_not_read_is_refused(method, options, message, problem):
    scores, y = problem(50)
    with pytest.raises(calibrant.OptionError, match=f"^{message}$"):
        calibrant.fit(scores, y, method=method, **options)
    with pytest.raises(calibrant.OptionError, match=f"^{message}$"):
        calibrant.fit_counts(scores, 1 - y, y, method=method, **options)
    three = np.column_stack([scores, 1 - scores, scores])
    with pytest.raises(calibrant.OptionError, match=f"^{message}$"):
        calibrant.fit(three, np.arange(50) % 3, method=method, **options)


def test_none_is_no_wish(problem):
    plain = calibrant.fit(*problem(50), method="platt")
    assert calibrant.fit(*problem(50), method="platt", level=None).to_json() == plain.to_json()


def test_scores_that_must_be_probabilities_are_named():
    with pytest.raises(calibrant.InputError, match=r"^scores\[1\]: 1.5 is not"):
        Beta().fit([0.5, 1.5], [0, 1])


def test_not_fitted_sparse_and_nan_on_the_way_out(problem):
    with pytest.raises(NotFittedError, match="not fitted yet"):
        Auto().predict([0.5])
    fitted = Isotonic().fit(*problem())
    sparse = pytest.importorskip("scipy.sparse")
    with pytest.raises(TypeError, match=r"^X: a sparse matrix cannot be used"):
        fitted.predict(sparse.csr_matrix([[0.5]]))
    with pytest.raises(ValueError, match=r"^X\[0\]: NaN"):
        fitted.predict([np.nan])


def test_a_grid_search_chooses_by_log_loss(problem):
    scores, y = problem(2000)
    search = GridSearchCV(Histogram(), {"n_bins": [1, 20]}).fit(scores, y)
    assert search.best_params_ == {"n_bins": 20}
    fitted = Histogram(n_bins=20).fit(scores, y)
    assert fitted.score(scores, y) == -calibrant.metrics.log_loss(y, fitted.predict(scores))


def test_a_fold_with_one_class_has_a_score(problem):
    scores, y = problem()
    fitted = ABB().fit(scores, np.where(y == 1, "yes", "no"))
    positive = scores[y == 1]
    expected = np.log(fitted.predict(positive)).mean()
    assert fitted.score(positive, ["yes"] * len(positive)) == pytest.approx(expected)


def test_last_in_a_pipeline(problem):
    scores, y = problem()
    pipeline = make_pipeline(Isotonic(), Platt("logit")).fit(scores, y)
    assert pipeline.predict(scores).shape == scores.shape


def test_acp_takes_intervals_in_three_ways(problem):
    scores, y = problem()
    table = np.column_stack([scores, scores - 0.1, scores + 0.1])
    columns = ACP().fit(table, y)
    width = ACP(interval=0.2).fit(scores, y)
    function = ACP(interval=lambda p: (p - 0.1, p + 0.1)).fit(scores, y)
    np.testing.assert_array_equal(columns.predict(table), function.predict(scores))
    np.testing.assert_allclose(columns.predict(table), width.predict(scores), atol=0.05)
    near = np.abs(scores - scores[0]) <= ((scores[0] + 0.1) - (scores[0] - 0.1)) / 2
    assert columns.predict(table)[0] == y[near].mean()
    with pytest.raises(ValueError, match=r"^X: has shape \(500,\) \(three columns were expected"):
        ACP().fit(scores, y)


def test_auto_says_what_it_averaged(problem):
    curve = Auto().fit(*problem()).curve_
    assert curve.describe()
    assert sum(one["weight"] for one in curve.candidates) == pytest.approx(1, abs=0.01)


def test_scale_auto_averages_over_scales(problem):
    scores, labels = problem(400)
    alone = [ABB(scale=scale).fit(scores, labels) for scale in ("rank", "score", "logit")]
    evidence = np.array([one.curve_.log_evidence for one in alone])
    shares = np.exp(evidence - evidence.max())
    average = sum(
        share * one.predict(scores) for share, one in zip(shares / shares.sum(), alone, strict=True)
    )
    together = ABB(scale="auto").fit(scores, labels)
    np.testing.assert_allclose(together.predict(scores), average, rtol=0, atol=1e-12)
    assert {c["scale"] for c in together.curve_.candidates} == {"rank", "score", "logit"}


def test_set_output_gives_a_frame_of_one_column(problem):
    pd = pytest.importorskip("pandas")
    scores, y = problem()
    # Old releases of scikit-learn keep the index of a frame, but not that of a series.
    given = pd.DataFrame({"score": scores}, index=range(7, 7 + len(scores)))
    for estimator, column in [(Auto(), "auto0"), (ACP(interval=0.1), "acp0")]:
        fitted = estimator.fit(scores, y).set_output(transform="pandas")
        frame = fitted.transform(given)
        assert list(frame.columns) == [column] == fitted.get_feature_names_out().tolist()
        assert frame.index.equals(given.index)
        np.testing.assert_array_equal(frame[column], fitted.predict(scores))
        assert isinstance(fitted.predict(scores), np.ndarray)
    with pytest.raises(NotFittedError):
        Auto().get_feature_names_out()
