"""The command line beside DuckDB: ten million rows of CSV, or a million of ten classes, the same file,
the same threads; and how long the paper's experiments take.

Work and yardstick are timed in turns and the medians compared, as in bench/speed/cpp. Arguments choose
rows by a part of their name; none: all.
"""

import os
import subprocess
import sys
from functools import cache, partial
from itertools import islice
from pathlib import Path

import duckdb

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "bench" / "speed"))

from rows import compare, report, run, seconds  # noqa: E402

PROGRAM = ROOT / "build" / "calibrant"
REPRODUCE = ROOT / "build" / "calibrant-reproduce"
DIRECTORY = ROOT / "build" / "bench" / "cli"
ROWS = 10_000_000
THREADS = len(os.sched_getaffinity(0))
INPUT = DIRECTORY / f"in-{ROWS}.csv"
OUTPUT = DIRECTORY / "out.csv"
MODEL = DIRECTORY / "model.json"
CLASSES = 10
CLASS_ROWS = 1_000_000
CLASS_MODEL = DIRECTORY / "classes.json"
AVERAGE = "SELECT count(*), avg(score), avg(label) FROM '{}'"
COPY = "COPY (SELECT *, score*0.5 AS calibrated FROM '{}') TO '{}'"
COPY_CLASSES = "COPY (SELECT *, p_c0*0.5 AS calibrated FROM '{}') TO '{}'"
DATA = Path(os.environ.get("CALIBRANT_DATA", ROOT.parent / "shared" / "data")) / "uci"


def make_input(database, path=INPUT, rows=ROWS):
    """Scores of full precision, and labels that they predict; the same on every machine."""
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    uniform = "(hash({}) >> 11)::DOUBLE / 9007199254740992"
    unfinished = path.with_suffix(".part")
    database.execute(
        f"COPY (SELECT score, (draw < score)::INT AS label FROM (SELECT {uniform.format('i')} AS score, "
        f"{uniform.format('-i - 1')} AS draw FROM range({rows}) AS rows(i))) TO '{unfinished}' (FORMAT csv)"
    )
    unfinished.rename(path)


def class_input(rows):
    return DIRECTORY / f"classes-{rows}.csv"


def make_class_input(database, rows):
    """Probabilities of full precision that are too sure, and classes; the same on every machine.

    Of exponential times divided by rates, the shortest is that of a class drawn by its rate.
    """
    path = class_input(rows)
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    drawn = "[-ln((hash(i, k{}) >> 11)::DOUBLE / 9007199254740992 + 1e-18) FOR k IN range({})]"
    columns = ", ".join(f"e[{k + 1}] / list_sum(e) AS p_c{k}" for k in range(CLASSES))
    unfinished = path.with_suffix(".part")
    database.execute(
        f"COPY (SELECT {columns}, 'c' || (list_position(race, list_min(race)) - 1) AS label FROM (SELECT e, "
        f"[waits[k + 1] / e[k + 1] ** 0.6 FOR k IN range({CLASSES})] AS race FROM (SELECT {drawn.format('', CLASSES)} "
        f"AS e, {drawn.format(' + 1000', CLASSES)} AS waits FROM range({rows}) AS rows(i)))) TO '{unfinished}' "
        "(FORMAT csv)"
    )
    unfinished.rename(path)


def program(*arguments, of=PROGRAM):
    def run():
        subprocess.run([of, *arguments, "--threads", str(THREADS)], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)

    return run


def query(database, text):
    return lambda: database.execute(text).fetchall()


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


def has_verb(verb):
    return f"\n  {verb} " in subprocess.run([PROGRAM, "--help"], capture_output=True, text=True).stdout


@cache
def prepare(database):
    """The input and a model of it, once in a run and only if a row is wanted."""
    make_input(database)
    program("fit", INPUT, "-o", MODEL, "--method", "isotonic")()


@cache
def prepare_classes(database):
    """The same for several classes. The model is Auto's of the first ten thousand rows."""
    for rows in (CLASS_ROWS, 3 * CLASS_ROWS):
        make_class_input(database, rows)
    few = DIRECTORY / "classes-few.csv"
    with class_input(CLASS_ROWS).open() as all_rows:
        few.write_text("".join(islice(all_rows, 10_001)))
    program("fit", few, "-o", CLASS_MODEL, "--score", "p_*")()


def class_growth(name):
    """Peak memory of three times the rows over that of the rows."""
    once, thrice = (
        peak_mebibytes("apply", CLASS_MODEL, class_input(rows), "-o", OUTPUT)
        for rows in (CLASS_ROWS, 3 * CLASS_ROWS)
    )
    return report(name, thrice / once, 1.1, f"  {thrice:.0f} MiB / {once:.0f} MiB")


def prepared(database, row):
    def measure(name):
        (prepare_classes if "classes" in name else prepare)(database)
        return row(name)

    return measure


def main(wanted):
    database = duckdb.connect()
    database.execute(f"SET threads = {THREADS}")
    average = query(database, AVERAGE.format(INPUT))
    copy = query(database, COPY.format(INPUT, f"{OUTPUT}.duckdb"))
    copy_classes = query(database, COPY_CLASSES.format(class_input(CLASS_ROWS), f"{OUTPUT}.duckdb"))
    beside = partial(compare, yardstick_name=f"DuckDB, {THREADS} threads")
    rows = {
        "cli apply, 1e7 rows, beside COPY": lambda name: beside(
            name, 1, program("apply", MODEL, INPUT, "-o", OUTPUT), copy),
        "cli fit isotonic, 1e7 rows, beside avg": lambda name: beside(
            name, 1.5, program("fit", INPUT, "-o", MODEL, "--method", "isotonic"), average),
        "cli apply, 1e7 rows, peak memory in MiB": lambda name: report(
            name, peak_mebibytes("apply", MODEL, INPUT, "-o", OUTPUT), 64),
        "cli apply, 1e6 rows of 10 classes, beside COPY": lambda name: beside(
            name, 1, program("apply", CLASS_MODEL, class_input(CLASS_ROWS), "-o", OUTPUT), copy_classes, repeats=5),
        "cli apply, 3e6 rows of 10 classes, memory over 1e6 rows": class_growth,
        "cli reproduce, all defaults, seconds": lambda name: report(
            name, seconds(program("--data", DATA, "--out", DIRECTORY / "reproduction", of=REPRODUCE)), 180),
    }
    if has_verb("evaluate"):
        rows["cli evaluate without bootstrap, 1e7 rows, beside avg"] = lambda name: beside(
            name, 1.5, program("evaluate", INPUT, "--probability", "score", "--bootstrap", "0"), average)
    return run({name: prepared(database, row) for name, row in rows.items()}, wanted)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
