"""Scores that an expression of Spark can rely on, and what becomes of the others."""

from __future__ import annotations

import sys

from pyspark.sql import DataFrame

from calibrant._spark_sql import number, with_columns

LARGEST = sys.float_info.max
SCORE = "__calibrant_score"
NEAR = "__calibrant_near"  # its distance from the nearer end of [0, 1], negative from 1
UNUSABLE = "a score is missing, no number, or out of range"
# No word of the row: what makes the message is part of the code of every row, and slows it.
STOP = (
    f"calibrant: {UNUSABLE} (model.checked(frame) says how many rows there are and shows one, "
    "handleInvalid='skip' or 'keep' go on)"
)


def with_sound_scores(
    frame: DataFrame, within: tuple[float, float] | None, handling: str
) -> DataFrame:
    """SCORE, which is never NULL, within limits; other rows are left out, lose it, or stop Spark.

    NaN is larger than any other number to Spark: beyond the limits.
    """
    low, high = (number(limit) for limit in within or (-LARGEST, LARGEST))
    usable = f"{SCORE} >= {low} AND {SCORE} <= {high}"
    if handling == "skip":
        return frame.filter(usable)
    if handling == "keep":
        return with_columns(frame, {SCORE: f"IF({usable}, {SCORE}, NULL)"})
    stop = STOP.replace("'", "\\'")
    # Never NULL: Spark's code becomes shorter, and quicker, if it knows.
    return with_columns(
        frame, {SCORE: f"coalesce(IF({usable}, {SCORE}, raise_error('{stop}')), 0D)"}
    )
