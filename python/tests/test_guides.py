"""Every page for Python, and every example of the mathematics, does what it says."""

from __future__ import annotations

import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from guide_worlds import WORLDS, nothing
from pages import DOCS, FENCE, ROOT, all_blocks, check_page

import calibrant
from calibrant._program import program

GUIDES = DOCS / "guide"
MATH = sorted((DOCS / "math").glob("*.md"))
CONCEPTS = [page for page in sorted((DOCS / "concepts").glob("*.md")) if page.stem != "README"]
GUIDE_PAGES = sorted(path.stem for path in GUIDES.glob("*.md"))
#: Kinds of blocks, and which test runs those that this file does not. "output" is only shown.
TESTED_BY = {
    "cpp": "tests/package/check_snippets.py",
    "c": "python/tests/test_guides.py",
    "sql": "python/tests/test_guides.py",
    "r": "tools/r.sh",
}
PAGES = [DOCS / "start.md", DOCS / "troubleshooting.md", *CONCEPTS]


@pytest.mark.parametrize("name", GUIDE_PAGES)
def test_guide(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("sklearn", "pandas", "polars", "matplotlib", "duckdb", "onnxruntime"):
        pytest.importorskip(package)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "agg")
    check_page(GUIDES / f"{name}.md", WORLDS.get(name, nothing)())


def test_code_of_the_guide_to_exports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page writes headers, which its C blocks include, and an expression for its SQL."""
    for package in ("sklearn", "duckdb", "onnxruntime"):
        pytest.importorskip(package)
    if not shutil.which("cc"):
        pytest.skip("no C compiler")
    import duckdb

    monkeypatch.chdir(tmp_path)
    path = GUIDES / "export.md"
    check_page(path, WORLDS["export"]())
    found = all_blocks(path.read_text(encoding="utf-8"))
    for block in (block for block in found if block.kind == "c"):
        include, rest = block.body.split("\n", 1)
        Path("main.c").write_text(f"{include}\nint main(void) {{\n{rest}return 0;\n}}\n")
        subprocess.run(["cc", "-std=c99", "main.c", "-lm", "-o", "main"], check=True)
        subprocess.run(["./main"], check=True)
    sql = next(block.body for block in found if block.kind == "sql")
    words = re.search(r"\$\(calibrant (.*?)\)", sql)
    assert words
    command = [program(), *words[1].split()]
    expression = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    duckdb.sql("CREATE TABLE predictions AS FROM 'new.csv'")
    rows = duckdb.sql(sql.replace(words[0], expression)).fetchnumpy()
    assert rows["calibrated"].tolist() == calibrant.load("model.json")(rows["score"]).tolist()


@pytest.mark.parametrize("path", [ROOT / "README.md", *GUIDES.glob("*.md"), *PAGES], ids=str)
def test_every_block_is_run_or_is_output(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for block in all_blocks(text):
        place = f"{path.name}:{block.line}"
        if block.tested_by:
            assert (ROOT / block.tested_by).is_file(), f"{place}: {block.tested_by} is no file"
        else:
            assert block.kind in ("python", "console", "text", "output", *TESTED_BY), place
            assert (ROOT / TESTED_BY.get(block.kind, "README.md")).is_file(), place
    outside = FENCE.sub("", text)
    assert "\n\n    " not in outside, f"{path.name}: a block without a fence"


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
