"""Includes follow the layers of the library, and no include path means two files.

usage: check_layers.py [FOLDER]

A folder of src/ includes itself, the layers above it in LAYERS and the public headers. Front ends
include themselves and the public headers. Where something else is needed, the exception stands
here with its reason, and goes when nothing needs it any more.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

# The lowest comes first. Folders in one row do not know each other.
LAYERS = [
    ["math", "system"],
    ["support"],
    ["json", "kernels"],
    ["observations"],
    ["curve"],
    ["binning", "families", "groups", "metrics"],
    ["auto", "export", "model_file"],
    ["classes", "multiclass"],
    ["method"],
    ["assess", "compare", "watch"],
    ["report"],
    ["c_api"],
]

FRONT_ENDS = ["apps", "python/src", "experiments", "examples"]

# Every folder that a compiler is told to look in.
ROOTS = ["include", "src", "tests", "apps/calibrant", "experiments"]

# (folder, header): why.
_LEGIBLE = "names of files and classes are shown as the library shows them"
_THREADS = "work is shared out to threads as in the library"
_SYSTEM = "the system is asked in one place"
_PAGES = "large arrays are handed over in large pages"
EXCEPTIONS = {
    ("src/math", "calibrant/interval.hpp"): "two numbers",
    ("src/math", "kernels/logistic.hpp"): "the sums of Newton's method are a kernel",
    ("src/math", "support/parallel.hpp"): "long arrays are pooled on several threads",
    (
        "apps",
        "system/atomic_file.hpp",
    ): "output appears whole or not at all, and signals take it away",
    ("apps", "support/legible.hpp"): _LEGIBLE,
    ("apps", "support/near_miss.hpp"): "what was probably meant",
    ("apps", "support/parallel.hpp"): _THREADS,
    ("apps", "support/utf8.hpp"): "class names are cut between characters",
    ("apps", "system/files.hpp"): _SYSTEM,
    ("apps", "system/large_array.hpp"): _PAGES,
    ("apps", "system/numbers.hpp"): _SYSTEM,
    ("apps", "system/signals.hpp"): _SYSTEM,
    ("apps", "system/threads.hpp"): _THREADS,
    ("python/src", "system/large_array.hpp"): _PAGES,
    ("python/src", "support/legible.hpp"): _LEGIBLE,
    ("python/src", "support/parallel.hpp"): _THREADS,
    ("experiments", "binning/boundary_prior.hpp"): "the paper's own variants of the methods",
    ("experiments", "math/log_beta.hpp"): "the paper's own variants of the methods",
    ("experiments", "math/random.hpp"): "the same numbers are drawn everywhere",
    ("experiments", "report/format.hpp"): "its tables are a page like the report",
    ("experiments", "report/page.hpp"): "its tables are a page like the report",
    ("experiments", "support/parallel.hpp"): _THREADS,
    ("experiments", "support/progress.hpp"): _THREADS,
}


def files_under(folder: Path) -> Iterator[Path]:
    for pattern in ("*.cpp", "*.hpp", "*.h"):
        yield from sorted(folder.rglob(pattern))


def includes(file: Path) -> list[str]:
    return re.findall(r'^\s*#\s*include "([^"]+)"', file.read_text(), re.MULTILINE)


class Layers:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.level = {name: i for i, row in enumerate(LAYERS) for name in row}
        self.needed: set[tuple[str, str]] = set()
        self.problems: list[str] = []

    def excused(self, folder: str, header: str) -> bool:
        self.needed.add((folder, header))
        return (folder, header) in EXCEPTIONS

    def check_library(self) -> None:
        for folder in sorted(p for p in (self.root / "src").iterdir() if p.is_dir()):
            if folder.name not in self.level:
                self.problems.append(f"src/{folder.name}: is in no layer")
                continue
            for file in files_under(folder):
                for header in includes(file):
                    self.check_library_include(folder.name, file, header)

    def check_library_include(self, folder: str, file: Path, header: str) -> None:
        target = header.split("/")[0]
        if target in (folder, header):
            return
        # math/ knows numbers, and nothing of the project.
        public = target == "calibrant" and folder != "math"
        if public or self.level.get(target, len(LAYERS)) < self.level[folder]:
            return
        if not self.excused(f"src/{folder}", header):
            name = file.relative_to(self.root)
            self.problems.append(f"{name}: includes {header}, which is not below {folder}")

    def check_front_ends(self) -> None:
        for folder in FRONT_ENDS:
            for file in files_under(self.root / folder):
                for header in includes(file):
                    if not (self.root / "src" / header).is_file():
                        continue
                    if not self.excused(folder, header):
                        name = file.relative_to(self.root)
                        self.problems.append(f"{name}: includes {header}, which is not public")

    def check_paths(self) -> None:
        """A folder of headers is in one root only: no reader has to ask which file is meant."""
        homes: dict[str, str] = {}
        for root in ROOTS:
            headers = {p.relative_to(self.root / root) for p in (self.root / root).rglob("*.hpp")}
            for folder in sorted({str(p.parent) for p in headers if str(p.parent) != "."}):
                other = homes.setdefault(folder, root)
                if other != root:
                    self.problems.append(f"{root}/{folder}: {other}/{folder} has headers, too")

    def check(self) -> list[str]:
        self.check_library()
        self.check_front_ends()
        self.check_paths()
        for folder, header in sorted(set(EXCEPTIONS) - self.needed):
            self.problems.append(f"{folder}: needs {header} no more; its exception may go")
        return self.problems


def check_the_rules() -> None:
    """A test that cannot fail is none."""
    layers = Layers(Path("/"))
    for folder, header in [("math", "calibrant/curve.hpp"), ("curve", "metrics/measures.hpp")]:
        layers.check_library_include(folder, Path("/a.cpp"), header)
    layers.check_library_include("metrics", Path("/a.cpp"), "families/histogram_bins.hpp")
    assert len(layers.problems) == 3, layers.problems
    for folder, header in [("curve", "curve/index.hpp"), ("auto", "binning/chain.hpp")]:
        layers.check_library_include(folder, Path("/a.cpp"), header)
    assert len(layers.problems) == 3, layers.problems


def main() -> int:
    check_the_rules()
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2]
    problems = Layers(root).check()
    print("\n".join(problems) or "includes follow the layers")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
