"""Golden values of the measures: metrics_rows.csv and metrics_values.csv, beside this script.

Every measure is computed row by row from its definition, in 50 digits (mpmath) or by scikit-learn
and SciPy: roc_auc_score, log_loss, brier_score_loss, isotonic_regression. Nothing here is sorted
into groups as the library does. Needs numpy, scipy, scikit-learn and mpmath:

    python make_metrics.py
"""

import csv
import pathlib
from fractions import Fraction

import mpmath as mp
import numpy as np
from scipy.optimize import isotonic_regression, linprog
from sklearn.metrics import brier_score_loss, log_loss, roc_auc_score

mp.mp.dps = 50
HERE = pathlib.Path(__file__).parent
CLIP = 2.0**-53


def mean(values, w):
    return mp.fsum(wi * v for v, wi in zip(values, w)) / mp.fsum(w)


def equal_width(p, w, bins):
    edges = [i / bins for i in range(bins + 1)]
    return [min(int(np.searchsorted(edges, pi, side="right")) - 1, bins - 1) for pi in p]


def equal_mass(p, w, bins):
    total = sum(map(Fraction, w))
    result = []
    for pi in p:
        below = sum((Fraction(wj) for pj, wj in zip(p, w) if pj < pi), Fraction(0))
        here = sum((Fraction(wj) for pj, wj in zip(p, w) if pj == pi), Fraction(0))
        result.append(min(int(bins * (below + here / 2) / total), bins - 1))
    return result


def ece_mce(p, y, w, bin_of):
    total, ece, mce = mp.fsum(w), mp.mpf(0), mp.mpf(0)
    for b in set(bin_of):
        inside = [i for i in range(len(p)) if bin_of[i] == b]
        wb = [w[i] for i in inside]
        gap = abs(mean([y[i] for i in inside], wb) - mean([p[i] for i in inside], wb))
        ece += mp.fsum(wb) / total * gap
        mce = max(mce, gap)
    return ece, mce


def isotonic(p, y, w):
    """Tied probabilities must share a value: one observation each, with their mean label."""
    distinct = sorted(set(p))
    weight = [float(mp.fsum(wi for pi, wi in zip(p, w) if pi == d)) for d in distinct]
    label = [float(mean([yi for pi, yi in zip(p, y) if pi == d],
                        [wi for pi, wi in zip(p, w) if pi == d])) for d in distinct]
    fitted = isotonic_regression(label, weights=weight).x
    by_p = dict(zip(distinct, fitted))
    return [by_p[pi] for pi in p]


def spiegelhalter(p, y, w):
    pm = [mp.mpf(pi) for pi in p]
    variance = mp.fsum(wi * (1 - 2 * pi) ** 2 * pi * (1 - pi) for pi, wi in zip(pm, w))
    if variance == 0:
        return None, None
    z = mp.fsum(wi * (yi - pi) * (1 - 2 * pi) for pi, yi, wi in zip(pm, y, w)) / mp.sqrt(variance)
    return z, mp.erfc(abs(z) / mp.sqrt(2))


def logits(p):
    return [mp.log(q / (1 - q)) for q in (mp.mpf(min(max(pi, CLIP), 1 - CLIP)) for pi in p)]


def has_slope(x, y):
    """A maximum exists unless some line z = a + b x, not all zero, never contradicts a label."""
    sign = np.array([2 * yi - 1 for yi in y], dtype=float)
    rows = np.column_stack([sign, sign * np.array([float(xi) for xi in x])])
    if len(set(x)) == 1:
        return False
    best = linprog(-rows.sum(axis=0), A_ub=-rows, b_ub=np.zeros(len(y)), bounds=[(-1, 1)] * 2)
    return -best.fun < 1e-9


def regress(x, y, w, columns, offset):
    """Newton's method with halving, in 50 digits, on z = offset + sum of coefficient * column."""
    k = len(columns)
    beta = mp.zeros(k, 1)

    def loss_gradient_hessian(b):
        loss, g, h = mp.mpf(0), mp.zeros(k, 1), mp.zeros(k, k)
        for i, (yi, wi) in enumerate(zip(y, w)):
            c = [column[i] for column in columns]
            z = offset[i] + mp.fsum(bj * cj for bj, cj in zip(b, c))
            s = 1 / (1 + mp.exp(-z))
            loss += wi * (mp.log(1 + mp.exp(z)) - yi * z)
            for r in range(k):
                g[r] += wi * (yi - s) * c[r]
                for q in range(k):
                    h[r, q] += wi * s * (1 - s) * c[r] * c[q]
        return loss, g, h

    loss, g, h = loss_gradient_hessian(beta)
    for _ in range(500):
        step = mp.lu_solve(h, g)
        t = mp.mpf(1)
        while True:
            tried = beta + t * step
            new = loss_gradient_hessian(tried)
            if new[0] <= loss or t < mp.mpf(2) ** -60:
                break
            t /= 2
        beta, (loss, g, h) = tried, new
        if mp.norm(step) < mp.mpf(10) ** -30:
            return beta
    raise ArithmeticError("no convergence")


def ninetieth(distance, w):
    total, below = sum(map(Fraction, w)), Fraction(0)
    for d, wi in sorted(zip(distance, w)):
        below += Fraction(wi)
        if below >= Fraction(9, 10) * total:
            return d
    raise AssertionError


