"""Shapes and types that users come with."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import calibrant
from calibrant import _arrays
from calibrant._methods import curve_methods

HOLDERS = {
    "list": list,
    "tuple": tuple,
    "array": np.asarray,
    "strided": lambda x: np.repeat(np.asarray(x), 3)[::3],
    "reversed twice": lambda x: np.asarray(x)[::-1].copy()[::-1],
    "column": lambda x: np.asarray(x)[:, None],
    "float32": lambda x: np.asarray(x, dtype=np.float32),
    "big endian": lambda x: np.asarray(x, dtype=">f8"),
    "pandas": pd.Series,
    "pandas index": lambda x: pd.Series(x, index=range(10, 10 + len(x))),
    "pandas frame": lambda x: pd.DataFrame({"s": x}),
    "nullable pandas": lambda x: pd.Series(x, dtype="Float64"),
    "polars": pl.Series,
    "polars frame": lambda x: pl.DataFrame({"s": x}),
    "arrow": pa.array,
    "arrow chunks": lambda x: pa.chunked_array([x[:2], x[2:]]),
}
SCORES = [0.25, 0.5, 0.125, 0.75, 0.875]  # exact in 32 bits


@pytest.mark.parametrize("holder", HOLDERS)
def test_scores_may_come_in_anything(holder):
    expected = calibrant.fit(SCORES, [0, 1, 0, 1, 1], method="platt")
    scores = HOLDERS[holder](SCORES)
    found = calibrant.fit(scores, [0, 1, 0, 1, 1], method="platt")
    assert found.to_json() == expected.to_json()
    np.testing.assert_array_equal(found(scores), expected(SCORES))


def test_what_is_masked_does_not_count_as_a_number():
    labels = [0, 1, 0, 1, 1]
    hidden = np.ma.masked_greater(SCORES, 0.8)
    with pytest.raises(ValueError, match=r"^scores\[4\]: NaN is not a finite number$"):
        calibrant.fit(hidden, labels, method="platt")
    with pytest.raises(ValueError, match=r"^labels\[1\]: is masked \(leave such rows out\)$"):
        calibrant.fit(SCORES, np.ma.masked_array(labels, mask=[0, 1, 0, 0, 0]), method="platt")
    curve = calibrant.fit(np.ma.masked_array(SCORES), labels, method="platt")
    assert curve.to_json() == calibrant.fit(SCORES, labels, method="platt").to_json()
    assert np.isnan(curve(hidden)).tolist() == [False, False, False, False, True]


LABELS = {
    "list": [0, 1, 0, 1, 1],
    "bool": np.array([0, 1, 0, 1, 1], dtype=bool),
    "uint8": np.array([0, 1, 0, 1, 1], dtype=np.uint8),
    "int64": np.array([0, 1, 0, 1, 1]),
    "float": np.array([0.0, 1.0, 0.0, 1.0, 1.0]),
    "strided": np.array([0, 9, 1, 9, 0, 9, 1, 9, 1])[::2],
    "object": np.array([0, 1, 0, 1, 1], dtype=object),
    "strings": ["n", "y", "n", "y", "y"],
    "pandas": pd.Series([0, 1, 0, 1, 1], index=[5, 4, 3, 2, 1]),
    "categories": pd.Categorical(["n", "y", "n", "y", "y"]),
    "polars": pl.Series(["n", "y", "n", "y", "y"]),
    "arrow": pa.array([False, True, False, True, True]),
}


@pytest.mark.parametrize("labels", LABELS)
def test_labels_may_come_in_anything(labels):
    found = calibrant.fit(SCORES, LABELS[labels], method="isotonic")
    assert found.to_json() == calibrant.fit(SCORES, [0, 1, 0, 1, 1], method="isotonic").to_json()


GRADES = pd.CategoricalDtype(["low", "high"], ordered=True)  # "low" is the larger text


@pytest.mark.parametrize("holder", [pd.Categorical, pd.Series, pd.CategoricalIndex])
def test_of_ordered_categories_the_later_one_is_positive(holder):
    labels = holder(["low", "high", "low", "high", "high"], dtype=GRADES)
    expected = calibrant.fit(SCORES, [0, 1, 0, 1, 1], method="isotonic")
    assert calibrant.fit(SCORES, labels, method="isotonic").to_json() == expected.to_json()
    fitted = calibrant.Isotonic().fit(SCORES, labels)
    assert fitted.classes_.tolist() == ["low", "high"]
    assert fitted.curve_.to_json() == expected.to_json()
    assert fitted.score(SCORES, labels) == calibrant.Isotonic().fit(SCORES, [0, 1, 0, 1, 1]).score(
        SCORES, [0, 1, 0, 1, 1]
    )
    found = calibrant.metrics.brier_score(labels, SCORES)
    assert found == calibrant.metrics.brier_score([0, 1, 0, 1, 1], SCORES)
    # Without an order, the larger text, as before.
    plain = calibrant.fit(SCORES, labels.astype(str), method="isotonic")
    assert plain.to_json() == calibrant.fit(SCORES, [1, 0, 1, 0, 0], method="isotonic").to_json()


def test_ordered_categories_of_numbers_and_truths():
    backwards = pd.Categorical([1, 0, 1, 0, 0], categories=[1, 0], ordered=True)
    right = calibrant.fit(SCORES, [0, 1, 0, 1, 1], method="isotonic").to_json()
    assert calibrant.fit(SCORES, backwards, method="isotonic").to_json() == right
    truths = pd.Categorical([True, False, True, False, False], [True, False], ordered=True)
    assert calibrant.fit(SCORES, truths, method="isotonic").to_json() == right
    sorted_names = pd.Categorical(["n", "y", "n", "y", "y"], ordered=True)
    assert calibrant.fit(SCORES, sorted_names, method="isotonic").to_json() == right
    unused = pd.Categorical(["n", "y", "n", "y", "y"], ["z", "y", "n", "a"], ordered=True)
    assert calibrant.fit(SCORES, unused, method="isotonic").to_json() != right


def test_two_columns_do_not_go_with_categories_in_another_order():
    labels = pd.Series(["low", "high", "low", "high", "high"], dtype=GRADES)
    both = np.column_stack([1 - np.array(SCORES), SCORES])
    words = (
        r"the categories are ordered low < high, but the columns of predict_proba high, low "
        r"\(give one column: the scores of high\)$"
    )
    with pytest.raises(ValueError, match="^labels: " + words):
        calibrant.fit(both, labels)
    with pytest.raises(ValueError, match="^y: " + words):
        calibrant.Platt().fit(both, labels)
    with pytest.raises(ValueError, match="^y_true: " + words):
        calibrant.metrics.brier_score(labels, both)
    in_order = pd.Series(["a", "b", "a", "b", "b"], dtype=pd.CategoricalDtype(["a", "b"], True))
    expected = calibrant.fit(SCORES, [0, 1, 0, 1, 1], method="platt")
    assert calibrant.fit(both, in_order, method="platt").to_json() == expected.to_json()


def test_structured_arrays_are_refused():
    table = np.array([(0.1,), (0.9,)], dtype=[("p", float)])
    words = r"a structured array cannot be used \(choose one of its fields\)$"
    with pytest.raises(TypeError, match="^scores: " + words):
        calibrant.fit(table, [0, 1])
    with pytest.raises(TypeError, match="^labels: " + words):
        calibrant.fit([0.1, 0.9], table)
    with pytest.raises(TypeError, match="^weights: " + words):
        calibrant.fit([0.1, 0.9], [0, 1], table)
    curve = calibrant.fit(table["p"], [0, 1], method="platt")
    with pytest.raises(TypeError, match="^scores: " + words):
        curve(table)


def test_whole_numbers_that_no_float_can_hold():
    curve = calibrant.fit([0.1, 0.9], [0, 1], method="histogram", level=0.9)
    for scores in (10**400, -(10**400), [10**400], [0.5, -(10**400)]):
        for call in (curve, curve.interval):
            with pytest.raises(ValueError, match=r"^scores: a number is too large for a float$"):
                call(scores)
    with pytest.raises(ValueError, match=r"^scores: a number is too large for a float$"):
        calibrant.fit([0, 10**400], [0, 1])
    assert curve(-1) == curve(-1.0)  # the value that also says "error"
    assert curve(10**300) == curve(1e300)
    assert curve(True) == curve(1.0)


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64, np.int8, np.int64, np.uint32])
def test_one_score_may_be_any_scalar_of_numpy(kind):
    curve = calibrant.fit([0.1, 0.9], [0, 1], method="histogram", level=0.9)
    assert curve(kind(1)) == curve(1.0)
    assert type(curve(kind(1))) is float
    assert curve.interval(kind(1)) == curve.interval(1.0)
    with pytest.raises(TypeError, match=r"^scores: "):
        curve(np.datetime64("2026-11-18"))


def test_contiguous_doubles_are_not_copied():
    scores = np.random.default_rng(0).random(1000)
    assert np.shares_memory(_arrays.positive_scores(scores), scores)
    positive = scores > 0.5
    assert np.shares_memory(_arrays.binary_labels(positive)[1], positive)
    labels = (scores > 0.5).astype(np.uint8)
    assert np.shares_memory(_arrays.binary_labels(labels)[1], labels)


MISSING = {
    "pandas": pd.Series([0.1, None]),
    "polars": pl.Series([0.1, None]),
    "arrow": pa.array([0.1, None]),
    "object": np.array([0.1, None], dtype=object),
}


@pytest.mark.parametrize("holder", MISSING)
def test_missing_scores_are_refused(holder):
    with pytest.raises((TypeError, ValueError), match=r"^scores(\[1\])?: .*(NaN|not numbers)"):
        calibrant.fit(MISSING[holder], [0, 1])


@settings(max_examples=200, deadline=None)
@given(
    hnp.arrays(
        st.sampled_from([np.float64, np.float32, np.int16, np.int64, np.uint8, np.bool_]),
        hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=6),
    ),
    hnp.arrays(
        st.sampled_from([np.float64, np.int8, np.uint8, np.bool_, "U1"]),
        hnp.array_shapes(min_dims=0, max_dims=2, min_side=0, max_side=6),
    ),
)
def test_any_arrays_give_a_curve_or_a_clear_error(scores, labels):
    try:
        curve = calibrant.fit(scores, labels, method="isotonic")
    except (TypeError, ValueError) as problem:
        assert str(problem).split(":")[0].split("[")[0] in ("scores", "labels")  # noqa: PT017
    else:
        assert 0 <= curve(0.5) <= 1


@settings(max_examples=100, deadline=None)
@given(
    hnp.arrays(np.float64, st.integers(1, 40), elements=st.floats(0, 1)),
    st.sampled_from(curve_methods()),
    st.randoms(use_true_random=False),
)
def test_probabilities_are_probabilities(scores, method, random):
    labels = [random.randint(0, 1) for _ in scores]
    found = calibrant.fit(scores, labels, method=method)(scores)
    assert ((found >= 0) & (found <= 1)).all()
