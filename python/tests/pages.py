"""Runs the blocks of a page of the documentation, as a reader would.

```python blocks run in order, in one namespace and an empty directory. What a block prints must be
the ```text block after it, to the letter. ```console blocks are commands of the program that comes
with the package, or of python. Where a console block shows output, it must be what they print.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from calibrant._program import program

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
FENCE = re.compile(
    r"^(?:<!-- tested by (\S+) -->\n)?```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
RUN = ("python", "text", "console")


class Block(NamedTuple):
    kind: str
    body: str
    line: int  #: of the page, where the body begins
    tested_by: str = ""  #: the file of the test, if it is not the page's own run


def all_blocks(text: str) -> list[Block]:
    """The fenced blocks of a page."""
    return [
        Block(match[2], match[3], text.count("\n", 0, match.start(3)) + 1, match[1] or "")
        for match in FENCE.finditer(text)
    ]


def blocks(text: str) -> list[Block]:
    """Those that are run or compared."""
    return [block for block in all_blocks(text) if block.kind in RUN and not block.tested_by]


def run_python(block: Block, path: Path, namespace: dict[str, Any]) -> str:
    """What a block prints."""
    printed = io.StringIO()
    # Errors show the page's own lines.
    code = compile("\n" * (block.line - 1) + block.body, str(path), "exec")
    with contextlib.redirect_stdout(printed):
        exec(code, namespace)
    return printed.getvalue()


def run_console(block: Block) -> tuple[list[str], str]:
    """The commands of a block, and the block as a terminal would show it."""
    programs = {"calibrant": program(), "python": sys.executable}
    commands = [line for line in block.body.splitlines() if line.startswith("$ ")]
    shown = []
    for line in commands:
        words = shlex.split(line[2:], comments=True)
        target = words.pop() if len(words) > 2 and words[-2] == ">" else None
        if target is not None:
            words.pop()
        assert words[0] in programs, f"only calibrant and python are run here, not {words[0]}"
        done = subprocess.run(
            [programs[words[0]], *words[1:]],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert done.returncode == 0, f"{line}: {done.stderr}"
        if target is not None:
            Path(target).write_text(done.stdout, encoding="utf-8")
        shown.append(f"{line}\n{'' if target else done.stdout}")
    return commands, "".join(shown)


def check_page(path: Path, namespace: dict[str, Any] | None = None) -> int:
    """Run a page. Gives how many blocks of output were compared.

    ``namespace`` has the names that the page takes for granted.
    """
    names = {"__name__": "guide", **(namespace or {})}
    compared = 0
    pending: tuple[Block, str] | None = None
    for block in [*blocks(path.read_text(encoding="utf-8")), None]:
        if block is not None and block.kind == "text":
            assert pending is not None, f"{path.name}:{block.line}: the output of nothing"
            assert pending[1].rstrip() == block.body.rstrip(), f"{path.name}:{block.line}"
            pending = None
            compared += 1
            continue
        if pending is not None:
            place = f"{path.name}:{pending[0].line}"
            assert pending[1] == "", f"{place}: prints what the guide does not show"
        if block is None:
            break
        if block.kind == "console":
            commands, shown = run_console(block)
            pending = None
            if block.body.splitlines() != commands:  # it shows output
                assert shown.rstrip() == block.body.rstrip(), f"{path.name}:{block.line}"
                compared += 1
        else:
            pending = (block, run_python(block, path, names))
    return compared
