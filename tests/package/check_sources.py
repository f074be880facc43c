"""No source starts a program or a shell, opens a connection or loads code (SECURITY.md).

usage: check_sources.py ROOT
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

# Calls by name. Of C and C++: processes, shells, sockets, loading of code.
CPP = re.compile(
    r"(?<![\w.:>])(?:std::|::)?"
    r"(system|popen|v?fork|exec(?:l|lp|le|v|vp|ve|vpe)|posix_spawnp?|socket|connect|dlopen)\s*\("
)
PYTHON = re.compile(
    r"\b(?:os\.(?:system|popen|fork|spawn\w*|exec\w*|posix_spawn\w*)"
    r"|subprocess|socket|urllib|http\.client|requests|ctypes|pickle\.loads?|eval|exec)\s*[.(]"
    r"|\b(?:import|from)\s+(?:subprocess|socket|urllib|http|requests|ctypes)\b"
)
COMMENT = {".py": re.compile(r"#.*"), ".cpp": re.compile(r"//.*"), ".hpp": re.compile(r"//.*")}
# The Python package's command becomes the program that comes with it.
ALLOWED = {("python/calibrant/_program.py", "os.execv(path, [path, *sys.argv[1:]])")}


def calls(path: Path) -> list[tuple[int, str]]:
    """The lines that call what they should not."""
    pattern = PYTHON if path.suffix == ".py" else CPP
    text = path.read_text()
    if path.suffix == ".py":
        text = re.sub(r'"""(?:.|\n)*?"""', lambda m: "\n" * m[0].count("\n"), text)
    lines = enumerate((COMMENT[path.suffix].sub("", line) for line in text.splitlines()), 1)
    return [(number, line.strip()) for number, line in lines if pattern.search(line)]


def check_the_patterns() -> None:
    """A test that cannot fail is none."""
    for line in ("  system(command);", "std::system(x)", "execvp(a, b)", "::socket(1, 2, 3)"):
        assert CPP.search(line), line
    for line in ("file_system(x)", "model.connect(x)", "ecosystem (x)", "Fit::fork(x)"):
        assert not CPP.search(line), line
    for line in ("import subprocess", "os.system('x')", "from urllib import request", "eval(x)"):
        assert PYTHON.search(line), line
    for line in ("evaluate(x)", "self.exec_time", "http = 1"):
        assert not PYTHON.search(line), line


def main() -> int:
    check_the_patterns()
    root = Path(sys.argv[1])
    folders = ("include", "src", "apps", "experiments", "python/src", "python/calibrant")
    found = []
    read = 0
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in COMMENT:
                continue
            read += 1
            name = path.relative_to(root).as_posix()
            found += [
                f"{name}:{n}: {line}" for n, line in calls(path) if (name, line) not in ALLOWED
            ]
    assert read > 200, f"only {read} files: the folders have moved"
    print("\n".join(found) or f"{read} files: none")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
