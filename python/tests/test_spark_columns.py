"""What Spark's model says of columns before any session is asked."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import calibrant

pytest.importorskip("pyspark")

from calibrant.spark import CalibratorModel


@pytest.mark.parametrize(
    ("columns", "level", "clash"),
    [
        (["p", "calibrated"], None, "calibrated"),
        (["p", "CALIBRATED"], None, "calibrated"),
        (["p", "calibrated_upper"], 0.9, "calibrated_upper"),
    ],
)
def test_a_column_that_is_there_is_not_replaced(columns, level, clash):
    model = CalibratorModel()
    curve = calibrant.fit([0.1, 0.9], [0, 1], method="histogram", level=level)
    model._set(model=curve.to_json(), scoreCol="p")
    frame = SimpleNamespace(columns=columns)
    words = rf"^outputCol: the rows have a column '{clash}' already \(outputCol names another\)$"
    with pytest.raises(calibrant.OptionError, match=words):
        model._transform(frame)
