"""The C API through Python's foreign functions, beside the program: the same digits.

usage: check_ctypes.py LIBRARY PROGRAM

Every signature is written here a second time, as a binding in any language would have to.
"""

from __future__ import annotations

import csv
import ctypes
import random
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

ROWS = 500
DOUBLES = ctypes.POINTER(ctypes.c_double)


class RefusedError(Exception):
    """A status other than CALIBRANT_OK, with the message."""


class Library:
    """The shared library, with a method for what this test calls."""

    def __init__(self, path: str) -> None:
        self.c = ctypes.CDLL(path)
        text, model, size = ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t
        ints, out = ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_void_p)
        self.c.calibrant_version.restype = text
        self.c.calibrant_last_error.restype = text
        self.c.calibrant_fit.argtypes = [text, text, DOUBLES, ints, DOUBLES, size, out]
        self.c.calibrant_load.argtypes = [text, out]
        self.c.calibrant_save.argtypes = [model, text]
        self.c.calibrant_apply.argtypes = [model, DOUBLES, size, DOUBLES]
        self.c.calibrant_interval.argtypes = [model, DOUBLES, size, DOUBLES, DOUBLES]
        self.c.calibrant_level.argtypes = [model]
        self.c.calibrant_level.restype = ctypes.c_double
        self.c.calibrant_free.argtypes = [model]
        self.c.calibrant_free.restype = None

    def done(self, status: int) -> None:
        if status != 0:
            raise RefusedError(f"{status}: {self.c.calibrant_last_error().decode()}")

    def fit(self, method: str, options: str, scores: list[float], labels: list[int]) -> int | None:
        model = ctypes.c_void_p()
        n = len(scores)
        given = (ctypes.c_double * n)(*scores), (ctypes.c_int * n)(*labels)
        self.done(
            self.c.calibrant_fit(
                method.encode(), options.encode(), *given, None, n, ctypes.byref(model)
            )
        )
        return model.value

    def load(self, path: Path) -> int | None:
        model = ctypes.c_void_p()
        self.done(self.c.calibrant_load(str(path).encode(), ctypes.byref(model)))
        return model.value

    def apply(self, model: int | None, scores: list[float]) -> list[float]:
        n = len(scores)
        result = (ctypes.c_double * n)()
        self.done(self.c.calibrant_apply(model, (ctypes.c_double * n)(*scores), n, result))
        return list(result)

    def interval(self, model: int | None, scores: list[float]) -> list[tuple[float, float]]:
        n = len(scores)
        given = (ctypes.c_double * n)(*scores)
        lower, upper = (ctypes.c_double * n)(), (ctypes.c_double * n)()
        self.done(self.c.calibrant_interval(model, given, n, lower, upper))
        return list(zip(lower, upper, strict=True))


def check_against_program(library: Library, program: str, folder: Path) -> None:
    """A fit by the program and one by the library make the same file; so do their predictions."""
    draw = random.Random(1)
    scores = [draw.random() for _ in range(ROWS)]
    labels = [int(draw.random() < score**2) for score in scores]
    rows = folder / "rows.csv"
    with rows.open("w", newline="") as file:
        csv.writer(file).writerows([("score", "label"), *zip(scores, labels, strict=True)])
    theirs = folder / "theirs.json"
    fit = ["fit", str(rows), "-o", str(theirs), "--method", "abb", "--level", "0.9"]
    subprocess.run([program, *fit], check=True, capture_output=True)
    model = library.fit("abb", '{"level": 0.9}', scores, labels)
    ours = folder / "ours.json"
    library.done(library.c.calibrant_save(model, str(ours).encode()))
    assert ours.read_bytes() == theirs.read_bytes(), "the two model files differ"
    loaded = library.load(theirs)
    assert library.c.calibrant_level(loaded) == 0.9

    text = subprocess.run(
        [program, "apply", str(theirs), str(rows), "--interval"], check=True, capture_output=True
    ).stdout.decode()
    printed = list(csv.DictReader(text.splitlines()))
    assert [float(row["calibrated"]) for row in printed] == library.apply(loaded, scores)
    bounds = [(float(r["calibrated_lower"]), float(r["calibrated_upper"])) for r in printed]
    assert bounds == library.interval(loaded, scores)
    library.c.calibrant_free(model)
    library.c.calibrant_free(loaded)


def message(library: Library, *arguments: object) -> str:
    try:
        library.fit(*arguments)  # type: ignore[arg-type]
    except RefusedError as refused:
        return str(refused)
    return "not refused"


def check_errors(library: Library) -> None:
    """Statuses and messages, of this thread only."""
    assert message(library, "abb", "{}", [0.5], [3]) == "2: labels[0]: 3 is not a label (0 or 1)"
    seen: list[str] = []
    other = threading.Thread(target=lambda: seen.append(library.c.calibrant_last_error().decode()))
    other.start()
    other.join()
    assert seen == [""], seen
    wanted = "3: level: 2 is not a number strictly between 0 and 1"
    assert message(library, "abb", '{"level": 2}', [0.5, 0.6], [0, 1]) == wanted


def main() -> None:
    library = Library(sys.argv[1])
    check_errors(library)
    with tempfile.TemporaryDirectory() as folder:
        check_against_program(library, sys.argv[2], Path(folder))
    print(f"calibrant {library.c.calibrant_version().decode()}: the C API agrees with the program")


if __name__ == "__main__":
    main()
