"""How long a newcomer and a developer wait: builds of a fresh clone, without ccache.

Processor seconds hardly depend on what else the machine does. The system's packages must be there.
What is measured is the last commit. Arguments choose rows by a part of their name; none: all.
"""

import os
import resource
import shutil
import subprocess
import sys
import time
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "bench" / "speed"))

from rows import report, run  # noqa: E402

DIRECTORY = ROOT / "build" / "bench" / "build"
ENVIRONMENT = os.environ | {"CCACHE_DISABLE": "1"}


def clone(name):
    """The last commit as somebody else has it."""
    folder = DIRECTORY / name
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run(["git", "clone", "--quiet", ROOT, folder], check=True)
    # Where the data are that no clone has.
    if (ROOT.parent / "shared").exists() and not (DIRECTORY / "shared").exists():
        (DIRECTORY / "shared").symlink_to(ROOT.parent / "shared")
    return folder


def spent(folder, *command):
    """Processor seconds of a command and of all that it starts, and those of waiting for it."""
    log = folder.with_suffix(".log")
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    with log.open("a") as output:
        subprocess.run(
            command, cwd=folder, env=ENVIRONMENT, check=True, stdout=output, stderr=output
        )
    waited, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, waited


@cache
def developed():
    """A clone with everything in it, and what that took."""
    folder = clone("all")
    took = spent(folder, "./dev", "build")
    return folder, took


def demo(name):
    processor, waited = spent(clone("demo"), "./dev", "demo")
    return report(name, processor, 200, f"  {waited:.0f} s of waiting")


def everything(name):
    processor, waited = developed()[1]
    return report(name, processor, 750, f"  {waited:.0f} s of waiting")


def one_line(name):
    folder = developed()[0]
    with (folder / "src" / "binning" / "sbb.cpp").open("a") as source:
        source.write("// Another line.\n")
    tests = "build/tests/calibrant_tests"
    command = f"cmake --build build --target calibrant_tests && {tests} --gtest_filter='Sbb*'"
    processor, waited = spent(folder, "sh", "-c", command)
    return report(name, waited, 15, f"  {processor:.0f} processor seconds")


def whole_test(name):
    processor, waited = spent(clone("test"), "./dev", "test")
    return report(name, waited / 60, 10, f"  {processor:.0f} processor seconds")


def main(wanted):
    DIRECTORY.mkdir(parents=True, exist_ok=True)
    rows = {
        "build ./dev demo, fresh clone, processor seconds": demo,
        "build everything, fresh clone, processor seconds": everything,
        "build one line of sbb.cpp and run its tests, seconds": one_line,
        "build ./dev test, fresh clone, minutes": whole_test,
    }
    return run(rows, wanted)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
