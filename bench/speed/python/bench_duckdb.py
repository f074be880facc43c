"""A fit of 200 million Parquet rows in DuckDB: the most memory that its process ever takes.

The file, 1.6 GB, is made by another process, and deleted at the end. Arguments choose rows by a
part of their name; none: all.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import rows

ROWS = 200_000_000
LIMIT = 2048
NAME = "duckdb fit, 2e8 rows of Parquet, peak memory in MiB"
MAKE = """
import sys
import duckdb

uniform = "(hash({}) >> 11)::DOUBLE / 9007199254740992"
duckdb.execute(
    f"COPY (SELECT score, (draw < score * score)::TINYINT AS label FROM "
    f"(SELECT {uniform.format('i')} AS score, {uniform.format('-i - 1')} AS draw "
    f"FROM range({sys.argv[2]}) AS t(i))) TO '{sys.argv[1]}' (FORMAT parquet)"
)
"""
FIT = """
import resource
import sys

import calibrant.duckdb

calibrant.duckdb.fit(f"'{sys.argv[1]}'", method="isotonic")
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def child(script: str, *arguments: object) -> list[str]:
    """What a process of its own prints, line by line; DuckDB may show its progress above."""
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def peak(name: str) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.parquet"
        child(MAKE, path, ROWS)
        size = path.stat().st_size / 2**20
        mebibytes = float(child(FIT, path)[-1])
    return rows.report(name, mebibytes, LIMIT, f"  a file of {size:.0f} MiB")


if __name__ == "__main__":
    sys.exit(rows.run({NAME: peak}, sys.argv[1:]))
