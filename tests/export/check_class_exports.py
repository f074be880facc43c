#!/usr/bin/env python3
"""Executes every export of models of several classes and compares it with the library.

usage: check_class_exports.py PROGRAM MAKE_CLASS_MODELS EVALUATE_MODEL [--some | --mariadb]

Each model gets 1,000 rows of the kind that it was fitted to, and rows that are hard: exact zeros and ones, ties,
all scores equal or 0, negative and huge ones, subnormal ones, infinities, NaN. SQLite, DuckDB and PostgreSQL run the SQL, the C
compiler compiles the header, ONNX Runtime runs the model. The SQL of engines that are not here is read by
sqlglot, which translates it for DuckDB. With --mariadb a server of MariaDB runs that of MySQL, and nothing else is
done. With --some every fifth model is enough. Everything must agree to 1e-12.
"""

import functools
import json
import math
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile

from engines import DIALECTS, SKIPPED, duckdb, mariadb, np, onnxruntime, postgres, sqlglot

ROWS = 1_000
TOLERANCE = 1e-12
C_FLAGS = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O2"]
DIALECTS = {**DIALECTS, "spark": ("spark", True)}
MOST_TRANSLATED = 3  # classes: sqlglot is slow
MAIN = """
#include <stdio.h>
#include "model.h"
int main(void) {
  double row[%d];
  while (fread(row, sizeof row, 1, stdin) == 1) {
    calibrated(row, row);
    fwrite(row, sizeof row, 1, stdout);
  }
  return 0;
}
"""


def softmax(z):
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def rows_like(kind, classes):
    random = np.random.default_rng(classes)
    p = softmax(2 * random.normal(size=(ROWS, classes)) * np.where(np.arange(classes) % 2, 2.5, 1.5))
    if kind == "votes":
        p = np.floor(10 * p) / 10
    if kind == "sure":
        p = p**60
    if kind == "logits":
        return 3 * np.log(p) + 1
    with np.errstate(invalid="ignore"):
        p = p / p.sum(axis=1, keepdims=True)
    return np.where(np.isnan(p), 0.0, p)


def hard_rows(kind, classes):
    one = np.eye(classes)
    rows = [one[0], one[-1], np.full(classes, 1 / classes), np.zeros(classes), 0.5 * one[0] + 0.5 * one[-1]]
    rows += [one[0] - 0.25, 100 * one[0] + 3, 1e200 * one[0], one[0] + 1e-310, one[-1] + 5e-324]
    rows += [-1e200 * one[0], one[0] * 1e-13 + one[-1], np.arange(classes) / 8]
    if kind == "logits":
        gaps = -np.arange(classes)
        rows += [gaps * step for step in (300.0, 372.0, 372.5, 745.1, 745.3, 800.0, 1e5, 1e-15)]
    for odd in (math.nan, math.inf, -math.inf):
        rows += [np.where(one[0] > 0, odd, 0.25), np.where(one[-1] > 0, odd, 0.25)]
    return np.array(rows)


class Failure(Exception):
    pass


class TooManyPieces(Exception):
    """The curves are too long for the dialect, and the program says so."""


def compare(who, scores, got, right):
    got = np.asarray(got, dtype=float)
    if got.shape != right.shape:
        raise Failure(f"{who}: {got.shape} results for {right.shape}")
    with np.errstate(invalid="ignore"):
        same = (np.abs(got - right) <= TOLERANCE) | (np.isnan(got) & np.isnan(right))
    if not same.all():
        at = int(np.flatnonzero(~same.all(axis=1))[0])
        raise Failure(
            f"{who}: {int((~same).sum())} differ; row {scores[at].tolist()} gives {got[at].tolist()}, "
            f"not {right[at].tolist()}"
        )


