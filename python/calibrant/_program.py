"""The command-line program that comes with the package."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def program() -> Path:
    """Where it is: beside this file, or where an editable install has put it."""
    import calibrant

    places = [Path(folder) / "bin" / "calibrant" for folder in calibrant.__path__]
    return next((place for place in places if place.exists()), places[0])


def main() -> None:
    """Become the program, with this process's arguments."""
    path = str(program())
    os.execv(path, [path, *sys.argv[1:]])
