"""python -m arena: run the contest, write the results and the page, print the verdict."""

import os

# One thread per worker, before anything that starts threads is imported.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import argparse
import datetime
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from . import contest, report
from .contestants import ABSENT, AUTO, CONTESTANTS, RAW, Contestant, present, version
from .problems import SIZES, Source, real_sources, simulated_sources
from .results import Results
from .tables import table_names
from .verdict import Line, verdict

ROOT = Path(__file__).resolve().parents[3]
QUICK_DATA = ("haberman", "heart_statlog")
QUICK_CLASSIFIERS = ["logistic regression", "naive Bayes"]
QUICK_TRUTHS = ["overconfident", "SVM margin", "steps"]


def parser(name: str, folders: str, splits: int) -> argparse.ArgumentParser:
    """What both arenas are asked for; NAME is that of the page and of the folder in build/."""
    program = "./dev " + name.replace("-", " --")
    made = argparse.ArgumentParser(prog=program)
    data = Path(os.environ.get("CALIBRANT_DATA", ROOT.parent / "shared" / "data"))
    made.add_argument("--data", type=Path, default=data, help=f"folder with {folders}")
    made.add_argument("--out", type=Path, default=ROOT / "build" / name,
                      help=f"results and what is kept (default build/{name})")  # fmt: skip
    made.add_argument("--page", type=Path, help=f"folder of {name}.md (default: that of --out; "
                      "a full run that is to be kept: docs)")  # fmt: skip
    made.add_argument("--splits", type=int, default=splits,
                      help=f"per problem, at most (default {splits})")  # fmt: skip
    made.add_argument("--seconds", type=float, default=20, help="limit of one fit (default 20)")
    made.add_argument("--working", action="store_true", help="leave out what is set aside")
    made.add_argument("--quick", action="store_true", help="a small run, in seconds")
    made.add_argument("--report", action="store_true", help="only write the page again")
    return made


def arguments(words: list[str]) -> argparse.Namespace:
    made = parser("arena", "suite/ and uci/", 10)
    made.add_argument("--minutes", type=float, default=25,
                      help="start no round that would end later (default 25)")  # fmt: skip
    return made.parse_args(words)


def choose(options: argparse.Namespace) -> list[Source]:
    names = table_names(options.data)
    if options.quick:
        kept = [name for name in names if name in QUICK_DATA]
        return real_sources(kept, QUICK_CLASSIFIERS) + simulated_sources(QUICK_TRUTHS)
    if not names:
        say(f"no data in {options.data}: simulations only (--data DIR names another place)")
    sources = real_sources(names) + simulated_sources()
    return [source for source in sources if not (options.working and source.aside)]


def say(text: str) -> None:
    print(f"arena: {text}", file=sys.stderr, flush=True)


def _commit() -> str:
    command = ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout.strip() or "unknown"


def _machine() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next(line.split(":", 1)[1].strip() for line in lines if "model name" in line)
    except (OSError, StopIteration):
        model = "unknown processor"
    return f"{len(os.sched_getaffinity(0))} cores of {model}"


def able_of(contestants: list[Contestant]) -> tuple[list[Contestant], dict[str, str]]:
    """Those that can be made here, and why the others cannot. Auto and the raw scores must."""
    able, absent = present(contestants)
    for needed in (AUTO, RAW):
        if needed not in [contestant.name for contestant in able]:
            raise SystemExit(f"arena: {needed} is absent: {absent.get(needed, 'it was left out')}")
    for name, reason in absent.items():
        say(f"absent: {name}: {reason}")
    return able, absent


def settings_of(
    options: argparse.Namespace, able: list[Contestant], sizes: tuple[int, ...], quick_splits: int
) -> contest.Options:
    return contest.Options(
        options.data,
        options.out,
        min(quick_splits, options.splits) if options.quick else options.splits,
        sizes[:2] if options.quick else sizes,
        tuple(contestant.name for contestant in able),
        options.seconds,
    )


def run_of(able: list[Contestant]) -> dict[str, Any]:
    """Where, when and with what."""
    origins = dict.fromkeys(c.origin for c in able if c.origin)
    return {
        "commit": _commit(),
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "machine": _machine(),
        "versions": {origin: number for origin in origins if (number := version(origin))},
    }


def hold(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """The results after each round: whole rounds only, as many as the minutes allow."""
    start = time.monotonic()
    able, absent = able_of([c for c in CONTESTANTS if not (options.quick and c.slow)])
    settings = settings_of(options, able, SIZES, 2)
    sources = choose(options)
    run = run_of(able)
    for rounds, problems in contest.run(sources, settings, say):
        minutes = (time.monotonic() - start) / 60
        yield {
            "run": run | {"splits": rounds, "minutes": minutes},
            "contestants": list(settings.contestants),
            "absent": absent | ABSENT,
            "too_small": contest.too_small(sources, settings),
            "problems": problems,
        }
        if minutes * (rounds + 1) / rounds > options.minutes:
            say(f"{rounds} rounds in {minutes:.0f} minutes; one more would take too long")
            return


def run_and_judge(
    options: argparse.Namespace,
    documents: Iterable[dict[str, Any]],
    write: Callable[[dict[str, Any], Path], None],
    judge: Callable[[Results], list[Line]],
) -> int:
    file = options.out / "results.json"
    if options.report:
        document = json.loads(file.read_text())
    else:
        file.parent.mkdir(parents=True, exist_ok=True)
        for document in documents:  # kept after each round: an interrupted run has results
            file.write_text(json.dumps(document) + "\n")
    folder = options.page or options.out
    write(document, folder)
    lines = judge(Results(document["contestants"], document["problems"]))
    print("\n".join(map(str, lines)))
    say(f"the page: {folder}; every figure: {file}")
    return 0 if options.quick or all(line.passed for line in lines) else 1


def main(words: list[str]) -> int:
    options = arguments(words)
    return run_and_judge(options, hold(options), report.write, verdict)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
