"""Runs a notebook and writes what its cells print and draw:

    python tools/docs/run_notebook.py FILE [--check]

With --check nothing is written, and the exit code is 1 if a cell prints anything else than the file
says. Pictures are drawn and not compared. Jupyter is not needed.
"""

from __future__ import annotations

import base64
import contextlib
import io
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt

Cell = dict[str, Any]


def pictures() -> list[Cell]:
    """The figures that are open, which are closed then."""
    found = []
    for number in plt.get_fignums():
        data = io.BytesIO()
        plt.figure(number).savefig(data, dpi=80, bbox_inches="tight")
        image = base64.b64encode(data.getvalue()).decode()
        found.append({"output_type": "display_data", "data": {"image/png": image}, "metadata": {}})
    plt.close("all")
    return found


def outputs(source: str, names: dict[str, Any]) -> list[Cell]:
    """What a cell prints and draws."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(source, "<cell>", "exec"), names)
    lines = printed.getvalue().splitlines(keepends=True)
    stream = [{"output_type": "stream", "name": "stdout", "text": lines}] if lines else []
    return [*stream, *pictures()]


def text_of(cell: Cell) -> str:
    return "".join("".join(one.get("text", [])) for one in cell["outputs"])


def run(notebook: dict[str, Any]) -> list[str]:
    """Runs all cells in an empty folder. Gives the cells that print something new."""
    changed = []
    names: dict[str, Any] = {"__name__": "__main__"}
    home = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for number, cell in enumerate(notebook["cells"], 1):
                if cell["cell_type"] != "code":
                    continue
                before = text_of(cell)
                cell["outputs"] = outputs("".join(cell["source"]), names)
                if text_of(cell) != before:
                    changed.append(f"cell {number}: prints\n{text_of(cell)}instead of\n{before}")
        finally:
            os.chdir(home)
    return changed


def main() -> int:
    path, check = Path(sys.argv[1]), "--check" in sys.argv[2:]
    notebook = json.loads(path.read_text(encoding="utf-8"))
    changed = run(notebook)
    if check:
        print("\n".join(changed), end="")
        return int(bool(changed))
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
