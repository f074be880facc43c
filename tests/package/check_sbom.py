"""docs/sbom.spdx.json lists what is linked and included, no more and no less.

usage: check_sbom.py PROGRAM LIBRARY BUILD_FOLDER
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "docs"))
import make_sbom  # noqa: E402
import notices  # noqa: E402

SKIPPED = 77
# Headers of what the list has under the name of its shared library, and of the compiler's own.
HEADERS_OF_LINKED = {"libfmt-dev", "libhwy-dev", "zlib1g-dev"}
COMPILER = re.compile(r"libc6-dev|linux-libc-dev|libstdc\+\+-\d+-dev|libgcc-\d+-dev")
SHIPPED = re.compile(
    r"CMakeFiles/calibrant_objects\.dir/|apps/CMakeFiles/calibrant_(cli|program)\.dir/"
)


def output(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def packages_of(files: set[str]) -> set[str]:
    """The Debian packages that these files come from."""
    real = sorted({str(Path(file).resolve()) for file in files})
    # Before the merge of /lib into /usr/lib packages named the short path.
    real += [path.removeprefix("/usr") for path in real if path.startswith("/usr/lib/")]
    found = subprocess.run(["dpkg", "-S", *real], capture_output=True, text=True).stdout
    return {line.split(":")[0] for line in found.splitlines()}


def loaded(binary: str) -> set[str]:
    """The paths of the libraries that it asks for itself."""
    needed = set(re.findall(r"NEEDED.*\[(.+)\]", output("readelf", "-d", binary)))
    paths = dict(re.findall(r"(\S+) => (\S+)", output("ldd", binary)))
    return {paths[name] for name in needed if name in paths}


def included(build: str) -> set[str]:
    """The headers of others that the shipped objects were compiled with."""
    files: set[str] = set()
    shipped = False
    for line in output("ninja", "-C", build, "-t", "deps").splitlines():
        if line and not line.startswith(" "):
            shipped = SHIPPED.match(line) is not None
        elif shipped and line.strip().startswith("/usr/"):
            files.add(line.strip())
    return files


def main() -> int:
    if not shutil.which("dpkg-query"):
        print("skipped: versions are read from Debian's packages")
        return SKIPPED
    problems = []
    written = (ROOT / "docs" / "sbom.spdx.json").read_text()
    if written != make_sbom.text():
        problems.append("docs/sbom.spdx.json is not what docs/make_sbom.py makes")
    named = re.sub(r"\W", "", (ROOT / "THIRD_PARTY.md").read_text()).lower()
    for one in make_sbom.ALL:
        # "libstdc++", "nlohmann-json": without what is not a letter. glibc is "the C library".
        if one.name != "glibc" and re.sub(r"\W", "", one.name) not in named:
            problems.append(f"THIRD_PARTY.md does not mention {one.name}")
    direct = [one for one in make_sbom.DEPENDENCIES if one.into == "calibrant"]
    listed = {one.debian for one in direct if one.kind == make_sbom.LINKED}
    linked = packages_of(loaded(sys.argv[1]) | loaded(sys.argv[2]))
    if linked != listed:
        problems.append(f"linked: {sorted(linked)}, listed: {sorted(listed)}")
    listed = {one.debian for one in direct if one.kind == make_sbom.INCLUDED} | HEADERS_OF_LINKED
    headers = {name for name in packages_of(included(sys.argv[3])) if not COMPILER.match(name)}
    if headers != listed:
        problems.append(f"included: {sorted(headers)}, listed: {sorted(listed)}")
    problems += notices.missing(included(sys.argv[3]))
    print("\n".join(problems) or f"{len(listed)} of headers and {len(linked)} libraries, as listed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
