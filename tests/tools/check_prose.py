"""The checker of prose finds what it is for, and nothing else.

usage: check_prose.py SOURCES
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

LONG = "One " + "word " * 31 + "is too many."


def main(sources: str) -> None:
    sys.path.insert(0, str(Path(sources) / "tools" / "lib"))
    import prose

    def found(text: str) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "page.md"
            page.write_text(text, encoding="utf-8")
            return prose.faults(page)

    assert found("# A title\n\nA short sentence. And `code.with(dots)` in another one.\n") == []
    assert len(found(f"A short one.\n{LONG}\n")) == 1
    assert found(f"Text.\n\n{LONG}\n")[0].startswith("page.md:3: 35 words:")
    # Code, tables, comments and the addresses of links are not read.
    assert found(f"```text\n{LONG}\n```\n\n| {LONG} |\n\n<!-- {LONG} -->\n") == []
    assert found(f"[Short]({LONG.replace(' ', '-')}) words.\n") == []
    # Items of a list are sentences of their own.
    half = "word " * 20
    assert found(f"* {half}\n* {half}\n") == []
    assert len(found(f"{half}\n{half}\n")) == 1
    assert len(found("It is faster beside others.\n")) == 1
    assert found("The besides of this.\n") == []
    assert len(found("It takes 0.23 of the time.\n")) == 1
    assert found("It takes 8 times as long.\n") == []
    assert len(found("It is faster than in the run before.\n")) == 1
    assert [one.words for one in prose.sentences("Some, e.g. A, are. Not all.")] == [4, 2]


if __name__ == "__main__":
    main(*sys.argv[1:])
