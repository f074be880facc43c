"""BBQ from R's CalibratR. One R process serves a worker for all its fits."""

import shutil
import subprocess
from functools import cache
from pathlib import Path

import numpy as np

from .tables import Array


@cache
def calibratr_version() -> str:
    if shutil.which("Rscript") is None:
        raise ImportError("Rscript is not installed")
    command = ["Rscript", "-e", 'cat(as.character(packageVersion("CalibratR")))']
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise ImportError("R's package CalibratR is not installed")
    return done.stdout.strip()


class _Server:
    process: subprocess.Popen[str] | None = None

    @classmethod
    def ask(cls, *lines: str) -> str:
        if cls.process is None:
            command = ["Rscript", str(Path(__file__).with_name("bbq.R"))]
            cls.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        process = cls.process
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write("\n".join(lines) + "\n")
            process.stdin.flush()
            answer = process.stdout.readline().strip()
        except BaseException:  # out of time: its answer must not be taken for the next one's
            process.kill()
            process.wait()
            cls.process = None
            raise
        if not answer or answer.startswith("error"):
            raise RuntimeError(answer or "R has ended")
        return answer


def _line(values: Array) -> str:
    return " ".join(map(repr, values.tolist()))


class BBQ:
    def __init__(self) -> None:
        calibratr_version()  # raises where it is missing

    def fit(self, p: Array, y: Array) -> "BBQ":
        _Server.ask("fit", _line(p), _line(y))
        return self

    def predict_proba(self, p: Array) -> Array:
        distinct, where = np.unique(p, return_inverse=True)  # R takes them one by one
        answer = _Server.ask("apply", _line(distinct)).split()
        return np.array([float(text) for text in answer])[where]
