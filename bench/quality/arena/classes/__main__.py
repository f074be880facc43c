"""python -m arena.classes: the contest of several classes, its page and its verdict."""

import argparse
import sys
from collections.abc import Iterator
from typing import Any

# First: it sees to it that workers have one thread each.
from ..__main__ import able_of, parser, run_and_judge, run_of, say, settings_of  # isort: skip
from . import contest, probmetrics_check, report
from .contestants import CONTESTANTS
from .data import aside, data_names
from .problems import SIZES
from .verdict import verdict

QUICK_DATA = ("balance_scale", "glass", "vowel")
QUICK_CLASSIFIERS = ["logistic regression", "naive Bayes"]


def arguments(words: list[str]) -> argparse.Namespace:
    made = parser("arena-classes", "classes/", 3)
    made.add_argument("--workers", type=int, default=0, help="processes (default: all cores)")
    made.add_argument("--only", help="contestants, separated by commas")
    made.add_argument("--probmetrics", action="store_true",
                      help="only compare SVS and SMS with the package (3 GB)")  # fmt: skip
    return made.parse_args(words)


def hold(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    names = data_names(options.data)
    if not names:
        raise SystemExit(f"arena: no data in {options.data / 'classes'} (--data DIR names a place)")
    wanted = options.only.split(",") if options.only else [c.name for c in CONTESTANTS]
    able, absent = able_of([c for c in CONTESTANTS
                            if c.name in wanted and not (options.quick and c.slow)])  # fmt: skip
    if options.quick:
        kept = [name for name in names if name in QUICK_DATA]
        work = contest.sources(options.data, kept, QUICK_CLASSIFIERS)
    else:
        held = aside(names) if options.working else set()
        work = contest.sources(options.data, [name for name in names if name not in held])
    settings = settings_of(options, able, SIZES, 1)
    run = run_of(able)
    for rounds, problems in contest.run(work, settings, say, options.workers):
        yield {"run": run | {"splits": rounds}, "contestants": list(settings.contestants),
               "absent": absent, "problems": problems}  # fmt: skip


def main(words: list[str]) -> int:
    options = arguments(words)
    if options.probmetrics:
        return probmetrics_check.main()
    return run_and_judge(options, hold(options), report.write, verdict)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
