"""python -m sweep: run what measures, keep one result, write the page.

Words choose rows by a part of their name; "sweep" is the sweep over sizes; none: everything.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

from . import machine, page, programs

ROOT = Path(__file__).resolve().parents[3]
OUT = ROOT / "build" / "bench"
SWEEP = "sweep"
# Rows that take seconds, from every program, and a small sweep.
QUICK_ROWS = ["N = 1e5", "one ", "python Platt, fit", "python Histogram, fit", "python Brier"]
QUICK_SWEEP = ["--largest", "100000", "--limit", "1", "--turns", "2", "--slow", "0.2"]


def arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev bench", description=__doc__)
    parser.add_argument("words", nargs="*", help="parts of the names of rows, or sweep")
    parser.add_argument("--quick", action="store_true", help="a minute or two")
    parser.add_argument("--page", type=Path, default=OUT, metavar="FOLDER",
                        help="of speed.md (default build/bench; to be kept: docs)")  # fmt: skip
    parser.add_argument("--report", action="store_true", help="only write the page again")
    parser.add_argument("--result", type=Path, help="the file (default build/bench/result.json, "
                        "quick.json for --quick, chosen.json for words)")  # fmt: skip
    options = parser.parse_args(words)
    if options.quick and options.words:
        parser.error("--quick chooses its rows itself")
    return options


def say(text: str) -> None:
    print(f"bench: {text}", file=sys.stderr, flush=True)


def result_file(options: argparse.Namespace) -> Path:
    """A run of some rows leaves the result of the last full run alone."""
    if options.result:
        return Path(options.result)
    kind = "quick" if options.quick else "chosen" if options.words else "result"
    return OUT / f"{kind}.json"


def plan(options: argparse.Namespace) -> list[tuple[programs.Program, list[str]]]:
    """What to run, each with its words."""
    rows = QUICK_ROWS if options.quick else [word for word in options.words if word != SWEEP]
    steps = [(program, rows) for program in programs.ROWS] if rows or not options.words else []
    if SWEEP in options.words or not options.words:
        steps.append((programs.SWEEP, QUICK_SWEEP if options.quick else []))
    return steps


def failures(records: Path) -> int:
    return sum(not row["passed"] for row in programs.read(records)["rows"])


def measure(options: argparse.Namespace) -> tuple[dict[str, Any], bool]:
    """The result, and whether every program did its work."""
    began = time.monotonic()
    records = OUT / "records.jsonl"
    OUT.mkdir(parents=True, exist_ok=True)
    records.unlink(missing_ok=True)
    run: dict[str, Any] = {
        "commit": machine.commit(),
        "date": machine.today(),
        "machine": machine.machine(),
        "full": not (options.quick or options.words),
    }
    skipped = {}
    sound = True
    for program, words in plan(options):
        if program.missing():
            skipped[program.name] = f"needs {program.needs}"
            say(f"skipped: {program.name}: needs {program.needs}")
            sound = sound and os.environ.get("CI") != "true"
            continue
        before = failures(records)
        try:
            code = programs.run(program, words, records)
        except KeyboardInterrupt:  # what was measured is kept
            skipped[program.name] = "interrupted"
            sound = False
            break
        if code > 1 or code < 0 or (code == 1 and failures(records) == before):
            skipped[program.name] = f"ended with {code}, and not because of a row"
            say(f"{program.name}: {skipped[program.name]}")
            sound = False
    found = programs.read(records)
    run |= {"minutes": (time.monotonic() - began) / 60, "versions": found.pop("versions")}
    return {"format": 1, "run": run, "skipped": skipped, **found}, sound


def main(words: list[str]) -> int:
    options = arguments(words)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    file = result_file(options)
    sound = True
    if options.report:
        document = json.loads(file.read_text(encoding="utf-8"))
    else:
        document, sound = measure(options)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    page.write(document, options.page)
    print(page.summary(document["rows"]))
    failed = [row["name"] for row in document["rows"] if not row["passed"]]
    for name in failed:
        print(f"FAIL {name}")
    say(f"the page: {options.page / 'speed.md'}; every figure: {file}")
    return 0 if sound and not failed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
