"""What the arena is asked: is Auto first, and does it never do harm? PASS or FAIL, with figures."""

from dataclasses import dataclass

import numpy as np

from .contestants import AUTO, RAW
from .ranks import critical_difference, ranks
from .results import Results, title

HARM_FROM = 300  # calibration rows from which Auto may not be worse than raw
HARM = 1e-3  # ... by more than this plus 1/N


@dataclass(frozen=True)
class Line:
    passed: bool
    text: str

    def __str__(self) -> str:
        return f"{'PASS' if self.passed else 'FAIL'} {self.text}"


def first_in_rank(results: Results, measure: str, over: str) -> Line:
    mean = ranks(results.losses(measure)).mean(axis=0)
    order = [results.contestants[i] for i in np.argsort(mean, kind="stable")]
    rank = dict(zip(results.contestants, mean, strict=True))
    rival = next(name for name in order if name != AUTO)
    gap = rank[rival] - rank[AUTO]
    needed = critical_difference(len(order), len(results.problems))
    place = order.index(AUTO) + 1
    told = (
        "outside the critical difference"
        if abs(gap) > needed
        else "within the critical difference: the data cannot tell them apart"
    )
    return Line(
        bool(gap > 0),
        f"Auto first in mean rank, {measure.replace('_', ' ')}, {over}: place {place}, "
        f"{rank[AUTO]:.2f}; {'runner-up' if place == 1 else 'best'} {rival} {rank[rival]:.2f}, "
        f"{told} ({needed:.2f})",
    )


@dataclass(frozen=True)
class Harm:
    problem: str
    excess: float  # Auto's log loss minus that of raw, mean over the splits
    allowed: float
    error: float  # standard error of the excess over the splits


def harms(results: Results) -> list[Harm]:
    """Each problem with enough rows, the worst in relation to its allowance first. Problems of
    several classes have enough, and one more parameter for each class may be wrong."""
    found = []
    for problem in results.problems:
        if problem["size"] >= HARM_FROM or "classes" in problem:
            methods = problem["methods"]
            excess = np.subtract(methods[AUTO]["log_loss"], methods[RAW]["log_loss"])
            error = excess.std(ddof=1) / np.sqrt(len(excess)) if len(excess) > 1 else np.nan
            allowed = HARM + problem.get("classes", 1) / problem["size"]
            found.append(Harm(title(problem), float(excess.mean()), allowed, float(error)))
    return sorted(found, key=lambda harm: harm.allowed - harm.excess)


def never_worse_than_raw(results: Results, allowance: str, of: str) -> Line:
    found = harms(results)
    beyond = [harm for harm in found if harm.excess > harm.allowed]
    worst = "".join(
        f"; worst {harm.problem}: {harm.excess:+.5f}, allowed {harm.allowed:.5f}"
        for harm in found[:1]
    )
    return Line(
        not beyond,
        f"Auto never worse than raw by more than 1e-3 + {allowance} in log loss: {len(beyond)} of "
        f"{len(found)} {of} are{worst}",
    )


def parts_of(results: Results) -> list[tuple[Results, str]]:
    aside = results.where(lambda problem: problem["aside"])
    return [(part, over) for part, over in ((results, "all problems"), (aside, "set aside"))
            if part.problems]  # fmt: skip


def first_in_ranks(results: Results) -> list[Line]:
    return [first_in_rank(part, measure, over) for part, over in parts_of(results)
            for measure in ("log_loss", "brier")]  # fmt: skip


def verdict(results: Results) -> list[Line]:
    of = f"problems with N >= {HARM_FROM}"
    return [*first_in_ranks(results), never_worse_than_raw(results, "1/N", of)]
