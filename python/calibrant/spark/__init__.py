"""Fit and apply in Spark: an Estimator and a Transformer for pipelines.

>>> from calibrant.spark import Calibrator
>>> calibrator = Calibrator(probabilityCol="probability", labelCol="label")    # doctest: +SKIP
>>> model = Pipeline(stages=[classifier, calibrator]).fit(frame)               # doctest: +SKIP

Executors count cells of scores (docs/math/cells.md), the driver fits the counts, and the model is
applied as columns of SQL: executors need neither Calibrant nor Python. Several classes that are
fitted together need rows instead of counts and, unless the model is a short formula, this library
on the executors. The model does not depend on partitions or on the order of rows, to the bit.
"""

from __future__ import annotations

try:
    import pyspark  # noqa: F401
except ModuleNotFoundError:
    raise ImportError("calibrant.spark needs PySpark: pip install pyspark") from None

from calibrant.spark._estimator import Calibrator, CalibratorModel

__all__ = ["Calibrator", "CalibratorModel"]

# A saved pipeline names its classes by their module.
Calibrator.__module__ = CalibratorModel.__module__ = __name__
