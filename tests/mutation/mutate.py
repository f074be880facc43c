"""Does a test notice? Changes one operator of the core at a time and runs the tests that mirror it.

usage: mutate.py BUILD [--count N] [--seed S] [--jobs J] [--folder binning|families|metrics]

BUILD is a build tree with calibrant_tests in it, made without CALIBRANT_UNITY. Each mutant is
compiled alone, linked in front of the library and tested, by the quick tests first; a crash, or
ten times the time that the unchanged tests take (which must be green) of the processor, counts as
noticed. Verdicts are printed as they come. Survivors in explained.txt, beside this file, change
nothing that can be seen (they only save time, say), and each says why. Exits with 1 if less than
90 % of the others are noticed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("binning", "families", "metrics")
LEAST_KILLED = 0.9
PATIENCE = 10
LEAST_SECONDS = 30
QUICK_SECONDS = 0.2
# Without using the processor: a deadlock. On a busy machine a run may rest for minutes.
MOST_SECONDS = 1800
# A loop that lost its end must not take the machine with it.
MOST_MEMORY = 8 << 30
# clang-format puts blanks around binary operators, and around nothing else.
SWAPS = [
    (" < ", " <= "),
    (" <= ", " < "),
    (" > ", " >= "),
    (" >= ", " > "),
    (" == ", " != "),
    (" != ", " == "),
    (" + ", " - "),
    (" - ", " + "),
    (" * ", " / "),
    (" / ", " * "),
    (" += ", " -= "),
    (" *= ", " /= "),
    (" && ", " || "),
    (" || ", " && "),
    ("std::min(", "std::max("),
    ("std::max(", "std::min("),
    ("++", "--"),
    ("true", "false"),
    ("false", "true"),
    (" 0;", " 1;"),
    (" 1;", " 2;"),
    (" + 1", " + 2"),
    (" + 2", " + 1"),
    (" - 1", " - 2"),
]


@dataclass(frozen=True)
class Mutant:
    """One place, one change."""

    file: Path
    line: int
    column: int
    old: str
    new: str

    def text(self) -> str:
        """The whole file with the change in it."""
        lines = self.file.read_text().splitlines(keepends=True)
        line = lines[self.line]
        lines[self.line] = line[: self.column] + self.new + line[self.column + len(self.old) :]
        return "".join(lines)

    def key(self) -> str:
        """What explained.txt calls it: stable while the line stands."""
        line = self.file.read_text().splitlines()[self.line].strip()
        return f"{self.file.relative_to(ROOT)} | {line} | {self.old.strip()} -> {self.new.strip()}"


def mutants_of(file: Path) -> list[Mutant]:
    """Every change of every line that is code."""
    found = []
    for number, line in enumerate(file.read_text().splitlines()):
        code = line.split("//")[0]
        if re.match(r"\s*(#|assert|static_assert|///|throw|fmt::)", code) or '"' in code:
            continue
        for old, new in SWAPS:
            at = code.find(old)
            while at >= 0:
                found.append(Mutant(file, number, at, old, new))
                at = code.find(old, at + len(old))
    return found


def tests_of(folder: str) -> str:
    """A filter with the suites of the tests that mirror a folder, and the ones over all methods."""
    suites = set()
    for directory in (folder, "property", "torture"):
        for file in (ROOT / "tests" / directory).glob("*_test.cpp"):
            text = file.read_text()
            suites |= set(re.findall(r"^(?:TEST|TEST_F|TEST_P|RC_GTEST_PROP)\((\w+)", text, re.M))
    return ":".join(f"*{suite}.*" for suite in sorted(suites))


@dataclass(frozen=True)
class Run:
    """Some tests, and the processor time they may take."""

    tests: str
    seconds: int


class Laboratory:
    """Compiles, links and runs mutants of one build tree."""

    def __init__(self, build: Path) -> None:
        self.build = build.resolve()
        commands = json.loads((self.build / "compile_commands.json").read_text())
        self.compile = {Path(one["file"]).resolve(): one["command"] for one in commands}
        ninja = ["ninja", "-C", str(self.build), "-t", "commands", "calibrant_tests"]
        listed = subprocess.run(ninja, capture_output=True, text=True, check=True).stdout
        line = next(
            one for one in reversed(listed.splitlines()) if "-o tests/calibrant_tests" in one
        )
        self.link = line.split("&&")[1].strip()
        self.runs: dict[str, list[Run]] = {}

    def prepare(self, folder: str) -> None:
        """Runs the unchanged tests of a folder, and parts the quick ones from the others."""
        program = str(self.build / "tests/calibrant_tests")
        with tempfile.NamedTemporaryFile(suffix=".json") as report:
            words = [f"--gtest_filter={tests_of(folder)}", f"--gtest_output=json:{report.name}"]
            if not self.passes([program, *words]):
                sys.exit(f"the unchanged tests of {folder} fail")
            suites = json.load(report)["testsuites"]
        seconds = {
            f"{suite['name']}.{test['name']}": float(test["time"].rstrip("s"))
            for suite in suites
            for test in suite["testsuite"]
        }
        quick = [test for test, spent in seconds.items() if spent < QUICK_SECONDS]
        slow = [test for test, spent in seconds.items() if spent >= QUICK_SECONDS]
        self.runs[folder] = [
            Run(
                ":".join(tests),
                max(LEAST_SECONDS, round(PATIENCE * sum(seconds[test] for test in tests))),
            )
            for tests in (quick, slow)
            if tests
        ]
        print(f"{folder}: {len(quick)} quick tests, {len(slow)} others", flush=True)

    def judge(self, mutant: Mutant) -> str:
        """killed, survived or invalid."""
        with tempfile.TemporaryDirectory() as directory:
            source = Path(directory) / mutant.file.name
            source.write_text(mutant.text())
            made = source.with_suffix(".o")
            words = shlex.split(self.compile[mutant.file])
            words = [word for word in words if "ccache" not in word]
            words[words.index("-o") + 1] = str(made)
            words[words.index("-c") + 1] = str(source)
            # Places beyond an end are an error that can be seen.
            words += ["-O1", "-w", "-D_GLIBCXX_ASSERTIONS", f"-I{mutant.file.parent}"]
            if subprocess.run(words, cwd=self.build, capture_output=True).returncode != 0:
                return "invalid"
            program = str(Path(directory) / "tests")
            words = shlex.split(self.link)
            words[words.index("-o") + 1] = program
            words = [words[0], "-fuse-ld=gold", str(made), *words[1:]]
            subprocess.run(words, cwd=self.build, capture_output=True, check=True)
            for run in self.runs[mutant.file.parent.name]:
                limits = [f"--cpu={run.seconds}", f"--as={MOST_MEMORY}"]
                words = ["prlimit", *limits, program, f"--gtest_filter={run.tests}"]
                if not self.passes(words):
                    return "killed"
            return "survived"

    def passes(self, words: list[str]) -> bool:
        """Are the tests green?"""
        environment = dict(os.environ, RC_PARAMS="seed=1", GTEST_FAIL_FAST="1")
        try:
            ended = subprocess.run(
                words, cwd=self.build, capture_output=True, timeout=MOST_SECONDS, env=environment
            )
        except subprocess.TimeoutExpired:
            return False
        return ended.returncode == 0


def explained() -> set[str]:
    """Keys of the mutants that change nothing that can be seen."""
    lines = (Path(__file__).parent / "explained.txt").read_text().splitlines()
    return {line for line in lines if line and not line.startswith(("#", " "))}


def main() -> int:
    """Draws mutants, judges them, reports."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--folder", choices=FOLDERS)
    options = parser.parse_args()
    folders = [options.folder] if options.folder else FOLDERS
    files = [file for folder in folders for file in sorted((ROOT / "src" / folder).glob("*.cpp"))]
    every = [mutant for file in files for mutant in mutants_of(file)]
    drawn = random.Random(options.seed).sample(every, min(options.count, len(every)))
    laboratory = Laboratory(options.build)
    for folder in folders:
        laboratory.prepare(folder)
    known = explained()
    counted = {"killed": 0, "explained": 0, "survived": 0, "invalid": 0}
    with ThreadPoolExecutor(options.jobs) as pool:
        for mutant, judged_as in zip(drawn, pool.map(laboratory.judge, drawn), strict=True):
            unnoticed = judged_as == "survived"
            verdict = "explained" if unnoticed and mutant.key() in known else judged_as
            counted[verdict] += 1
            print(f"{verdict}: {mutant.key()} (line {mutant.line + 1})", flush=True)
    judged = counted["killed"] + counted["explained"] + counted["survived"]
    share = counted["killed"] / max(1, judged)
    seen = counted["killed"] / max(1, judged - counted["explained"])
    print(f"{len(drawn)} of {len(every)} mutants: {counted}; {100 * share:.1f} % killed", end=", ")
    print(f"{100 * seen:.1f} % of those that change anything")
    return 0 if seen >= LEAST_KILLED else 1


if __name__ == "__main__":
    sys.exit(main())
