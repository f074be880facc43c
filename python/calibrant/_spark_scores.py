"""Scores that an expression of Spark can rely on, and what becomes of the others."""

from __future__ import annotations

import sys

from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812

LARGEST = sys.float_info.max
SCORE = "__calibrant_score"
NEAR = "__calibrant_near"  # its distance from the nearer end of [0, 1], negative from 1
UNUSABLE = "a score is missing, no number, or out of range"
# No word of the row: what makes the message is part of the code of every row, and slows it.
STOP = (
    f"calibrant: {UNUSABLE} (model.checked(frame) says how many rows there are and shows one, "
    "handleInvalid='skip' or 'keep' go on)"
)


def number(value: float) -> str:
    """A double as Spark's SQL has it."""
    return f"({float(value)!r}D)"


def with_columns(frame: DataFrame, columns: dict[str, str]) -> DataFrame:
    """SQL, because every call of Column's methods is a message to the JVM."""
    return frame.withColumns({name: F.expr(text) for name, text in columns.items()})


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
