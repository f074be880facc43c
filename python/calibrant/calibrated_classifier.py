"""A classifier whose probabilities are calibrated: scikit-learn's CalibratedClassifierCV with the
methods of this library."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn import get_config
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
from sklearn.frozen import FrozenEstimator
from sklearn.model_selection import LeaveOneOut, check_cv
from sklearn.svm import LinearSVC
from sklearn.utils import Bunch, get_tags, indexable
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing
from sklearn.utils.metaestimators import _safe_split
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.parallel import Parallel, delayed
from sklearn.utils.validation import (
    _check_method_params,
    _num_samples,
    column_or_1d,
    has_fit_parameter,
)

from calibrant import _arrays, _core, _fitting
from calibrant._arrays import Doubles
from calibrant._calibrated_parts import _ROWS, CalibratedPart, CalibratedParts
from calibrant._calibrator import Calibrator
from calibrant._class_scores import (
    Codes,
    class_scores,
    fit_scores,
    method_and_options,
    response_methods,
)
from calibrant._documentation import documented
from calibrant._warnings import warn_of_rows, warn_of_weights
from calibrant.estimators import OneVsRest


class CalibratedClassifier(
    CalibratedParts,
    ClassifierMixin,  # type: ignore[misc]
    MetaEstimatorMixin,  # type: ignore[misc]
    BaseEstimator,  # type: ignore[misc]
):
    """A classifier with calibrated probabilities, for two classes or more.

    Parameters
    ----------
    estimator : classifier or None, default=None
        Any with ``predict_proba`` or ``decision_function``. One that is fitted already is wrapped
        in scikit-learn's ``FrozenEstimator`` (or ``cv="prefit"`` is set). Then all rows given to
        ``fit`` serve to calibrate, and should be ones it has not seen. None is ``LinearSVC``.
    method : str or calibrator, default="auto"
        The name of a method, as ``calibrant.methods`` lists them, or a calibrator such as
        ``ABB(scale="logit")``.
    cv : int, splitter, iterable, str or None, default=None
        The folds, or "prefit". None is 5 folds.
    ensemble : bool or str, default="auto"
        True calibrates each fold's classifier on the rows it has not seen and averages
        probabilities over the folds. False fits one curve, or one model of several classes, to the
        scores of all rows, each from the fold that has not seen it, on top of one classifier fitted
        to all rows. "auto" is True for two classes. It is False for more, because a fold has few
        rows of each, and if the estimator is frozen.
    response_method : str, default="auto"
        "predict_proba" or "decision_function". "auto" is the first that exists. Platt's method was
        made for margins and takes the second first.
    n_jobs : int or None, default=None
        Folds in parallel, as joblib counts them.
    pos_label : label or None, default=None
        Of two classes the one through whose scores the curve goes. Columns of ``predict_proba``
        stand in the order of ``classes_`` all the same. None is the larger one.

    Attributes
    ----------
    classes_ : array
        The classes, in the order of the columns of ``predict_proba``.
    calibrated_classifiers_ : list
        The fitted classifier of each fold, or one, each with ``estimator`` and ``model``.
    n_features_in_, feature_names_in_ : int, array
        Those of the classifier, if it has them.

    See Also
    --------
    Auto : The default method, for scores that are at hand already.

    Examples
    --------
    >>> from sklearn.datasets import make_classification
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from calibrant import CalibratedClassifier
    >>> X, y = make_classification(500, random_state=0)
    >>> clf = CalibratedClassifier(GaussianNB(), method="auto", cv=5).fit(X, y)
    >>> clf.predict_proba(X[:3]).shape
    (3, 2)
    """

    def __init__(
        self,
        estimator: Any = None,
        *,
        method: str | Calibrator = "auto",
        cv: Any = None,
        ensemble: bool | str = "auto",
        response_method: str = "auto",
        n_jobs: int | None = None,
        pos_label: object = None,
    ):
        self.estimator = estimator
        self.method = method
        self.cv = cv
        self.ensemble = ensemble
        self.response_method = response_method
        self.n_jobs = n_jobs
        self.pos_label = pos_label

    @documented("self: the fitted classifier.", X=_ROWS)
    def fit(
        self, X: Any, y: Any, sample_weight: Any = None, **fit_params: Any
    ) -> CalibratedClassifier:
        """Fit the classifier on parts of the rows and calibrate it on the others."""
        if y is None:
            raise ValueError(
                "CalibratedClassifier requires y to be passed, but the target y is None"
            )
        method, options = method_and_options(self.method)
        response = response_methods(self.response_method, method)
        y = _labels(y)
        X, y = indexable(X, y)
        _arrays.check_not_empty(y, "y")
        self.classes_, places = np.unique(y, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError(
                f"y: Classifier can't train when only one class is present: {self.classes_[0]!r}"
            )
        # Of two classes the curve goes through the scores of the second.
        classes = self.classes_
        codes = places.astype(np.uint32)
        if len(classes) > 2:
            _arrays.check_no_pos_label(self.pos_label)
        elif _arrays.place_of_label(self.pos_label, classes) == 0:
            classes, codes = classes[::-1], 1 - codes
        weights = _arrays.weights(sample_weight, _num_samples(X))
        warn_of_weights(weights, codes)
        estimator = self._estimator()
        routed = self._route(estimator, sample_weight, fit_params)

        calibrated: list[tuple[Doubles, Codes, Doubles | None]] = []

        def calibrate(fitted: Any, scores: Doubles, rows: Any, row_weights: Any) -> CalibratedPart:
            calibrated.append((scores, codes[rows], row_weights))
            model = fit_scores(scores, codes[rows], row_weights, classes, method, options)
            return CalibratedPart(fitted, model, classes, response)

        frozen = isinstance(estimator, FrozenEstimator) or self._is_prefit()
        averaged = self._ensemble(frozen, several=len(classes) > 2)
        if frozen and not averaged:
            scores = class_scores(estimator, X, classes, response)
            parts = [calibrate(estimator, scores, slice(None), weights)]
        else:
            folds = check_cv(self._folds(codes, classes), y, classifier=True)
            splits = list(folds.split(X, y, **routed.splitter.split))
            params = routed.estimator.fit
            fitted_folds = Parallel(n_jobs=self.n_jobs)(
                delayed(_fit_fold)(clone(estimator), X, y, train, test, params, classes, response)
                for train, test in splits
            )
            if averaged:
                parts = [
                    calibrate(fitted, scores, test, None if weights is None else weights[test])
                    for (fitted, scores), (_, test) in zip(fitted_folds, splits, strict=True)
                ]
            else:
                rows = np.concatenate([np.asarray(_as_rows(test, X)) for _, test in splits])
                scores = np.concatenate([scores for _, scores in fitted_folds])
                whole = clone(estimator)
                whole.fit(X, y, **params)
                parts = [calibrate(whole, scores, rows, _shared_weights(rows, weights))]
        _warn_of_scores(calibrated, classes)
        self._set_parts(parts)
        return self

    @documented("array: one class per row.", X=_ROWS)
    def predict(self, X: Any) -> npt.NDArray[Any]:
        """Give the class with the highest calibrated probability."""
        probabilities = self.predict_proba(X)
        return self.classes_[np.argmax(probabilities, axis=1)]  # type: ignore[no-any-return]

    @classmethod
    @documented("CalibratedClassifier: the classifier with its calibration.")
    def load(
        cls,
        path: str | os.PathLike[str],
        estimator: Any,
        *,
        response_method: str = "auto",
        pos_label: object = None,
    ) -> CalibratedClassifier:
        """Load a calibration, on top of the fitted classifier that it was made for."""
        model = _fitting.load(path)
        if isinstance(model, _core.AcpModel):
            raise ValueError("path: is an ACP model, which needs an interval for each score")
        classes = np.asarray(estimator.classes_)
        expected = 2 if isinstance(model, _core.Curve) else len(model.names)
        if len(classes) != expected:
            raise ValueError(f"path: is for {expected} classes (the classifier has {len(classes)})")
        response = response_methods(response_method, model.method)
        joint = isinstance(model, _core.Curve) or model.joint
        loaded = cls(
            FrozenEstimator(estimator),
            method=model.method if joint else OneVsRest(model.method),
            response_method=response_method,
            pos_label=pos_label,
        )
        loaded.classes_ = classes
        if expected == 2 and _arrays.place_of_label(pos_label, classes) == 0:
            classes = classes[::-1]
        loaded._set_parts([CalibratedPart(loaded.estimator, model, classes, response)])
        return loaded

    def _set_parts(self, parts: list[CalibratedPart]) -> None:
        self.calibrated_classifiers_ = parts
        for name in ("n_features_in_", "feature_names_in_"):
            if hasattr(parts[0].estimator, name):
                setattr(self, name, getattr(parts[0].estimator, name))

    def get_metadata_routing(self) -> Any:
        """What goes to the classifier and what to the splitter, for scikit-learn's routing."""
        mapping = MethodMapping().add(caller="fit", callee="fit")
        router = MetadataRouter(owner=self.__class__.__name__)
        router.add_self_request(self).add(estimator=self._estimator(), method_mapping=mapping)
        return router.add(
            splitter=None if isinstance(self.cv, str) else self.cv,
            method_mapping=MethodMapping().add(caller="fit", callee="split"),
        )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = get_tags(self._estimator()).input_tags.sparse
        return tags

    def _estimator(self) -> Any:
        if self.estimator is not None:
            return self.estimator
        default = LinearSVC(random_state=0)
        if get_config().get("enable_metadata_routing"):
            default.set_fit_request(sample_weight=True)
        return default

    def _is_prefit(self) -> bool:
        if isinstance(self.cv, str) and self.cv != "prefit":
            raise ValueError(f"cv: {self.cv!r} is not a number, a splitter or 'prefit'")
        return isinstance(self.cv, str)

    def _ensemble(self, frozen: bool, several: bool) -> bool:
        if isinstance(self.ensemble, str):
            if self.ensemble != "auto":
                raise ValueError(f"ensemble: {self.ensemble!r} is not True, False or 'auto'")
            return not frozen and not several
        return bool(self.ensemble) and not self._is_prefit()

    def _folds(self, codes: Codes, classes: npt.NDArray[Any]) -> Any:
        """The splitter, or how many folds: not more than the rarest class has rows, unless the
        number was asked for."""
        if isinstance(self.cv, LeaveOneOut):
            raise ValueError(
                "cv: LeaveOneOut has one row per fold (folds with all classes were expected)"
            )
        counts = np.bincount(codes)
        fewest = int(counts.min())
        if self.cv is None:
            return min(5, max(fewest, 2))
        folds = getattr(self.cv, "n_splits", self.cv)
        if isinstance(folds, int | np.integer) and fewest < folds:
            scarce = classes[int(np.argmin(counts))]
            raise ValueError(
                f"y: Requesting {folds}-fold cross-validation but provided less than {folds} "
                f"examples for at least one class ({scarce!s} has {fewest})"
            )
        return self.cv

    def _route(self, estimator: Any, sample_weight: Any, fit_params: Mapping[str, Any]) -> Any:
        if get_config().get("enable_metadata_routing"):
            given = dict(fit_params)
            if sample_weight is not None:
                given["sample_weight"] = sample_weight
            return process_routing(self, "fit", **given)
        params = dict(fit_params)
        if sample_weight is not None:
            if has_fit_parameter(estimator, "sample_weight"):
                params["sample_weight"] = sample_weight
            else:
                warnings.warn(
                    f"{type(estimator).__name__} does not appear to accept sample_weight: the "
                    f"weights are used for the calibration only",
                    stacklevel=3,
                )
        return Bunch(estimator=Bunch(fit=params), splitter=Bunch(split={}))


