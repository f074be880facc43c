"""Who takes part in the sweep over sizes: one line each.

A contestant is a method in C++ (calibrant-bench --cell), an object in Python with a fit and a
prediction, or a program that reads a CSV file. What is ours and what is theirs stands in the same
family, and `beside` names what of ours a peer is compared with.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

CPP, PYTHON, PEER, YARDSTICK = "ours, C++", "ours, Python", "peer", "yardstick"
FILES = "files"  # the family of what reads CSV
SKLEARN, NETCAL = "scikit-learn", "netcal"


@dataclass(frozen=True)
class Contestant:
    name: str
    family: str
    role: str
    origin: str = "calibrant"  # the package, by its name on PyPI
    beside: str = ""
    method: str = ""  # of calibrant-bench --cell, or of files.py
    make: Callable[[], Any] | None = None
    predict: str = "predict"


def _ours(name: str, **options: Any) -> Callable[[], Any]:
    def make() -> Any:
        import calibrant

        return getattr(calibrant, name)(**options)

    return make


def _arena(name: str, *options: str) -> Callable[[], Any]:
    """Peers have the same wrappers here as in the contest of quality."""

    def make() -> Any:
        from arena import peers

        return getattr(peers, name)(*options)

    return make


def _netcal(name: str) -> Callable[[], Any]:
    def make() -> Any:
        import netcal_binning

        return getattr(netcal_binning.binning(), name)()

    return make


class NumpySort:
    """The yardstick in Python: a sorted copy for a fit, a copy for a prediction."""

    def fit(self, scores: Any, labels: Any) -> NumpySort:
        import numpy as np

        np.sort(scores)
        return self

    def predict(self, scores: Any) -> Any:
        return scores.copy()


def _both(family: str, name: str, method: str, make: Callable[[], Any]) -> list[Contestant]:
    """A method of ours, from both languages."""
    return [
        Contestant(f"C++ {name}", family, CPP, method=method),
        Contestant(f"Python {name}", family, PYTHON, make=make),
    ]


def _peer(
    name: str, family: str, origin: str, beside: str, make: Callable[[], Any],
    predict: str = "predict_proba",
) -> Contestant:  # fmt: skip
    return Contestant(name, family, PEER, origin, f"Python {beside}", make=make, predict=predict)


CONTESTANTS = [
    *_both("isotonic", "Isotonic", "isotonic", _ours("Isotonic")),
    *_both("isotonic", "Isotonic, linear", "isotonic-linear", _ours("Isotonic", interpolate=True)),
    _peer("sklearn IsotonicRegression", "isotonic", SKLEARN, "Isotonic, linear",
          _arena("scikit_isotonic")),
    _peer("venn-abers", "isotonic", "venn-abers", "Isotonic", _arena("InductiveVennAbers")),
    *_both("sigmoid", "Platt", "platt", _ours("Platt")),
    *_both("sigmoid", "Platt on logits", "platt-logit", _ours("Platt", input="logit")),
    _peer("sklearn sigmoid", "sigmoid", SKLEARN, "Platt", _arena("ScikitCalibrated", "sigmoid")),
    _peer("sklearn temperature", "sigmoid", SKLEARN, "Temperature",
          _arena("ScikitLogits", "temperature")),
    *_both("sigmoid", "Temperature", "temperature", _ours("Temperature")),
    *_both("sigmoid", "Quadratic", "quadratic", _ours("Quadratic")),
    *_both("beta", "Beta", "beta", _ours("Beta")),
    _peer("betacal", "beta", "betacal", "Beta", _arena("betacal", "abm")),
    *_both("histogram", "Histogram", "histogram", _ours("Histogram")),
    *_both("histogram", "Histogram, equal width", "histogram-width",
           _ours("Histogram", strategy="uniform")),
    _peer("netcal HistogramBinning", "histogram", NETCAL, "Histogram, equal width",
          _netcal("HistogramBinning"), "transform"),
    *_both("binnings", "ABB", "abb", _ours("ABB")),
    *_both("binnings", "ABB, λ = 1", "abb-fixed", _ours("ABB", lam=1.0)),
    *_both("binnings", "SBB", "sbb", _ours("SBB")),
    *_both("binnings", "SBB, λ = 1", "sbb-fixed", _ours("SBB", lam=1.0)),
    _peer("netcal BBQ", "binnings", NETCAL, "ABB", _netcal("BBQ"), "transform"),
    _peer("netcal ENIR", "binnings", NETCAL, "ABB", _netcal("ENIR"), "transform"),
    *_both("auto", "Auto", "auto", _ours("Auto")),
    _peer("splinecalib", "auto", "splinecalib", "Auto", _arena("Spline")),
    *_both("acp", "ACP", "acp", _ours("ACP", interval=0.1)),
    Contestant("std::sort, memcpy", "sort", YARDSTICK, "", method="sort"),
    Contestant("NumPy sort, copy", "sort", YARDSTICK, "numpy", make=NumpySort),
    Contestant("calibrant fit, apply", FILES, CPP, method="calibrant"),
    Contestant("DuckDB avg, COPY", FILES, PEER, "duckdb", "calibrant fit, apply", "duckdb"),
]  # fmt: skip


def named(name: str) -> Contestant:
    return next(contestant for contestant in CONTESTANTS if contestant.name == name)
