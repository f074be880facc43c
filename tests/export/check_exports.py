#!/usr/bin/env python3
"""Executes every export of every kind of curve and compares it with the library.

usage: check_exports.py PROGRAM MAKE_MODELS EVALUATE_MODEL [--mariadb]

The scores of a curve: every border and knot with its neighbours on both sides, zeros, infinities,
NaN, the ends of the doubles, and 20,000 in between and beyond. More of these prove nothing more, and
cost: databases look through all borders of a curve for each score. SQLite, DuckDB and PostgreSQL run the SQL, the C
compiler compiles the header, ONNX Runtime runs the model. The SQL of engines that are not here is read
by sqlglot, which translates it for DuckDB. With --mariadb a server of MariaDB runs that of MySQL, and nothing else
is done. Steps and grids must agree bit for bit, and so
must segments; sigmoids to 1e-12.
"""

import functools
import itertools
import json
import math
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

from engines import DIALECTS, SKIPPED, duckdb, mariadb, np, onnxruntime, postgres, sqlglot

BETWEEN = 20_000
C_FLAGS = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-ffp-contract=off", "-O2"]
LARGEST = sys.float_info.max
# PostgreSQL has no product that is too small for a double, only an error: what is nearer to 0 than
# this it is not asked about these (docs/guide/export.md says so).
UNDERFLOW = {"segments_wide": 1.0, "segments_widest": 1e-3, "sigmoid_faint": 1e-3}
MOST_PIECES = 1_500  # that sqlglot reads in good time
# Quoting must hold, whatever the column is called.
COLUMN = 'the "score"; --'

MAIN = """
#include <stdio.h>
#include <stdlib.h>
#include "model.h"
int main(void) {
  double x;
  while (fread(&x, sizeof x, 1, stdin) == 1) {
    const double y[] = {%s};
    fwrite(y, sizeof y, 1, stdout);
  }
  return 0;
}
"""


def places_of(curve):
    """Where something changes; the borders of a grid to within an ulp or so."""
    if curve["shape"] == "sigmoid":
        return [1e-12, 1 - 1e-12, 0.0, 1.0, 0.5]
    if curve["shape"] == "grid":
        cells = len(curve["values"])
        low, high = curve["low"], curve["high"]
        return [low + (high - low) * i / cells for i in range(cells + 1)]
    return curve["borders" if curve["shape"] == "steps" else "knots"]


