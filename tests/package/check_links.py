"""Every link from one page to another leads to a file.

usage: check_links.py SOURCES
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

LINK = re.compile(r"\]\(([^)\s#]+)(?:#[^)\s]*)?\)")
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.MULTILINE | re.DOTALL)


def text_of(page: Path) -> str:
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".ipynb":
        cells = json.loads(text)["cells"]
        text = "\n".join("".join(one["source"]) for one in cells if one["cell_type"] == "markdown")
    return text


def broken(page: Path, results: Path) -> list[str]:
    links = LINK.findall(CODE.sub("", text_of(page)))
    own = [link for link in links if not re.match(r"[a-z]+:", link)]
    # The beginning of a page that a benchmark writes.
    folder = results if page.name == "preamble.md" else page.parent
    return [f"{page}: {link}" for link in own if not (folder / link).exists()]


def main(sources: str) -> None:
    root = Path(sources)
    folders = [root / name for name in ("bench", "docs", "examples", "python", "tests")]
    kinds = ("*.md", "*.ipynb")
    pages = [*root.glob("*.md")]
    pages += [page for folder in folders for kind in kinds for page in folder.rglob(kind)]
    assert root / "docs" / "README.md" in pages, "these are not the sources"
    found = [one for page in pages for one in broken(page, root / "docs" / "results")]
    assert not found, "\n".join(["links that lead nowhere:", *found])


if __name__ == "__main__":
    main(*sys.argv[1:])
