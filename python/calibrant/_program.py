"""The command-line program that comes with the package."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def program() -> Path:
    """Where it is."""
    return Path(__file__).parent / "bin" / "calibrant"


def main() -> None:
    """Become the program, with this process's arguments."""
    path = str(program())
    os.execv(path, [path, *sys.argv[1:]])
