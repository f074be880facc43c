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
from typing import Any

import numpy as np
from pyspark import keyword_only
from pyspark.ml import Estimator, Model
from pyspark.ml.functions import vector_to_array
from pyspark.ml.param import Param, Params, TypeConverters
from pyspark.ml.util import DefaultParamsReadable, DefaultParamsWritable
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F  # noqa: N812
from pyspark.sql.types import NumericType

from calibrant import _core
from calibrant._fitting import fit_observations
from calibrant._spark_expressions import SCORE, quoted, with_curve

_LARGEST = float(np.finfo(np.float64).max)


class _CalibratorParams(Params):
    """What the estimator and its model have in common."""

    scoreCol = Param(Params._dummy(), "scoreCol", "column of scores", TypeConverters.toString)  # noqa: N815
    probabilityCol = Param(  # noqa: N815
        Params._dummy(), "probabilityCol", "column of probability vectors", TypeConverters.toString
    )
    labelCol = Param(Params._dummy(), "labelCol", "labels, 0 or 1", TypeConverters.toString)  # noqa: N815
    weightCol = Param(  # noqa: N815
        Params._dummy(), "weightCol", "how often a row counts", TypeConverters.toString
    )
    outputCol = Param(Params._dummy(), "outputCol", "the probability", TypeConverters.toString)  # noqa: N815
    method = Param(Params._dummy(), "method", "auto, abb, sbb, platt, …", TypeConverters.toString)
    options = Param(
        Params._dummy(), "options", "options of the method, as JSON", TypeConverters.toString
    )
    cells = Param(Params._dummy(), "cells", "probability or margin", TypeConverters.toString)
    level = Param(Params._dummy(), "level", "of the credible band", TypeConverters.toFloat)
    handleInvalid = Param(  # noqa: N815
        Params._dummy(),
        "handleInvalid",
        "rows without a usable score, label or weight: error, skip or keep",
        TypeConverters.toString,
    )

    def __init__(self) -> None:
        super().__init__()
        self._setDefault(
            labelCol="label",
            outputCol="calibrated",
            method="auto",
            options="{}",
            cells="probability",
            handleInvalid="error",
        )

    def _value(self, name: str) -> Any:
        return self.getOrDefault(name) if self.isDefined(name) else None

    def _check(self) -> None:
        if self.isDefined("scoreCol") == self.isDefined("probabilityCol"):
            raise _core.OptionError("scoreCol: give it or probabilityCol, one of the two")
        if self._value("handleInvalid") not in ("error", "skip", "keep"):
            raise _core.OptionError(
                f"handleInvalid: {self._value('handleInvalid')!r} is not error, skip or keep"
            )

    def _score(self, frame: DataFrame) -> Column:
        """The score as a double; NULL for what is no number."""
        if self.isDefined("probabilityCol"):
            vector = vector_to_array(F.col(quoted(self._value("probabilityCol"))))
            # One probability out of three or more says nothing of two classes: invalid.
            return F.when(F.size(vector) == 2, F.get(vector, F.lit(1)))
        name = self._value("scoreCol")
        column = F.col(quoted(name))
        numeric = isinstance(frame.schema[name].dataType, NumericType)
        return column.cast("double") if numeric else column.try_cast("double")

    def _valid(self) -> Column:
        low, high = (0.0, 1.0) if self._value("cells") == "probability" else (-_LARGEST, _LARGEST)
        x = F.col(SCORE)
        return F.coalesce((x >= F.lit(low)) & (x <= F.lit(high)), F.lit(False))


class Calibrator(
    Estimator["CalibratorModel"],
    _CalibratorParams,
    DefaultParamsReadable["Calibrator"],
    DefaultParamsWritable,
):
    """Fits a calibration curve to a column of scores, or of probability vectors of two classes.

    ``handleInvalid``: "error" stops a fit, naming the number of rows that cannot be used, and a
    transform; "skip" leaves them out of both; "keep" leaves them out of the fit and gives them a
    NULL. Set ``cells="margin"`` for scores that are no probabilities.
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
    ) -> None:
        super().__init__()
        self._set(**self._input_kwargs)

    def _counted(self, dataset: DataFrame) -> _core.Observations:
        weight = self._value("weightCol")
        columns = [
            self._score(dataset).alias("score"),
            F.col(quoted(self._value("labelCol"))).alias("label"),
        ]
        if weight is not None:
            columns.append(F.col(quoted(weight)).alias("weight"))
        query = _core.fit_query(
            "spark",
            query="SELECT * FROM {rows}",
            weight=None if weight is None else "weight",
            cells=self._value("cells"),
        )
        counted = dataset.sparkSession.sql(query, rows=dataset.select(*columns)).collect()
        void = [row["rows"] for row in counted if row["score"] is None]
        if void and self._value("handleInvalid") == "error":
            raise _core.InputError(
                f"{void[0]} rows cannot be used: a score, label or weight is missing or out of "
                "range (handleInvalid='skip' leaves them out)"
            )
        good = [row for row in counted if row["score"] is not None]

        def column(name: str) -> Any:
            return np.array([row[name] for row in good], dtype=np.float64)

        return _core.observe_counts(column("score"), column("neg"), column("pos"))

    def _fit(self, dataset: DataFrame) -> CalibratorModel:
        self._check()
        options = json.loads(self._value("options"))
        if self._value("level") is not None:
            options["level"] = self._value("level")
        curve = fit_observations(self._counted(dataset), self._value("method"), options)
        model = CalibratorModel()
        model._set(model=curve.to_json())
        return self._copyValues(model)


class CalibratorModel(
    Model, _CalibratorParams, DefaultParamsReadable["CalibratorModel"], DefaultParamsWritable
):
    """Adds the probability; with a level, OUTPUT_lower and OUTPUT_upper, too."""

    model = Param(Params._dummy(), "model", "the model file's text", TypeConverters.toString)

    @property
    def curve(self) -> _core.Curve:
        """The fitted curve, as everywhere else in Calibrant."""
        loaded = _core.from_json(self._value("model"))
        assert isinstance(loaded, _core.Curve)
        return loaded

    def _transform(self, dataset: DataFrame) -> DataFrame:
        self._check()
        stored = json.loads(self._value("model"))["model"]
        output = self._value("outputCol")
        outputs = [output]
        if "band" in stored:
            outputs += [f"{output}_lower", f"{output}_upper"]
        frame = dataset.withColumn(SCORE, self._score(dataset))
        handling = self._value("handleInvalid")
        if handling == "skip":
            frame = frame.filter(self._valid())
        elif handling == "keep":
            frame = frame.withColumn(SCORE, F.when(self._valid(), F.col(SCORE)))
        else:
            message = F.concat(
                F.lit("calibrant: a score is "),
                F.coalesce(F.col(SCORE).cast("string"), F.lit("missing or no number")),
                F.lit(" (handleInvalid='skip' or 'keep' go on)"),
            )
            stop = F.raise_error(message).cast("double")
            frame = frame.withColumn(SCORE, F.when(self._valid(), F.col(SCORE)).otherwise(stop))
        return with_curve(frame, self.curve, stored, outputs).drop(SCORE)
