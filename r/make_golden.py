"""Makes the files of tests/testthat/golden: rows, and what the program calibrant says of them.

usage: make_golden.py PROGRAM
"""

from __future__ import annotations

import csv
import math
import random
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent / "tests" / "testthat" / "golden"
METHODS = ["auto", "abb", "sbb", "platt", "beta", "histogram", "isotonic"]
BANDED = {"auto", "abb", "sbb", "histogram"}


def write(name: str, rows: list[list[object]]) -> None:
    with (FOLDER / name).open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def run(program: str, *arguments: str) -> str:
    command = [program, *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=FOLDER).stdout


def make_rows() -> None:
    draw = random.Random(26)
    rows: list[list[object]] = [["score", "label", "weight", "site"]]
    for _ in range(400):
        score = round(draw.random(), 6)
        rows.append([score, int(draw.random() < score**2), draw.randint(1, 3), draw.choice("ab")])
    write("rows.csv", rows)
    classes: list[list[object]] = [["p_cat", "p_dog", "p_fox", "label"]]
    for _ in range(300):
        logits = [draw.gauss(0, 1.5) for _ in range(3)]
        truth = [math.exp(z) for z in logits]
        sharp = [math.exp(2 * z) for z in logits]
        shown = [round(x / sum(sharp), 6) for x in sharp]
        classes.append([*shown, draw.choices(["cat", "dog", "fox"], truth)[0]])
    write("classes.csv", classes)


def main() -> None:
    program = str(Path(sys.argv[1]).resolve())
    FOLDER.mkdir(parents=True, exist_ok=True)
    make_rows()
    for method in METHODS:
        level = ["--level", "0.95"] if method in BANDED else []
        run(program, "fit", "rows.csv", "-o", f"{method}.json", "--method", method, *level)
        interval = ["--interval"] if level else []
        (FOLDER / f"{method}.csv").write_text(
            run(program, "apply", f"{method}.json", "rows.csv", *interval)
        )
        if method != "abb":  # one model file is read back
            (FOLDER / f"{method}.json").unlink()
    run(program, "fit", "rows.csv", "-o", "w.json", "--method", "abb", "--weight", "weight")
    (FOLDER / "weighted.csv").write_text(run(program, "apply", "w.json", "rows.csv"))
    (FOLDER / "w.json").unlink()
    several = ["--score", "p_cat,p_dog,p_fox"]
    run(program, "fit", "classes.csv", "-o", "c.json", "--level", "0.95", *several)
    (FOLDER / "classes_auto.csv").write_text(
        run(program, "apply", "c.json", "classes.csv", "--interval", *several)
    )
    (FOLDER / "c.json").unlink()
    evaluate = ["evaluate", "rows.csv", "--probability", "score", "--bootstrap", "50", "--json"]
    (FOLDER / "evaluate.json").write_text(run(program, *evaluate, "--by", "site"))
    compare = ["compare", "rows.csv", "--methods", "platt,sbb,raw", "--folds", "3", "--json"]
    (FOLDER / "compare.json").write_text(run(program, *compare))
    names = ["--probability", "p_cat,p_dog,p_fox"]
    (FOLDER / "evaluate_classes.json").write_text(
        run(program, "evaluate", "classes.csv", *names, "--bootstrap", "20", "--json")
    )


if __name__ == "__main__":
    main()
