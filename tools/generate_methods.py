"""Writes what follows from the library's table of methods and options:

    python tools/generate_methods.py PROGRAM [--check]

These are Python's estimators, their names in the package, and the table in
docs/guide/which-method.md. With --check nothing is written, and the exit code is 1 if a file is
not as it would be written.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from method_texts import WIDTH, Row, argument, docstring

ROOT = Path(__file__).resolve().parent.parent
HEADER = '''"""Calibrators as scikit-learn estimators: from scores to probabilities.

tools/generate_methods.py writes this file from the library's table of methods.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

from calibrant._calibrator import Calibrator
'''


def order(name: str) -> tuple[bool, str]:
    """As isort sorts names: constants come before classes."""
    return not name.isupper(), name


def classes(methods: list[Row]) -> dict[str, list[Row]]:
    """Python's classes, each with its methods."""
    found: dict[str, list[Row]] = {}
    for method in methods:
        found.setdefault(method["python"]["class"], []).append(method)
    return dict(sorted(found.items(), key=lambda item: order(item[0])))


def has_estimator(method: Row) -> bool:
    """ACP has a module of its own: it needs an interval for each score."""
    return bool(method["classes"] != "two")


def own_options(method: Row) -> list[str]:
    return list(dict.fromkeys([*method["options"], *method["class_options"]]))


def estimator(name: str, methods: list[Row], options: dict[str, Row]) -> str:
    """The source of one class."""
    first = methods[0]
    selector = first["python"]["argument"]
    own = [options[one] for one in own_options(first)]
    several = first["classes"] == "several"
    positional = first["python"]["positional"]
    lines = ["@dataclass(eq=False, repr=False)", f"class {name}(Calibrator):"]
    lines += docstring(name, methods, own, several)
    names = {method["python"]["value"]: method["name"] for method in methods}
    lines.append(f"    _methods: ClassVar[dict[str, str]] = {json.dumps(names)}")
    if selector:
        lines.append(f'    _selector = "{selector}"')
    if own:
        listed = "".join(f'"{option["python"]}", ' for option in own)
        lines.append(f"    _options = ({listed.strip() if len(own) == 1 else listed.strip(', ')})")
    arguments = [argument(option) for option in own]
    if selector:
        arguments.insert(0, f'{selector}: str = "{first["python"]["value"]}"')
        positional += 1
    arguments.insert(positional, "_: KW_ONLY")
    arguments.append("keep_observations: bool = False")
    if first["can_be_long"]:
        arguments.append("verbose: int = 0")
    if not several:
        arguments.append("pos_label: object = None")
    return "\n".join([*lines, *(f"    {one}" for one in arguments)]) + "\n"


def estimators(table: dict[str, list[Row]]) -> str:
    """The source of python/calibrant/estimators.py."""
    options = {option["name"]: option for option in table["options"]}
    made = classes([method for method in table["methods"] if has_estimator(method)])
    listed = ", ".join(f'"{name}"' for name in made)
    exported = f"__all__ = [{listed}]\n"
    if len(exported) > WIDTH:
        exported = "__all__ = [\n" + "".join(f'    "{name}",\n' for name in made) + "]\n"
    parts = [estimator(name, methods, options) for name, methods in made.items()]
    names = "\n\ndef __dir__() -> list[str]:\n    return sorted(__all__)\n"
    return "\n\n".join([HEADER + "\n" + exported + names, *parts])


def exports(table: dict[str, list[Row]]) -> str:
    """The names in the package: for type checkers, and for dir() and the import at first use."""
    made = classes([method for method in table["methods"] if has_estimator(method)])
    modules = {
        name: "calibrant.estimators" if name in made else f"calibrant.{name.lower()}"
        for name in classes(table["methods"])
    }
    by_module = sorted(modules, key=lambda name: (modules[name], order(name)))
    lines = ["if TYPE_CHECKING:"]
    lines += [f"    from {modules[name]} import {name} as {name}" for name in by_module]
    lines += ["", "__all__ += [", *(f'    "{name}",' for name in modules)]
    return "\n".join([*lines, "]"]) + "\n"


def call(method: Row) -> str:
    python = method["python"]
    inside = f'{python["argument"]}="{python["value"]}"' if python["argument"] else ""
    return f"`{python['class']}({inside})`"


def documentation(table: dict[str, list[Row]]) -> str:
    """The table of methods in Markdown."""
    options = {option["name"]: option["flag"] for option in table["options"]}
    lines = [
        "| method | `--method` | in Python | when to use it | options |",
        "|---|---|---|---|---|",
    ]
    for method in table["methods"]:
        flags = ", ".join(f"`{options[name]}`" for name in own_options(method))
        cells = (method["title"], f"`{method['name']}`", call(method), method["summary"], flags)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def replaced(text: str, block: str, begin: str, end: str) -> str:
    """The text with the block between the two lines."""
    before, rest = text.split(begin + "\n", 1)
    after = rest.split(end + "\n", 1)[1]
    return before + begin + "\n" + block + end + "\n" + after


def files(table: dict[str, list[Row]]) -> dict[Path, str]:
    """Every file that follows from the table, with its text."""
    made = {ROOT / "python/calibrant/estimators.py": estimators(table)}
    markers = {".md": ("<!-- methods: begin -->", "<!-- methods: end -->"),
               ".py": ("# methods: begin", "# methods: end")}  # fmt: skip
    for name, block in (
        ("docs/guide/which-method.md", documentation(table)),
        ("python/calibrant/__init__.py", exports(table)),
    ):
        path = ROOT / name
        made[path] = replaced(path.read_text(), block, *markers[path.suffix])
    return made


def main() -> int:
    program, check = sys.argv[1], "--check" in sys.argv[2:]
    table = json.loads(subprocess.check_output([program, "--generate", "methods"]))
    stale = {path: text for path, text in files(table).items() if path.read_text() != text}
    for path, text in stale.items():
        print(f"{path.relative_to(ROOT)} {'is not current' if check else 'was written'}")
        if not check:
            path.write_text(text)
    if check and stale:
        print("python3 tools/generate_methods.py PROGRAM writes them")
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
