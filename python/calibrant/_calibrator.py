"""What all calibrators but ACP share. tools/generate_methods.py makes their classes."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar, cast

import numpy as np
import numpy.typing as npt
from sklearn.utils import ClassifierTags

from calibrant import _arrays, _core, _fitting, _groups, metrics
from calibrant._arrays import Doubles
from calibrant._documentation import documented
from calibrant._methods import class_methods, columns_are_classes, table
from calibrant._score_calibrator import ScoreCalibrator
from calibrant._warnings import warn_of

Self = TypeVar("Self", bound="Calibrator")

_WEIGHTS = "array or None: 2 is the same as two rows. None is 1 each."


def _frequencies(prevalence: object) -> list[float] | None:
    """Of each class, where the probabilities are used."""
    if prevalence is None:
        return None
    wanted = _arrays.doubles(prevalence, "prevalence")
    if wanted.ndim != 1:
        raise ValueError("prevalence: a number for each class was expected")
    return cast(list[float], wanted.tolist())


class Calibrator(ScoreCalibrator):
    """What all calibrators but ACP share.

    With two classes X is one score per row (any finite numbers, the larger the more likely
    positive) or the two columns of ``predict_proba``. y holds two labels of any kind.
    ``pos_label`` is positive, or the larger of the two if it is None.

    With more classes X has a column for each, in the order of the sorted labels: probabilities, if
    every row adds up to 1, and otherwise logits or margins. ``predict`` and ``transform`` then give
    the matrix that ``predict_proba`` gives.

    The texts of the estimators say which attributes there are after ``fit``.
    """

    #: The method's name; or several, by the value of the argument that selects one.
    _methods: ClassVar[dict[str, str]] = {}
    _selector: ClassVar[str] = ""
    #: Which of its constructor's arguments shape the model.
    _options: ClassVar[tuple[str, ...]] = ()
    _model_names = ("curve_", "model_", "grouped_")

    curve_: _core.Curve
    model_: _core.MulticlassModel
    grouped_: _core.GroupedModel

    def _method(self) -> str:
        choice = getattr(self, self._selector) if self._selector else ""
        if choice not in self._methods:
            raise _core.OptionError(
                f"{self._selector}: {choice!r} is not one of {', '.join(self._methods)}"
            )
        return self._methods[choice]

    def _option_values(self) -> dict[str, Any]:
        values = {name: getattr(self, name) for name in self._options}
        curve = values.get("curve")
        if not isinstance(curve, Calibrator):
            return values
        return {**values, **curve._option_values(), "curve": curve._method()}

    @documented("self: the fitted estimator.", sample_weight=_WEIGHTS)
    def fit(
        self: Self,
        X: object,
        y: object = None,
        sample_weight: object = None,
        groups: object = None,
    ) -> Self:
        """Fit the model.

        With groups, each group gets a correction of the common curve, which is the smaller the
        fewer rows it has.
        """
        array = _arrays.doubles(X, "X")
        method = self._method()
        if method in class_methods():
            _arrays.class_matrix(array, "X")
        self._check_labels(y)
        how = _fitting.How(
            verbose=getattr(self, "verbose", 0),
            keep_observations=getattr(self, "keep_observations", False),
        )
        if columns_are_classes(array.shape, method):
            _arrays.check_no_pos_label(self.pos_label)
            if groups is not None:
                raise _core.OptionError("groups: are for two classes")
            names = ("X", "y", "sample_weight")
            self.classes_, several = _fitting.fit_classes(
                array, y, sample_weight, method, self._option_values(), how, names
            )
            self._set_model(several)
        else:
            classes, rows = self._rows(array, y, sample_weight)
            options = self._option_values()
            if groups is not None:
                self._set_model(_fitting.fit_groups(*rows, groups, method, options, how))
            else:
                model = _fitting.fit_rows(*rows, method, options, how)
                self._set_model(_fitting.curve_of(model))
            self.classes_ = classes
        self.n_features_in_ = array.shape[1] if array.ndim == 2 else 1
        return self

    @documented("array: one probability per row, or a column for each class.")
    def predict(self, X: object, prevalence: Any = None, groups: object = None) -> Doubles:
        """Turn scores into probabilities of the positive class, or of every class.

        Rows of a group that the model does not know get the common curve.
        """
        model = self._fitted()
        self._check_groups(model, groups)
        prevalence = _groups.resolved(model, prevalence, lambda: self.predict(X, groups=groups))
        if isinstance(model, _core.Curve):
            return model._predict(self._scores(X, self.classes_, finite=False), prevalence)
        if isinstance(model, _core.GroupedModel):
            scores = self._scores(X, self.classes_)
            return model._apply(scores, _groups.places_of(model, groups, len(scores)), prevalence)
        matrix = self._class_rows(X, model)
        return model._apply(matrix, _frequencies(prevalence))

    @documented("array: a column for each class, in the order of ``classes_``.")
    def predict_proba(self, X: object, prevalence: Any = None, groups: object = None) -> Doubles:
        """Turn scores into probabilities of all classes."""
        probabilities = self.predict(X, prevalence, groups)
        if isinstance(self._fitted(), _core.MulticlassModel):
            return probabilities
        return np.column_stack([1 - probabilities, probabilities])

    @documented("tuple of two arrays: the lower ends and the upper ends, shaped as ``predict`` is.")
    def predict_interval(
        self, X: object, prevalence: Any = None, groups: object = None
    ) -> tuple[Doubles, Doubles]:
        """Give the credible interval of each probability, at the ``level`` of the fit."""
        model = self._fitted()
        if model.level is None:
            several = isinstance(model, _core.MulticlassModel)
            kind = "class_options" if several else "options"
            able = [one["name"] for one in table()["methods"] if "level" in one[kind]]
            name = type(self).__name__
            if self._method() in able:
                raise ValueError(f"level: was not set (fit {name}(level=0.95) for intervals)")
            raise ValueError(
                f"{name} has no credible band here (the methods {', '.join(able)} have one)"
            )
        self._check_groups(model, groups)
        prevalence = _groups.resolved(model, prevalence, lambda: self.predict(X, groups=groups))
        if isinstance(model, _core.Curve):
            return model._interval(self._scores(X, self.classes_), prevalence)
        if isinstance(model, _core.GroupedModel):
            scores = self._scores(X, self.classes_)
            places = _groups.places_of(model, groups, len(scores))
            return model._interval(scores, places, prevalence)
        return model._interval(self._class_rows(X, model), _frequencies(prevalence))

    @documented("float: minus the log loss.", sample_weight=_WEIGHTS)
    def score(self, X: object, y: object, sample_weight: object = None) -> float:
        """Give minus the log loss. The larger the better, so that a grid search can choose."""
        probabilities = self.predict(X)  # also where a fold holds one class only
        return -metrics.log_loss(
            y, probabilities, sample_weight=sample_weight, labels=self.classes_
        )

    def _updated(
        self, X: object, y: object, sample_weight: object, forget: float
    ) -> _fitting.Model:
        model = self._fitted()
        if not isinstance(model, _core.MulticlassModel):
            if isinstance(model, _core.GroupedModel):
                raise _core.Error("model: has groups, keeps no observations and takes no update")
            return super()._updated(X, y, sample_weight, forget)
        return _fitting.absorb_classes(
            model,
            _arrays.doubles(X, "X"),
            _arrays.codes_of(y, self.classes_, "y"),
            sample_weight,
            self.classes_,
            forget,
            names=("X", "y", "sample_weight"),
            verbose=getattr(self, "verbose", 0),
        )

    def _class_rows(self, X: object, model: _core.MulticlassModel) -> Doubles:
        matrix = _arrays.class_matrix(X, "X", len(self.classes_))
        unlike = model._inspect(matrix)
        if unlike is not None:
            _arrays.check_finite_cells(matrix, "X", self.classes_)
            warn_of(unlike)
        return matrix

    def _set_model(self, model: _fitting.Model) -> None:
        for name in self._model_names:  # of an earlier fit
            self.__dict__.pop(name, None)
        kinds = (_core.Curve, _core.MulticlassModel, _core.GroupedModel)
        setattr(self, self._model_names[kinds.index(type(model))], model)

    def _scores(self, X: object, classes: npt.NDArray[Any], *, finite: bool = True) -> Doubles:
        column = _arrays.positive_column(classes)
        return _arrays.positive_scores(X, "X", finite=finite, column_of_two=column)

    @staticmethod
    def _check_groups(model: object, groups: object) -> None:
        if groups is not None and not isinstance(model, _core.GroupedModel):
            raise ValueError("groups: the model was fitted without groups")

    def _fitted(self) -> _core.Curve | _core.MulticlassModel | _core.GroupedModel:
        model = super()._fitted()
        assert not isinstance(model, _core.AcpModel)
        return model

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        several = self._methods.get("") in class_methods()
        tags.input_tags.one_d_array = not several
        tags.input_tags.two_d_array = several
        # Tests with several classes give features, which are not scores of the classes.
        tags.classifier_tags = ClassifierTags(multi_class=False)
        return tags
