"""Who holds the copyright of headers that are compiled in, and whether THIRD_PARTY.md says so."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# Boost's licence asks for no notice in binaries, the compiler's libraries have an exception, and of
# Eigen (MPL-2.0) the sources are named. Hedley, inside nlohmann/json, is in the public domain.
WITHOUT = re.compile(r"/boost/|/eigen3/|/c\+\+/|/gcc/|/include/(bits|sys|linux|asm|gnu|python)")
# Headers of these need a notice.
WITH = re.compile(r"/(nlohmann|fmt|CLI|hwy|nanobind|robin_map|tsl)/|/(linear|svm|zlib|zconf)\.h$")
HOLDER = re.compile(
    r"Copyright(?:Text:)?\s*(?:\(c\)|©)?\s*[\d,\s–-]*(?:present)?,?\s*(?:by\s+)?([^\n<(.]+)"
)
NOT_NAMES = {"notice", "and", "holder", "holders", "owner", "license", "or", "law"}
PUBLIC_DOMAIN = {"Evan Nemerson"}


def holders(header: Path) -> set[str]:
    """The names in the copyright lines of a header's first and inner comments."""
    found = set()
    for name in HOLDER.findall(header.read_text(errors="replace")):
        name = name.replace("All rights reserved", "").removeprefix("The ")
        words = name.replace("Bjoern", "Björn").strip(" ,;*/").split()  # written both ways
        if words and words[0].lower() not in NOT_NAMES and words[0][0].isupper():
            found.add(" ".join(words[:2]))
    return found


def missing(headers: set[str]) -> list[str]:
    """One line for each holder who is not named."""
    named = (ROOT / "THIRD_PARTY.md").read_text()
    problems = {}
    for header in sorted(headers):
        if WITHOUT.search(header) or not WITH.search(header):
            continue
        for holder in holders(Path(header)) - PUBLIC_DOMAIN:
            if holder not in named:
                problems[holder] = f"THIRD_PARTY.md does not name {holder} ({header})"
    return list(problems.values())
