"""What the estimator and its model in Spark share: parameters, and which scores are usable."""

from __future__ import annotations

from typing import Any

from pyspark.ml.functions import vector_to_array
from pyspark.ml.param import Param, Params, TypeConverters
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F  # noqa: N812
from pyspark.sql.types import ArrayType, NumericType

from calibrant import _core
from calibrant._sampling import check_most_rows
from calibrant.spark._columns import limits_of, quoted

_CHOICES = {"handleInvalid": ("error", "skip", "keep"), "engine": ("native", "arrow")}


class CalibratorParams(Params):
    """Parameters, as Spark names them."""

    scoreCol = Param(Params._dummy(), "scoreCol", "column of scores", TypeConverters.toString)  # noqa: N815
    probabilityCol = Param(  # noqa: N815
        Params._dummy(),
        "probabilityCol",
        "column of probability vectors or arrays, a number for each class",
        TypeConverters.toString,
    )
    scoreCols = Param(  # noqa: N815
        Params._dummy(),
        "scoreCols",
        "columns of scores, one for each class",
        TypeConverters.toListString,
    )
    labelCol = Param(  # noqa: N815
        Params._dummy(), "labelCol", "labels: 0, 1, …, a number less than there are classes",
        TypeConverters.toString,
    )  # fmt: skip
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
    engine = Param(
        Params._dummy(),
        "engine",
        "native: Catalyst's expressions; arrow: this library on the executors",
        TypeConverters.toString,
    )
    mostRows = Param(  # noqa: N815
        Params._dummy(),
        "mostRows",
        "of how many rows at most several classes are fitted together",
        TypeConverters.toInt,
    )
    seed = Param(Params._dummy(), "seed", "of the sample of rows", TypeConverters.toInt)

    def __init__(self) -> None:
        super().__init__()
        self._setDefault(
            labelCol="label",
            outputCol="calibrated",
            method="auto",
            options="{}",
            cells="probability",
            handleInvalid="error",
            engine="native",
            mostRows=1_000_000,
            seed=0,
        )

    def _value(self, name: str) -> Any:
        return self.getOrDefault(name) if self.isDefined(name) else None

    def _check(self) -> None:
        if sum(map(self.isDefined, ("scoreCol", "probabilityCol", "scoreCols"))) != 1:
            raise _core.OptionError(
                "scoreCol: give it or probabilityCol or scoreCols, one of the three"
            )
        if self.isDefined("scoreCols") and len(self._value("scoreCols")) < 2:
            raise _core.OptionError("scoreCols: two columns or more were expected")
        check_most_rows(self._value("mostRows"), "mostRows")
        for name, choices in _CHOICES.items():
            if self._value(name) not in choices:
                known = f"{', '.join(choices[:-1])} or {choices[-1]}"
                raise _core.OptionError(f"{name}: {self._value(name)!r} is not {known}")

    def _within(self, x: Column) -> Column:
        low, high = limits_of(self._value("cells"))
        return (x >= F.lit(low)) & (x <= F.lit(high))

    def _number(self, frame: DataFrame, name: str) -> Column:
        """A column as a double; NULL for what is no number."""
        numeric = isinstance(frame.schema[name].dataType, NumericType)
        return F.expr(f"{'cast' if numeric else 'try_cast'}({quoted(name)} AS double)")

    def _vector(self, frame: DataFrame) -> Column:
        """The probabilities as an array of doubles."""
        if self.isDefined("scoreCols"):
            return F.array(*(self._number(frame, name) for name in self._value("scoreCols")))
        name = self._value("probabilityCol")
        column = F.col(quoted(name))
        if isinstance(frame.schema[name].dataType, ArrayType):
            return column.cast("array<double>")
        return vector_to_array(column)

    def _score(self, frame: DataFrame) -> Column:
        """The score as a double; NULL for what is no number. Of two classes, that of class 1."""
        if not self.isDefined("scoreCol"):
            vector = self._vector(frame)
            # One probability out of three or more says nothing of two classes: invalid.
            return F.when(F.size(vector) == 2, F.get(vector, F.lit(1)))
        return self._number(frame, self._value("scoreCol"))

    def _usable(self, frame: DataFrame, classes: int | None) -> Column:
        """Whether a row has a score within the limits, or as many of them as there are classes.

        Without a number of classes there is one curve.
        """
        if classes is None:
            good = self._within(self._score(frame))
        else:
            vector = self._vector(frame)
            good = (F.size(vector) == classes) & F.forall(vector, self._within)
        return F.coalesce(good, F.lit(False))