class Export:
    """One model, the rows and the right answers, and ways to run what the program writes."""

    def __init__(self, program, evaluate, model, directory):
        self.program = program
        self.model = model
        self.evaluate = evaluate
        self.directory = directory
        self.name = model.stem
        self.content = json.loads(model.read_text())["model"]
        self.joint = self.content["kind"] == "joint"
        own = self.content["names"] if self.joint else [c["name"] for c in self.content["classes"]]
        self.classes = own
        kind = self.name.split("_")[1]
        size = len(self.classes)
        self.scores = np.concatenate([rows_like(kind, size), hard_rows(kind, size)])
        self.right = self.answers(self.scores)
        # Quoting must hold, whatever the columns are called.
        self.columns = [f"p_{name}" for name in self.classes]
        self.results = [f"calibrated_{name}" for name in self.classes]

    def answers(self, scores):
        np.ascontiguousarray(scores).tofile(self.directory / "scores")
        paths = [self.directory / "scores", self.directory / "right"]
        subprocess.run([self.evaluate, self.model, *paths], check=True)
        return np.fromfile(self.directory / "right").reshape(scores.shape)

    def write(self, target, *more):
        out = self.directory / "out"
        command = [self.program, "export", self.model, "--to", target, "-o", out]
        subprocess.run([*command, *more], check=True, capture_output=True, text=True)
        return out

    def query(self, dialect):
        options = ["--dialect", dialect, "--table", "the.scores", "--keep", "row number"]
        try:
            return self.write("sql", *options).read_text()
        except subprocess.CalledProcessError as refused:
            if "pieces together, too many for one SQL query" not in refused.stderr:
                raise
            raise TooManyPieces from refused

    def check(self, who, got, keep=None):
        keep = np.ones(len(self.scores), bool) if keep is None else keep
        compare(f"{self.name}: {who}", self.scores[keep], got, self.right[keep])

    def sqlite(self):
        base = sqlite3.connect(":memory:")
        base.execute("ATTACH ':memory:' AS the")
        columns = ", ".join(quoted(name) + " REAL" for name in self.columns)
        base.execute(f'CREATE TABLE the.scores ("row number" INTEGER, {columns})')
        marks = ", ".join("?" for _ in range(len(self.columns) + 1))
        rows = [(k, *row) for k, row in enumerate(self.scores.tolist())]
        base.executemany(f"INSERT INTO the.scores VALUES ({marks})", rows)
        found = base.execute(self.query("sqlite"))
        names = [name for name, *_ in found.description]
        if names != ["row number", *self.results]:
            raise Failure(f"{self.name}: SQLite: columns {names}")
        # An infinity less an infinity is NULL there, as NaN is.
        got = np.array([row[1:] for row in sorted(found.fetchall())], dtype=float)
        self.check("SQLite", got)

    def in_duckdb(self, query, keep):
        base = duckdb.connect()
        base.execute("SET threads = 1; CREATE SCHEMA the")
        given = {f"s{k}": self.scores[keep, k] for k in range(len(self.columns))}
        given["n"] = np.arange(keep.sum())
        # NaN in an array becomes NULL on the way in.
        items = [f"coalesce(s{k}, 'nan'::DOUBLE) AS {quoted(name)}" for k, name in enumerate(self.columns)]
        base.execute(f'CREATE TABLE the.scores AS SELECT n AS "row number", {", ".join(items)} FROM given')
        nothing = ", ".join("NULL" for _ in self.columns)
        base.execute(f"INSERT INTO the.scores VALUES ({keep.sum()}, {nothing})")
        found = base.execute(query).fetchnumpy()
        if any(str(kind[1]) != "DOUBLE" for kind in base.description[1:]):
            raise Failure(f"{self.name}: DuckDB: results that are not doubles")
        order = np.argsort(found.pop("row number"))
        table = np.ma.column_stack(list(found.values()))[order]
        if not np.ma.getmaskarray(table)[-1].all():
            raise Failure(f"{self.name}: DuckDB: NULL does not give NULL")
        return np.ma.filled(table[:-1], -1.0)

    def duckdb(self):
        everything = np.ones(len(self.scores), bool)
        self.check("DuckDB", self.in_duckdb(self.query("duckdb"), everything))

    def translated(self, dialect):
        """SQL for an engine that is not here."""
        theirs, infinite = DIALECTS[dialect]
        keep = np.ones(len(self.scores), bool) if infinite else np.isfinite(self.scores).all(axis=1)
        query = self.query(dialect)
        query = sqlglot.transpile(query, read=theirs, write="duckdb")[0]
        self.check(dialect, self.in_duckdb(query, keep), keep)

    def mariadb(self, server):
        keep = np.isfinite(self.scores).all(axis=1)
        rows = enumerate(self.scores[keep].tolist())
        values = ",\n".join(f"({k}, {', '.join(map(repr, row))})" for k, row in rows)
        nothing = ", ".join("NULL" for _ in self.columns)
        columns = ", ".join("`" + name.replace("`", "``") + "` DOUBLE" for name in self.columns)
        query = self.query("mysql").replace("`the`.", "")
        lines = server.sql(
            "USE calibrant; DROP TABLE IF EXISTS scores;"
            f"CREATE TABLE scores (`row number` INT PRIMARY KEY, {columns});"
            f"INSERT INTO scores VALUES {values}, ({len(self.scores)}, {nothing});"
            f"{query} ORDER BY `row number`;"
        )
        if set(lines.pop().split("\t")[1:]) != {"NULL"}:
            raise Failure(f"{self.name}: MariaDB: NULL does not give NULL")
        self.check("MariaDB", [list(map(float, line.split("\t")[1:])) for line in lines], keep)

    def postgres(self, server):
        kinds = ", ".join(quoted(name) + " double precision" for name in self.columns)
        server.sql(
            "DROP SCHEMA IF EXISTS the CASCADE; CREATE SCHEMA the;"
            f'CREATE TABLE the.scores ("row number" int, {kinds});'
        )
        # It has no quotient that is too small for a double, only an error (docs/guide/export.md).
        keep = ~((np.abs(self.scores) < 1e-300) & (self.scores != 0)).any(axis=1)
        lines = ["\t".join(map(repr, [k, *row])) for k, row in enumerate(self.scores[keep].tolist())]
        nothing = "\t".join("\\N" for _ in self.columns)
        server.sql("COPY the.scores FROM STDIN;", [*lines, f"{len(self.scores)}\t{nothing}"])
        query = f'SELECT * FROM ({self.query("postgres")}) AS all_rows ORDER BY "row number"'
        found = server.csv(query).splitlines()[1:]
        if found.pop() != f"{len(self.scores)}" + "," * len(self.columns):
            raise Failure(f"{self.name}: PostgreSQL: NULL does not give NULL")
        self.check("PostgreSQL", [list(map(float, line.split(",")[1:])) for line in found], keep)

    def c(self):
        self.write("c").rename(self.directory / "model.h")
        (self.directory / "main.c").write_text(MAIN % len(self.classes))
        program = self.directory / "main"
        source = self.directory / "main.c"
        subprocess.run(["cc", *C_FLAGS, "-o", program, source, "-lm"], check=True)
        given = self.scores.tobytes()
        out = subprocess.run([program], input=given, capture_output=True, check=True).stdout
        self.check("C", np.frombuffer(out).reshape(self.scores.shape))

    def session(self, *more):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        path = str(self.write("onnx", *more))
        return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])

    def onnx(self):
        session = self.session()
        (got,) = session.run(["calibrated"], {"score": self.scores})
        self.check("ONNX Runtime", got)
        about = session.get_modelmeta().custom_metadata_map
        if [about[f"class_{k}"] for k in range(len(self.classes))] != self.classes:
            raise Failure(f"{self.name}: ONNX Runtime: classes {about}")
        for few in (0, 1):
            if session.run(None, {"score": self.scores[:few]})[0].shape != self.scores[:few].shape:
                raise Failure(f"{self.name}: ONNX Runtime: wrong shape for {few} rows")
        floats = self.scores[(np.abs(self.scores) < 1e38).all(axis=1)].astype(np.float32)
        right = self.answers(floats.astype(float))
        (got,) = self.session("--input", "float").run(None, {"score": floats})
        compare(f"{self.name}: ONNX Runtime: float", floats, got, right)
        if self.joint and len(self.classes) == 2:
            self.onnx_second_class()
        self.onnx_logits()

    def onnx_second_class(self):
        """Two classes: the second one's probability or logit is enough."""
        logits = self.content["input"] == "logits"
        random = np.random.default_rng(1)
        one = random.normal(size=ROWS) * 3 if logits else random.random(ROWS)
        one = np.concatenate([one, [0.0, 1.0, 0.5, math.nan, math.inf]])
        right = self.answers(np.column_stack([np.zeros(len(one)) if logits else 1 - one, one]))
        for columns, given in (("0", one), ("1", one[:, None])):
            (got,) = self.session("--input-columns", columns).run(None, {"score": given})
            compare(f"{self.name}: ONNX Runtime: {columns} columns", given, got, right)

    def onnx_logits(self):
        """A model of probabilities behind a network that gives logits."""
        random = np.random.default_rng(2)
        logits = random.normal(size=(ROWS, len(self.classes))) * 3
        takes_logits = self.content.get("input") == "logits"
        right = self.answers(logits if takes_logits else softmax(logits))
        # Where steps begin, a digit matters.
        if "isotonic" in self.name or "histogram" in self.name:
            return
        (got,) = self.session("--logits").run(None, {"score": logits})
        compare(f"{self.name}: ONNX Runtime: logits", logits, got, right)


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def check_limit(export):
    """SQL has a limit, which the refusal names."""
    done = subprocess.run(
        [export.program, "export", export.model, "--to", "sql"], capture_output=True, text=True
    )
    if done.returncode == 0 or not re.search(r"too many for SQL \(at most 30; C and ONNX", done.stderr):
        raise Failure(f"{export.name}: SQL for {len(export.classes)} classes: {done.stderr}")


