"""Every guide for Python, and every example of the mathematics, does what it says.

The ```python blocks of a guide run in order, in one namespace and an empty directory. What a block
prints must be the ```text block after it, to the letter; ```console blocks are commands of the
program that comes with the package, and what they print.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from calibrant._program import program

DOCS = Path(__file__).resolve().parents[2] / "docs"
GUIDES = DOCS / "guide"
MATH = sorted((DOCS / "math").glob("*.md"))
NAMES = ("python", "which-method", "multiclass", "reliability-diagram", "migrating", "watch")
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    kind: str
    body: str
    line: int  #: of the guide, where the body begins


def blocks(text: str) -> list[Block]:
    """The fenced blocks of a guide that are run or compared."""
    found = [
        Block(match[1], match[2], text.count("\n", 0, match.start(2)) + 1)
        for match in FENCE.finditer(text)
    ]
    return [block for block in found if block.kind in ("python", "text", "console")]


def run_python(block: Block, path: Path, namespace: dict[str, Any]) -> str:
    """What a block prints."""
    printed = io.StringIO()
    # Errors show the guide's own lines.
    code = compile("\n" * (block.line - 1) + block.body, str(path), "exec")
    with contextlib.redirect_stdout(printed):
        exec(code, namespace)
    return printed.getvalue()


def run_console(block: Block) -> str:
    """The block as a terminal would show it."""
    shown = []
    for line in block.body.splitlines():
        if not line.startswith("$ "):
            continue
        words = shlex.split(line[2:])
        assert words[0] == "calibrant", f"only calibrant is run here, not {words[0]}"
        done = subprocess.run(
            [program(), *words[1:]], capture_output=True, text=True, check=False, timeout=60
        )
        assert done.returncode == 0, done.stderr
        shown.append(f"{line}\n{done.stdout}")
    return "".join(shown)


def check_guide(path: Path) -> int:
    """Run a guide; how many blocks of output were compared."""
    namespace: dict[str, Any] = {"__name__": "guide"}
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
            assert run_console(block).rstrip() == block.body.rstrip(), f"{path.name}:{block.line}"
            pending = None
            compared += 1
        else:
            pending = (block, run_python(block, path, namespace))
    return compared


@pytest.mark.parametrize("name", NAMES)
def test_guide(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("sklearn", "pandas", "polars", "matplotlib"):
        pytest.importorskip(package)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "agg")
    path = GUIDES / f"{name}.md"
    assert check_guide(path) > 0, f"{path.name} shows no output"


@pytest.mark.parametrize("path", MATH, ids=lambda path: path.stem)
def test_mathematics(path: Path) -> None:
    """Each page computes its definition by hand, beside what the library gives."""
    pytest.importorskip("sklearn")
    assert check_guide(path) > 0, f"{path.name} has no example"


@pytest.mark.parametrize(
    ("guide", "message"),
    [
        ("```python\nprint(1)\n```\n\n```text\n2\n```\n", "guide.md:6"),
        ("```python\nprint(1)\n```\n", "guide.md:2: prints what the guide does not show"),
        ("```text\n1\n```\n", "guide.md:2: the output of nothing"),
        ("```console\n$ calibrant --version\nno\n```\n", "guide.md:2"),
        ("```console\n$ ls\n```\n", "only calibrant is run here, not ls"),
    ],
)
def test_a_false_guide_is_found(tmp_path: Path, guide: str, message: str) -> None:
    path = tmp_path / "guide.md"
    path.write_text(guide)
    with pytest.raises(AssertionError, match=re.escape(message)):
        check_guide(path)


def test_names_of_one_block_are_known_to_the_next(tmp_path: Path) -> None:
    path = tmp_path / "guide.md"
    path.write_text("```python\na = 1\n```\n\n```python\nprint(a)\n```\n\n```text\n1\n```\n")
    assert check_guide(path) == 1
