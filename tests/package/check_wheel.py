"""The wheel has the notices of what is compiled into it, and is hardened.

usage: check_wheel.py BUILD_FOLDER WHEEL

BUILD_FOLDER is where it was built: ninja knows which headers went in.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "docs"))
import check_hardening  # noqa: E402
import check_sbom  # noqa: E402
import make_sbom  # noqa: E402
import notices  # noqa: E402

OBJECTS = re.compile(r"python/CMakeFiles/")
# The folder of a header that comes with nanobind, and what the list calls it.
BUNDLED = {"robin_map": "robin-map", "nanobind": "nanobind"}


def headers(build: str) -> set[str]:
    """What the module was compiled with, but for our own and the interpreter's headers."""
    files: set[str] = set()
    wanted = False
    text = subprocess.run(
        ["ninja", "-C", build, "-t", "deps"], check=True, capture_output=True, text=True
    ).stdout
    for line in text.splitlines():
        if line and not line.startswith(" "):
            wanted = OBJECTS.match(line) is not None
        elif wanted:
            file = Path(build, line.strip()).resolve()
            if ROOT not in file.parents or "site-packages" in file.parts:
                files.add(str(file))
    return {file for file in files if not re.search(r"/include/python3", file)}


def component(header: str) -> str | None:
    """What of the list a header that is not Debian's belongs to."""
    for folder, name in BUNDLED.items():
        if f"/{folder}/" in header:
            return name
    return None


def main() -> int:
    build, wheel = sys.argv[1:]
    problems = []
    included = headers(build)
    if not included:
        problems.append(f"{build} has not compiled the module")
    foreign = {header for header in included if not header.startswith("/usr/")}
    found = {component(header) for header in foreign}
    listed = {one.name for one in make_sbom.ALL if not one.debian}
    if found != listed:
        problems.append(f"in the wheel: {sorted(map(str, found))}, listed: {sorted(listed)}")
    direct = {one.debian for one in make_sbom.DEPENDENCIES} | check_sbom.HEADERS_OF_LINKED
    for name in check_sbom.packages_of(included - foreign) - direct:
        if not check_sbom.COMPILER.match(name):
            problems.append(f"in the wheel, but not listed: {name}")
    problems += notices.missing(included)
    with zipfile.ZipFile(wheel) as archive, tempfile.TemporaryDirectory() as folder:
        for name in ("LICENSE", "THIRD_PARTY.md"):
            there = [
                one for one in archive.namelist() if one.endswith(f"dist-info/licenses/{name}")
            ]
            if len(there) != 1 or archive.read(there[0]) != (ROOT / name).read_bytes():
                problems.append(f"{wheel} does not hold our {name}")
        for one in archive.namelist():
            if one.endswith(".so") or "/bin/" in one:
                problems += check_hardening.problems_of(archive.extract(one, folder))
    print("\n".join(problems) or f"{len(included)} headers, {len(found)} that come with nanobind")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
