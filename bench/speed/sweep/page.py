"""The page docs/results/speed.md and its pictures, from the result alone: nothing here measures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from .contestants import CONTESTANTS, CPP, FILES, PYTHON, Contestant
from .figures import digits, duration, power
from .growth import Cells, exponent
from .plot import draw
from .targets import FAIL, PASS, TARGETS, UNKNOWN, judge

PREAMBLE = Path(__file__).with_name("preamble.md")
PICTURES = {"fit": "speed-fit.svg", "apply": "speed-apply.svg"}
TASKS = {"fit": "Fit", "apply": "Apply"}
NOTHING = "–"
MILLION = 10**6

Document = dict[str, Any]


def table(header: Sequence[str], rows: Iterable[Sequence[str]], words: int = 1) -> str:
    """Markdown; all but the first columns, which hold words, to the right."""
    rule = "|" + "---|" * words + "--:|" * (len(header) - words)
    lines = ["| " + " | ".join(header) + " |", rule]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)]) + "\n"


def _the_run(run: Document) -> str:
    machine = run["machine"]
    kind = "" if run["full"] else " **A part of a full run.**"
    versions = ", ".join(f"{name} {number}" for name, number in run["versions"].items())
    return (
        f"Commit {run['commit']}, {run['date']}, {run['minutes']:.0f} minutes.{kind} "
        f"{machine['cores']} cores of {machine['cpu']}, {machine['memory_gib']:g} GiB, "
        f"{machine['os']} (Linux {machine['kernel']}), {machine['compiler']}; load before the run "
        f"{machine['load']:.1f}.\n\n{versions}.\n"
    )


def summary(rows: Sequence[Document]) -> str:
    verdicts = [judge(target, rows)[0] for target in TARGETS]
    return (
        f"{verdicts.count(PASS)} of {len(TARGETS)} targets met, {verdicts.count(FAIL)} missed, "
        f"{verdicts.count(UNKNOWN)} not measured"
    )


def target_table(rows: Sequence[Document]) -> str:
    lines = []
    for target in TARGETS:
        verdict, worst = judge(target, rows)
        measured = limit = name = NOTHING
        if worst:
            measured, name = digits(worst["value"]), worst["name"]
        if target.limit or worst:
            limit = f"{target.limit or (worst or {})['limit']:g}"
        strong = f"**{verdict}**" if verdict != PASS else verdict
        lines.append([target.part, target.text, strong, name, measured, limit])
    header = ["part", "target", "verdict", "row (the worst, if several)", "measured", "limit"]
    return table(header, lines, 4)


def row_table(rows: Sequence[Document]) -> str:
    lines = [
        [row["name"], PASS if row["passed"] else f"**{FAIL}**",
         row.get("detail") or NOTHING, digits(row["value"]), f"{row['limit']:g}"]
        for row in rows
    ]  # fmt: skip
    return table(["row", "verdict", "medians", "measured", "limit"], lines, 3)


def _sizes(cells: Cells) -> list[str]:
    return [power(n) for n in cells.sizes]


def _time(cell: Document) -> str:
    if "over" in cell:
        return f"> {cell['over']:g} s"
    if "error" in cell:
        return "error"
    return duration(cell["seconds"]) if cell else NOTHING


def _memory(cells: Cells, who: str, task: str) -> str:
    """At the largest size that was reached, in MiB and in bytes a row."""
    points = cells.points(who, task)
    if not points:
        return NOTHING
    n = points[-1][0]
    mebibytes = cells.cell(who, task, n)["mebibytes"]
    return f"{mebibytes:.0f} MiB, {mebibytes * 2**20 / n:.0f} B/row at {power(n)}"


def time_table(cells: Cells, contestants: Sequence[Contestant], task: str) -> str:
    lines = []
    for contestant in contestants:
        who = contestant.name
        slope = exponent(cells.points(who, task))
        name = f"**{who}**" if contestant.role in (CPP, PYTHON) else who
        times = [_time(cells.cell(who, task, n)) for n in cells.sizes]
        growth = NOTHING if slope is None else f"{slope:.2f}"
        lines.append([name, *times, growth, _memory(cells, who, task)])
    return table(["", *_sizes(cells), "growth", "memory"], lines)


def ratio_table(cells: Cells, contestants: Sequence[Contestant], task: str) -> str:
    lines = []
    for contestant in contestants:
        if not contestant.beside:
            continue
        figures = []
        for n in cells.sizes:
            ratio = cells.ratio(contestant.name, contestant.beside, task, n)
            sign = "> " if ratio and ratio[1] else ""
            figures.append(f"{sign}{digits(ratio[0])}" if ratio else NOTHING)
        lines.append([contestant.name, contestant.beside, *figures])
    return table(["peer", "compared with", *_sizes(cells)], lines, 2)


def _errors(cells: Cells) -> list[str]:
    found = []
    for who in cells.who:
        for task in TASKS:
            for n in cells.sizes:
                if error := cells.cell(who, task, n).get("error"):
                    found.append(f"* {who}, {task}, {power(n)}: {error}\n")
    return found


def _sweep(document: Document) -> list[str]:
    cells = Cells(document["cells"])
    racing = [contestant for contestant in CONTESTANTS if contestant.name in cells.who]
    arrays = [contestant for contestant in racing if contestant.family != FILES]
    files = [contestant for contestant in racing if contestant.family == FILES]
    out = ["## Compared with other packages\n", "How many times longer the peer takes than ours.\n"]
    for task, name in TASKS.items():
        out += [f"### {name}, theirs over ours\n", ratio_table(cells, arrays, task)]
    out.append("## Times over sizes\n")
    out.append("*Growth* is the exponent of N from 10⁴ on, by least squares. An arrow head in a "
               "picture is a limit that was passed.\n")  # fmt: skip
    for task, name in TASKS.items():
        out += [f"### {name}\n", f"![{name}, seconds over N]({PICTURES[task]})\n",
                time_table(cells, arrays, task)]  # fmt: skip
    if files:
        out.append("## Files\n")
        for task, name in TASKS.items():
            out += [f"### {name}, CSV\n", time_table(cells, files, task),
                    ratio_table(cells, files, task)]  # fmt: skip
    errors = _errors(cells)
    return [*out, "## Errors\n", *errors] if errors else out


def in_short(document: Document) -> list[str]:
    """The page in a few sentences."""
    met, _, rest = summary(document["rows"]).partition(" targets met")
    lines = [f"* {met} targets are met."] if rest else []
    cells = Cells(document["cells"])
    words = {"fit": "Fitting a million scores", "apply": "Applying the model to a million others"}
    for task, does in words.items():
        times = [
            f"{_time(cells.cell(f'Python {name}', task, MILLION))} with {name}"
            for name in ("Auto", "ABB", "Isotonic", "Platt")
            if f"Python {name}" in cells.who and MILLION in cells.sizes
        ]
        if len(times) > 1:
            lines.append(f"* {does} from Python takes {', '.join(times[:-1])} and {times[-1]}.")
    return ["## In short\n", "\n".join(lines) + "\n"] if lines else []


def page(document: Document) -> str:
    rows = document["rows"]
    title, rest = PREAMBLE.read_text().split("\n\n", 1)
    out = [f"{title}\n", *in_short(document), rest, "## The run\n", _the_run(document["run"])]
    out += [f"* Absent: {name}: {why}.\n" for name, why in document["absent"].items()]
    out += [f"* Not run: {name}: {why}.\n" for name, why in document["skipped"].items()]
    out += ["## Targets\n", summary(rows) + ".\n", target_table(rows)]
    if document["cells"]:
        out += _sweep(document)
    if rows:
        out += ["## All rows\n", "Work over yardstick, or a figure of its own.\n", row_table(rows)]
    return "\n".join(out)


def write(document: Document, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "speed.md").write_text(page(document), encoding="utf-8")
    cells = Cells(document["cells"])
    for task, name in PICTURES.items():
        picture = draw(cells, task, f"{TASKS[task]}: time over the number of rows N")
        if picture:
            (folder / name).write_text(picture, encoding="utf-8")
