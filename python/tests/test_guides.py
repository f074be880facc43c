"""Every page for Python, and every example of the mathematics, does what it says."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from pages import DOCS, ROOT, check_page

import calibrant

GUIDES = DOCS / "guide"
MATH = sorted((DOCS / "math").glob("*.md"))
CONCEPTS = [page for page in sorted((DOCS / "concepts").glob("*.md")) if page.stem != "README"]
PAGES = [DOCS / "start.md", DOCS / "troubleshooting.md", *CONCEPTS]
NAMES = ("python", "which-method", "multiclass", "reliability-diagram", "migrating", "watch")


@pytest.mark.parametrize("name", NAMES)
def test_guide(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("sklearn", "pandas", "polars", "matplotlib"):
        pytest.importorskip(package)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "agg")
    path = GUIDES / f"{name}.md"
    assert check_page(path) > 0, f"{path.name} shows no output"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_page(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sklearn")
    monkeypatch.chdir(tmp_path)
    assert check_page(path) > 0, f"{path.name} shows no output"


def test_tutorial() -> None:
    for package in ("sklearn", "matplotlib"):
        pytest.importorskip(package)
    command = [ROOT / "tools/docs/run_notebook.py", DOCS / "tutorial.ipynb", "--check"]
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


def test_gallery_shows_every_picture_that_is_drawn() -> None:
    pytest.importorskip("matplotlib")
    drawn = runpy.run_path(str(ROOT / "tools/docs/make_pictures.py"))["PICTURES"]
    page = (DOCS / "gallery.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"\(images/(gallery/[a-z-]+)\.png\)", page))
    assert shown == {name for name in drawn if name.startswith("gallery/")}
    assert all((DOCS / "images" / f"{name}.png").exists() for name in drawn)


def test_example_is_what_its_script_makes() -> None:
    script = ROOT / "tools/docs/make_example.py"
    made = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    shipped = Path(calibrant.__file__).with_name("example.csv")
    assert made.stdout == shipped.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", MATH, ids=lambda path: path.stem)
def test_mathematics(path: Path) -> None:
    """Each page computes its definition by hand, beside what the library gives."""
    pytest.importorskip("sklearn")
    assert check_page(path) > 0, f"{path.name} has no example"


@pytest.mark.parametrize(
    ("guide", "message"),
    [
        ("```python\nprint(1)\n```\n\n```text\n2\n```\n", "guide.md:6"),
        ("```python\nprint(1)\n```\n", "guide.md:2: prints what the guide does not show"),
        ("```text\n1\n```\n", "guide.md:2: the output of nothing"),
        ("```console\n$ calibrant --version\nno\n```\n", "guide.md:2"),
        ("```console\n$ ls\n```\n", "only calibrant and python are run here, not ls"),
    ],
)
def test_a_false_guide_is_found(tmp_path: Path, guide: str, message: str) -> None:
    path = tmp_path / "guide.md"
    path.write_text(guide)
    with pytest.raises(AssertionError, match=re.escape(message)):
        check_page(path)


def test_names_of_one_block_are_known_to_the_next(tmp_path: Path) -> None:
    path = tmp_path / "guide.md"
    path.write_text("```python\na = 1\n```\n\n```python\nprint(a)\n```\n\n```text\n1\n```\n")
    assert check_page(path) == 1