def _labels(y: Any) -> npt.NDArray[Any]:
    check_classification_targets(y)
    return np.asarray(column_or_1d(y, warn=True))


def _warn_of_scores(
    calibrated: list[tuple[Doubles, Codes, Doubles | None]], classes: npt.NDArray[Any]
) -> None:
    """Looks at all folds together: each is small, and says the same."""
    scores = np.concatenate([part[0] for part in calibrated])
    codes = np.concatenate([part[1] for part in calibrated])
    weights = None if calibrated[0][2] is None else np.concatenate([part[2] for part in calibrated])
    warn_of_rows(scores, codes, weights, classes)


def _as_rows(test: Any, X: Any) -> Any:
    return np.arange(_num_samples(X))[test]


def _shared_weights(rows: npt.NDArray[Any], weights: Doubles | None) -> Doubles | None:
    """Rows that are in several test folds share their weight between them."""
    counts = np.bincount(rows)
    if counts.max() <= 1:
        return None if weights is None else weights[rows]
    each: Doubles = 1 / counts[rows]
    return each if weights is None else each * weights[rows]


def _fit_fold(
    estimator: Any,
    X: Any,
    y: npt.NDArray[Any],
    train: Any,
    test: Any,
    fit_params: Mapping[str, Any],
    classes: npt.NDArray[Any],
    response: tuple[str, ...],
) -> tuple[Any, Doubles]:
    X_train, y_train = _safe_split(estimator, X, y, train)
    X_test, _ = _safe_split(estimator, X, y, test, train)
    estimator.fit(X_train, y_train, **_check_method_params(X, params=fit_params, indices=train))
    return estimator, class_scores(estimator, X_test, classes, response)
