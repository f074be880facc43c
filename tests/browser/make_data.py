"""The data sets of the browser tests, as CSV files. The first three have the columns score and label.

adult  naive Bayes on UCI Adult, where features are far from independent: overconfident
rare   positives one in two hundred, scores three times too high
xor    logistic regression on the paper's XOR data: scores near one half, the curve goes up and down
classes  several classes: true probabilities in calibrated_*, log odds 1.6 times too large in p_*
"""

import csv
import math
import pathlib

import numpy as np


def write(path, scores, labels):
    with open(path, "w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["score", "label"])
        rows.writerows((repr(float(s)), int(y)) for s, y in zip(scores, labels))


def sigmoid(z):
    return 1 / (1 + np.exp(-z))


def read_adult(path):
    with open(path) as file:
        lines = [[field.strip() for field in row] for row in csv.reader(file)]
    lines = [row for row in lines if len(row) == 15]
    labels = np.array([row[-1].startswith(">50K") for row in lines], dtype=int)
    # Numbers become up to eight classes of width that grows: categories like the others.
    numeric = {0, 2, 4, 10, 11, 12}
    features = [
        [str(int(math.log2(1 + float(x)))) if j in numeric else x for j, x in enumerate(row[:-1])]
        for row in lines
    ]
    return features, labels


def adult(data, folder, rows):
    features, labels = read_adult(pathlib.Path(data) / "uci" / "adult.data")
    test_features, test_labels = read_adult(pathlib.Path(data) / "uci" / "adult.test")
    counts = [({}, {}) for _ in range(14)]
    for row, label in zip(features, labels):
        for j, value in enumerate(row):
            side = counts[j][label]
            side[value] = side.get(value, 0) + 1
    total = [int((labels == k).sum()) for k in (0, 1)]
    log_odds = []
    for row in test_features[:rows]:
        z = math.log(total[1] / total[0])
        for j, value in enumerate(row):
            z += math.log((counts[j][1].get(value, 0) + 1) / (total[1] + 2))
            z -= math.log((counts[j][0].get(value, 0) + 1) / (total[0] + 2))
        log_odds.append(z)
    write(folder / "adult.csv", sigmoid(np.array(log_odds)), test_labels[:rows])


def rare(folder, rows):
    random = np.random.default_rng(1)
    truth = sigmoid(random.normal(-7.2, 1.6, rows))
    truth *= 0.005 / truth.mean()
    labels = random.random(rows) < truth
    write(folder / "rare.csv", np.minimum(3 * truth, 0.99), labels)


def xor(folder, rows):
    random = np.random.default_rng(4)
    corner = random.integers(0, 4, 3 * rows)
    x = np.stack([corner % 2, corner // 2], 1) * 2 - 1 + random.normal(0, 0.35, (3 * rows, 2))
    y = (corner % 2 != corner // 2).astype(float)
    design = np.column_stack([np.ones(rows), x[:rows]])
    beta = np.zeros(3)
    for _ in range(20):  # Newton's method
        p = sigmoid(design @ beta)
        beta += np.linalg.solve(design.T * (p * (1 - p)) @ design, design.T @ (y[:rows] - p))
    write(folder / "xor.csv", sigmoid(np.column_stack([np.ones(2 * rows), x[rows:]]) @ beta), y[rows:])


def classes(folder, name, rows, count):
    random = np.random.default_rng(3)
    logits = 2 * random.standard_normal((rows, count))

    def softmax(z):
        e = np.exp(z - z.max(axis=1, keepdims=True))
        return e / e.sum(axis=1, keepdims=True)

    right, wrong = softmax(logits), softmax(1.6 * logits)
    labels = (right.cumsum(axis=1) < random.random((rows, 1))).sum(axis=1).clip(0, count - 1)
    names = [f"kind {k}" for k in range(count)]
    with open(folder / name, "w", newline="") as file:
        out = csv.writer(file)
        out.writerow([f"p_{n}" for n in names] + [f"calibrated_{n}" for n in names] + ["label"])
        for p, q, label in zip(wrong, right, labels):
            out.writerow([*(f"{v:.6g}" for v in p), *(f"{v:.6g}" for v in q), names[label]])
