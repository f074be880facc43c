"""What the site needs beyond the pages in docs/: mkdocs calls these functions.

Pages of the repository's root and the tutorial become pages of the site, links follow them, the
command line's reference is what the program says, and mathematics becomes MathML, which browsers
draw without a script.
"""

from __future__ import annotations

import base64
import html
import json
import os
import posixpath
import re
import subprocess
from pathlib import Path
from typing import Any

from latex2mathml.converter import convert  # type: ignore[import-not-found]
from mkdocs.structure.files import File  # type: ignore[import-not-found]

ROOT = Path(__file__).resolve().parents[2]
#: Where pages from outside docs/ stand in the site.
MOVED = {
    "ARCHITECTURE.md": "engineering/architecture.md",
    "CONTRIBUTING.md": "engineering/contributing.md",
    "SECURITY.md": "engineering/security.md",
    "CHANGELOG.md": "changelog.md",
    "docs/tutorial.ipynb": "tutorial.md",
}
FROM = {site: source for source, site in MOVED.items()}
LINK = re.compile(r"(?<!!)\[([^\]\n]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
MATH = re.compile(r'<(span|div) class="arithmatex">\\[(\[](.*?)\\[)\]]</\1>', re.DOTALL)


def source_of(page: str) -> str:
    """Where a page of the site stands in the repository."""
    return FROM.get(page, f"docs/{page}")


def tutorial(path: Path) -> tuple[str, dict[str, bytes]]:
    """The notebook as Markdown, and its pictures by name."""
    parts: list[str] = []
    pictures: dict[str, bytes] = {}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        for output in cell.get("outputs", ()):
            if "text" in output:
                parts.append(f"```text\n{''.join(output['text'])}```")
            else:
                name = f"images/tutorial-{len(pictures) + 1}.png"
                pictures[name] = base64.b64decode(output["data"]["image/png"])
                parts.append(f"![What the cell draws]({name})")
    return "\n\n".join(parts) + "\n", pictures


def command_line() -> str:
    """What the program says of itself."""
    program = os.environ["CALIBRANT_PROGRAM"]
    table = subprocess.check_output([program, "--help"], text=True)
    verbs = re.findall(r"^  ([a-z]+) {4,}\S", table.partition("Subcommands:")[2], re.MULTILINE)
    parts = ["# The command line\n\nThis is what `--help` prints.\n"]
    for verb in verbs:
        text = subprocess.check_output([program, verb, "--help"], text=True)
        parts.append(f"## calibrant {verb}\n\n```text\n{text.rstrip()}\n```\n")
    return "\n".join(parts)


def on_files(files: Any, config: Any) -> Any:
    def add(name: str, content: str | bytes) -> None:
        files.append(File.generated(config, name, content=content))

    for source, site in MOVED.items():
        if source.endswith(".md"):
            add(site, (ROOT / source).read_text(encoding="utf-8"))
    page, pictures = tutorial(ROOT / "docs/tutorial.ipynb")
    add("tutorial.md", page)
    for name, data in pictures.items():
        add(name, data)
    add("reference/command-line.md", command_line())
    return files


def on_page_markdown(markdown: str, page: Any, files: Any, **_: Any) -> str:
    """Links lead to where pages stand in the site, or lead nowhere if they are not in it."""
    here = page.file.src_uri
    folder = posixpath.dirname(source_of(here))

    def follow(match: re.Match[str]) -> str:
        words, link, anchor = match[1], match[2], match[3] or ""
        if re.match(r"[a-z]+:", link):
            return match[0]
        target = posixpath.normpath(posixpath.join(folder, link))
        inside = MOVED.get(target, target.removeprefix("docs/"))
        if files.get_file_from_path(inside) is None or inside.endswith((".csv", ".py", ".json")):
            return words
        return f"[{words}]({posixpath.relpath(inside, posixpath.dirname(here) or '.')}{anchor})"

    parts, last = [], 0
    for code in FENCE.finditer(markdown):
        parts += [LINK.sub(follow, markdown[last : code.start()]), code[0]]
        last = code.end()
    text = "".join([*parts, LINK.sub(follow, markdown[last:])])
    if here == "reference/README.md":
        text += (
            '\n\n<p>Open <a href="../cpp/index.html">C++ and C</a> or '
            '<a href="../python/index.html">Python</a>.</p>\n'
        )
    return text


def on_page_content(content: str, **_: Any) -> str:
    def drawn(match: re.Match[str]) -> str:
        display = "block" if match[1] == "div" else "inline"
        return str(convert(html.unescape(match[2]).strip(), display=display))

    return MATH.sub(drawn, content)
