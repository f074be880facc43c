#!/usr/bin/env python3
"""A compiler launcher that takes objects of the library from a tree that has them already.

usage: reuse_objects.py COMPILER OPTION...   (with CALIBRANT_TREE in the environment)

A project that includes Calibrant by add_subdirectory compiles the library again, which takes
minutes. This launcher copies an object of our tree instead if both were compiled with the same
options. Options for warnings, precompiled headers and the compiler's own memory may differ, because
they change no code; others are an error. What is not the library's is compiled, and so is one
folder of the library, to show that a consumer can.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

LIBRARY = "calibrant_objects.dir/"
COMPILED = ("src/method/", "Unity/unity_method_")


def options_of(words: list[str]) -> set[str]:
    """Those that change the code, without the names of files."""
    kept: set[str] = set()
    iterator = iter(words)
    for word in iterator:
        if word in ("-include", "-o", "-c", "-MF", "-MT", "-MQ"):
            next(iterator)
        elif word.startswith("-") and not word.startswith(("-W", "-M", "--param=ggc")):
            kept.add(word)
    return kept


def object_of(words: list[str]) -> str:
    return words[words.index("-o") + 1] if "-o" in words else ""


def compile_with(words: list[str]) -> int:
    return subprocess.run(words).returncode


def main(words: list[str]) -> int:
    made = object_of(words)
    _, library, name = made.partition(LIBRARY)
    if not library or name.startswith(COMPILED):
        return compile_with(words)
    tree = Path(os.environ["CALIBRANT_TREE"])
    for entry in json.loads((tree / "compile_commands.json").read_text()):
        command = shlex.split(entry["command"])
        if object_of(command).endswith(LIBRARY + name):
            break
    else:
        print(f"reuse_objects: {tree} has no {name}", file=sys.stderr)
        return 1
    ours, theirs = options_of(command), options_of(words)
    if ours != theirs:
        print(
            f"reuse_objects: {name}: a consumer compiles with {sorted(theirs - ours)}, "
            f"we with {sorted(ours - theirs)}",
            file=sys.stderr,
        )
        return 1
    shutil.copy(tree / object_of(command), made)
    # Ninja reads what the compiler says of headers.
    if "-MF" in words:
        Path(words[words.index("-MF") + 1]).write_text(f"{made}:\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
