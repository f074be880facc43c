#!/usr/bin/env python3
"""Checks the recipes of packaging/ as far as that is possible without their programs.

usage: check_recipes.py

Versions are those of CMakeLists.txt. What the build finds, each recipe names. JSON and Ruby are
parsed (Ruby where it is installed). The packages of the Dockerfile are those of tools/lib/packages.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RECIPES = ROOT / "packaging"
# What CMake looks for, and what each collection calls it.
NAMES = {
    "fmt": ("fmt", "fmt", "fmt", "libfmt-dev"),
    "hwy": ("libhwy", "highway", "highway", "libhwy-dev"),
    "nlohmann_json": ("nlohmann_json", "nlohmann-json", "nlohmann-json", "nlohmann-json3-dev"),
    "Boost": ("libboost-headers", "boost-math", "boost", "libboost-dev"),
    "CLI11": ("cli11", "cli11", "cli11", "libcli11-dev"),
    "ZLIB": ("zlib", "zlib", "zlib", "zlib1g-dev"),
}
failures: list[str] = []


def check(condition: object, what: str) -> None:
    if not condition:
        failures.append(what)


def needed() -> set[str]:
    files = [ROOT / "cmake" / "library.cmake", ROOT / "apps" / "CMakeLists.txt"]
    found = set(re.findall(r"find_package\((\w+)", "".join(file.read_text() for file in files)))
    return found - {"Threads"}


def main() -> int:
    found = re.search(r"project\(calibrant VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())
    assert found
    port = json.loads((RECIPES / "vcpkg/calibrant/vcpkg.json").read_text())
    check(port["version-semver"] == found[1], f"vcpkg: version {port['version-semver']}")
    vcpkg = {name for name in port["dependencies"] if isinstance(name, str)}
    vcpkg |= set(port["features"]["tools"]["dependencies"])
    conda = set(re.findall(r"^    - ([\w-]+)$", (RECIPES / "conda/meta.yaml").read_text(), re.M))
    formula = RECIPES / "homebrew/calibrant.rb.in"
    brew = set(re.findall(r'(?:depends_on|uses_from_macos) "([\w-]+)"', formula.read_text()))
    docker = set((RECIPES / "docker/Dockerfile").read_text().split())
    check(
        needed() == set(NAMES),
        f"the build looks for {sorted(needed())}, this script for {sorted(NAMES)}",
    )
    for name, (in_conda, in_vcpkg, in_brew, in_debian) in NAMES.items():
        for where, has, wanted in (
            ("conda", conda, in_conda),
            ("vcpkg", vcpkg, in_vcpkg),
            ("homebrew", brew, in_brew),
            ("docker", docker, in_debian),
        ):
            check(wanted in has, f"{where}: lacks {wanted} ({name})")
    if shutil.which("ruby"):
        done = subprocess.run(
            ["ruby", "-c", str(formula)], capture_output=True, text=True, check=False
        )
        check(done.returncode == 0, f"homebrew: {done.stderr}")
    packages = (ROOT / "tools/lib/packages").read_text()
    program = re.search(r"^program: (.*)$", packages, re.M)
    assert program
    missing = set(program[1].split()) - docker
    check(not missing, f"docker: lacks {sorted(missing)}")
    for failure in failures:
        print(f"FAILED {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
