"""The program of docs/guide/c.md compiles without a warning, runs, and says what it should.

usage: check_guide.py COMPILER LIBRARY ROOT
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

FLAGS = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror"]


def main() -> None:
    compiler, library, root = sys.argv[1], Path(sys.argv[2]).resolve(), Path(sys.argv[3]).resolve()
    found = re.search(r"```c\n(.*?)```", (root / "docs/guide/c.md").read_text(), re.S)
    assert found, "the guide has no program"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "app.c").write_text(found[1])
        link = [str(library), f"-Wl,-rpath,{library.parent}"]
        command = [compiler, *FLAGS, "app.c", f"-I{root / 'include'}", *link, "-o", "app"]
        subprocess.run(command, cwd=folder, check=True)
        ran = subprocess.run(["./app"], cwd=folder, check=True, capture_output=True, text=True)
        assert 0.2 < float(ran.stdout) < 0.8, ran.stdout
        assert (folder / "model.json").read_text().startswith('{"format":"calibrant-model"')


if __name__ == "__main__":
    main()
