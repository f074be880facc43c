"""What a page of the guide takes for granted: files in the folder, and names in Python."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from pages import DOCS

import calibrant
from calibrant import Auto
from calibrant._program import program

Names = dict[str, Any]


def calibrant_program(*words: str) -> None:
    subprocess.run([program(), *words], check=True, capture_output=True)


def scores_and_new() -> Names:
    """scores.csv, new.csv, a model of them in model.json, and the same in Python."""
    _, new = calibrant.example(".")
    Path("calibration.csv").rename("scores.csv")
    calibrant_program("fit", "scores.csv", "-o", "model.json")
    calibrant_program("apply", "model.json", "new.csv", "-o", "out.csv")
    p = calibrant.load("model.json")(new.scores)
    return {"scores": new.scores, "y": new.labels, "site": new.sites, "p": p}


def class_files() -> None:
    """classes.csv with the scores of three classes, and out_classes.csv with a model's answer."""
    rng = np.random.default_rng(0)
    rows = rng.dirichlet([1, 1, 1], 300)
    names = np.array(["cat", "cow", "dog"])
    labels = [rng.choice(names, p=row) for row in rows]
    lines = ["p_cat,p_cow,p_dog,label\n"]
    lines += [f"{a},{b},{c},{label}\n" for (a, b, c), label in zip(rows, labels, strict=True)]
    Path("classes.csv").write_text("".join(lines))
    calibrant_program("fit", "classes.csv", "-o", "classes.json", "--score", "p_*")
    calibrant_program("apply", "classes.json", "classes.csv", "-o", "out_classes.csv")


def report() -> Names:
    names = scores_and_new()
    class_files()
    return {"calibrant": calibrant, **names}


def months() -> Names:
    """Three months of rows, for two classes and for several."""
    old, new = calibrant.example()
    rng = np.random.default_rng(0)
    names: Names = {"calibrant": calibrant, "ABB": calibrant.ABB, "Auto": Auto}
    parts = {"january": (old, 0, 1000), "february": (old, 1000, 2000), "march": (new, 0, 1000)}
    for month, (rows, begin, end) in parts.items():
        scores, y = rows.scores[begin:end], rows.labels[begin:end]
        names |= {f"{month}_scores": scores, f"{month}_y": y}
        text = "".join(f"{s},{label}\n" for s, label in zip(scores, y, strict=True))
        Path(f"{month}.csv").write_text("score,label\n" + text)
        matrix = rng.dirichlet([1, 1, 1], 300)
        names[f"{month}_probabilities"] = matrix
        names[f"{month}_classes"] = [rng.choice(3, p=row) for row in matrix]
    return names


def watched() -> Names:
    """A model, and two days of calibrated rows with their times."""
    scores_and_new()
    rows = Path("new.csv").read_text().splitlines()[1:]
    for day, part in (("monday", rows[:300]), ("tuesday", rows[300:600])):
        date = "2026-03-02" if day == "monday" else "2026-03-03"
        lines = [f"{row},{date}T12:00\n" for row in part]
        Path(f"{day}.csv").write_text("score,label,site,when\n" + "".join(lines))
    return {}


def database() -> Names:
    """Rows in Parquet files, for two classes and for three."""
    import duckdb

    scores_and_new()
    Path("scores").mkdir()
    duckdb.sql("COPY (SELECT score AS p, label AS clicked FROM 'scores.csv') TO 'scores/a.parquet'")
    class_files()
    duckdb.sql("COPY (SELECT * RENAME (label AS animal) FROM 'classes.csv') TO 'scores.parquet'")
    return {}


def exported() -> Names:
    """A model of two classes and a classifier of three."""
    import onnxruntime
    from sklearn.datasets import load_iris
    from sklearn.linear_model import LogisticRegression

    names = scores_and_new()
    class_files()
    Path("classes.json").rename("animals.json")
    X, y = load_iris(return_X_y=True)
    classifier = LogisticRegression(max_iter=1000).fit(X, y)
    model = Auto().fit(classifier.predict_proba(X), y).model_
    return {
        **names,
        "onnxruntime": onnxruntime,
        "X": X.astype(np.float32),
        "classifier": classifier,
        "model": model,
    }


def predictions() -> Names:
    shutil.copy(DOCS / "guide" / "predictions.csv", ".")
    return {}


def nothing() -> Names:
    return {}


WORLDS: dict[str, Callable[[], Names]] = {
    "evaluate": predictions,
    "export": exported,
    "groups": scores_and_new,
    "report": report,
    "scale": database,
    "updating": months,
    "watch": watched,
}