def check_all(program, make_models, evaluate, server, maria=None, step=1):
    failures = executed = refused = 0
    with tempfile.TemporaryDirectory() as place:
        directory = pathlib.Path(place)
        models = directory / "models"
        models.mkdir()
        subprocess.run([make_models, models], check=True)
        for model in sorted(models.glob("*.json"))[::step]:
            export = Export(program, evaluate, model, directory)
            size = len(export.classes)
            runs = [export.c, export.onnx]
            if size > 30:
                runs.append(functools.partial(check_limit, export))
            else:
                runs += [export.sqlite, export.duckdb]
                if size <= MOST_TRANSLATED:
                    runs += [functools.partial(export.translated, dialect) for dialect in DIALECTS]
                if server:
                    runs.append(functools.partial(export.postgres, server))
            if maria:
                runs = [functools.partial(export.mariadb, maria)] if size <= 30 else []
            for run in runs:
                try:
                    run()
                    executed += 1
                except TooManyPieces:
                    refused += 1
                except Exception as problem:  # every engine has its own
                    failures += 1
                    print(f"FAILED {model.stem}: {str(problem)[:2000]}")
            print(f"{model.stem}: {len(export.scores)} rows of {size} classes")
    if refused > executed / 10:
        failures += 1
    print(f"{executed} runs, {refused} too long for SQL, {failures} failures")
    return 1 if failures else 0


def main():
    programs = [pathlib.Path(word).resolve() for word in sys.argv[1:4]]
    if sys.argv[4:] == ["--mariadb"]:
        with mariadb.server() as server:
            return check_all(*programs, None, server)
    step = 5 if sys.argv[4:] == ["--some"] else 1
    try:
        with postgres.server() as server:
            return check_all(*programs, server, step=step)
    except postgres.Missing as missing:
        status = check_all(*programs, None, step=step)
        print(f"skipped: {missing}")
        return status or (1 if os.environ.get("CI") == "true" else SKIPPED)


if __name__ == "__main__":
    sys.exit(main())
