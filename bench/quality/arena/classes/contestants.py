"""Who takes part: one line each. Any object with fit(p, y) and predict_proba(p) can be added.

Contestants of Calibrant get margins as they are; the others get their softmax.
"""

from functools import partial

from ..contestants import OURS, RAW, SCIKIT, Contestant
from ..ours import methods, ours
from ..peers import InductiveVennAbers, Spline, betacal, scikit_isotonic
from .peers import EnsembleTemperature, OneVsRest, Raw, ScikitTemperature
from .structured import Dirichlet, Structured, Vector

CONTESTANTS = [
    *(
        Contestant(method["title"], partial(ours, method["name"]), OURS)
        for method in methods()
        if method["joint"]
    ),
    Contestant("one-vs-rest Auto", partial(ours, "one-vs-rest"), OURS),
    Contestant(RAW, Raw, ""),
    Contestant("sklearn temperature", ScikitTemperature, SCIKIT),
    Contestant("ensemble temperature", EnsembleTemperature, ""),
    Contestant("vector without a prior", Vector, ""),
    Contestant("SVS", lambda: Structured(matrix=False), ""),
    Contestant("SMS", lambda: Structured(matrix=True), ""),
    Contestant("Dirichlet L2", lambda: Dirichlet(odir=False), "", slow=True),
    Contestant("Dirichlet ODIR", lambda: Dirichlet(odir=True), "", slow=True),
    Contestant("sklearn isotonic", lambda: OneVsRest(scikit_isotonic), SCIKIT),
    Contestant("betacal abm", lambda: OneVsRest(lambda: betacal("abm")), "betacal"),
    Contestant("venn-abers", lambda: OneVsRest(InductiveVennAbers), "venn-abers"),
    Contestant("splinecalib", lambda: OneVsRest(Spline), "splinecalib", slow=True),
]  # fmt: skip