def measures(p, y, w, bins):
    keep = [i for i, wi in enumerate(w) if wi > 0]
    p, y, w = ([v[i] for i in keep] for v in (p, y, w))
    both = len(set(y)) == 2
    total = mp.fsum(w)
    out = {"weight": total, "prevalence": mean(y, w)}
    out["accuracy"] = mean([int((pi >= 0.5) == (yi == 1)) for pi, yi in zip(p, y)], w)
    out["auc"] = roc_auc_score(y, p, sample_weight=w) if both else None
    out["brier"] = brier_score_loss(y, p, sample_weight=w)
    out["rmse"] = mp.sqrt(mean([(mp.mpf(pi) - yi) ** 2 for pi, yi in zip(p, y)], w))
    out["ece"], out["mce"] = ece_mce(p, y, w, equal_width(p, w, bins))
    out["ece_equal_mass"], out["mce_equal_mass"] = ece_mce(p, y, w, equal_mass(p, w, bins))
    v = isotonic(p, y, w)
    score = lambda q: mean([(mp.mpf(qi) - yi) ** 2 for qi, yi in zip(q, y)], w)
    r = mean(y, w)
    out["miscalibration"] = score(p) - score(v)
    out["discrimination"] = score([r] * len(p)) - score(v)
    out["uncertainty"] = score([r] * len(p))
    clipped = np.clip(p, CLIP, 1 - CLIP)
    # Clipped already: scikit-learn's own clipping, at 2^-52, must not see the two ends.
    if ((clipped > 2.0**-52) & (clipped < 1 - 2.0**-52)).all():
        out["log_loss"] = log_loss(y, clipped, sample_weight=w, labels=[0, 1])
    else:
        out["log_loss"] = mean([-mp.log(mp.mpf(c) if yi else 1 - mp.mpf(c))
                                for c, yi in zip(clipped, y)], w)
    out["spiegelhalter_z"], out["spiegelhalter_p"] = spiegelhalter(p, y, w)
    x, one = logits(p), [mp.mpf(1)] * len(p)
    zero = [mp.mpf(0)] * len(p)
    out["calibration_slope"] = regress(x, y, w, [one, x], zero)[1] if has_slope(x, y) else None
    out["calibration_intercept"] = regress(x, y, w, [one], x)[0] if both else None
    expected = mean(p, w)
    out["observed_expected"] = r / expected if expected > 0 else None
    distance = [abs(pi - vi) for pi, vi in zip(p, v)]
    out["ici"] = mean(distance, w)
    out["e90"] = ninetieth(distance, w)
    return out


def cases():
    rng = np.random.default_rng(2024)
    draw = lambda p: [int(u < q) for u, q in zip(rng.random(len(p)), p)]
    sigmoid = lambda z: 1 / (1 + np.exp(-z))
    p = rng.random(40)
    yield "plain", p, draw(p), [1] * 40, 10
    p = rng.integers(0, 11, 60) / 10
    y = draw(np.clip(p, 0.1, 0.9))
    yield "ties with 0 and 1", p, y, [1] * 60, 10
    yield "seven bins", p, y, [1] * 60, 7
    p = rng.random(50) ** 2
    yield "fractional weights", p, draw(p), rng.random(50) * 3, 10
    p = rng.integers(0, 21, 50) / 20
    yield "whole weights, some 0", p, draw(np.sqrt(p)), rng.integers(0, 5, 50), 10
    x = rng.normal(size=120) * 2
    yield "overconfident", sigmoid(3 * x + 1), draw(sigmoid(x)), [1] * 120, 15
    x = rng.normal(size=90)
    yield "narrow", 0.4 + 1e-3 * x, draw(sigmoid(x)), [1] * 90, 10
    p = rng.random(30)
    yield "worse than chance", p, draw(1 - p), rng.random(30), 10
    p = rng.random(20)
    yield "only negatives", p, [0] * 20, [1] * 20, 10
    yield "only positives", p, [1] * 20, rng.random(20), 10
    yield "one probability", [0.3] * 12, [0, 1, 0] * 4, [1] * 12, 10
    yield "0, 1/2 and 1", [0, 0.5, 1, 0.5, 0, 1], [0, 1, 1, 0, 1, 0], [1] * 6, 10
    yield "all 0", [0.0] * 5, [0, 1, 0, 0, 1], [1] * 5, 10
    yield "separated", [0.1, 0.2, 0.3, 0.7, 0.8], [0, 0, 0, 1, 1], [1] * 5, 10
    yield "separated but for a tie", [0.1, 0.2, 0.3, 0.3, 0.8], [0, 0, 0, 1, 1], [1] * 5, 10
    yield "separated downwards", [0.1, 0.2, 0.3, 0.7, 0.8], [1, 1, 0, 0, 0], [1] * 5, 10
    yield "one overlap", [0.1, 0.2, 0.3, 0.7, 0.8], [0, 0, 1, 0, 1], [1, 1, 1, 0.01, 1], 10
    edges = [i / 10 for i in range(11)]
    near = edges + [float(np.nextafter(e, 0)) for e in edges[1:]]
    yield "bin edges", near, draw([0.5] * len(near)), [1] * len(near), 10
    yield "one row", [0.7], [1], [2.5], 10


def text(value):
    return "absent" if value is None else repr(float(value))


def main():
    with open(HERE / "metrics_rows.csv", "w", newline="") as rows_file, \
         open(HERE / "metrics_values.csv", "w", newline="") as values_file:
        rows = csv.writer(rows_file, lineterminator="\n")
        values = csv.writer(values_file, lineterminator="\n")
        rows.writerow(["case", "probability", "label", "weight"])
        values.writerow(["case", "measure", "value"])
        for name, p, y, w, bins in cases():
            name = name.replace(",", "")
            p, w = [float(v) for v in p], [float(v) for v in w]
            for row in zip(p, y, w):
                rows.writerow([name, repr(row[0]), row[1], repr(row[2])])
            values.writerow([name, "bins", bins])
            for measure, value in measures(p, y, w, bins).items():
                values.writerow([name, measure, text(value)])


main()
