"""files.py calibrant|duckdb ROWS: file work, answered line by line (see children.py).

"fit" is `calibrant fit --method isotonic`, or DuckDB's averages of the same file; "apply" is
`calibrant apply -o`, or DuckDB's COPY with one more column. Memory is the peak of the process.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable

import bench_cli
import duckdb
from rows import seconds

Task = Callable[[], object]


def _calibrant(path: str, out: str, model: str) -> tuple[dict[str, Task], Callable[[str], float]]:
    words = {
        "fit": ["fit", path, "-o", model, "--method", "isotonic"],
        "apply": ["apply", model, path, "-o", out],
    }
    tasks: dict[str, Task] = {task: bench_cli.program(*given) for task, given in words.items()}
    return tasks, lambda task: float(bench_cli.peak_mebibytes(*words[task]))


def _duckdb(
    database: duckdb.DuckDBPyConnection, path: str, out: str
) -> tuple[dict[str, Task], Callable[[str], float]]:
    tasks = {
        "fit": bench_cli.query(database, bench_cli.AVERAGE.format(path)),
        "apply": bench_cli.query(database, bench_cli.COPY.format(path, out)),
    }
    return tasks, lambda _: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(who: str, rows: str) -> None:
    folder = bench_cli.DIRECTORY
    path = folder / f"in-{rows}.csv"
    database = duckdb.connect()
    database.execute(f"SET threads = {bench_cli.THREADS}")
    bench_cli.make_input(database, path, int(rows))
    out = str(folder / f"out-{who}.csv")
    if who == "calibrant":
        tasks, memory = _calibrant(str(path), out, str(folder / f"model-{rows}.json"))
    else:
        tasks, memory = _duckdb(database, str(path), out)
    known: dict[str, float] = {}
    print("ready", flush=True)
    for line in sys.stdin:
        task = line.strip()
        time = seconds(tasks[task])
        if task not in known:  # once: for our program it is a run of its own
            known[task] = memory(task)
        print(time, known[task], flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
