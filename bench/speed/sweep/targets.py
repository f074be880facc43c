"""Every speed target that the project has set itself, and the rows that measure it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

LIBRARY, AUTO, COMMAND, PYTHON = "Library", "Auto", "Command line", "Python"
CLASSES = "Several classes"
SCALE = "Beyond one machine"
BUILD = "Build"

Row = dict[str, Any]


@dataclass(frozen=True)
class Target:
    part: str
    text: str
    limit: float | None  # None: each row has its own
    rows: str  # a pattern of their names


TARGETS = [
    Target(LIBRARY, "ABB, fixed λ, every training score, N = 10⁵: 15 × std::sort", 15,
           "ABB, fixed lambda, N = 1e5"),
    Target(LIBRARY, "ABB, fixed λ, every training score, N = 10⁶: 40 × std::sort", 40,
           "ABB, fixed lambda, N = 1e6"),
    Target(LIBRARY, "ABB, fixed λ, every training score, N = 10⁷: 12 × std::sort", 12,
           "ABB, fixed lambda, N = 1e7"),
    Target(LIBRARY, "ABB, N = 10⁶: memory under 1 GiB", 1024,
           "ABB, fixed lambda, N = 1e6: peak memory, MiB"),
    Target(LIBRARY, "ABB: growth no worse than N^1.55", 1.55,
           "ABB, growth exponent from N = 1e5 to 1e6"),
    Target(LIBRARY, "SBB, N = 10⁵, calibrated, flat, stepped, rare: 40 × std::sort", 40,
           "SBB, *, all lambdas, N = 1e5"),
    Target(LIBRARY, "SBB, N = 10⁶, calibrated, flat, stepped, rare: 200 × std::sort", 200,
           "SBB, *lambda*, N = 1e6"),
    Target(LIBRARY, "observe, N = 10⁷: 1 × std::sort", 1, "observe, N = 1e7"),
    Target(LIBRARY, "isotonic, N = 10⁷: 1 × std::sort", 1, "isotonic, N = 1e7"),
    Target(LIBRARY, "histogram, N = 10⁷: 1 × std::sort", 1, "histogram*, N = 1e7"),
    Target(LIBRARY, "Platt, N = 10⁶: 3 × std::sort", 3, "Platt*, N = 1e6*"),
    Target(LIBRARY, "beta, N = 10⁶: 3 × std::sort", 3, "beta, N = 1e6*"),
    Target(LIBRARY, "apply a Grid: a quarter of memcpy's bandwidth or more", 4,
           "apply Grid *, N = 1e7"),
    Target(LIBRARY, "apply Segments with 1,000 knots: 4 × Grid", 4,
           "apply Segments 1000, *, N = 1e7"),
    Target(LIBRARY, "one curve(x): nanoseconds, beside one std::exp", None, "one * (of 4096)"),
    Target(AUTO, "Auto, all defaults, N = 10⁵: 15 × std::sort of 10⁶", 15, "Auto, N = 1e5*"),
    Target(AUTO, "Auto, all defaults, from rows, N = 10⁶: 5 × std::sort", 5, "Auto, N = 1e6*"),
    Target(AUTO, "Auto, all defaults, from rows, N = 10⁷: 3 × std::sort", 3, "Auto, N = 1e7*"),
    Target(AUTO, "Auto, N = 10⁷: 40 bytes a row on top of the input", 40,
           "Auto, bytes a row, N = 1e7"),
    Target(AUTO, "Auto in Python, 10³ to 10⁷ rows: 1 × scikit-learn's sigmoid", 1,
           "python Auto, fit, *"),
    Target(AUTO, "Auto with a band in Python: 2 × scikit-learn's sigmoid", 2,
           "python Auto with a band, fit, *"),
    Target(COMMAND, "apply -o, 10⁷ rows: 1 × DuckDB's COPY", 1, "cli apply, 1e7 rows, beside COPY"),
    Target(COMMAND, "fit --method isotonic, 10⁷ rows: 1.5 × DuckDB's averages", 1.5,
           "cli fit isotonic, 1e7 rows, beside avg"),
    Target(COMMAND, "evaluate without bootstrap, 10⁷ rows: 1.5 × DuckDB's averages", 1.5,
           "cli evaluate without bootstrap, 1e7 rows, beside avg"),
    Target(COMMAND, "apply: peak memory under 64 MiB", 64,
           "cli apply, 1e7 rows, peak memory in MiB"),
    Target(COMMAND, "apply, 10⁶ rows of 10 classes: 1 × DuckDB's COPY", 1,
           "cli apply, 1e6 rows of 10 classes, beside COPY"),
    Target(COMMAND, "apply, 10 classes: memory does not grow with rows", 1.1,
           "cli apply, 3e6 rows of 10 classes, memory over 1e6 rows"),
    Target(COMMAND, "a default model: 30 kB, its SQL 60 kB and 0.1 s for 8,000 rows, 10⁻⁶ lost",
           None, "small model*"),
    Target(COMMAND, "reproduce, all defaults: three minutes", 180,
           "cli reproduce, all defaults, seconds"),
    Target(PYTHON, "Isotonic, fit and predict, 10⁶: ten times faster than scikit-learn", 0.1,
           "python Isotonic, fit and predict, 1e6 rows"),
    Target(PYTHON, "Platt, fit and predict, 10⁶: ten times faster than scikit-learn", 0.1,
           "python Platt, fit and predict, 1e6 rows"),
    Target(PYTHON, "Histogram, fit and predict, 10⁶: ten times faster than netcal", 0.1,
           "python Histogram, fit and predict, 1e6 rows"),
    Target(PYTHON, "ABB, λ averaged, 10⁵: ten times faster than netcal's BBQ", 0.1,
           "python ABB, λ averaged, fit and predict, 1e5 rows"),
    Target(PYTHON, "AUC, 10⁶: five times faster than scikit-learn", 0.2, "python AUC, 1e6 rows"),
    Target(PYTHON, "Brier score, 10⁶: five times faster than scikit-learn", 0.2,
           "python Brier score, 1e6 rows"),
    Target(PYTHON, "log loss, 10⁶: five times faster than scikit-learn", 0.2,
           "python log loss, 1e6 rows"),
    Target(PYTHON, "ECE, 10⁶: five times faster than scikit-learn", 0.2, "python ECE, 1e6 rows"),
    Target(PYTHON, "10⁷ rows: memory at most three times the input", 3,
           "python *, 1e7 rows, * labels, memory / input"),
    Target(CLASSES, "Auto, (N, K) = (1,000, 10), (5,000, 10), (20,000, 26): 1 × SMS", 1,
           "classes Auto, N = *0, K = [12][06], beside SMS"),
    Target(CLASSES, "Auto, (N, K) = (5,000, 100): 5 × SMS", 5,
           "classes Auto, N = 5000, K = 100, beside SMS"),
    Target(CLASSES, "temperature: 20 times faster than scikit-learn", 0.05,
           "classes temperature, *"),
    Target(CLASSES, "apply Auto: 1 × NumPy's softmax of a matrix product", 1,
           "classes apply Auto, *"),
    Target(CLASSES, "Auto, (N, K) = (10,000, 1,000): one minute", 60,
           "classes Auto, N = 10000, K = 1000, seconds"),
    Target(CLASSES, "Auto, (N, K) = (10,000, 1,000): 4 GiB", 4096,
           "classes Auto, N = 10000, K = 1000, memory in MiB"),
    Target(CLASSES, "the report, (N, K) = (10,000, 100): ten seconds", 10,
           "classes report, N = 10000, K = 100, seconds"),
    Target(SCALE, "DuckDB, a fit of 200 million Parquet rows: memory under 2 GiB", 2048,
           "*uck*2e8 rows*MiB*"),
    Target(SCALE, "Spark's apply: 1.3 × a plain arithmetic column", 1.3, "*park*apply*"),
    Target(BUILD, "./dev demo in a fresh clone: 200 processor seconds", 200, "build ./dev demo, *"),
    Target(BUILD, "the complete build: 750 processor seconds", 750, "build everything, *"),
    Target(BUILD, "./dev test in a fresh clone: 10 minutes", 10, "build ./dev test, *"),
    Target(BUILD, "one line of sbb.cpp, built and tested: 15 seconds", 15, "build one line *"),
]  # fmt: skip

PASS, FAIL, UNKNOWN = "PASS", "FAIL", "not measured"


def of_target(target: Target, rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if fnmatchcase(row["name"], target.rows)]


def judge(target: Target, rows: Sequence[Row]) -> tuple[str, Row | None]:
    """The verdict, and the row nearest to the limit or farthest beyond it.

    The target's limit counts, whatever limit a row was given.
    """
    found = of_target(target, rows)
    if not found:
        return UNKNOWN, None

    def share(row: Row) -> float:
        return float(row["value"]) / (target.limit or float(row["limit"]))

    worst = max(found, key=share)
    return (PASS if share(worst) <= 1 else FAIL), worst
