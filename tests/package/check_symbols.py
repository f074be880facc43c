"""What the shared library exports is what its headers declare, and its name has a version.

usage: check_symbols.py LIBRARY INCLUDE_FOLDER
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path


def output(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def declared_in_c(folder: Path) -> set[str]:
    """Every function of the C header."""
    text = (folder / "calibrant" / "calibrant.h").read_text()
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return set(re.findall(r"\b(calibrant_\w+)\s*\(", text))


def words_of_headers(folder: Path) -> set[str]:
    """Every word of the C++ headers, comments left out."""
    words: set[str] = set()
    for header in (folder / "calibrant").glob("*.hpp"):
        for line in header.read_text().splitlines():
            words.update(re.findall(r"\w+", line.split("//")[0]))
    return words


def problems(library: str, folder: Path) -> list[str]:
    symbols = set(output("nm", "-D", "-C", "--defined-only", library).splitlines())
    names = {symbol.split(maxsplit=2)[2] for symbol in symbols}
    found = []

    in_c = {name for name in names if re.fullmatch(r"calibrant_\w+", name)}
    declared = declared_in_c(folder)
    found += [f"calibrant.h declares {name}: not exported" for name in declared - in_c]
    found += [f"{name} is exported: calibrant.h does not declare it" for name in in_c - declared]

    words = words_of_headers(folder)
    exported = set()
    for name in names - in_c:
        match = re.match(r"(?:(?:typeinfo|typeinfo name|vtable) for )?calibrant::([\w:~]+)", name)
        if not match:
            found.append(f"{name} is exported: it is not of calibrant")
            continue
        parts = match[1].replace("~", "").split("::")  # a destructor is its class
        exported.add(parts[0])
        if not set(parts) <= words:
            found.append(f"{name} is exported: no header declares it")
    expected = {"fit_abb", "fit_auto", "observe", "Curve", "InputError", "apply", "save", "load"}
    found += [f"calibrant::{name} is not exported" for name in expected - exported]

    dynamic = output("readelf", "-d", library)
    if not re.search(r"SONAME.*\[libcalibrant\.so\.\d+\.\d+\]", dynamic):
        found.append("the library's soname has no version")
    return found


def main() -> int:
    found = problems(sys.argv[1], Path(sys.argv[2]))
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
