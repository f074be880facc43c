"""Who takes part: one line each. Any object with fit(p, y) and predict_proba(p) can be added.

Contestants of Calibrant get margins as they are; the others get their softmax.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..contestants import AUTO, RAW, SCIKIT
from ..peers import InductiveVennAbers, Spline, betacal, scikit_isotonic
from .ours import ours
from .peers import EnsembleTemperature, OneVsRest, Raw, ScikitTemperature
from .structured import Dirichlet, Structured, Vector

OURS = "calibrant"


@dataclass(frozen=True)
class Contestant:
    name: str
    make: Callable[[], Any]
    origin: str  # the package, by its name in the lock file; "" for what needs none

    @property
    def ours(self) -> bool:
        return self.origin == OURS


CONTESTANTS = [
    Contestant(AUTO, partial(ours, "Auto"), OURS),
    Contestant("temperature", partial(ours, "Temperature"), OURS),
    Contestant("vector", partial(ours, "Vector"), OURS),
    Contestant("matrix", partial(ours, "Matrix"), OURS),
    Contestant("one-vs-rest Auto", partial(ours, "OneVsRest"), OURS),
    Contestant(RAW, Raw, ""),
    Contestant("sklearn temperature", ScikitTemperature, SCIKIT),
    Contestant("ensemble temperature", EnsembleTemperature, ""),
    Contestant("vector without a prior", Vector, ""),
    Contestant("SVS", lambda: Structured(matrix=False), ""),
    Contestant("SMS", lambda: Structured(matrix=True), ""),
    Contestant("Dirichlet L2", lambda: Dirichlet(odir=False), ""),
    Contestant("Dirichlet ODIR", lambda: Dirichlet(odir=True), ""),
    Contestant("sklearn isotonic", lambda: OneVsRest(scikit_isotonic), SCIKIT),
    Contestant("betacal abm", lambda: OneVsRest(lambda: betacal("abm")), "betacal"),
    Contestant("venn-abers", lambda: OneVsRest(InductiveVennAbers), "venn-abers"),
    Contestant("splinecalib", lambda: OneVsRest(Spline), "splinecalib"),
]  # fmt: skip


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
