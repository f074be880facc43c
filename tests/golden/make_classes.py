"""Golden values of the maps of several classes. Needs numpy and scipy; run in this folder:

    python make_classes.py

class_rows.csv   case, label, weight, then the probabilities of the four classes
class_fits.csv   case, method, then the probabilities at the optimum for the same rows

The optima are found by SciPy on the definition (src/classes/joint_fit.hpp), with the logarithms of
the probabilities as they are (no mixing).
"""

import csv

import numpy as np
from scipy.optimize import minimize, minimize_scalar
from scipy.special import log_softmax, softmax

CLASSES = 4


def features(p):
    x = np.log(np.maximum(p, 1e-12))
    return x - x.mean(axis=1, keepdims=True)


def loss(z, y, w):
    return -(w * log_softmax(z, axis=1)[np.arange(len(y)), y]).sum()


def temperature(x, y, w):
    found = minimize_scalar(
        lambda u: loss(np.exp(u) * x, y, w) + u * u / (2 * 1.5**2), bounds=(-5, 5), method="bounded",
        options={"xatol": 1e-12},
    )
    return np.exp(found.x)


def fitted(x, y, w, method):
    t = temperature(x, y, w)
    if method == "temperature":
        return softmax(t * x, axis=1)
    k = CLASSES
    own, off = 1 / np.sqrt(2 * k), 1 / np.sqrt(2 * k * (k - 1))
    deviation = np.full((k, k), off)
    np.fill_diagonal(deviation, own)
    mask = np.eye(k) if method == "vector" else np.ones((k, k))

    def log_odds(theta):
        s, b, v = theta[0], theta[1 : 1 + k], theta[1 + k :].reshape(k, k) * mask
        return t * ((1 + s) * x + x @ v.T) + b

    def objective(theta):
        s, b, v = theta[0], theta[1 : 1 + k], theta[1 + k :].reshape(k, k) * mask
        prior = s**2 / (2 * 1.5**2) + (b**2).sum() / (2 * own**2) + (v**2 / (2 * deviation**2)).sum()
        z = log_odds(theta)
        r = w[:, None] * (softmax(z, axis=1) - np.eye(k)[y])
        slopes = t * (r.T @ x)
        gradient = np.concatenate(
            [
                [np.trace(slopes) + s / 1.5**2],
                r.sum(axis=0) + b / own**2,
                (slopes * mask + v / deviation**2).ravel(),
            ]
        )
        return loss(z, y, w) + prior, gradient

    found = minimize(objective, np.zeros(1 + k + k * k), jac=True, method="BFGS", options={"gtol": 1e-9})
    return softmax(log_odds(found.x), axis=1)


rng = np.random.default_rng(20)
with open("class_rows.csv", "w", newline="") as rows, open("class_fits.csv", "w", newline="") as fits:
    rows, fits = csv.writer(rows), csv.writer(fits)
    for case, (n, sharp) in enumerate([(40, 1.0), (150, 3.0), (150, 0.4)]):
        z = rng.normal(size=(n, CLASSES)) * 1.5
        p = softmax(sharp * z + 0.4 * rng.normal(size=CLASSES), axis=1)
        y = np.array([rng.choice(CLASSES, p=q) for q in softmax(z @ (np.eye(CLASSES) + 0.2), axis=1)])
        w = rng.integers(1, 4, size=n).astype(float)
        for label, weight, row in zip(y, w, p):
            rows.writerow([case, label, weight, *map(repr, map(float, row))])
        for method in ("temperature", "vector", "matrix"):
            for row in fitted(features(p), y, w, method):
                fits.writerow([case, method, *map(repr, map(float, row))])
