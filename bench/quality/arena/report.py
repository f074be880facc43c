"""The page docs/arena.md and its diagrams, from the results. Nothing here measures anything."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from .contestants import AUTO, RAW
from .diagram import draw
from .problems import SIMULATION, SIZES
from .ranks import clustered, critical_difference, mean_excess, ranks, win_rates
from .results import Problem, Results, is_real, title
from .tables import Array
from .verdict import harms, verdict

PREAMBLE = Path(__file__).with_name("preamble.md")
CALIBRATION = ("miscalibration", "ece", "smooth_ece")
HARMS_SHOWN = 10


def table(header: list[str], rows: Iterable[list[str]]) -> str:
    """Markdown, numbers to the right."""
    lines = ["| " + " | ".join(header) + " |", "|---" + "|--:" * (len(header) - 1) + "|"]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)]) + "\n"


def _named(name: str) -> str:
    return f"**{name}**" if name == AUTO else name


def _order(results: Results) -> list[int]:
    """By mean rank in log loss."""
    order = np.argsort(ranks(results.losses("log_loss")).mean(axis=0), kind="stable")
    return [int(place) for place in order]


def main_table(results: Results) -> str:
    loss, brier = results.losses("log_loss"), results.losses("brier")
    columns: list[Array] = [ranks(loss).mean(axis=0), ranks(brier).mean(axis=0)]
    columns += [1e4 * mean_excess(loss), 1e4 * mean_excess(brier)]
    columns += [100 * win_rates(loss), 100 * win_rates(brier)]
    columns += [ranks(results.losses(name)).mean(axis=0) for name in CALIBRATION]
    columns.append(1e4 * (loss - loss[:, [results.column(RAW)]]).max(axis=0))
    digits = (2, 2, 1, 1, 0, 0, 2, 2, 2, 0)
    header = ["method", "rank, log loss", "rank, Brier", "excess, log loss", "excess, Brier",
              "wins %, log loss", "wins %, Brier", "rank, miscalibration", "rank, ECE",
              "rank, smooth ECE", "worst against raw", "failed fits"]  # fmt: skip
    rows = []
    for k in _order(results):
        name = results.contestants[k]
        figures = [f"{column[k]:.{d}f}" for column, d in zip(columns, digits, strict=True)]
        rows.append([_named(name), *figures, str(results.failures(name))])
    return table(header, rows)


def rank_table(results: Results, parts: dict[str, Results], measure: str) -> str:
    """Mean ranks in each part, the methods in the order of the whole."""
    parts = {name: part for name, part in parts.items() if part.problems}
    mean = {name: ranks(part.losses(measure)).mean(axis=0) for name, part in parts.items()}
    header = ["method", *(f"{name} ({len(part.problems)})" for name, part in parts.items())]
    rows = []
    for k in _order(results):
        cells = [f"**{m[k]:.2f}**" if m[k] == m.min() else f"{m[k]:.2f}" for m in mean.values()]
        rows.append([_named(results.contestants[k]), *cells])
    return table(header, rows)


def _differences(results: Results) -> str:
    count, problems = len(results.contestants), len(results.problems)
    sets = len(set(results.data_sets()))
    return (
        f"{problems} problems on {sets} data sets. Critical difference "
        f"(Nemenyi, 5 %, {count} methods): {critical_difference(count, problems):.2f} if problems "
        f"were independent; those that share a data set are not, and with one (mean) rank per "
        f"data set it is "
        f"{critical_difference(count, sets):.2f}.\n"
    )


def _per_data_set(results: Results) -> str:
    """The runner-up with one rank per data set: the careful reading of the same ranks."""
    texts = []
    for measure in ("log_loss", "brier"):
        mean = clustered(ranks(results.losses(measure)), results.data_sets()).mean(axis=0)
        order = [results.contestants[k] for k in np.argsort(mean, kind="stable")][:4]
        told = ", ".join(f"{name} {mean[results.column(name)]:.2f}" for name in order)
        texts.append(f"{measure.replace('_', ' ')}: {told}")
    return "One rank per data set, the first four: " + "; ".join(texts) + ".\n"


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


def lost_table(results: Results) -> str:
    """Where Auto loses most against the best of the problem: what to look at next."""
    loss = results.losses("log_loss")
    auto = loss[:, results.column(AUTO)]
    excess = auto - loss.min(axis=1)
    rows = []
    for p in np.argsort(-excess, kind="stable")[:HARMS_SHOWN]:
        best = results.contestants[int(loss[p].argmin())]
        rows.append([title(results.problems[int(p)]), f"{1e4 * excess[p]:.1f}", best])
    return table(["problem", "excess of Auto", "best"], rows)


def seconds_table(results: Results) -> str:
    """Medians over problems and splits."""
    sizes = [size for size in SIZES if any(p["size"] == size for p in results.problems)]

    def median(name: str, size: int) -> str:
        taken = [t for p in results.problems if p["size"] == size
                 for t in p["methods"][name]["seconds"]]  # fmt: skip
        return f"{1e3 * float(np.median(taken)):.1f}"

    rows = [[_named(name), *(median(name, size) for size in sizes)] for name in results.contestants]
    return table(["ms, fit and predict", *(f"N = {size}" for size in sizes)], rows)


def _by(
    results: Results, key: Callable[[Problem], Any], values: Iterable[Any], name: str
) -> dict[str, Results]:
    return {name.format(v): results.where(lambda p, v=v: key(p) == v) for v in values}  # type: ignore[misc]


def diagrams(results: Results) -> dict[str, str]:
    pictures = {}
    for measure, word in (("log_loss", "log loss"), ("brier", "Brier score")):
        mean = ranks(results.losses(measure)).mean(axis=0)
        difference = critical_difference(len(mean), len(results.problems))
        title_text = f"Mean ranks, {word}, {len(results.problems)} problems"
        name = f"arena-{measure.replace('_', '-')}.svg"
        pictures[name] = draw(results.contestants, mean, difference, title_text, AUTO)
    return pictures


def page(document: dict[str, Any]) -> str:
    results = Results(document["contestants"], document["problems"])
    aside = results.where(lambda problem: problem["aside"])
    working = results.where(lambda problem: not problem["aside"])
    classifiers = list(dict.fromkeys(problem["classifier"] for problem in results.problems))
    groups = {"all": results, "real": results.where(is_real),
              "simulated": results.where(lambda p: not is_real(p)), "set aside": aside,
              "set aside, real": aside.where(is_real)}  # fmt: skip
    run = document["run"]
    out = [PREAMBLE.read_text()]
    out.append("## The run\n")
    out.append(
        f"Commit {run['commit']}, {run['date']}, {run['machine']}; {run['splits']} splits, "
        f"{run['minutes']:.0f} minutes. Losses are times 10⁻⁴ where they are differences.\n"
    )
    versions = ", ".join(f"{name} {number}" for name, number in run["versions"].items())
    out.append(f"Packages: {versions}.\n")
    out += [f"* Absent: {name}: {reason}.\n" for name, reason in document["absent"].items()]
    out += [f"* Too small for any calibration size: {name}.\n" for name in document["too_small"]]
    out.append("## Verdict\n")
    out.append("\n".join(f"* {line}" for line in verdict(results)) + "\n")
    out.append("## All problems\n")
    out += [_differences(results), _per_data_set(results), main_table(results)]
    out += [f"![Critical differences]({name})\n" for name in diagrams(results)]
    if aside.problems:
        out += ["## Set aside\n", _differences(aside), _per_data_set(aside), main_table(aside)]
    out += ["## Real and simulated\n",
            "Mean ranks, log loss; the number of problems in brackets.\n",
            rank_table(results, groups, "log_loss"), "Brier:\n",
            rank_table(results, groups, "brier")]  # fmt: skip
    out.append("## Two thirds, looked at closely\n")
    out.append(
        "What follows leaves out the problems set aside: it is what changes may be based on.\n"
    )
    for key, values, name, heading in (
        (lambda p: p["size"], SIZES, "N = {}", "By calibration size"),
        (lambda p: p["classifier"], [c for c in classifiers if c != SIMULATION], "{}",
         "By classifier"),
        (lambda p: p["data"] if not is_real(p) else "",
         [p["data"] for p in working.problems if not is_real(p)], "{}", "By simulation"),
    ):  # fmt: skip
        for measure in ("log_loss", "brier"):
            parts = _by(working, key, values, name)
            if any(part.problems for part in parts.values()):
                out.append(f"### {heading}, mean rank, {measure.replace('_', ' ')}\n")
                out.append(rank_table(working, parts, measure))
    out += ["### Where Auto loses most, log loss\n", lost_table(working)]
    if any(problem["size"] >= 300 for problem in results.problems):
        out.append("## Against raw scores\n")
        out.append("The problems with 300 calibration rows or more where Auto does worst beside "
                   "the raw scores, mean ± standard error over the splits.\n")  # fmt: skip
        out.append(harm_table(results))
    out += ["## Time\n", "Medians, one thread, others running beside it: for proportion only.\n",
            seconds_table(results)]  # fmt: skip
    return "\n".join(out)


def write(document: dict[str, Any], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "arena.md").write_text(page(document))
    results = Results(document["contestants"], document["problems"])
    for name, picture in diagrams(results).items():
        (folder / name).write_text(picture)
