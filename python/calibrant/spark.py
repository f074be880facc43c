"""Fit and apply in Spark: an Estimator and a Transformer for pipelines.

>>> from calibrant.spark import Calibrator
>>> calibrator = Calibrator(probabilityCol="probability", labelCol="label")    # doctest: +SKIP
>>> model = Pipeline(stages=[classifier, calibrator]).fit(frame)               # doctest: +SKIP

Executors count cells of scores (docs/math/cells.md), the driver fits the counts, and the model is
applied as plain Catalyst expressions: executors need neither Calibrant nor Python. The model does
not depend on partitions or on the order of rows, to the bit.
"""

from __future__ import annotations

import json
import math
from typing import Any

try:
    from pyspark import keyword_only
except ModuleNotFoundError:
    raise ImportError("calibrant.spark needs PySpark: pip install pyspark") from None
from pyspark.ml import Estimator, Model
from pyspark.ml.functions import array_to_vector
from pyspark.ml.param import Param, Params, TypeConverters
from pyspark.ml.util import DefaultParamsReadable, DefaultParamsWritable
from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812
from pyspark.sql.types import ArrayType

from calibrant import _core, _spark_counting
from calibrant._fitting import check_new, class_names, fit_observations
from calibrant._spark_expressions import with_curve, with_shares
from calibrant._spark_params import CalibratorParams
from calibrant._spark_scores import SCORE, STOP, UNUSABLE, with_sound_scores
from calibrant._spark_sql import quoted
from calibrant._warnings import warn_of_classes

_BOUNDS = "__calibrant_bounds"
_VECTOR = "__calibrant_vector"


class Calibrator(
    Estimator["CalibratorModel"],
    CalibratorParams,
    DefaultParamsReadable["Calibrator"],
    DefaultParamsWritable,
):
    """Fits a calibration curve to a column of scores, or of vectors or arrays of probabilities.

    Vectors of three or more classes give a curve for each class against the rest; labels are then
    0, 1, 2, …. ``handleInvalid``: "error" stops a fit, naming the number of rows that cannot be
    used, and a transform; "skip" leaves them out of both; "keep" leaves them out of the fit and
    gives them a NULL. Set ``cells="margin"`` for scores that are no probabilities.
    ``engine="arrow"`` applies the model by this library on the executors.
    """

    _input_kwargs: dict[str, Any]

    @keyword_only
    def __init__(
        self,
        *,
        scoreCol: str | None = None,
        probabilityCol: str | None = None,
        labelCol: str = "label",
        weightCol: str | None = None,
        outputCol: str = "calibrated",
        method: str = "auto",
        options: str = "{}",
        cells: str = "probability",
        level: float | None = None,
        handleInvalid: str = "error",
        engine: str = "native",
    ) -> None:
        super().__init__()
        self._set(**self._input_kwargs)

    def _fit(self, dataset: DataFrame) -> CalibratorModel:
        self._check()
        options = json.loads(self._value("options"))
        if self._value("level") is not None:
            options["level"] = self._value("level")
        classes = _spark_counting.number_of_classes(self, dataset)
        if classes > 2 and options.get("level") is not None:
            raise _core.OptionError("level: does not go with several classes")
        seen = _spark_counting.count(self, dataset, classes)
        method = self._value("method")
        if classes == 2:
            text = fit_observations(seen[0], method, options).to_json()
        else:
            warn_of_classes(range(classes), seen)
            names = class_names(range(classes))
            text = _core.fit_multiclass(seen, names, method, options).to_json()
        model = CalibratorModel()
        model._set(model=text)
        return self._copyValues(model)


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
        value = self._score(dataset) if classes == 2 else self._vector(dataset)
        invalid = dataset.filter(~self._usable(dataset, classes))
        # The least of the texts: which one does not depend on the order of the rows.
        void, shown = invalid.agg(F.count(F.lit(1)), F.min(value.cast("string"))).first() or (0, "")
        if void:
            raise _core.InputError(
                f"{void} rows cannot be used: {UNUSABLE}, such as {shown or 'NULL'} "
                "(handleInvalid='skip' leaves them out)"
            )
        return dataset

    def _number_of_classes(self) -> int:
        return len(json.loads(self._value("model"))["model"].get("classes", (0, 1)))

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
        stored = json.loads(self._value("model"))["model"]
        output = self._value("outputCol")
        bounds = [f"{output}_lower", f"{output}_upper"] if "band" in stored else []
        check_new([output, *bounds], dataset.columns, "outputCol")
        if "classes" in stored:
            frame = self._with_sound_vectors(dataset, len(stored["classes"]))
            return self._with_classes(frame, stored["classes"]).drop(_VECTOR)
        # NaN is as little a score as NULL, and a column that is never NULL takes less code.
        score = F.coalesce(self._score(dataset), F.lit(math.nan))
        frame = dataset.withColumn(SCORE, score)
        frame = with_sound_scores(frame, self._limits, self._value("handleInvalid"))
        return self._with_curve(frame, stored).drop(SCORE)

    def _with_curve(self, frame: DataFrame, stored: dict[str, Any]) -> DataFrame:
        output = self._value("outputCol")
        bounds = [f"{output}_lower", f"{output}_upper"] if "band" in stored else []
        if self._value("engine") == "native":
            return with_curve(frame, stored, [output, *bounds], self._limits)
        from calibrant import _spark_arrow

        text, score = self._value("model"), F.col(SCORE)
        frame = frame.withColumn(output, _spark_arrow.curve_values(text, score))
        if bounds:
            frame = frame.withColumn(_BOUNDS, _spark_arrow.curve_bounds(text, score))
            parts = dict(zip(bounds, ("lower", "upper"), strict=True))
            frame = frame.withColumns(
                {name: F.col(_BOUNDS).getField(part) for name, part in parts.items()}
            ).drop(_BOUNDS)
        return frame

    def _with_classes(self, frame: DataFrame, stored: list[dict[str, Any]]) -> DataFrame:
        output, text = self._value("outputCol"), self._value("model")
        if self._value("engine") == "arrow":
            from calibrant import _spark_arrow

            frame = frame.withColumn(output, _spark_arrow.class_values(text, F.col(_VECTOR)))
        else:
            frame = with_shares(frame, _VECTOR, stored, output, self._limits)
        name = self._value("probabilityCol")
        if isinstance(frame.schema[name].dataType, ArrayType):
            return frame
        vector = array_to_vector(F.col(quoted(output)))
        return frame.withColumn(output, F.when(F.col(quoted(output)).isNotNull(), vector))
