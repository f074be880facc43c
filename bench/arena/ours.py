"""Calibrant's methods behind fit and predict_proba."""

import subprocess
import tempfile
from pathlib import Path

import numpy as np

from .tables import Array

PROGRAM = Path(__file__).resolve().parents[2] / "build" / "calibrant"


class Ours:
    """One of Calibrant's methods, through the command line."""

    def __init__(self, method: str) -> None:
        if not PROGRAM.exists():
            raise ImportError(f"{PROGRAM.name} is not built")
        self.method = method

    def fit(self, p: Array, y: Array) -> "Ours":
        self.folder = tempfile.TemporaryDirectory(prefix="arena-")
        scores = Path(self.folder.name) / "fit.csv"
        self.model = Path(self.folder.name) / "model.json"
        rows = zip(p.tolist(), y.astype(int).tolist(), strict=True)
        scores.write_text("score,label\n" + "".join(f"{s!r},{label}\n" for s, label in rows))
        self._run("fit", scores, "-o", self.model, "--method", self.method)
        return self

    def predict_proba(self, p: Array) -> Array:
        scores = Path(self.folder.name) / "apply.csv"
        scores.write_text("score\n" + "".join(f"{s!r}\n" for s in p.tolist()))
        lines = self._run("apply", self.model, scores).splitlines()
        return np.array([float(line.rsplit(",", 1)[1]) for line in lines[1:]])

    @staticmethod
    def _run(*arguments: str | Path) -> str:
        command = [PROGRAM, *arguments, "--threads", "1"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr.strip())
        return done.stdout
