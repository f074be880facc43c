"""Golden values of a report's plot data: report_bins.csv and report_decisions.csv, beside this script.

From docs/guide/predictions.csv, row by row: bins of equal mass (its 400 rows are ten times forty), exact
binomial intervals by scipy.stats.binomtest, and the counts and net benefit at thresholds. Needs numpy
and scipy:

    python make_report.py
"""

import csv
import pathlib

import numpy as np
from scipy.stats import binomtest

HERE = pathlib.Path(__file__).parent
BINS = 10

with open(HERE / "../../docs/guide/predictions.csv") as file:
    data = list(csv.DictReader(file))
labels = np.array([int(row["label"]) for row in data])

bins = [["column", "low", "high", "rows", "positives", "mean", "lower", "upper", "off"]]
decisions = [["column", "threshold", "above", "expected", "observed", "net_benefit"]]
for column in ("score", "calibrated"):
    p = np.array([float(row[column]) for row in data])
    order = np.argsort(p, kind="stable")
    # A group of ties goes where its middle lies.
    middle = np.array([np.mean(np.flatnonzero(p[order] == value)) + 0.5 for value in p[order]])
    place = np.floor(BINS * middle / len(p)).astype(int)
    for b in range(BINS):
        rows = order[place == b]
        k, n, mean = int(labels[rows].sum()), len(rows), p[rows].mean()
        plain = binomtest(k, n).proportion_ci(0.95, "exact")
        strict = binomtest(k, n).proportion_ci(1 - 0.025 / BINS, "exact")
        off = int(not strict.low <= mean <= strict.high)
        bins.append([column, *map(repr, map(float, (p[rows].min(), p[rows].max()))), n, k,
                     repr(float(mean)), repr(float(plain.low)), repr(float(plain.high)), off])
    for t in np.arange(1, 20) / 20:
        above = p >= t
        true = int(labels[above].sum())
        false = int(above.sum()) - true
        benefit = (true - false * t / (1 - t)) / len(p)
        decisions.append([column, repr(float(t)), int(above.sum()), repr(float(p[above].sum())), true,
                          repr(float(benefit))])

for name, table in (("report_bins.csv", bins), ("report_decisions.csv", decisions)):
    with open(HERE / name, "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(table)
