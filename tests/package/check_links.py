"""Every link from one page to another leads to a file.

usage: check_links.py SOURCES
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

LINK = re.compile(r"\]\(([^)\s#]+)(?:#[^)\s]*)?\)")
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.MULTILINE | re.DOTALL)


def broken(page: Path) -> list[str]:
    links = LINK.findall(CODE.sub("", page.read_text(encoding="utf-8")))
    own = [link for link in links if not re.match(r"[a-z]+:", link)]
    return [f"{page}: {link}" for link in own if not (page.parent / link).exists()]


def main(sources: str) -> None:
    root = Path(sources)
    folders = [root / name for name in ("bench", "docs", "examples", "python", "tests")]
    pages = [*root.glob("*.md"), *(page for folder in folders for page in folder.rglob("*.md"))]
    assert root / "docs" / "README.md" in pages, "these are not the sources"
    found = [one for page in pages for one in broken(page)]
    assert not found, "\n".join(["links that lead nowhere:", *found])


if __name__ == "__main__":
    main(*sys.argv[1:])
