"""The page docs/results/arena.md and its diagrams, from the results. Nothing is measured here."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from .contestants import AUTO, RAW
from .diagram import draw
from .ranks import clustered, critical_difference, mean_excess, ranks, win_rates
from .results import Problem, Results, is_real, title
from .tables import Array
from .verdict import Line, harms, verdict

PREAMBLE = Path(__file__).with_name("preamble.md")
CALIBRATION = {"miscalibration": "miscalibration", "ece": "ECE", "smooth_ece": "smooth ECE"}
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


Column = tuple[str, Array, int]  # its head, a figure for each method, and its digits


def method_table(results: Results, columns: list[Column]) -> str:
    """The figures of each method, by mean rank in log loss."""
    loss = results.losses("log_loss")
    worst = 1e4 * (loss - loss[:, [results.column(RAW)]]).max(axis=0)
    columns = [("rank, log loss", ranks(loss).mean(axis=0), 2),
               ("rank, Brier", ranks(results.losses("brier")).mean(axis=0), 2),
               *columns, ("worst against raw", worst, 0)]  # fmt: skip
    rows = []
    for k in _order(results):
        name = results.contestants[k]
        figures = [f"{column[k]:.{digits}f}" for _, column, digits in columns]
        rows.append([_named(name), *figures, str(results.failures(name))])
    return table(["method", *(head for head, _, _ in columns), "failed fits"], rows)


def main_table(results: Results) -> str:
    loss, brier = results.losses("log_loss"), results.losses("brier")
    columns: list[Column] = [("excess, log loss", 1e4 * mean_excess(loss), 1),
                             ("excess, Brier", 1e4 * mean_excess(brier), 1),
                             ("wins %, log loss", 100 * win_rates(loss), 0),
                             ("wins %, Brier", 100 * win_rates(brier), 0)]  # fmt: skip
    for name, word in CALIBRATION.items():
        columns.append((f"rank, {word}", ranks(results.losses(name)).mean(axis=0), 2))
    return method_table(results, columns)


def part_table(
    results: Results, parts: dict[str, Results], figures: Callable[[Results], Array], digits: int
) -> str:
    """The figures of the methods in each part, the least in bold, in the order of the whole."""
    parts = {name: part for name, part in parts.items() if part.problems}
    values = {name: figures(part) for name, part in parts.items()}
    header = ["method", *(f"{name} ({len(part.problems)})" for name, part in parts.items())]
    rows = []
    for k in _order(results):
        bold = ["**" if m[k] == m.min() else "" for m in values.values()]
        cells = [f"{b}{m[k]:.{digits}f}{b}" for b, m in zip(bold, values.values(), strict=True)]
        rows.append([_named(results.contestants[k]), *cells])
    return table(header, rows)


def rank_table(results: Results, parts: dict[str, Results], measure: str) -> str:
    """Mean ranks in each part."""
    return part_table(results, parts, lambda part: ranks(part.losses(measure)).mean(axis=0), 2)


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


def seconds_table(results: Results, digits: int = 1) -> str:
    """Medians over problems and splits, in milliseconds."""
    sizes = sorted({problem["size"] for problem in results.problems})

    def median(name: str, size: int) -> str:
        taken = [t for p in results.problems if p["size"] == size
                 for t in p["methods"][name]["seconds"]]  # fmt: skip
        return f"{1e3 * float(np.median(taken)):.{digits}f}"

    rows = [[_named(name), *(median(name, size) for size in sizes)] for name in results.contestants]
    return table(["ms, fit and predict", *(f"N = {size}" for size in sizes)], rows)


def by(results: Results, key: Callable[[Problem], Any], name: str) -> dict[str, Results]:
    """Parts of equal key, named by it, in the order of the problems; "" belongs to none."""
    values = dict.fromkeys(value for p in results.problems if (value := key(p)) != "")
    return {name.format(v): results.where(lambda p, v=v: key(p) == v) for v in values}  # type: ignore[misc]


def diagram(results: Results, measure: str, title: str) -> str:
    mean = ranks(results.losses(measure)).mean(axis=0)
    difference = critical_difference(len(mean), len(results.problems))
    return draw(results.contestants, mean, difference, title, AUTO)


def diagrams(results: Results) -> dict[str, str]:
    return {
        f"arena-{measure.replace('_', '-')}.svg": diagram(
            results, measure, f"Mean ranks, {word}, {len(results.problems)} problems"
        )
        for measure, word in (("log_loss", "log loss"), ("brier", "Brier score"))
    }


def in_short(results: Results) -> list[str]:
    """The page in a few sentences."""
    data = set(results.data_sets())
    methods, problems = len(results.contestants), len(results.problems)
    out = [f"{methods} methods were compared on {problems} problems from {len(data)} data sets."]
    parts = {
        "All problems": results,
        "Set aside": results.where(lambda problem: problem["aside"]),
    }
    for part, some in parts.items():
        for measure, word in (("log_loss", "log loss"), ("brier", "Brier score")):
            if some.problems:
                out.append(f"{part}, {word}: {lead(some, measure)}")
    alone = critical_difference(methods, problems)
    shared = critical_difference(methods, len(data))
    out.append(
        f"A lead in all problems is clear if it is more than {alone:.1f}, when the problems are "
        f"treated as independent. With one rank for each data set it would have to be {shared:.1f}"
        f"{', so there are too few data sets to tell' if lead_of_auto(results) < shared else ''}."
    )
    found = harms(results)
    beyond = sum(harm.excess > harm.allowed for harm in found)
    several = any("classes" in problem for problem in results.problems)
    allowed, of = ("K/N", "problems") if several else ("1/N", "problems with 300 rows or more")
    out.append(
        f"Auto's log loss is higher than that of the raw scores by more than 0.001 + {allowed} on "
        f"{beyond} of {len(found)} {of}."
    )
    return ["## In short\n", "\n".join(f"* {one}" for one in out) + "\n"]


def lead(results: Results, measure: str) -> str:
    """Who is first, and who comes next."""
    mean = ranks(results.losses(measure)).mean(axis=0)
    order = [int(place) for place in np.argsort(mean, kind="stable")]
    names = [results.contestants[place] for place in order]
    if names[0] == AUTO:
        next_one = f"The next one is {names[1]} with {mean[order[1]]:.1f}."
        return f"{AUTO} has the best mean rank, {mean[order[0]]:.1f}. {next_one}"
    place = names.index(AUTO)
    own = f"{AUTO} is in place {place + 1} with {mean[order[place]]:.1f}."
    return f"{names[0]} has the best mean rank, {mean[order[0]]:.1f}. {own}"


def lead_of_auto(results: Results) -> float:
    """By how much Auto's mean rank in log loss is better than that of the best other method."""
    mean = ranks(results.losses("log_loss")).mean(axis=0)
    own = results.column(AUTO)
    return float(np.delete(mean, own).min() - mean[own])


