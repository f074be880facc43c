"""What the arena of several classes is asked, PASS or FAIL, with figures."""

from ..contestants import AUTO
from ..ranks import mean_excess
from ..results import Results
from ..verdict import Line, first_in_ranks, never_worse_than_raw, parts_of


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


def verdict(results: Results) -> list[Line]:
    lines = first_in_ranks(results)
    lines += [half_of_the_others(part, over) for part, over in parts_of(results)]
    return [*lines, never_worse_than_raw(results, "K/N", "problems")]
