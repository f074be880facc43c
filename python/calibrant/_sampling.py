"""What the engines that draw a sample of rows share."""

from __future__ import annotations

from calibrant import _core
from calibrant._warnings import warn_of


def check_most_rows(most_rows: int, option: str) -> None:
    """``option`` is what the caller calls the number."""
    if most_rows < 1:
        raise _core.OptionError(f"{option}: {most_rows} is not positive")


def warn_of_sample(fitted: int, rows: int, option: str) -> None:
    warn_of([f"fitted to a sample of {fitted} of {rows} rows ({option} sets how many)"])
