"""Draws the layers of the library: python3 tools/docs/make_layers.py [--check]

docs/images/layers.svg follows from the list in tests/package/check_layers.py, which also checks the
includes. With --check nothing is written, and the exit code is 1 if the picture is another one.
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PICTURE = ROOT / "docs" / "images" / "layers.svg"
WIDTH, HEIGHT, GAP, LABEL = 760, 30, 6, 190

FRONT = ["apps", "python", "r", "examples", "experiments"]
#: What a row of layers is for, by its first folder.
WORDS = {
    "math": "numbers, the system",
    "support": "checks, threads, progress",
    "json": "documents, inner loops",
    "observations": "sorted, checked rows",
    "curve": "from score to probability",
    "binning": "fits and measures",
    "auto": "averages, code, files",
    "classes": "several classes",
    "method": "the table of methods",
    "assess": "what is found",
    "report": "how it is said",
    "c_api": "for other languages",
}


def box(x: float, y: float, width: float, words: str, kind: str) -> str:
    middle = x + width / 2
    return (
        f'<rect class="{kind}" x="{x:.0f}" y="{y}" width="{width:.0f}" height="{HEIGHT}" rx="4"/>'
        f'<text x="{middle:.0f}" y="{y + 20}" text-anchor="middle">{words}</text>'
    )


def row(y: int, names: list[str], words: str, kind: str) -> str:
    each = (WIDTH - LABEL - GAP * (len(names) - 1)) / len(names)
    boxes = [box(LABEL + i * (each + GAP), y, each, name, kind) for i, name in enumerate(names)]
    return f'<text class="words" x="6" y="{y + 20}">{words}</text>' + "".join(boxes)


def picture(layers: list[list[str]]) -> str:
    rows = [(FRONT, "front ends", "front"), (["include/calibrant"], "the public contract", "api")]
    rows += [(names, WORDS.get(names[0], ""), "layer") for names in reversed(layers)]
    step = HEIGHT + GAP
    height = len(rows) * step + GAP
    body = "\n".join(row(GAP + i * step, *one) for i, one in enumerate(rows))
    view = f"0 0 {WIDTH + GAP} {height}"
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" role="img">
<title>The layers of the library: each uses what is below it</title>
<style>
text {{ font: 14px sans-serif; fill: #1c2430 }}
.words {{ fill: #55606e; font-size: 13px }}
.layer {{ fill: #cfe3f1 }} .api {{ fill: #f6d7bd }} .front {{ fill: #e3e7ec }}
</style>
<rect width="100%" height="100%" fill="#ffffff"/>
{body}
</svg>
"""


def main() -> int:
    layers = runpy.run_path(str(ROOT / "tests/package/check_layers.py"))["LAYERS"]
    text = picture(layers)
    if "--check" not in sys.argv[1:]:
        PICTURE.write_text(text, encoding="utf-8")
    elif PICTURE.read_text(encoding="utf-8") != text:
        print("docs/images/layers.svg is not current: python3 tools/docs/make_layers.py draws it")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
