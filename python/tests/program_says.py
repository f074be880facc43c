"""What the command line says of the same rows."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

from calibrant._program import program


def evaluate(folder: Path, columns: dict[str, Any], *options: str) -> dict[str, Any]:
    """What the program says of these columns."""
    path = folder / "rows.csv"
    rows = zip(*(np.asarray(c).tolist() for c in columns.values()), strict=True)
    lines = [",".join(columns), *(",".join(map(str, row)) for row in rows)]
    path.write_text("\n".join(lines) + "\n")
    command = [str(program()), "evaluate", str(path), "--json", *options]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)  # type: ignore[no-any-return]
