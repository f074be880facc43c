"""The page docs/results/arena-classes.md, from the results. Nothing here measures anything."""

from pathlib import Path
from typing import Any

import numpy as np

from ..ranks import mean_excess, win_rates
from ..report import (
    by,
    diagram,
    harm_table,
    lost_table,
    method_table,
    opening,
    part_table,
    rank_table,
    seconds_table,
    standings,
    write_all,
)
from ..results import Results
from .verdict import verdict

PREAMBLE = Path(__file__).with_name("preamble.md")
PICTURE = "arena-classes.svg"


def main_table(results: Results) -> str:
    loss, brier = results.losses("log_loss"), results.losses("brier")
    excess = np.median(loss - loss.min(axis=1, keepdims=True), axis=0)
    return method_table(results, [("mean excess, log loss", 1e4 * mean_excess(loss), 1),
                                  ("median excess, log loss", 1e4 * excess, 1),
                                  ("mean excess, Brier", 1e4 * mean_excess(brier), 1),
                                  ("wins %, log loss", 100 * win_rates(loss), 0)])  # fmt: skip


def excess_table(results: Results, parts: dict[str, Results]) -> str:
    """Mean excess log loss in each part."""
    return part_table(results, parts, lambda p: 1e4 * mean_excess(p.losses("log_loss")), 0)


def page(document: dict[str, Any]) -> str:
    results = Results(document["contestants"], document["problems"])
    aside = results.where(lambda problem: problem["aside"])
    working = results.where(lambda problem: not problem["aside"])
    out = opening(document, PREAMBLE, verdict(results), results)
    out += ["## All problems\n", *standings(results, main_table(results), [PICTURE])]
    if aside.problems:
        out += ["## Set aside\n", *standings(aside, main_table(aside))]
    if working.problems:
        out += ["## The other problems in detail\n",
                "These tables leave out the data sets that are set aside. Changes may be based on "
                "them.\n"]  # fmt: skip
        for key, name, heading in (
            (lambda p: p["size"], "N = {}", "By calibration rows"),
            (lambda p: p["classifier"], "{}", "By classifier"),
        ):
            parts = by(working, key, name)
            out += [f"### {heading}: mean rank, log loss\n", rank_table(working, parts, "log_loss")]
            out += [f"### {heading}: mean excess log loss\n", excess_table(working, parts)]
        out += ["### Where Auto loses most\n", lost_table(working)]
    out += ["## Against the raw scores\n",
            "The table shows the problems where Auto comes nearest to its limit, or exceeds it. "
            "It gives the mean difference of the log loss and its standard error over the "
            "splits.\n", harm_table(results)]  # fmt: skip
    out += ["## Time\n", "Median processor milliseconds of a fit and its predictions. The "
            "machine ran other work as well, so the figures only show proportions.\n",
            seconds_table(results, 0)]  # fmt: skip
    return "\n".join(out)


def write(document: dict[str, Any], folder: Path) -> None:
    results = Results(document["contestants"], document["problems"])
    title = f"Mean ranks, log loss, {len(results.problems)} problems of several classes"
    picture = diagram(results, "log_loss", title)
    write_all(folder, {"arena-classes.md": page(document), PICTURE: picture})
