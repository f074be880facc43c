"""The programs that measure. Each adds its rows and cells to a file of records (records.py).

A program takes words that choose rows by a part of their name, prints a line for each row, and ends
with 0, or with 1 if a row failed. One line here adds another.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
BENCH, BUILD = ROOT / "bench" / "speed", ROOT / "build"
sys.path.insert(0, str(BENCH))

from records import VARIABLE

SEARCHED = (BENCH, BENCH / "python", BENCH / "cli", ROOT / "bench" / "quality")


@dataclass(frozen=True)
class Program:
    name: str
    command: tuple[str, ...]
    needs: str  # what is missing where the executable is

    def missing(self) -> bool:
        return not Path(self.command[0]).exists()


BENCH_PYTHON = str(BUILD / "bench-venv" / "bin" / "python")
ROWS = [
    Program("the library", (str(BUILD / "calibrant-bench"),), "a build"),
    Program("the command line", (str(BUILD / "venv" / "bin" / "python"),
                                 str(BENCH / "cli" / "bench_cli.py")), "a package index"),
    Program("small models", (str(BUILD / "python-newest" / "bin" / "python"),
                             str(BENCH / "cli" / "bench_small.py")), "a package index"),
    Program("the Python package", (BENCH_PYTHON, str(BENCH / "python" / "bench_python.py")),
            "a package index"),
    Program("Auto in Python", (BENCH_PYTHON, str(BENCH / "python" / "bench_auto.py")),
            "a package index"),
    Program("several classes", (BENCH_PYTHON, str(BENCH / "python" / "bench_classes.py")),
            "a package index"),
    Program("DuckDB", (str(BUILD / "python-newest" / "bin" / "python"),
                       str(BENCH / "python" / "bench_duckdb.py")), "a package index"),
    Program("Spark", (str(BUILD / "python-newest" / "bin" / "python"),
                      str(BENCH / "python" / "bench_spark.py")), "a package index"),
    Program("the build", (sys.executable, str(BENCH / "build" / "bench_build.py")), "Python"),
]  # fmt: skip
SWEEP = Program("the sweep over sizes", (BENCH_PYTHON, "-m", "sweep.sizes"), "a package index")


def run(program: Program, words: Sequence[str], records: Path) -> int:
    """The exit code; what it prints goes where ours does."""
    path = os.pathsep.join([*map(str, SEARCHED), os.environ.get("PYTHONPATH", "")])
    environment = os.environ | {VARIABLE: str(records), "PYTHONPATH": path.rstrip(os.pathsep)}
    with subprocess.Popen([*program.command, *words], env=environment) as process:
        try:
            return process.wait()
        except KeyboardInterrupt:  # it, too, keeps what it has
            process.terminate()
            process.wait()
            raise


def read(records: Path) -> dict[str, Any]:
    """All that was written, by its kind."""
    found: dict[str, Any] = {"rows": [], "cells": [], "absent": {}, "versions": {}}
    lines = records.read_text(encoding="utf-8").splitlines() if records.exists() else []
    for line in lines:
        entry = json.loads(line)
        kind = entry.pop("kind")
        if kind == "row":
            found["rows"].append(entry)
        elif kind == "cell":
            found["cells"].append(entry)
        elif kind == "absent":
            found["absent"][entry["name"]] = entry["reason"]
        elif kind == "versions":
            found["versions"].update(entry["versions"])
        else:
            raise ValueError(f"{records}: a record of unknown kind {kind!r}")
    return found
