"""Pieces of Spark's SQL."""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812


def quoted(name: str) -> str:
    """A column's name as Spark's SQL has it."""
    return "`" + name.replace("`", "``") + "`"


def number(value: float) -> str:
    """A double as Spark's SQL has it."""
    return f"({float(value)!r}D)"


def with_columns(frame: DataFrame, columns: dict[str, str]) -> DataFrame:
    """SQL, because every call of Column's methods is a message to the JVM."""
    return frame.withColumns({name: F.expr(text) for name, text in columns.items()})
