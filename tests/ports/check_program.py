"""The program of another system does what this system's does.

usage: check_program.py NATIVE COMMAND...

COMMAND runs the other program, with an emulator before it if need be. Every golden model gives the
same bytes on both. What one system fits the other reads, and applies to the same bytes. Fits agree
within TOLERANCE: mathematical functions differ between C libraries in the last digit.
"""

from __future__ import annotations

import csv
import subprocess
import sys
import tempfile
from pathlib import Path

GOLDEN = Path(__file__).resolve().parent.parent / "golden" / "models"
METHODS = ["auto", "abb", "sbb", "platt", "platt-logit", "beta", "histogram", "isotonic"]
EXACT = {"sbb", "histogram", "isotonic"}  # sums and quotients only
TOLERANCE = 1e-9
BAD_INPUT = 2
ROWS = 2000


class Program:
    def __init__(self, command: list[str], folder: Path) -> None:
        self.command = command
        self.folder = folder

    def run(self, *arguments: str, code: int = 0) -> str:
        done = subprocess.run(
            [*self.command, *arguments], cwd=self.folder, capture_output=True, check=False
        )
        assert done.returncode == code, (arguments, done.returncode, done.stderr.decode())
        return (done.stdout if code == 0 else done.stderr).decode()

    def output(self, *arguments: str) -> bytes:
        self.run(*arguments, "-o", "out.csv")
        return (self.folder / "out.csv").read_bytes()


def check_golden(native: Program, other: Program) -> int:
    """Models of every release; both programs say the same of the same rows."""
    count = 0
    for model in sorted(GOLDEN.glob("*/*.json")):
        rows = model.with_suffix(".csv")
        if not rows.is_file():
            continue
        with rows.open(encoding="utf-8") as file:
            header = next(csv.reader(file))
        if "score" not in header or "label" in header:
            continue
        scores = native.folder / "scores.csv"
        with rows.open(encoding="utf-8") as file:
            scores.write_text(
                "score\n" + "".join(f"{row['score']}\n" for row in csv.DictReader(file))
            )
        (native.folder / "model.json").write_bytes(model.read_bytes())
        try:
            expected = native.output("apply", "model.json", "scores.csv")
        except AssertionError:
            continue  # several columns or groups
        assert other.output("apply", "model.json", "scores.csv") == expected, model
        count += 1
    return count


def make_rows(folder: Path) -> None:
    """Scores with ties, and labels by a rule that needs no library of random numbers."""
    state, lines = 1, ["score,label"]
    for _ in range(ROWS):
        state = state * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
        score = (state >> 40) % 4096 / 4096
        label = int((state >> 20) % 65536 / 65536 < score * score)
        lines.append(f"{score},{label}")
    (folder / "rows.csv").write_text("\n".join(lines) + "\n")


def numbers(text: bytes) -> list[float]:
    return [float(row["calibrated"]) for row in csv.DictReader(text.decode().splitlines())]


def check_fits(native: Program, other: Program) -> float:
    make_rows(native.folder)
    worst = 0.0
    for method in METHODS:
        native.run("fit", "rows.csv", "--method", method, "-o", "here.json")
        other.run("fit", "rows.csv", "--method", method, "-o", "there.json")
        here = native.output("apply", "here.json", "rows.csv")
        there = native.output("apply", "there.json", "rows.csv")
        assert other.output("apply", "here.json", "rows.csv") == here, method
        assert other.output("apply", "there.json", "rows.csv") == there, method
        pairs = zip(numbers(here), numbers(there), strict=True)
        difference = max(abs(a - b) for a, b in pairs)
        print(f"{method:12} differs by {difference:.1e}")
        assert difference <= (0 if method in EXACT else TOLERANCE), method
        worst = max(worst, difference)
    return worst


def check_bad_input(other: Program) -> None:
    (other.folder / "bad.csv").write_text("score,label\n0.5,1\nhigh,0\n")
    (other.folder / "kept.json").write_text("mine")
    said = other.run("fit", "bad.csv", "-o", "kept.json", code=BAD_INPUT)
    assert said.startswith("calibrant: bad.csv:3: "), said
    assert (other.folder / "kept.json").read_text() == "mine"
    said = other.run("fit", "absent.csv", "-o", "kept.json", code=BAD_INPUT)
    assert said.startswith("calibrant: absent.csv: cannot be read"), said
    left = [file.name for file in other.folder.iterdir() if file.name.endswith(".tmp")]
    assert not left, left


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        native = Program([str(Path(sys.argv[1]).resolve())], folder)
        other = Program(sys.argv[2:], folder)
        assert other.run("--version") == native.run("--version")
        models = check_golden(native, other)
        assert models > 0
        worst = check_fits(native, other)
        check_bad_input(other)
        print(f"{models} golden models to the byte, {len(METHODS)} fits within {worst:.1e}")


if __name__ == "__main__":
    main()
