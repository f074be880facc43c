"""scikit-learn's own checks: all of them for CalibratedClassifier; for the calibrators of
one-dimensional scores, where its tags make check_estimator run next to nothing, every named check
that makes sense, one by one."""

from __future__ import annotations

import warnings

import pytest
import sklearn
import sklearn.utils.estimator_checks as checks
from from_table import CURVES, METHODS, estimator_of
from sklearn.naive_bayes import GaussianNB

from calibrant import SBB, CalibratedClassifier


def words(text: str) -> list[str]:
    return text.split()


# Left out, because their data are tables of many features, more than two classes, several outputs
# or clusters, because they measure the accuracy of class labels (predict gives probabilities), or
# because they need parameters that only scikit-learn's own estimators have.
NAMED = words("""
check_all_zero_sample_weights_error check_classifier_data_not_an_array check_classifiers_classes
check_classifiers_one_label_sample_weights check_complex_data
check_dataframe_column_names_consistency check_do_not_raise_errors_in_init_or_set_params
check_estimator_cloneable check_estimator_repr check_estimator_sparse_matrix
check_estimator_sparse_tag check_estimator_tags_renamed check_estimators_dtypes
check_estimators_empty_data_messages check_estimators_fit_returns_self check_estimators_nan_inf
check_estimators_overwrite_params check_estimators_pickle check_estimators_unfitted
check_fit_check_is_fitted check_fit_idempotent check_fit_score_takes_y check_get_params_invariance
check_inplace_ensure_writeable check_mixin_order check_n_features_in_after_fitting
check_no_attributes_set_in_init check_parameters_default_constructible check_pipeline_consistency
check_positive_only_tag_during_fit check_readonly_memmap_input check_requires_y_none
check_sample_weights_list check_sample_weights_not_an_array check_sample_weights_pandas_series
check_set_params check_supervised_y_no_nan check_transformer_preserve_dtypes
check_transformers_unfitted check_valid_tag_types
""")

ESTIMATORS = [estimator_of(name) for name in CURVES if not METHODS[name]["needs_probabilities"]]
OTHERS = [estimator_of(name) for name in METHODS if name not in {e._method() for e in ESTIMATORS}]

# These need probabilities or a column for each class, and the checks' own data are neither.
NEEDS_NO_SCORES = words("""
check_do_not_raise_errors_in_init_or_set_params check_estimator_cloneable check_estimator_repr
check_estimator_sparse_tag check_estimator_tags_renamed check_get_params_invariance
check_mixin_order check_no_attributes_set_in_init check_parameters_default_constructible
check_requires_y_none check_set_params check_valid_tag_types check_estimators_unfitted
""")


def known(names: list[str]) -> list[str]:
    """Releases differ in which checks they have; most must be there."""
    found = [name for name in names if hasattr(checks, name)]
    assert len(found) >= 0.8 * len(names), f"{sklearn.__version__} has too few of the checks"
    return found


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda e: type(e).__name__)
@pytest.mark.parametrize("name", known(NAMED))
def test_calibrators_pass_every_named_check(name, estimator):
    getattr(checks, name)(type(estimator).__name__, estimator)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("estimator", OTHERS, ids=repr)
@pytest.mark.parametrize("name", known(NEEDS_NO_SCORES))
def test_the_other_calibrators_pass_the_checks_without_scores(name, estimator):
    getattr(checks, name)(type(estimator).__name__, estimator)


def failures(estimator: CalibratedClassifier) -> dict[str, str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = checks.check_estimator(estimator, on_fail=None, on_skip=None)
    assert len(results) > 45
    return {
        one["check_name"]: str(one["exception"])[:300]
        for one in results
        if one["status"] not in ("passed", "skipped")
    }


@pytest.mark.parametrize(
    "estimator",
    [
        CalibratedClassifier(GaussianNB(), cv=3),
        CalibratedClassifier(GaussianNB(), method="abb", ensemble=False),
        CalibratedClassifier(GaussianNB(), method=SBB(lam=4.0), cv=3),
    ],
    ids=["auto", "abb-one-curve", "sbb"],
)
def test_calibrated_classifier_passes_check_estimator(estimator):
    assert failures(estimator) == {}


def test_only_the_classifiers_own_arithmetic_makes_a_difference():
    # Equal rows get margins that differ in the last bits, depending on where they stand in the
    # matrix, and so are not tied any more.
    assert set(failures(CalibratedClassifier())) <= {
        "check_sample_weight_equivalence_on_dense_data"
    }
