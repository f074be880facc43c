"""What parses files of others is hardened: program, shared library, and what is in the wheel.

usage: check_hardening.py FILE...

Full RELRO (relocations are read-only once they are made), a stack that cannot be executed, guards
on stack frames, checked calls of C's library, and addresses that are not known beforehand.
"""

from __future__ import annotations

import re
import subprocess
import sys


def readelf(option: str, file: str) -> str:
    return subprocess.run(
        ["readelf", "-W", option, file], check=True, capture_output=True, text=True
    ).stdout


def problems_of(file: str) -> list[str]:
    header, segments = readelf("-h", file), readelf("-l", file)
    dynamic, symbols = readelf("-d", file), readelf("--dyn-syms", file)
    stack = re.search(r"GNU_STACK\s.*", segments)
    checks = {
        "is not position-independent": "Type:" in header and "DYN" in header,
        "has no GNU_RELRO": "GNU_RELRO" in segments,
        "is bound lazily (no BIND_NOW)": "BIND_NOW" in dynamic
        or re.search(r"FLAGS_1.*NOW", dynamic),
        "has a stack that can be executed": stack and "RWE" not in stack[0],
        "has no stack protector": "__stack_chk_fail" in symbols,
        "has no checked calls (_FORTIFY_SOURCE)": re.search(r"__\w+_chk\b", symbols),
    }
    return [f"{file}: {problem}" for problem, holds in checks.items() if not holds]


def main() -> int:
    problems = [problem for file in sys.argv[1:] for problem in problems_of(file)]
    print("\n".join(problems) or f"{len(sys.argv) - 1} files are hardened")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
