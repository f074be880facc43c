"""Where and of what a result was measured."""

from __future__ import annotations

import datetime
import os
import re
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]


def _first(pattern: str, path: Path, otherwise: str = "unknown") -> str:
    try:
        found = re.search(pattern, path.read_text(), re.MULTILINE)
    except OSError:
        return otherwise
    return found.group(1).strip() if found else otherwise


def _output(*command: str) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""


def compiler(cache: Path = ROOT / "build" / "CMakeCache.txt") -> str:
    """The one that the build tree uses, by its own words."""
    program = _first(r"^CMAKE_CXX_COMPILER:\w+=(.+)$", cache, "")
    lines = _output(program, "--version").splitlines() if program else []
    return lines[0] if lines else "unknown"


def machine() -> dict[str, Any]:
    kibibytes = _first(r"^MemTotal:\s+(\d+)", Path("/proc/meminfo"), "0")
    return {
        "cpu": _first(r"^model name\s*:(.+)$", Path("/proc/cpuinfo")),
        "cores": len(os.sched_getaffinity(0)),
        "memory_gib": round(int(kibibytes) / 2**20, 1),
        "os": _first(r'^PRETTY_NAME="?([^"\n]+)', Path("/etc/os-release")),
        "kernel": os.uname().release,
        "compiler": compiler(),
        "load": os.getloadavg()[0],  # before the run: what else the machine was doing
    }


def commit() -> str:
    """The commit, with a plus sign if the tree differs from it."""
    short = _output("git", "-C", str(ROOT), "rev-parse", "--short", "HEAD") or "unknown"
    changed = _output("git", "-C", str(ROOT), "status", "--porcelain", "--untracked-files=no")
    return short + ("+" if changed else "")


def today() -> str:
    return datetime.datetime.now(datetime.timezone.utc).date().isoformat()
