"""The command line beside DuckDB: ten million rows of CSV, the same file, the same threads; and how
long the paper's experiments take.

Work and yardstick are timed in turns and the medians compared, as in bench/speed. Arguments choose
rows by a part of their name; none: all.
"""

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import duckdb

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build" / "calibrant"
DIRECTORY = ROOT / "build" / "bench" / "cli"
ROWS = 10_000_000
REPEATS = 3
THREADS = len(os.sched_getaffinity(0))
INPUT = DIRECTORY / "in.csv"
OUTPUT = DIRECTORY / "out.csv"
MODEL = DIRECTORY / "model.json"
DATA = Path(os.environ.get("CALIBRANT_DATA", ROOT.parent / "shared" / "data")) / "uci"


def make_input(database):
    """Scores of full precision, and labels that they predict; the same on every machine."""
    if INPUT.exists():
        return
    uniform = "(hash({}) >> 11)::DOUBLE / 9007199254740992"
    unfinished = INPUT.with_suffix(".part")
    database.execute(
        f"COPY (SELECT score, (draw < score)::INT AS label FROM (SELECT {uniform.format('i')} AS score, "
        f"{uniform.format('-i - 1')} AS draw FROM range({ROWS}) AS rows(i))) TO '{unfinished}' (FORMAT csv)"
    )
    unfinished.rename(INPUT)


def program(*arguments):
    def run():
        subprocess.run([PROGRAM, *arguments, "--threads", str(THREADS)], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)

    return run


def query(database, text):
    return lambda: database.execute(text).fetchall()


def seconds(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


# Started by a small process of its own: a child counts its parent's memory until it is replaced.
PEAK = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)
"""


def peak_mebibytes(*arguments):
    """Peak resident memory of one run of the program."""
    command = [sys.executable, "-c", PEAK, PROGRAM, *arguments]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def report(name, value, limit, detail=""):
    passed = value <= limit
    print(f"{'PASS' if passed else 'FAIL'} {name:<58} {value:>8.3f} (limit {limit:g}){detail}", flush=True)
    return passed


def compare(name, limit, work, yardstick):
    times = [(seconds(yardstick), seconds(work)) for _ in range(REPEATS)]
    theirs = statistics.median(time for time, _ in times)
    ours = statistics.median(time for _, time in times)
    return report(name, ours / theirs, limit, f"  {ours:.3e} s / {theirs:.3e} s DuckDB, {THREADS} threads")


def has_verb(verb):
    return f"\n  {verb} " in subprocess.run([PROGRAM, "--help"], capture_output=True, text=True).stdout


def main(wanted):
    DIRECTORY.mkdir(parents=True, exist_ok=True)
    database = duckdb.connect()
    database.execute(f"SET threads = {THREADS}")
    make_input(database)
    program("fit", INPUT, "-o", MODEL, "--method", "isotonic")()
    average = query(database, f"SELECT count(*), avg(score), avg(label) FROM '{INPUT}'")
    copy = query(database, f"COPY (SELECT *, score*0.5 AS calibrated FROM '{INPUT}') TO '{OUTPUT}.duckdb'")
    rows = {
        "cli apply, 1e7 rows, beside COPY": lambda name: compare(
            name, 1, program("apply", MODEL, INPUT, "-o", OUTPUT), copy),
        "cli fit isotonic, 1e7 rows, beside avg": lambda name: compare(
            name, 1.5, program("fit", INPUT, "-o", MODEL, "--method", "isotonic"), average),
        "cli apply, 1e7 rows, peak memory in MiB": lambda name: report(
            name, peak_mebibytes("apply", MODEL, INPUT, "-o", OUTPUT), 64),
        "cli reproduce, all defaults, seconds": lambda name: report(
            name, seconds(program("reproduce", "--data", DATA, "--out", DIRECTORY / "reproduction")), 180),
    }
    if has_verb("evaluate"):
        rows["cli evaluate without bootstrap, 1e7 rows, beside avg"] = lambda name: compare(
            name, 1.5, program("evaluate", INPUT, "--probability", "score", "--bootstrap", "0"), average)
    chosen = [name for name in rows if not wanted or any(part in name for part in wanted)]
    failed = sum(not rows[name](name) for name in chosen)
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
