"""Who takes part: one line each. Any object with fit(p, y) and predict_proba(p) can be added.

predict_proba may give one column (P of class 1) or two. Contestants that take any real number are
given margins as they are; the others get the logistic function of a margin.
"""

import importlib.metadata
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from .bbq import BBQ, calibratr_version
from .ours import methods, ours
from .peers import (
    InductiveVennAbers,
    QuadraticLogit,
    Raw,
    ScalingBinning,
    ScikitCalibrated,
    ScikitLogits,
    Spline,
    betacal,
    centred_isotonic,
    scikit_isotonic,
)

AUTO, RAW = "Auto", "raw"
SCIKIT = "scikit-learn"
OURS = "calibrant"


@dataclass(frozen=True)
class Contestant:
    name: str
    make: Callable[[], Any]
    origin: str  # the package, by its name in the lock file; "" for what needs none
    any_score: bool = False  # takes margins as they are
    slow: bool = False  # left out of --quick

    @property
    def ours(self) -> bool:
        return self.origin == OURS


CONTESTANTS = [
    *(
        Contestant(
            method["title"],
            partial(ours, method["name"]),
            OURS,
            any_score=not method["needs_probabilities"],
        )
        for method in methods()
        if method["gives_curve"]
    ),
    Contestant(RAW, Raw, ""),
    Contestant("sklearn isotonic", scikit_isotonic, SCIKIT, any_score=True),
    Contestant("sklearn sigmoid", lambda: ScikitCalibrated("sigmoid"), SCIKIT, any_score=True),
    Contestant("sklearn sigmoid on logits", lambda: ScikitLogits("sigmoid"), SCIKIT),
    Contestant("sklearn temperature", lambda: ScikitLogits("temperature"), SCIKIT),
    Contestant("sklearn quadratic logit", QuadraticLogit, SCIKIT),
    Contestant("betacal abm", lambda: betacal("abm"), "betacal"),
    Contestant("betacal am", lambda: betacal("am"), "betacal"),
    Contestant("venn-abers", InductiveVennAbers, "venn-abers"),
    Contestant("splinecalib", Spline, "splinecalib", slow=True),
    Contestant("centred isotonic", centred_isotonic, "cir-model", any_score=True),
    Contestant("scaling-binning", ScalingBinning, "uncertainty-calibration"),
    Contestant("BBQ", BBQ, "CalibratR", slow=True),
]  # fmt: skip

# Peers that are never tried, and why.
ABSENT = {
    "netcal (HistogramBinning, BBQ, ENIR)": "requires PyTorch, pyro and gpytorch; from PyPI "
    "that is the build with CUDA, several gigabytes for three binning methods. BBQ is R's "
    "CalibratR instead; no other package offers ENIR",
}


def version(package: str) -> str:
    if package == "CalibratR":
        return calibratr_version()
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""


def present(contestants: list[Contestant]) -> tuple[list[Contestant], dict[str, str]]:
    """Those that can be made here, and why the others cannot."""
    able, absent = [], {}
    for contestant in contestants:
        try:
            contestant.make()
            able.append(contestant)
        except ImportError as error:
            absent[contestant.name] = f"cannot be imported: {error}"
    return able, absent
