#!/usr/bin/env python3
"""Executes `calibrant sql fit-query` in SQLite, DuckDB and PostgreSQL.

usage: check_fit_query.py PROGRAM MAKE_CELLS

Every engine must give the library's cells to the bit, the exact counts and sums, the same model
file, and report or skip the rows that cannot be used.
"""

import csv
import io
import math
import os
import pathlib
import sqlite3
import subprocess
import sys

SKIPPED = 77
try:
    import duckdb
    import numpy as np

    import postgres
except ImportError as missing:
    print(f"skipped: no package index ({missing})")
    sys.exit(1 if os.environ.get("CI") == "true" else SKIPPED)

# Quoting must hold, whatever they are called.
TABLE, SCORE, LABEL, WEIGHT = 'my "rows"; --', "the 'score'", 'label"', "select"
NAMES = ["--table", '"' + TABLE.replace('"', '""') + '"', "--score", SCORE, "--label", LABEL]


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


COLUMNS = ", ".join(map(quoted, (SCORE, LABEL, WEIGHT)))


def edges(probability):
    """Powers of two, places half-way between cells, subnormals, ends; neighbours on both sides."""
    bits = 8 if probability else 12
    mantissas = [
        1.0,
        1 + 2.0**-bits,
        1 + 2.0 ** -(bits + 1),
        2 - 2.0**-bits,
        2 - 2.0 ** -(bits + 1),
    ]
    exponents = range(-1074, 0) if probability else range(-1074, 1024, 3)
    places = [0.0, -0.0, 0.5, 1.0]
    for exponent in exponents:
        places += [math.ldexp(mantissa, exponent) for mantissa in mantissas]
    x = np.array(places)
    x = np.concatenate([x, 1 - x] if probability else [x, -x])
    with np.errstate(over="ignore"):
        x = np.concatenate([x, np.nextafter(x, math.inf), np.nextafter(x, -math.inf)])
    x = x[np.isfinite(x)]
    return x[(x >= 0) & (x <= 1)] if probability else x


class Sqlite:
    dialect = "sqlite"

    def __init__(self):
        self.base = sqlite3.connect(":memory:")

    def fill(self, rows):
        self.base.execute(f"DROP TABLE IF EXISTS {quoted(TABLE)}")
        # No types: a text stays a text.
        self.base.execute(f"CREATE TABLE {quoted(TABLE)} ({COLUMNS})")
        self.base.executemany(f"INSERT INTO {quoted(TABLE)} VALUES (?, ?, ?)", rows)

    def csv(self, query):
        found = self.base.execute(query)
        out = io.StringIO()
        writer = csv.writer(out)
        writer.writerow(column[0] for column in found.description)
        # As the shell of SQLite prints them, with its fifteen digits.
        writer.writerows([f"{v:.15g}" if isinstance(v, float) else v for v in row] for row in found)
        return out.getvalue()


class DuckDb:
    dialect = "duckdb"

    def __init__(self):
        self.base = duckdb.connect()
        self.base.execute("SET threads = 1")

    def fill(self, rows):
        kinds = "DOUBLE", "DOUBLE", "DOUBLE"
        if any(isinstance(row[0], str) for row in rows):
            kinds = "VARCHAR", "VARCHAR", "VARCHAR"
        s, y, w = (list(column) for column in zip(*rows))
        values = ", ".join(f"unnest(${i + 1}::{kind}[]) AS c{i}" for i, kind in enumerate(kinds))
        texts = [
            [None if v is None else repr(v) if isinstance(v, float) else str(v) for v in c]
            for c in (s, y, w)
        ]
        self.base.execute(
            f"CREATE OR REPLACE TABLE {quoted(TABLE)} ({', '.join(quoted(n) + ' ' + k for n, k in zip((SCORE, LABEL, WEIGHT), kinds))})"
        )
        self.base.execute(f"INSERT INTO {quoted(TABLE)} SELECT {values}", texts)

    def csv(self, query):
        found = self.base.execute(query)
        out = io.StringIO()
        writer = csv.writer(out)
        writer.writerow(column[0] for column in found.description)
        writer.writerows(found.fetchall())
        return out.getvalue()


