"""Makes the source tree of the R package: r/, the library's sources, and what these include.

usage: assemble.py HIGHWAY TARGET

HIGHWAY is the unpacked source package of Highway. The headers of fmt, nlohmann/json and Boost are
those that the compiler finds. The tree needs nothing but a compiler for C++20 and R.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILES_A_UNIT = 12  # as in cmake/unity.cmake, since names are unique within such a unit
# Compiled alone: Highway includes kernels several times, and headers of systems define
# common words.
ALONE = ["kernels", "system"]
# Parts of Highway that are compiled: dispatch and the two sorts that the library calls.
HIGHWAY = ["targets", "per_target", "aligned_allocator"]
SORTS = ["vqsort", "vqsort_i64a", "vqsort_128a"]
# Other compilers include other parts of these.
WHOLE = ["boost/config", "boost/config.hpp"]
# Where Debian has the licences of the headers.
LICENCES = {
    "boost": "libboost1*-dev/copyright",
    "fmt": "libfmt-dev/copyright",
    "json": "nlohmann-json3-dev/copyright",
}
# R CMD check wants no file to silence the compiler.
SILENCER = re.compile(r"^[ \t]*#[ \t]*pragma (?:GCC|clang) diagnostic ignored.*\n", re.M)
NOT_OURS = ["*.Rcheck", "assemble.py", "make_*.py", "highway.sources"]

# A defect that Highway finds ends in an error of R, not in the end of R, and nothing is printed.
TARGETS = """#include <stdexcept>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#define fprintf(...) static_cast<void>(0)
#define fflush(...) static_cast<void>(0)
#define abort() throw std::logic_error(buf)
"""


def headers_of(folder: Path) -> list[Path]:
    """Every header of fmt, nlohmann/json and Boost that the library includes, with its root."""
    files = [*(folder / "src").rglob("*.cpp"), *(folder / "src").rglob("*.hpp")]
    wanted = set()
    for file in files:
        pattern = r"#include (<(?:boost|fmt|nlohmann)/[^>]+>)"
        wanted.update(re.findall(pattern, file.read_text()))
    lines = ["#define FMT_HEADER_ONLY", *(f"#include {name}" for name in sorted(wanted))]
    command = ["g++", "-std=c++20", "-M", "-x", "c++", "-"]
    text = "\n".join(lines) + "\n"
    done = subprocess.run(command, input=text, check=True, capture_output=True, text=True)
    found = re.findall(r"\S+/include/(?:boost|fmt|nlohmann)/\S+", done.stdout)
    return sorted({Path(name) for name in found})


def put(file: Path, to: Path) -> None:
    """A file of others, without what silences the compiler."""
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_text(SILENCER.sub("", file.read_text(errors="surrogateescape")),
                  errors="surrogateescape")  # fmt: skip


def copy_others(highway: Path, target: Path) -> None:
    roots = set()
    for header in headers_of(ROOT):
        parts = header.parts
        start = max(i for i, part in enumerate(parts) if part == "include") + 1
        roots.add(Path(*parts[:start]))
        put(header, target.joinpath(*parts[start:]))
    for name in WHOLE:
        for root in roots:
            files = (root / name).rglob("*.hpp") if (root / name).is_dir() else [root / name]
            for file in files:
                put(file, target / file.relative_to(root))
    for file in sorted((highway / "hwy").rglob("*.h")):
        if "test" not in str(file.relative_to(highway)):
            put(file, target / file.relative_to(highway))
    for name in [*HIGHWAY, *(f"contrib/sort/{sort}" for sort in SORTS)]:
        put(highway / "hwy" / f"{name}.cc", target / "hwy" / f"{name}.cc")


def units() -> dict[str, list[str]]:
    """Files that are compiled together: those of a folder; those in ALONE and Highway alone."""
    result: dict[str, list[str]] = {}
    for folder in sorted(p for p in (ROOT / "src").iterdir() if p.is_dir()):
        names = sorted(str(p.relative_to(ROOT / "src")) for p in folder.rglob("*.cpp"))
        size = 1 if folder.name in ALONE else FILES_A_UNIT
        count = -(-len(names) // size)
        for place, name in enumerate(names):
            unit = f"{folder.name}_{place * count // len(names)}"
            result.setdefault(unit, []).append(name)
    for name in HIGHWAY:
        result[f"hwy_{name}"] = [f"hwy/{name}.cc"]
    for name in SORTS:
        result[f"hwy_{name}"] = [f"hwy/contrib/sort/{name}.cc"]
    return result


def write_units(target: Path) -> None:
    for name, files in units().items():
        text = TARGETS if name == "hwy_targets" else ""
        text += "".join(f'#include "{file}"\n' for file in files)
        (target / f"unit_{name}.cpp").write_text(text)


def write_notices(highway: Path, target: Path) -> None:
    """Whose files these are, and their licences in full."""
    (target / "COPYRIGHTS").write_text(
        "Calibrant: the Calibrant maintainers, Apache-2.0.\n"
        "src/others holds files of other projects, below. Lines that silence the compiler's\n"
        "warnings (#pragma ... diagnostic ignored) were taken out of them. The folder licences\n"
        "has their licences.\n\n" + (ROOT / "THIRD_PARTY.md").read_text()
    )
    licences = target / "licences"
    licences.mkdir()
    shutil.copyfile(highway / "LICENSE", licences / "highway")
    for name, pattern in LICENCES.items():
        found = sorted(Path("/usr/share/doc").glob(pattern))
        assert found, f"/usr/share/doc/{pattern}: is not there"
        text = found[0].read_text()
        if name == "boost":  # lists every file of Boost, in two megabytes
            start = text.index(" Boost Software License - Version 1.0")
            text = re.match(r"(?: .*\n)+", text[start:])[0].replace("\n .\n", "\n\n")  # type: ignore[index]
        (licences / name).write_text(text)


def main() -> None:
    highway, target = Path(sys.argv[1]), Path(sys.argv[2])
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(ROOT / "r", target, ignore=shutil.ignore_patterns(*NOT_OURS))
    version = re.search(r"project\(calibrant VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())
    assert version
    for name in ["DESCRIPTION", "src/Makevars.in"]:
        file = target / name
        file.write_text(file.read_text().replace("@VERSION@", version[1]))
    library = target / "src" / "calibrant"
    shutil.copytree(ROOT / "src", library / "src")
    shutil.copytree(ROOT / "include", library / "include")
    copy_others(highway, target / "src" / "others")
    write_units(target / "src")
    write_notices(highway, target / "inst")


if __name__ == "__main__":
    main()