def scores_for(curve):
    places = np.array(places_of(curve), dtype=float)
    fixed = [0.0, -0.0, math.inf, -math.inf, math.nan, LARGEST, -LARGEST, 5e-324, -5e-324]
    around = [places]
    below = above = places
    with np.errstate(over="ignore"):  # there may be a border at the largest double
        for _ in range(3):
            below = np.nextafter(below, -math.inf)
            above = np.nextafter(above, math.inf)
            around += [below, above]
    near = np.concatenate([np.array(fixed)] + around)
    random = np.random.default_rng(1)
    inside = np.empty(0)
    if len(places) > 1:
        # Between neighbouring places, by halves so that no span overflows.
        i = random.integers(0, len(places) - 1, BETWEEN // 2)
        t = random.random(BETWEEN // 2)
        inside = places[i] * (1 - t) + places[i + 1] * t
    wide = random.normal(0.5, 1.0, BETWEEN - len(inside))
    return np.concatenate([near, inside, wide])


class Failure(Exception):
    pass


def compare(who, scores, got, expected, exact):
    got = np.asarray(got, dtype=float)
    if got.shape != expected.shape:
        raise Failure(f"{who}: {got.shape} results for {expected.shape}")
    same = (got == expected) | (np.isnan(got) & np.isnan(expected))
    if not exact:
        same |= np.abs(got - expected) <= 1e-12
    if not same.all():
        at = int(np.flatnonzero(~same)[0])
        raise Failure(
            f"{who}: {int((~same).sum())} differ; score {scores[at].item().hex()} gives "
            f"{got[at].item().hex()}, not {expected[at].item().hex()}"
        )


class Export:
    """One model, the scores and the right answers, and ways to run what the program writes."""

    def __init__(self, program, evaluate, model, directory):
        self.program = program
        self.model = model
        self.directory = directory
        self.name = model.stem
        curve = json.loads(model.read_text())["model"]["curve"]
        band = "band" in json.loads(model.read_text())["model"]
        self.exact = curve["shape"] != "sigmoid"
        self.scores = scores_for(curve)
        self.scores.tofile(directory / "scores")
        subprocess.run([evaluate, model, directory / "scores", directory / "right"], check=True)
        lines = np.fromfile(directory / "right").reshape(-1, len(self.scores))
        self.right = dict(zip(["calibrated", "calibrated_lower", "calibrated_upper"], lines))
        self.options = ["--interval"] if band else ["--name", "calibrated"]

    def write(self, target, *more):
        out = self.directory / "out"
        command = [self.program, "export", self.model, "--to", target, "-o", out]
        subprocess.run([*command, *self.options, *more], check=True)
        return out

    def check(self, who, got, keep=None):
        for name, right in self.right.items():
            scores = self.scores if keep is None else self.scores[keep]
            right = right if keep is None else right[keep]
            compare(f"{self.name}: {who}: {name}", scores, got[name], right, self.exact)

    def sqlite(self):
        items = self.write("sql", "--column", COLUMN).read_text()
        base = sqlite3.connect(":memory:")
        quoted = '"' + COLUMN.replace('"', '""') + '"'
        base.execute(f"CREATE TABLE scores (row INTEGER PRIMARY KEY, {quoted} REAL)")
        base.executemany("INSERT INTO scores VALUES (?, ?)", enumerate(self.scores.tolist()))
        # Into a table, because planning and evaluating a long curve takes seconds: once is enough.
        base.execute(f"CREATE TABLE results AS SELECT {items} FROM scores ORDER BY row")
        rows = base.execute("SELECT * FROM results ORDER BY rowid").fetchall()
        columns = {name: np.array(c, dtype=float) for name, c in zip(self.right, zip(*rows))}
        self.check("SQLite", columns)  # NaN went in as NULL and came back as NULL
        kinds = base.execute("SELECT DISTINCT typeof(calibrated) FROM results")
        if sorted(kinds.fetchall()) != [("null",), ("real",)]:
            raise Failure(f"{self.name}: SQLite: results that are not real")

    def duckdb(self):
        items = self.write("sql", "--column", COLUMN).read_text()
        base = duckdb.connect()
        base.execute("SET threads = 1")
        quoted = '"' + COLUMN.replace('"', '""') + '"'
        given = {"s": self.scores}
        # NaN in an array becomes NULL on the way in.
        nan = "coalesce(s, 'nan'::DOUBLE)"
        base.execute(f"CREATE TABLE scores AS SELECT {nan} AS {quoted} FROM given")
        base.execute("INSERT INTO scores VALUES (NULL)")  # the last row
        columns = base.execute(f"SELECT {items} FROM scores").fetchnumpy()
        kinds = {str(kind[1]) for kind in base.description}
        self.check("DuckDB", {name: np.ma.filled(c, -1.0)[:-1] for name, c in columns.items()})
        if not all(np.ma.getmaskarray(c)[-1] for c in columns.values()):
            raise Failure(f"{self.name}: DuckDB: NULL does not give NULL")
        if kinds != {"DOUBLE"}:
            raise Failure(f"{self.name}: DuckDB: results that are not doubles")

    def translated(self, dialect):
        """SQL for an engine that is not here."""
        theirs, infinite = DIALECTS[dialect]
        # No name of BigQuery's has these letters.
        column = "score" if dialect == "bigquery" else COLUMN
        items = self.write("sql", "--column", column, "--dialect", dialect).read_text()
        query = sqlglot.transpile(f"SELECT {items} FROM scores", read=theirs, write="duckdb")[0]
        keep = np.ones(len(self.scores), bool) if infinite else np.isfinite(self.scores)
        base = duckdb.connect()
        base.execute("SET threads = 1")
        given = {"s": self.scores[keep]}
        quoted = '"' + column.replace('"', '""') + '"'
        nan = "coalesce(s, 'nan'::DOUBLE)"
        base.execute(f"CREATE TABLE scores AS SELECT {nan} AS {quoted} FROM given")
        columns = base.execute(query).fetchnumpy()
        self.check(dialect, {name: np.ma.filled(c, -1.0) for name, c in columns.items()}, keep)

    def mariadb(self, server):
        items = self.write("sql", "--column", COLUMN, "--dialect", "mysql").read_text()
        keep = np.isfinite(self.scores)
        values = ",\n".join(f"({k}, {s!r})" for k, s in enumerate(self.scores[keep].tolist()))
        lines = server.sql(
            "USE calibrant; DROP TABLE IF EXISTS scores;"
            f"CREATE TABLE scores (k INT PRIMARY KEY, `{COLUMN}` DOUBLE);"
            f"INSERT INTO scores VALUES {values}, ({len(self.scores)}, NULL);"
            f"SELECT {items} FROM scores ORDER BY k;"
        )
        if set(lines.pop().split("\t")) != {"NULL"}:
            raise Failure(f"{self.name}: MariaDB: NULL does not give NULL")
        columns = zip(*(map(float, line.split("\t")) for line in lines))
        self.check("MariaDB", dict(zip(self.right, columns)), keep)

    def postgres(self, server):
        items = self.write("sql", "--column", COLUMN).read_text()
        quoted = '"' + COLUMN.replace('"', '""') + '"'
        kinds = f"row int, {quoted} double precision"
        server.sql(f"DROP TABLE IF EXISTS scores; CREATE TABLE scores ({kinds});")
        size = np.abs(self.scores)
        keep = (size == 0) | ~(size < UNDERFLOW.get(self.name, 0.0))
        shown = [f"{row}\t{score!r}" for row, score in enumerate(self.scores[keep].tolist())]
        server.sql("COPY scores FROM STDIN;", [*shown, f"{len(self.scores)}\t\\N"])
        lines = server.csv(f"SELECT {items} FROM scores ORDER BY row").splitlines()[1:]
        if lines.pop() != "," * (len(self.right) - 1):
            raise Failure(f"{self.name}: PostgreSQL: NULL does not give NULL")
        columns = zip(*(map(float, line.split(",")) for line in lines))
        self.check("PostgreSQL", dict(zip(self.right, columns)), keep)

    def c(self):
        self.write("c").rename(self.directory / "model.h")
        calls = ", ".join(f"{name}(x)" for name in self.right)
        (self.directory / "main.c").write_text(MAIN % calls)
        program = self.directory / "main"
        source = self.directory / "main.c"
        subprocess.run(["cc", *C_FLAGS, "-o", program, source, "-lm"], check=True)
        with open(self.directory / "scores", "rb") as scores:
            out = subprocess.run([program], stdin=scores, capture_output=True, check=True).stdout
        self.check("C", dict(zip(self.right, np.frombuffer(out).reshape(len(self.scores), -1).T)))

    def onnx(self):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        path = str(self.write("onnx"))
        session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        results = session.run(list(self.right), {"score": self.scores})
        self.check("ONNX Runtime", dict(zip(self.right, results)))
        for few in (0, 1):
            if session.run(None, {"score": self.scores[:few]})[0].shape != (few,):
                raise Failure(f"{self.name}: ONNX Runtime: wrong shape for {few} scores")
        self.onnx_inputs(options)

    def onnx_inputs(self, options):
        """Floats and columns, as converted classifiers give them: the same as their doubles."""
        whole = self.write("onnx").read_bytes()
        plain = onnxruntime.InferenceSession(whole, options, providers=["CPUExecutionProvider"])
        floats = self.scores[np.abs(self.scores) < 1e38].astype(np.float32)
        right = plain.run(list(self.right), {"score": floats.astype(float)})
        for kind, columns in itertools.product(("double", "float"), (0, 1, 2)):
            shape = ["--input", kind, "--input-columns", str(columns)]
            path = str(self.write("onnx", *shape))
            session = onnxruntime.InferenceSession(
                path, options, providers=["CPUExecutionProvider"]
            )
            given = floats if kind == "float" else floats.astype(float)
            if columns:
                given = np.column_stack([1 - given, given][-columns:])
            got = session.run(list(self.right), {"score": given})
            if not all(np.array_equal(a, b) for a, b in zip(got, right, strict=True)):
                raise Failure(f"{self.name}: ONNX Runtime: {kind}, {columns} columns")


def check_all(program, make_models, evaluate, server, maria=None):
    failures = translated = 0
    with tempfile.TemporaryDirectory() as place:
        directory = pathlib.Path(place)
        models = directory / "models"
        models.mkdir()
        subprocess.run([make_models, models], check=True)
        for model in sorted(models.glob("*.json")):
            export = Export(program, evaluate, model, directory)
            runs = [export.sqlite, export.duckdb, export.c, export.onnx]
            if len(places_of(json.loads(model.read_text())["model"]["curve"])) <= MOST_PIECES:
                runs += [functools.partial(export.translated, dialect) for dialect in DIALECTS]
                translated += 1
            if server:
                runs.append(functools.partial(export.postgres, server))
            if maria:
                runs = [functools.partial(export.mariadb, maria)]
            for run in runs:
                try:
                    run()
                except Exception as problem:  # every engine has its own
                    failures += 1
                    print(f"FAILED {model.stem}: {problem}")
            print(f"{model.stem}: {len(export.right)} x {len(export.scores)} scores")
    if translated < 10:
        failures += 1
        print(f"FAILED: only {translated} curves in the dialects of other engines")
    print(f"{failures} failures")
    return 1 if failures else 0


def main():
    programs = [pathlib.Path(word).resolve() for word in sys.argv[1:4]]
    if sys.argv[4:] == ["--mariadb"]:
        with mariadb.server() as server:
            return check_all(*programs, None, server)
    try:
        with postgres.server() as server:
            return check_all(*programs, server)
    except postgres.Missing as missing:
        status = check_all(*programs, None)
        print(f"skipped: {missing}")
        return status or (1 if os.environ.get("CI") == "true" else SKIPPED)


sys.exit(main())
