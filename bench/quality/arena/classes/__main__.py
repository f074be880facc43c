"""python -m arena.classes: the contest of several classes, its page and its verdict."""

import os

# One thread per worker, before anything that starts threads is imported.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import argparse
import datetime
import json
import sys
from pathlib import Path
from typing import Any

from ..__main__ import ROOT, _commit, _machine, say
from ..contestants import AUTO, RAW, version
from ..results import Results
from . import contest, probmetrics_check, report
from .contestants import CONTESTANTS, present
from .data import aside, data_names
from .problems import SIZES
from .verdict import verdict

QUICK_DATA = ("balance_scale", "glass", "vowel")
QUICK_CLASSIFIERS = ["logistic regression", "naive Bayes"]
QUICK_LEFT_OUT = ("splinecalib", "Dirichlet L2", "Dirichlet ODIR")


def arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev arena --classes", description=__doc__)
    data = Path(os.environ.get("CALIBRANT_DATA", ROOT.parent / "shared" / "data"))
    parser.add_argument("--data", type=Path, default=data, help="folder with classes/")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "arena-classes",
                        help="results and what is kept (default build/arena-classes)")  # fmt: skip
    parser.add_argument("--page", type=Path, help="folder of arena-classes.md (default: that of "
                        "--out; a full run that is to be kept: docs)")  # fmt: skip
    parser.add_argument("--splits", type=int, default=3, help="per problem (default 3)")
    parser.add_argument("--seconds", type=float, default=20, help="limit of one fit (default 20)")
    parser.add_argument("--workers", type=int, default=0, help="processes (default: all cores)")
    parser.add_argument("--working", action="store_true", help="leave out what is set aside")
    parser.add_argument("--only", help="contestants, separated by commas")
    parser.add_argument("--quick", action="store_true", help="a small run, in seconds")
    parser.add_argument("--report", action="store_true", help="only write the page again")
    parser.add_argument("--probmetrics", action="store_true",
                        help="only compare SVS and SMS with the package (3 GB)")  # fmt: skip
    return parser.parse_args(words)


def hold(options: argparse.Namespace) -> dict[str, Any]:
    names = data_names(options.data)
    if not names:
        raise SystemExit(f"arena: no data in {options.data / 'classes'} (--data DIR names a place)")
    wanted = options.only.split(",") if options.only else [c.name for c in CONTESTANTS]
    left_out = QUICK_LEFT_OUT if options.quick else ()
    able, absent = present([c for c in CONTESTANTS if c.name in wanted and c.name not in left_out])
    chosen = [contestant.name for contestant in able]
    for needed in (AUTO, RAW):
        if needed not in chosen:
            raise SystemExit(f"arena: {needed} is absent: {absent.get(needed, 'it was left out')}")
    for name, reason in absent.items():
        say(f"absent: {name}: {reason}")
    if options.quick:
        kept = [name for name in names if name in QUICK_DATA]
        work = contest.sources(options.data, kept, QUICK_CLASSIFIERS)
    else:
        held = aside(names) if options.working else set()
        work = contest.sources(options.data, [name for name in names if name not in held])
    settings = contest.Options(
        options.data,
        options.out,
        1 if options.quick else options.splits,
        SIZES[:2] if options.quick else SIZES,
        tuple(chosen),
        options.seconds,
    )
    origins = dict.fromkeys(c.origin for c in able if c.origin)
    run = {
        "commit": _commit(),
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "machine": _machine(),
        "splits": settings.splits,
        "versions": {origin: number for origin in origins if (number := version(origin))},
    }
    problems = contest.run(work, settings, say, options.workers)
    return {"run": run, "contestants": chosen, "absent": absent, "problems": problems}


def main(words: list[str]) -> int:
    options = arguments(words)
    if options.probmetrics:
        return probmetrics_check.main()
    file = options.out / "results.json"
    if options.report:
        document = json.loads(file.read_text())
    else:
        file.parent.mkdir(parents=True, exist_ok=True)
        document = hold(options)
        file.write_text(json.dumps(document) + "\n")
    folder = options.page or options.out
    report.write(document, folder)
    lines = verdict(Results(document["contestants"], document["problems"]))
    print("\n".join(map(str, lines)))
    say(f"the page: {folder / 'arena-classes.md'}; every figure: {file}")
    return 0 if options.quick or all(line.passed for line in lines) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