class Postgres:
    dialect = "postgres"

    def __init__(self, server):
        self.server = server

    def fill(self, rows):
        table = quoted(TABLE)
        kinds = ", ".join(f"{quoted(n)} double precision" for n in (SCORE, LABEL, WEIGHT))
        self.server.sql(f"DROP TABLE IF EXISTS {table}; CREATE TABLE {table} ({kinds});")
        shown = ["\t".join("\\N" if v is None else repr(float(v)) for v in row) for row in rows]
        self.server.sql(f"COPY {table} FROM STDIN;", shown)

    def csv(self, query):
        return self.server.csv(query)


class Check:
    def __init__(self, program, make_cells, engines):
        self.program = program
        self.make_cells = make_cells
        self.engines = engines
        self.failures = 0

    def expect(self, condition, message):
        if not condition:
            self.failures += 1
            print("FAILED", message)

    def query(self, engine, *options):
        command = [self.program, "sql", "fit-query", "--dialect", engine.dialect, *NAMES, *options]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def counts(self, text):
        return [
            (row["score"], float(row["neg"] or "nan"), float(row["pos"] or "nan"), int(row["rows"]))
            for row in csv.DictReader(io.StringIO(text))
        ]

    def cells(self, scores, rule):
        done = subprocess.run(
            [self.make_cells, rule], input=scores.tobytes(), capture_output=True, check=True
        )
        return np.frombuffer(done.stdout)

    def fit(self, text, method="abb"):
        command = [self.program, "fit", "-", "-o", "-", "--method", method]
        counted = ["--negatives", "neg", "--positives", "pos"]
        return subprocess.run([*command, *counted], input=text, capture_output=True, text=True)

    def expected(self, scores, labels, weights, rule):
        totals = {}
        for cell, y, w in zip(self.cells(scores, rule).tolist(), labels, weights):
            total = totals.setdefault(cell, [0, 0, 0])
            total[y] += w
            total[2] += 1
        return [(cell, a, b, n) for cell, (a, b, n) in sorted(totals.items())]

    def same_cells(self, rule, scores, weighted):
        """Rows in any order; unit weights are 1, the others whole millionths, so sums are exact."""
        random = np.random.default_rng(1)
        scores = random.permutation(scores)
        labels = random.integers(0, 2, len(scores)).tolist()
        micro = (
            random.integers(0, 10**7, len(scores)) if weighted else np.full(len(scores), 10**6)
        ).tolist()
        rows = [(s, y, w / 1e6) for s, y, w in zip(scores.tolist(), labels, micro)]
        right = [
            (c, a / 1e6, b / 1e6, n) for c, a, b, n in self.expected(scores, labels, micro, rule)
        ]
        options = ["--cells", rule] + (["--weight", WEIGHT] if weighted else [])
        models = {}
        for engine in self.engines:
            engine.fill(rows)
            text = engine.csv(self.query(engine, *options))
            got = [(float(c), *rest) for c, *rest in self.counts(text)]
            wrong = [pair for pair in zip(got, right) if pair[0] != pair[1]]
            what = f"{engine.dialect}: {rule}, weighted {weighted}"
            self.expect(len(got) == len(right), f"{what}: {len(got)} cells, not {len(right)}")
            self.expect(not wrong, f"{what}: {len(wrong)} cells differ, {wrong[:1]}")
            fitted = self.fit(text, "isotonic")
            self.expect(fitted.returncode == 0, f"{what}: {fitted.stderr}")
            models[engine.dialect] = fitted.stdout
        self.expect(len(set(models.values())) == 1, f"{rule}: engines give different models")
        print(
            f"{rule}, weighted {weighted}: {len(scores)} rows, {len(right)} cells, {list(models)}"
        )

    def invalid_rows(self):
        bad = [
            (None, 1, 1.0), (0.5, None, 1.0), (0.5, 1, None), (1.5, 1, 1.0), (-1e-9, 1, 1.0),
            (math.inf, 1, 1.0), (math.nan, 0, 1.0), (0.5, 2, 1.0), (0.5, 0.4, 1.0), (0.5, 1, -1.0),
            (0.5, 1, math.inf), (0.5, 1, math.nan), (0.5, 1, 1e-9), (0.5, 1, 1e300), (-math.inf, 0, 1.0),
        ]  # fmt: skip
        good = [(0.5, 1, 2.0), (0.5, 0, 0.0), (0.25, 0, 1.25)]
        for engine in self.engines:
            texts = [] if engine.dialect == "postgres" else [("abc", 1, 1.0), ("0.5", "yes", 1.0)]
            for some, count in ((bad, len(bad)), (texts, len(texts))):
                if not some:
                    continue
                engine.fill(some + good)
                text = engine.csv(self.query(engine, "--weight", WEIGHT))
                found = self.counts(text)
                void = [row for row in found if row[0] == ""]
                self.expect(
                    [row[3] for row in void] == [count], f"{engine.dialect}: reports {found}"
                )
                fitted = self.fit(text)
                self.expect(
                    fitted.returncode == 2 and "column 'score': is empty" in fitted.stderr,
                    f"{engine.dialect}: fit of invalid rows: {fitted.stderr}",
                )
                skipped = engine.csv(self.query(engine, "--weight", WEIGHT, "--invalid", "skip"))
                got = [(float(c), *rest) for c, *rest in self.counts(skipped)]
                right = [(0.25, 1.25, 0.0, 1), (0.5, 0.0, 2.0, 2)]
                if some is texts and engine.dialect == "duckdb":
                    got = got[:2]
                self.expect(got == right, f"{engine.dialect}: skips to {got}")
        print(f"invalid rows: {len(bad)} kinds")

    def a_query_and_a_label(self):
        for engine in self.engines:
            if engine.dialect == "postgres":
                select = "SELECT 0.25::float8 AS s, 'it''s \\'::text AS l UNION ALL SELECT 0.75, 'no' -- end"
            else:
                select = "SELECT 0.25 AS s, 'it''s \\' AS l UNION ALL SELECT 0.75, 'no' -- end"
            command = [self.program, "sql", "fit-query", "--dialect", engine.dialect]
            options = [
                "--query",
                select + ";",
                "--score",
                "s",
                "--label",
                "l",
                "--positive",
                "it's \\",
            ]
            text = subprocess.run(
                [*command, *options], check=True, capture_output=True, text=True
            ).stdout
            got = [(float(c), *rest) for c, *rest in self.counts(engine.csv(text))]
            self.expect(got == [(0.25, 0, 1, 1), (0.75, 1, 0, 1)], f"{engine.dialect}: {got}")

    def run(self):
        random = np.random.default_rng(2)
        uniform = random.random(50_000)
        for weighted in (False, True):
            self.same_cells("probability", np.concatenate([edges(True), uniform]), weighted)
        normal = random.normal(0, 3, 50_000)
        self.same_cells("margin", np.concatenate([edges(False), normal]), False)
        self.invalid_rows()
        self.a_query_and_a_label()
        print(f"{self.failures} failures")
        return 1 if self.failures else 0


def main():
    program, make_cells = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    try:
        with postgres.server() as server:
            engines = [Sqlite(), DuckDb(), Postgres(server)]
            return Check(program, make_cells, engines).run()
    except postgres.Missing as missing:
        status = Check(program, make_cells, [Sqlite(), DuckDb()]).run()
        print(f"skipped: {missing}")
        return status or (1 if os.environ.get("CI") == "true" else SKIPPED)


sys.exit(main())
