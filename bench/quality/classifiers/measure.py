"""How should CalibratedClassifier use its folds when there are several classes?

    python bench/quality/classifiers/measure.py DATA OUT.csv [--rows 300,1000] [--splits 2]

DATA is a folder of CSV files with a column `label`. Every classifier is fitted to a stratified
sample of so many rows, and measured by its log loss on at most 4,000 others. A row of OUT.csv is
one data set, classifier, size and split, and has a column of log losses for each contestant.
"""

from __future__ import annotations

import argparse
import csv
import math
import sys
import time
import warnings
from pathlib import Path

import numpy as np
from sklearn.calibration import CalibratedClassifierCV
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from calibrant import CalibratedClassifier, metrics

sys.path.append(str(Path(__file__).resolve().parents[3] / "python" / "tests"))
from real_tables import of_classes, read_numbers

FEWEST_OF_A_CLASS = 5  # rows of a sample: one for each fold
MOST_TEST_ROWS = 4000


def classifiers():
    """New ones for each fit."""
    return {
        "logistic regression": make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)),
        "naive Bayes": GaussianNB(),
        "random forest": RandomForestClassifier(random_state=0),
    }


def contestants(classifier):
    return {
        "raw": classifier,
        "folds averaged": CalibratedClassifier(classifier, ensemble=True),
        "refitted": CalibratedClassifier(classifier, ensemble=False),
        "sklearn temperature": CalibratedClassifierCV(classifier, method="temperature"),
        "sklearn temperature refitted": CalibratedClassifierCV(
            classifier, method="temperature", ensemble=False
        ),
        "sklearn isotonic": CalibratedClassifierCV(classifier, method="isotonic"),
    }


def split(X, y, rows, seed):
    """A sample to fit to, and the rest; only of classes that have enough rows in the sample."""
    rows = min(rows, int(0.6 * len(y)))
    # scikit-learn 1.9's temperature takes labels for places of columns: with gaps between them it
    # reads other memory, and its results change from run to run.
    X, y = of_classes(X, y, lambda count: count * rows / len(y) >= FEWEST_OF_A_CLASS)
    rows = min(rows, int(0.6 * len(y)))
    X, Q, y, z = train_test_split(X, y, train_size=rows, stratify=y, random_state=seed)
    return X, y, Q[:MOST_TEST_ROWS], z[:MOST_TEST_ROWS]


def log_loss(model, X, y, Q, z):
    """NaN if the fit fails."""
    try:
        probabilities = model.fit(X, y).predict_proba(Q)
    except RuntimeError:
        return math.nan
    return metrics.log_loss(z, probabilities, labels=np.unique(y))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--rows", default="300,1000")
    parser.add_argument("--splits", type=int, default=2)
    parser.add_argument("--only", default="", help="names of data sets, with commas")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    with given.out.open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["data", "classifier", "rows", "split", *contestants(GaussianNB())])
        for path in sorted(given.data.glob("*.csv")):
            if given.only and path.stem not in given.only.split(","):
                continue
            begin = time.process_time()
            whole = read_numbers(path)
            for rows in map(int, given.rows.split(",")):
                for seed in range(given.splits):
                    X, y, Q, z = split(*whole, rows, seed)
                    for name, classifier in classifiers().items():
                        models = contestants(classifier).values()
                        losses = [log_loss(model, X, y, Q, z) for model in models]
                        table.writerow([path.stem, name, len(y), seed, *losses])
                        file.flush()
            print(path.stem, f"{time.process_time() - begin:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
