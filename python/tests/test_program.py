"""The package and the command line give the same models."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import calibrant
from calibrant._program import program

PROBLEMS = 1000


def draw(
    seed: int,
) -> tuple[dict[str, object], list[str], np.ndarray, np.ndarray, np.ndarray | None]:
    """Options in both languages, and rows: few or many, tied or not, weighted or not."""
    rng = np.random.default_rng(seed)
    method = str(rng.choice(calibrant._core.method_names()))
    rows = int(rng.integers(1, 200))
    scores = rng.random(rows)
    if rng.random() < 0.5:
        scores = scores.round(2)
    if not calibrant._core.needs_probabilities(method) and rng.random() < 0.3:
        scores = rng.normal(size=rows) * 10.0 ** rng.integers(-3, 4)
    y = (rng.random(rows) < 0.5).astype(int)
    weights = rng.integers(1, 5, rows) / 2 if rng.random() < 0.3 else None
    options: dict[str, object] = {"method": method}
    words = ["--method", method]
    if method in ("abb", "sbb"):
        if rng.random() < 0.5:
            options["lam"] = lam = float(rng.choice([0.7, 3.0, 40.0]))
            words += ["--lambda", repr(lam)]
        if rng.random() < 0.5:
            options["scale"] = "score"
            words += ["--scale", "score"]
    if method in ("auto", "abb", "sbb", "histogram") and rng.random() < 0.3:
        options["level"] = 0.9
        words += ["--level", "0.9"]
    if method == "histogram":
        options["n_bins"] = bins = int(rng.integers(1, 15))
        words += ["--bins", str(bins)]
    if method in ("sbb", "histogram") and rng.random() < 0.5:
        options["smoothing"] = False
        words += ["--no-smoothing"]
    return options, words, scores, y, weights


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