def opening(
    document: dict[str, Any], preamble: Path, lines: list[Line], results: Results
) -> list[str]:
    """The page in a few sentences, what the run was, and the verdict."""
    run = document["run"]
    minutes = f", {run['minutes']:.0f} minutes" if "minutes" in run else ""
    versions = ", ".join(f"{name} {number}" for name, number in run["versions"].items())
    title, rest = preamble.read_text().split("\n\n", 1)
    return [
        f"{title}\n",
        *in_short(results),
        rest,
        "## The run\n",
        f"Commit {run['commit']}, {run['date']}, {run['machine']}, {run['splits']} splits{minutes}."
        " Differences of losses are given in units of 0.0001.\n",
        f"Packages: {versions}.\n",
        *(f"* Absent: {name}: {reason}.\n" for name, reason in document["absent"].items()),
        *(f"* Too small for any calibration size: {n}.\n" for n in document.get("too_small", [])),
        "## Verdict\n",
        "\n".join(f"* {line}" for line in lines) + "\n",
    ]


def standings(results: Results, table: str, pictures: Iterable[str] = ()) -> list[str]:
    shown = [f"![Mean ranks and critical differences]({name})\n" for name in pictures]
    return [_differences(results), _per_data_set(results), table, *shown]


def page(document: dict[str, Any]) -> str:
    results = Results(document["contestants"], document["problems"])
    aside = results.where(lambda problem: problem["aside"])
    working = results.where(lambda problem: not problem["aside"])
    groups = {"all": results, "real": results.where(is_real),
              "simulated": results.where(lambda p: not is_real(p)), "set aside": aside,
              "set aside, real": aside.where(is_real)}  # fmt: skip
    out = opening(document, PREAMBLE, verdict(results), results)
    out += ["## All problems\n", *standings(results, main_table(results), diagrams(results))]
    if aside.problems:
        out += ["## Set aside\n", *standings(aside, main_table(aside))]
    out += ["## Real and simulated\n",
            "Mean ranks, log loss; the number of problems in brackets.\n",
            rank_table(results, groups, "log_loss"), "Brier:\n",
            rank_table(results, groups, "brier")]  # fmt: skip
    out.append("## Two thirds, looked at closely\n")
    out.append(
        "What follows leaves out the problems set aside: it is what changes may be based on.\n"
    )
    for key, name, heading in (
        (lambda p: p["size"], "N = {}", "By calibration size"),
        (lambda p: p["classifier"] if is_real(p) else "", "{}", "By classifier"),
        (lambda p: p["data"] if not is_real(p) else "", "{}", "By simulation"),
    ):
        for measure in ("log_loss", "brier"):
            if parts := by(working, key, name):
                out.append(f"### {heading}, mean rank, {measure.replace('_', ' ')}\n")
                out.append(rank_table(working, parts, measure))
    out += ["### Where Auto loses most, log loss\n", lost_table(working)]
    if any(problem["size"] >= 300 for problem in results.problems):
        out.append("## Against raw scores\n")
        out.append("The problems with 300 calibration rows or more where Auto does worst "
                   "compared with the raw scores, mean ± standard error over "
                   "the splits.\n")  # fmt: skip
        out.append(harm_table(results))
    out += ["## Time\n",
            "Medians, one thread, others running at the same time: for proportion only.\n",
            seconds_table(results)]  # fmt: skip
    return "\n".join(out)


def write(document: dict[str, Any], folder: Path) -> None:
    results = Results(document["contestants"], document["problems"])
    write_all(folder, {"arena.md": page(document), **diagrams(results)})


def write_all(folder: Path, files: dict[str, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text)
