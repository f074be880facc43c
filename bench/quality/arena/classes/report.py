"""The page docs/arena-classes.md, from the results. Nothing here measures anything."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ..contestants import AUTO, RAW
from ..diagram import draw
from ..ranks import critical_difference, mean_excess, ranks, win_rates
from ..report import _differences, _named, _order, _per_data_set, lost_table, rank_table, table
from ..results import Results
from .problems import SIZES
from .verdict import harms, verdict

PREAMBLE = Path(__file__).with_name("preamble.md")
HARMS_SHOWN = 10
PICTURE = "arena-classes.svg"


def main_table(results: Results) -> str:
    loss, brier = results.losses("log_loss"), results.losses("brier")
    excess = loss - loss.min(axis=1, keepdims=True)
    columns = [ranks(loss).mean(axis=0), ranks(brier).mean(axis=0), 1e4 * mean_excess(loss),
               1e4 * np.median(excess, axis=0), 1e4 * mean_excess(brier), 100 * win_rates(loss),
               1e4 * (loss - loss[:, [results.column(RAW)]]).max(axis=0)]  # fmt: skip
    header = ["method", "rank, log loss", "rank, Brier", "mean excess, log loss",
              "median excess, log loss", "mean excess, Brier", "wins %, log loss",
              "worst against raw", "failed fits"]  # fmt: skip
    digits = (2, 2, 1, 1, 1, 0, 0)
    rows = []
    for k in _order(results):
        name = results.contestants[k]
        figures = [f"{column[k]:.{d}f}" for column, d in zip(columns, digits, strict=True)]
        rows.append([_named(name), *figures, str(results.failures(name))])
    return table(header, rows)


def excess_table(results: Results, parts: dict[str, Results]) -> str:
    """Mean excess log loss in each part, the methods in the order of the whole."""
    parts = {name: part for name, part in parts.items() if part.problems}
    mean = {name: 1e4 * mean_excess(part.losses("log_loss")) for name, part in parts.items()}
    header = ["method", *(f"{name} ({len(part.problems)})" for name, part in parts.items())]
    rows = []
    for k in _order(results):
        cells = [f"**{m[k]:.0f}**" if m[k] == m.min() else f"{m[k]:.0f}" for m in mean.values()]
        rows.append([_named(results.contestants[k]), *cells])
    return table(header, rows)


def harm_table(results: Results) -> str:
    """All that are beyond their allowance, and ten at least."""
    found = harms(results)
    shown = max(HARMS_SHOWN, sum(harm.excess > harm.allowed for harm in found))
    rows = [
        [harm.problem, f"{1e4 * harm.excess:+.1f} ± {1e4 * harm.error:.1f}",
         f"{1e4 * harm.allowed:.1f}", "yes" if harm.excess > harm.allowed else "no"]
        for harm in found[:shown]
    ]  # fmt: skip
    return table(["problem", "Auto minus raw", "allowed", "beyond"], rows)


def seconds_table(results: Results) -> str:
    """Medians over problems and splits."""
    sizes = [size for size in SIZES if any(p["size"] == size for p in results.problems)]

    def median(name: str, size: int) -> str:
        taken = [t for p in results.problems if p["size"] == size
                 for t in p["methods"][name]["seconds"]]  # fmt: skip
        return f"{1e3 * float(np.median(taken)):.0f}"

    rows = [[_named(name), *(median(name, size) for size in sizes)] for name in results.contestants]
    return table(["method", *(f"N = {size}" for size in sizes)], rows)


def picture(results: Results) -> str:
    mean = ranks(results.losses("log_loss")).mean(axis=0)
    difference = critical_difference(len(mean), len(results.problems))
    title = f"Mean ranks, log loss, {len(results.problems)} problems of several classes"
    return draw(results.contestants, mean, difference, title, AUTO)


def _parts(results: Results, key: Callable[[dict[str, Any]], Any], name: str) -> dict[str, Results]:
    values = list(dict.fromkeys(key(problem) for problem in results.problems))
    return {name.format(v): results.where(lambda p, v=v: key(p) == v) for v in values}  # type: ignore[misc]


def page(document: dict[str, Any]) -> str:
    results = Results(document["contestants"], document["problems"])
    aside = results.where(lambda problem: problem["aside"])
    working = results.where(lambda problem: not problem["aside"])
    run = document["run"]
    versions = ", ".join(f"{name} {number}" for name, number in run["versions"].items())
    out = [PREAMBLE.read_text(), "## The run\n"]
    out.append(
        f"Commit {run['commit']}, {run['date']}, {run['machine']}, {run['splits']} splits. "
        "Differences of losses are given in units of 0.0001.\n"
    )
    out.append(f"Packages: {versions}.\n")
    out += [f"* Absent: {name}: {reason}.\n" for name, reason in document["absent"].items()]
    out += ["## Verdict\n", "\n".join(f"* {line}" for line in verdict(results)) + "\n"]
    out += ["## All problems\n", _differences(results), _per_data_set(results)]
    out += [main_table(results), f"![Mean ranks and critical differences]({PICTURE})\n"]
    if aside.problems:
        out += ["## Set aside\n", _differences(aside), _per_data_set(aside), main_table(aside)]
    if working.problems:
        out += ["## The other problems in detail\n",
                "These tables leave out the data sets that are set aside. Changes may be based on "
                "them.\n"]  # fmt: skip
        for key, name, heading in (
            (lambda p: p["size"], "N = {}", "By calibration rows"),
            (lambda p: p["classifier"], "{}", "By classifier"),
        ):
            parts = _parts(working, key, name)
            out += [f"### {heading}: mean rank, log loss\n", rank_table(working, parts, "log_loss")]
            out += [f"### {heading}: mean excess log loss\n", excess_table(working, parts)]
        out += ["### Where Auto loses most\n", lost_table(working)]
    out += ["## Against the raw scores\n",
            "The table shows the problems where Auto comes nearest to its limit, or exceeds it. "
            "It gives the mean difference of the log loss and its standard error over the "
            "splits.\n", harm_table(results)]  # fmt: skip
    out += ["## Time\n", "Median processor milliseconds of a fit and its predictions. The "
            "machine ran other work as well, so the figures only show proportions.\n",
            seconds_table(results)]  # fmt: skip
    return "\n".join(out)


def write(document: dict[str, Any], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "arena-classes.md").write_text(page(document))
    results = Results(document["contestants"], document["problems"])
    (folder / PICTURE).write_text(picture(results))
