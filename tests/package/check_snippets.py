"""The C++ of the documentation compiles.

usage: check_snippets.py COMPILER SOURCES

Every ```cpp block of README and docs/ becomes a function of one file. What the blocks take for
granted, such as scores and labels, is declared before them.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

FENCE = re.compile(r"^```cpp\n(.*?)^```$", re.MULTILINE | re.DOTALL)
KNOWN = """
#include <calibrant/calibrant.hpp>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <vector>
using namespace calibrant;
const std::vector<double> scores, new_scores, marginals;
const std::vector<int> labels, new_labels, truth, states;
std::vector<double> probabilities;
"""
#: Names that a page declares itself, where they mean something else.
OWN = {
    "docs/guide/report.md": "const std::vector<std::uint32_t> labels;",
    "docs/guide/multiclass.md": "const std::vector<std::uint32_t> labels, truth;",
}


def program(root: Path) -> str:
    parts = [KNOWN]
    pages = [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
    for page in pages:
        name = str(page.relative_to(root))
        for number, block in enumerate(FENCE.findall(page.read_text(encoding="utf-8"))):
            body = "".join(
                line for line in block.splitlines(True) if not line.startswith("#include")
            )
            function = re.sub(r"\W", "_", f"{name}_{number}")
            parts.append(f'void {function}() {{\n{OWN.get(name, "")}\n#line 1 "{name}"\n{body}}}\n')
    assert len(parts) > 3, "these are not the sources"
    return "\n".join(parts)


def main(compiler: str, sources: str) -> None:
    root = Path(sources)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "snippets.cpp"
        file.write_text(program(root), encoding="utf-8")
        command = [compiler, "-std=c++20", "-fsyntax-only", f"-I{root / 'include'}", str(file)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr


if __name__ == "__main__":
    main(*sys.argv[1:])
