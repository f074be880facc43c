"""What the arena of several classes is asked, PASS or FAIL, with figures."""

from dataclasses import dataclass

import numpy as np

from ..contestants import AUTO, RAW
from ..ranks import mean_excess
from ..results import Results, title
from ..verdict import Line, first_in_rank

HARM = 1e-3  # what Auto may lose to the raw scores, plus K / N


def half_of_the_others(results: Results, over: str) -> Line:
    excess = dict(
        zip(results.contestants, mean_excess(results.losses("log_loss")).tolist(), strict=True)
    )
    rival = min((name for name in excess if name != AUTO), key=lambda name: excess[name])
    return Line(
        excess[AUTO] <= excess[rival] / 2,
        f"Auto's mean excess log loss is at most half of the best other method's, {over}: "
        f"{1e4 * excess[AUTO]:.1f}e-4; {rival} {1e4 * excess[rival]:.1f}e-4",
    )


@dataclass(frozen=True)
class Harm:
    problem: str
    excess: float  # Auto's log loss minus that of raw, mean over the splits
    allowed: float
    error: float  # standard error of the excess over the splits


def harms(results: Results) -> list[Harm]:
    """The worst in relation to its allowance first."""
    found = []
    for problem in results.problems:
        methods = problem["methods"]
        excess = np.subtract(methods[AUTO]["log_loss"], methods[RAW]["log_loss"])
        error = excess.std(ddof=1) / np.sqrt(len(excess)) if len(excess) > 1 else np.nan
        allowed = HARM + problem["classes"] / problem["size"]
        found.append(Harm(title(problem), float(excess.mean()), allowed, float(error)))
    return sorted(found, key=lambda harm: harm.allowed - harm.excess)


def never_worse_than_raw(results: Results) -> Line:
    found = harms(results)
    beyond = [harm for harm in found if harm.excess > harm.allowed]
    worst = found[0]
    return Line(
        not beyond,
        f"Auto never loses more than 1e-3 + K/N to the raw scores in log loss: {len(beyond)} of "
        f"{len(found)} problems are beyond; nearest to its limit is {worst.problem}: "
        f"{worst.excess:+.5f}, allowed {worst.allowed:.5f}",
    )


def verdict(results: Results) -> list[Line]:
    aside = results.where(lambda problem: problem["aside"])
    parts = [(part, over) for part, over in ((results, "all problems"), (aside, "set aside"))
             if part.problems]  # fmt: skip
    lines = [first_in_rank(part, measure, over) for part, over in parts
             for measure in ("log_loss", "brier")]  # fmt: skip
    lines += [half_of_the_others(part, over) for part, over in parts]
    return [*lines, never_worse_than_raw(results)]
