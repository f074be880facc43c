"""The Estimator that fits, and the Transformer that applies."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from pyspark import keyword_only
from pyspark.ml import Estimator, Model
from pyspark.ml.functions import array_to_vector
from pyspark.ml.param import Param, Params, TypeConverters
from pyspark.ml.util import DefaultParamsReadable, DefaultParamsWritable
from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812
from pyspark.sql.types import ArrayType

from calibrant import _core
from calibrant._fitting import (
    check_class_options,
    check_new,
    class_names,
    fit_class_codes,
    fit_observations,
)
from calibrant._methods import joint_methods
from calibrant._warnings import warn_of_classes
from calibrant.spark import _counting, _rows
from calibrant.spark._columns import (
    SCORE,
    STOP,
    UNUSABLE,
    joint_query,
    quoted,
    with_curve,
    with_joint,
    with_shares,
    with_sound_scores,
)
from calibrant.spark._params import CalibratorParams

_BOUNDS = "__calibrant_bounds"
_VECTOR = "__calibrated_vector"


class Calibrator(
    Estimator["CalibratorModel"],
    CalibratorParams,
    DefaultParamsReadable["Calibrator"],
    DefaultParamsWritable,
):
    """Fits a calibration curve to a column of scores, or a model of several classes.

    ``probabilityCol`` names vectors or arrays, ``scoreCols`` a column for each class. With three or
    more classes, auto, temperature, vector and matrix fit all classes together to the rows. If
    there are more than ``mostRows``, about as many are drawn by what is in them and by ``seed``,
    and a warning says so. Other methods give each class a curve against the rest. Labels are 0, 1,
    2, ….

    ``handleInvalid``: "error" stops a fit, naming the number of rows that cannot be
    used, and a transform; "skip" leaves them out of both; "keep" leaves them out of the fit and
    gives them a NULL. Set ``cells="margin"`` for scores that are no probabilities.
    ``engine="arrow"`` applies the model by this library on the executors. A model of classes
    together is always applied so, unless it is a short formula (few classes, and no curves).
    """

    _input_kwargs: dict[str, Any]

    @keyword_only
    def __init__(
        self,
        *,
        scoreCol: str | None = None,
        probabilityCol: str | None = None,
        scoreCols: list[str] | None = None,
        labelCol: str = "label",
        weightCol: str | None = None,
        outputCol: str = "calibrated",
        method: str = "auto",
        options: str = "{}",
        cells: str = "probability",
        level: float | None = None,
        handleInvalid: str = "error",
        engine: str = "native",
        mostRows: int = 1_000_000,
        seed: int = 0,
    ) -> None:
        super().__init__()
        self._set(**self._input_kwargs)

    def _fit(self, dataset: DataFrame) -> CalibratorModel:
        self._check()
        options = json.loads(self._value("options"))
        if self._value("level") is not None:
            options["level"] = self._value("level")
        classes = _counting.number_of_classes(self, dataset)
        method = self._value("method")
        # Options are checked before rows are counted.
        if classes is None:
            _core.check_options(method, options)
            (counted,) = _counting.count(self, dataset, None)
            text = fit_observations(counted, method, options).to_json()
        else:
            if options.get("level") is not None:
                raise _core.OptionError("level: does not go with several classes")
            check_class_options(method, options)
            text = self._fit_classes(dataset, classes, method, options).to_json()
        model = CalibratorModel()
        model._set(model=text)
        return self._copyValues(model)

    def _fit_classes(
        self, dataset: DataFrame, classes: int, method: str, options: dict[str, Any]
    ) -> _core.MulticlassModel:
        """To whole rows, or to counts. A fold or a sample need not have rows of every class."""
        if method in joint_methods():
            rows = _rows.sample(self, dataset, classes)
            every = np.arange(classes)
            return fit_class_codes(*rows, every, method, options, every_class=False)
        seen = _counting.count(self, dataset, classes)
        warn_of_classes(range(classes), seen)
        return _core.fit_multiclass(seen, class_names(range(classes)), method, options)


class CalibratorModel(
    Model, CalibratorParams, DefaultParamsReadable["CalibratorModel"], DefaultParamsWritable
):
    """Adds the probability, or an array or vector of them; with a level, OUTPUT_lower and
    OUTPUT_upper, too."""

    model = Param(Params._dummy(), "model", "the model file's text", TypeConverters.toString)

    @property
    def curve(self) -> _core.Curve:
        """The fitted curve, as everywhere else in Calibrant."""
        loaded = _core.from_json(self._value("model"))
        assert isinstance(loaded, _core.Curve)
        return loaded

    @property
    def classes(self) -> _core.MulticlassModel:
        """The fitted model of several classes, as everywhere else in Calibrant."""
        loaded = _core.from_json(self._value("model"))
        assert isinstance(loaded, _core.MulticlassModel)
        return loaded

    def invalidRows(self, dataset: DataFrame) -> int:  # noqa: N802
        """How many rows have no usable score: a transform stops at the first, or handles them."""
        self._check()
        return dataset.filter(~self._usable(dataset, self._number_of_classes())).count()

    def checked(self, dataset: DataFrame) -> DataFrame:
        """The frame as it is; an error that says how many rows have no usable score, if any, and
        shows one.

        It counts at once, a pass over the column of scores. A transform does not: Spark runs it
        when its result is read, row by row, and nobody knows the number at the first bad one.
        """
        self._check()
        classes = self._number_of_classes()
        value = self._score(dataset) if classes is None else self._vector(dataset)
        invalid = dataset.filter(~self._usable(dataset, classes))
        # The least of the texts: which one does not depend on the order of the rows.
        void, shown = invalid.agg(F.count(F.lit(1)), F.min(value.cast("string"))).first() or (0, "")
        if void:
            raise _core.InputError(
                f"{void} rows cannot be used: {UNUSABLE}, such as {shown or 'NULL'} "
                "(handleInvalid='skip' leaves them out)"
            )
        return dataset

    def _number_of_classes(self) -> int | None:
        """None for a curve."""
        model = json.loads(self._value("model"))["model"]
        several = model.get("names", model.get("classes"))
        return None if several is None else len(several)

    def _with_sound_vectors(self, frame: DataFrame, classes: int) -> DataFrame:
        """Adds the vectors; what cannot be used is left out, becomes NULL, or stops Spark."""
        handling = self._value("handleInvalid")
        value, usable = self._vector(frame), self._usable(frame, classes)
        if handling == "skip":
            return frame.filter(usable).withColumn(_VECTOR, value)
        sound = F.when(usable, value)
        if handling == "error":
            sound = sound.otherwise(F.raise_error(F.lit(STOP)))
        return frame.withColumn(_VECTOR, sound)

    def _transform(self, dataset: DataFrame) -> DataFrame:
        self._check()
        model = _core.from_json(self._value("model"))
        output = self._value("outputCol")
        bounds = []
        if isinstance(model, _core.Curve) and model.level is not None:
            bounds = [f"{output}_lower", f"{output}_upper"]
        check_new([output, *bounds], dataset.columns, "outputCol")
        if isinstance(model, _core.MulticlassModel):
            frame = self._with_sound_vectors(dataset, len(model.names))
            return self._with_classes(frame, model).drop(_VECTOR)
        grouped = isinstance(model, _core.GroupedModel)
        if isinstance(model, _core.GroupedModel) and model.by not in dataset.columns:
            raise ValueError(f"model: needs a column {model.by!r} of its groups")
        assert isinstance(model, (_core.Curve, _core.GroupedModel))
        cells, handling = self._value("cells"), self._value("handleInvalid")
        frame = with_sound_scores(dataset, self._score(dataset), cells, handling)
        if self._value("engine") == "arrow" and not grouped:
            frame = self._with_arrow(frame, output, bounds)
        else:
            frame = with_curve(frame, model, output, cells)
        return frame.drop(SCORE)

    def _with_arrow(self, frame: DataFrame, output: str, bounds: list[str]) -> DataFrame:
        from calibrant.spark import _arrow

        text, score = self._value("model"), F.col(SCORE)
        frame = frame.withColumn(output, _arrow.curve_values(text, score))
        if bounds:
            frame = frame.withColumn(_BOUNDS, _arrow.curve_bounds(text, score))
            parts = dict(zip(bounds, ("lower", "upper"), strict=True))
            frame = frame.withColumns(
                {name: F.col(_BOUNDS).getField(part) for name, part in parts.items()}
            ).drop(_BOUNDS)
        return frame

    def _with_classes(self, frame: DataFrame, model: _core.MulticlassModel) -> DataFrame:
        output = self._value("outputCol")
        by_columns = self._value("engine") == "native"
        query = joint_query(frame, model) if by_columns and model.joint else None
        if query is not None:
            frame = with_joint(frame, query, _VECTOR, model.names, output)
        elif model.joint or not by_columns:
            from calibrant.spark import _arrow

            values = _arrow.class_values(self._value("model"), F.col(_VECTOR))
            frame = frame.withColumn(output, values)
        else:
            frame = with_shares(frame, _VECTOR, model.curves, output, self._value("cells"))
        name = self._value("probabilityCol")
        if name is None or isinstance(frame.schema[name].dataType, ArrayType):
            return frame
        vector = array_to_vector(F.col(quoted(output)))
        return frame.withColumn(output, F.when(F.col(quoted(output)).isNotNull(), vector))
