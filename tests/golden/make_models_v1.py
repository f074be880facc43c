"""Model files of format version 1 with what they predict, made once by release 0.1.0:

    python make_models_v1.py PROGRAM FOLDER [NAME ...]

NAME.json is the model, NAME.csv the rows it was applied to and what came out. Every later release
reads these files and gives the same probabilities (tests/model_file/golden_models_test.cpp). So the
files in models/v1 are never made again: a new kind of model gets a new file beside them, and this
script a new row, run into another folder. The models of versions 2 and 3 were made in this way.
"""

from __future__ import annotations

import csv
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

# The name of the files, what is fitted, and with which options.
MODELS = {
    "auto": ("binary", []),
    "auto_band": ("binary", ["--level", "0.9"]),
    "auto_margins": ("margins", ["--method", "auto"]),
    "abb": ("binary", ["--method", "abb"]),
    "abb_band": ("binary", ["--method", "abb", "--level", "0.8"]),
    "abb_previous_score": (
        "binary",
        ["--method", "abb", "--lookup", "previous", "--scale", "score", "--lambda", "3"],
    ),
    "abb_margins": ("margins", ["--method", "abb", "--level", "0.95"]),
    "abb_weighted": ("binary", ["--method", "abb", "--weight", "weight", "--scale", "logit"]),
    "abb_kept": (
        "binary",
        ["--method", "abb", "--scale", "score", "--level", "0.9", "--keep-observations"],
    ),
    "sbb": ("binary", ["--method", "sbb"]),
    "sbb_band": ("binary", ["--method", "sbb", "--level", "0.9"]),
    "sbb_plain": ("binary", ["--method", "sbb", "--no-smoothing", "--lambda", "8"]),
    "platt": ("binary", ["--method", "platt"]),
    "platt_margins": ("margins", ["--method", "platt"]),
    "platt_logit": ("binary", ["--method", "platt-logit"]),
    "beta": ("binary", ["--method", "beta"]),
    "histogram_band": ("binary", ["--method", "histogram", "--bins", "5", "--level", "0.9"]),
    "isotonic": ("binary", ["--method", "isotonic"]),
    "isotonic_kept": (
        "binary",
        ["--method", "isotonic", "--weight", "weight", "--keep-observations"],
    ),
    "grid": ("binary", ["--method", "abb", "--tabulate", "40"]),
    "grid_band": ("binary", ["--method", "sbb", "--level", "0.9", "--tabulate", "25"]),
    "one_row": ("one_row", ["--method", "abb", "--level", "0.9"]),
    "acp": ("intervals", ["--method", "acp", "--lower", "low", "--upper", "high"]),
    "multiclass": ("classes", ["--method", "abb", "--score", "p_cat,p_dog,p_rød ræv"]),
    "multiclass_auto": ("classes", ["--score", "p_cat,p_dog,p_rød ræv"]),
    "multiclass_kept": (
        "classes",
        ["--method", "isotonic", "--score", "p_cat,p_dog,p_rød ræv", "--keep-observations"],
    ),
    # Options that are kept make a file of version 3.
    "sbb_kept": (
        "binary",
        [
            "--method",
            "sbb",
            "--no-smoothing",
            "--lambda",
            "8",
            "--tabulate",
            "25",
            "--keep-observations",
        ],
    ),
    "histogram_kept": (
        "binary",
        ["--method", "histogram", "--strategy", "uniform", "--bins", "5", "--keep-observations"],
    ),
    "multiclass_abb_kept": (
        "classes",
        [
            "--method",
            "abb",
            "--scale",
            "logit",
            "--score",
            "p_cat,p_dog,p_rød ræv",
            "--keep-observations",
        ],
    ),
}
CLASSES = ["cat", "dog", "rød ræv"]
Rows = list[dict[str, object]]


def write(path: Path, rows: Rows) -> Path:
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return path


def binary(draw: random.Random) -> Rows:
    rows: Rows = []
    for _ in range(120):
        score = round(draw.random(), 3)
        label = int(draw.random() < score**2)
        rows.append({"score": score, "label": label, "weight": draw.randint(1, 9) / 4})
    return rows


def margins(draw: random.Random) -> Rows:
    rows: Rows = []
    for _ in range(120):
        score = round(draw.gauss(0, 2), 3)
        rows.append({"score": score, "label": int(draw.gauss(0, 1) < score)})
    return rows


def intervals(draw: random.Random) -> Rows:
    rows: Rows = []
    for row in binary(draw):
        score = float(str(row["score"]))
        width = draw.random() / 4
        rows.append({**row, "low": score - width, "high": score + width})
    return rows


def classes(draw: random.Random) -> Rows:
    rows: Rows = []
    for _ in range(90):
        label = draw.randrange(3)
        raw = [draw.random() + (1 if k == label else 0) for k in range(3)]
        scores = {f"p_{CLASSES[k]}": raw[k] / sum(raw) for k in range(3)}
        rows.append({**scores, "label": CLASSES[label]})
    return rows


def fresh(kind: str, seen: Rows, draw: random.Random) -> Rows:
    """Rows to apply to: some that were seen, between them, and far outside."""
    if kind == "classes":
        return [{k: v for k, v in row.items() if k != "label"} for row in classes(draw)[:30]]
    if kind == "intervals":
        return [{k: v for k, v in row.items() if k != "label"} for row in intervals(draw)[:30]]
    known = [float(str(row["score"])) for row in seen[:15]]
    if kind == "margins":
        more: Iterable[float] = [-1e300, -50, *(draw.gauss(0, 3) for _ in range(15)), 50, 1e300]
    else:
        more = [-1e300, -0.5, 0, 1e-300, *(draw.random() for _ in range(15)), 1, 1.5, 1e300]
    return [{"score": score} for score in sorted({*known, *more})]


def run(program: str, *arguments: str) -> None:
    subprocess.run([program, *arguments], check=True, capture_output=True)


def make(program: str, name: str, folder: Path, work: Path) -> None:
    kind, options = MODELS[name]
    draw = random.Random(1)
    seen: Rows = [{"score": 0.5, "label": 1}]
    if kind != "one_row":
        seen = {"binary": binary, "margins": margins, "intervals": intervals, "classes": classes}[
            kind
        ](draw)
    model = folder / f"{name}.json"
    run(program, "fit", str(write(work / "seen.csv", seen)), "-o", str(model), *options)
    rows = write(work / "rows.csv", fresh(kind, seen, draw))
    extra: Sequence[str] = ()
    if kind == "intervals":
        extra = ("--lower", "low", "--upper", "high")
    if kind == "classes":
        extra = options[-2:] if "--keep-observations" not in options else options[-3:-1]
    if "--level" in options and kind != "classes":
        extra = (*extra, "--interval")
    run(program, "apply", str(model), str(rows), "-o", str(folder / f"{name}.csv"), *extra)


def main() -> None:
    program, folder = sys.argv[1], Path(sys.argv[2])
    names = sys.argv[3:] or list(MODELS)
    if any((folder / f"{name}.json").exists() for name in names):
        sys.exit(f"{folder} has models already: they are never made again")
    with tempfile.TemporaryDirectory() as work:
        for name in names:
            make(program, name, folder, Path(work))


if __name__ == "__main__":
    main()
