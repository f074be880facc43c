"""What the measures return, and the checks of their options."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from calibrant import _core


def number(value: float | None) -> float:
    """What does not exist is nan."""
    return math.nan if value is None else value


def absent(value: float) -> float | None:
    """And in plain data None."""
    return None if math.isnan(value) else float(value)


def check_bins(n_bins: int) -> int:
    if isinstance(n_bins, bool) or not hasattr(n_bins, "__index__") or n_bins < 1:
        raise _core.OptionError(f"n_bins: {n_bins!r} is not a positive whole number")
    return int(n_bins)


def check_level(level: float) -> float:
    if not 0 < level < 1:
        raise _core.OptionError(f"level: {level!r} is not strictly between 0 and 1")
    return float(level)


def check_strategy(strategy: str) -> bool:
    """Have the bins equal mass?"""
    if strategy not in ("uniform", "quantile"):
        raise _core.OptionError(f"strategy: {strategy!r} is not one of uniform, quantile")
    return strategy == "quantile"


class SpiegelhalterTest(NamedTuple):
    """z has mean 0 and variance 1 if the probabilities are right; p is two-sided."""

    z: float
    p: float


class CalibrationTest(NamedTuple):
    """With many rows that are right, chi-squared with so many degrees of freedom."""

    statistic: float
    degrees: int
    p: float


class ReliabilityRow(NamedTuple):
    """One bin: its edges (of equal mass: its smallest and largest probability), what it holds."""

    low: float
    high: float
    weight: float
    mean_probability: float
    observed: float
    lower: float
    upper: float


class VerdictBin(NamedTuple):
    """A bin of equal mass, and whether it is off by more than chance."""

    low: float
    high: float
    weight: float
    mean_probability: float
    observed: float
    lower: float
    upper: float
    off: bool


class Verdict(NamedTuple):
    """Are the probabilities off by more than chance? All tests together, at 5 %."""

    off: bool
    few_rows: bool
    p: float
    on_the_whole: str | None
    sentence: str
    bins: tuple[VerdictBin, ...]


class ClassVerdict(NamedTuple):
    """What is wrong with one class, all tests of all classes and pairs together at 5 %."""

    off: bool
    p_holm: float
    expected: float  #: rows, by the probabilities
    observed: float
    total: str | None  #: "too high" or "too low"
    spread: str | None  #: "too extreme" or "too timid"


class Confusion(NamedTuple):
    """Rows of the class ``own`` whose most likely class was ``predicted``."""

    predicted: Any
    own: Any
    expected: float  #: rows, by the probabilities
    observed: float
    p_holm: float
    off: bool  #: confused more or less often than predicted, by more than chance


class MulticlassVerdict(NamedTuple):
    """Are the probabilities off by more than chance? All tests together, at 5 %."""

    off: bool
    few_rows: bool
    p: float
    sentence: str


def spiegelhalter_of(seen: _core.Observations) -> SpiegelhalterTest:
    test = _core.spiegelhalter_test(seen)
    return SpiegelhalterTest(*test) if test else SpiegelhalterTest(math.nan, math.nan)


def calibration_test_of(seen: _core.Observations) -> CalibrationTest:
    test = _core.calibration_test(seen)
    return CalibrationTest(*test) if test else CalibrationTest(math.nan, 0, math.nan)


def reliability_of(
    seen: _core.Observations, n_bins: int, equal_mass: bool, level: float
) -> list[ReliabilityRow]:
    return [ReliabilityRow(*row) for row in _core.reliability(seen, n_bins, equal_mass, level)]


class Measure(float):
    """A number that knows how sure it is.

    ``lower`` and ``upper`` bound its bootstrap interval, ``standard_error`` is the spread of the
    replicates, ``by_chance`` (distances only) what perfect probabilities would seldom exceed; nan
    where there is none.
    """

    lower: float
    upper: float
    standard_error: float
    by_chance: float

    def __new__(
        cls,
        value: float,
        lower: float = math.nan,
        upper: float = math.nan,
        standard_error: float = math.nan,
        by_chance: float | None = None,
    ) -> Measure:
        self = super().__new__(cls, value)
        self.lower = lower
        self.upper = upper
        self.standard_error = standard_error
        self.by_chance = number(by_chance)
        return self

    def __getnewargs__(self) -> tuple[float, ...]:  # type: ignore[override]
        return (float(self), self.lower, self.upper, self.standard_error, self.by_chance)

    def __repr__(self) -> str:
        if math.isnan(self.lower):
            return f"{float(self):.4f}"
        return f"{float(self):.4f} ({self.lower:.4f} to {self.upper:.4f})"

    @classmethod
    def from_dict(cls, found: dict[str, float | None]) -> Measure:
        """Make a measure from what :meth:`to_dict` gives.

        Parameters
        ----------
        found : dict
            The numbers by name.
        """
        return cls(*(number(value) for value in found.values()))

    def to_dict(self) -> dict[str, float | None]:
        """Plain numbers by name. None: does not exist."""
        return {
            "value": absent(self),
            "lower": absent(self.lower),
            "upper": absent(self.upper),
            "standard_error": absent(self.standard_error),
            "by_chance": absent(self.by_chance),
        }
