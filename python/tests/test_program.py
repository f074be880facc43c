"""The package and the command line give the same models."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import calibrant
from calibrant._program import program

PROBLEMS = 1000
METHODS = [method for method in calibrant.methods() if method["gives_curve"]]


def draw(
    seed: int,
) -> tuple[dict[str, object], list[str], np.ndarray, np.ndarray, np.ndarray | None]:
    """Options in both languages, and rows: few or many, tied or not, weighted or not."""
    rng = np.random.default_rng(seed)
    method = METHODS[rng.integers(len(METHODS))]
    rows = int(rng.integers(1, 200))
    scores = rng.random(rows)
    if rng.random() < 0.5:
        scores = scores.round(2)
    if not method["needs_probabilities"] and rng.random() < 0.3:
        scores = rng.normal(size=rows) * 10.0 ** rng.integers(-3, 4)
    y = (rng.random(rows) < 0.5).astype(int)
    weights = rng.integers(1, 5, rows) / 2 if rng.random() < 0.3 else None
    options: dict[str, object] = {"method": method["name"]}
    words = ["--method", method["name"]]
    for option in method["options"]:
        if rng.random() < 0.4:
            value = draw_value(option, rng)
            options[option["python"]] = value
            words.append(option["flag"])
            if option["kind"] not in ("flag", "flag or auto"):
                words.append(str(value))
    return options, words, scores, y, weights


def draw_value(option: dict[str, Any], rng: np.random.Generator) -> object:
    """A value that the option takes: of a flag, that which is not the default."""
    if option["kind"] == "flag or auto":
        return True
    if option["kind"] == "flag":
        return not option["default"]
    if option["kind"] == "word":  # scores need not be probabilities
        return str(rng.choice([word for word in option["words"] if word != "logit"]))
    if option["kind"] == "count":
        return int(rng.integers(1, 15))
    return float(rng.choice([0.5, 0.7, 0.9]))


def same(seed: int, folder: Path) -> str | None:
    options, words, scores, y, weights = draw(seed)
    lines = ["score,label" + (",weight" if weights is not None else "")]
    for i, (score, label) in enumerate(zip(scores, y, strict=True)):
        weight = f",{float(weights[i])!r}" if weights is not None else ""
        lines.append(f"{float(score)!r},{label}{weight}")
    table = folder / f"{seed}.csv"
    table.write_text("\n".join(lines) + "\n")
    model = folder / f"{seed}.json"
    command = [program(), "fit", table, "-o", model, "--threads", "1", *words]
    if weights is not None:
        command += ["--weight", "weight"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    ours = calibrant.fit(scores, y, weights, **options)
    theirs = calibrant.load(model)
    if ours.to_json() == theirs.to_json():
        return None
    return f"seed {seed}: {options}"


@pytest.mark.filterwarnings("ignore")
def test_a_thousand_random_problems_give_the_same_models(tmp_path):
    with ThreadPoolExecutor(2) as pool:
        different = [one for one in pool.map(lambda s: same(s, tmp_path), range(PROBLEMS)) if one]
    assert different == []


def test_the_program_comes_with_the_package():
    done = subprocess.run(
        [Path(sys.executable).parent / "calibrant", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert calibrant.__version__ in done.stdout
