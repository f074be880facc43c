"""Reads the pages for users as a reader would: python3 tools/lib/prose.py [--all]

A sentence has at most 30 words. "beside" is not "compared with". A ratio says what it is a ratio
of, in a number with a unit or in "times". What was true once belongs in docs/engineering/ or in the
change log. README's sentences have 18 words on average, and none has more than 35.

README and the pages of GUIDE fail. --all also reads all other pages of docs/, and only warns.
"""

from __future__ import annotations

import re
import statistics
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ("docs/guide", "docs/concepts")
PAGES = ("README.md", "docs/start.md", "docs/gallery.md", "docs/troubleshooting.md")
MOST_WORDS = 30
MOST_MEAN = 18.0  #: of README

FENCE = re.compile(r"^(`{3,}).*?^\1$", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
END = re.compile(r"(?<=[.!?])[)\"”*_]*\s+(?=[\"“(*_]*[A-Z0-9`])")
#: A full stop that ends no sentence.
SHORT = re.compile(r"\b(?:e\.g|i\.e|vs|al)\.")
RULES = {
    "beside: say 'compared with' or 'next to'": re.compile(r"\bbeside\b", re.IGNORECASE),
    "a ratio without a name: say a time, a size or '3 times faster'": re.compile(
        r"\b\d*\.?\d+ of the (?:time|size|memory)\b|\btimes their size\b|\btimes `?std::sort"
    ),
    "history: say what is true now": re.compile(
        r"\b(?:as it was|used to be|the run before|until now|no longer|previously|formerly|"
        r"in an earlier version|was changed to)\b",
        re.IGNORECASE,
    ),
}


class Sentence(NamedTuple):
    text: str
    line: int

    @property
    def words(self) -> int:
        return sum(bool(re.search(r"\w", word)) for word in self.text.split())


def blank(match: re.Match[str]) -> str:
    """Nothing, with as many lines."""
    return "\n" * match[0].count("\n")


def paragraphs(text: str) -> list[tuple[str, int]]:
    """What stands together, without code, tables and headings, and the line where it begins."""
    text = COMMENT.sub(blank, FENCE.sub(blank, text))
    found: list[tuple[str, int]] = []
    held: list[str] = []
    begin = 0
    for number, line in enumerate([*text.split("\n"), ""], 1):
        item = re.match(r"\s*(?:[*+-]|\d+\.)\s+(.*)", line)
        other = not line.strip() or line.startswith(("|", "#", "$$", "    "))
        if (item or other) and held:
            found.append((" ".join(held), begin))
            held = []
        if other:
            continue
        if not held:
            begin = number
        held.append(item[1] if item else line.strip())
    return found


def sentences(text: str) -> list[Sentence]:
    found = []
    for paragraph, line in paragraphs(text):
        plain = SHORT.sub(lambda match: match[0].replace(".", ""), LINK.sub(r"\1", paragraph))
        # Code counts as one word.
        plain = re.sub(r"`[^`]*`", "Code", plain)
        found += [Sentence(one, line) for one in END.split(plain) if re.search(r"\w", one)]
    return found


def faults(page: Path) -> list[str]:
    """What is wrong on a page, a line each."""
    name = page.relative_to(ROOT) if page.is_relative_to(ROOT) else page.name
    found = []
    all_of_them = sentences(page.read_text(encoding="utf-8"))
    for sentence in all_of_them:
        if sentence.words > MOST_WORDS:
            found.append(f"{name}:{sentence.line}: {sentence.words} words: {sentence.text}")
        for rule, pattern in RULES.items():
            if pattern.search(sentence.text):
                found.append(f"{name}:{sentence.line}: {rule}: {sentence.text}")
    mean = statistics.fmean(one.words for one in all_of_them) if all_of_them else 0.0
    if page.name == "README.md" and page.parent == ROOT and mean > MOST_MEAN:
        found.append(f"{name}: {mean:.1f} words in a sentence on average ({MOST_MEAN} at most)")
    return found


def main() -> int:
    strict = [ROOT / page for page in PAGES]
    strict += [page for folder in GUIDE for page in sorted((ROOT / folder).glob("*.md"))]
    wrong = [fault for page in strict for fault in faults(page)]
    print("\n".join(wrong), end="\n" if wrong else "")
    if "--all" in sys.argv[1:]:
        others = [page for page in sorted((ROOT / "docs").rglob("*.md")) if page not in strict]
        print("\n".join(f"warning: {fault}" for page in others for fault in faults(page)))
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
