"""Golden values of the families. Needs mpmath, numpy and scikit-learn; run in this folder:

    python make_families.py

logistic_groups.csv      case, method, score, negatives, positives, probability at the optimum
logistic_parameters.csv  case, method, intercept, slope, slope_complement (nan: not identified)
isotonic.csv             case, score, negatives, positives, value (scikit-learn)
beta_interval.csv        negatives, positives, level, lower, upper (50 digits, rounded)

The logistic optima are found with 50 digits by Newton's method on the definition: Platt's targets,
plain features, no standardisation.
"""

import csv
import random

import mpmath as mp
import numpy as np
from sklearn.isotonic import IsotonicRegression

mp.mp.dps = 50
LOW, HIGH = 1e-12, 1 - 1e-12


def features(score, method):
    if method == "platt":
        return [mp.mpf(1), mp.mpf(score)]
    s = mp.mpf(min(max(score, LOW), HIGH))
    if method == "platt-logit":
        return [mp.mpf(1), mp.log(s) - mp.log(1 - s)]
    return [mp.mpf(1), mp.log(s), -mp.log(1 - s)]


def optimum(groups, method):
    """Coefficients and probabilities; `groups` are (score, negatives, positives)."""
    n0 = sum(mp.mpf(a) for _, a, _ in groups)
    n1 = sum(mp.mpf(b) for _, _, b in groups)
    high, low = (n1 + 1) / (n1 + 2), 1 / (n0 + 2)
    rows = [features(s, method) for s, _, _ in groups]
    # Only the unit of the scores, so that 1e300 squares well: exact, undone below.
    unit = max(abs(r[1]) for r in rows) or mp.mpf(1)
    if method == "platt":
        rows = [[r[0], r[1] / unit] for r in rows]
    n = [mp.mpf(a) + mp.mpf(b) for _, a, b in groups]
    t = [mp.mpf(b) * high + mp.mpf(a) * low for _, a, b in groups]
    size = len(rows[0])
    c = [mp.log((n1 + 1) / (n0 + 1))] + [mp.mpf(0)] * (size - 1)

    def scores_of(c):
        return [mp.fdot(c, r) for r in rows]

    def loss(c):
        return mp.fsum(
            nk * (mp.log1p(mp.exp(-abs(z))) + max(z, 0)) - tk * z
            for nk, tk, z in zip(n, t, scores_of(c))
        )

    for _ in range(300):
        p = [1 / (1 + mp.exp(-z)) for z in scores_of(c)]
        g = mp.matrix(size, 1)
        h = mp.matrix(size, size)
        for r, nk, tk, pk in zip(rows, n, t, p):
            for i in range(size):
                g[i] += (nk * pk - tk) * r[i]
                for j in range(size):
                    h[i, j] += nk * pk * (1 - pk) * r[i] * r[j]
        if max(abs(x) for x in g) < mp.mpf(10) ** -35 * (n0 + n1):
            break
        for i in range(size):
            h[i, i] += mp.mpf(10) ** -30
        step = mp.lu_solve(h, -g)
        length = mp.mpf(1)
        start = loss(c)
        slope = sum(g[i] * step[i] for i in range(size))
        while True:
            trial = [c[i] + length * step[i] for i in range(size)]
            if loss(trial) <= start + length * slope / 10000 or length < mp.mpf(10) ** -40:
                break
            length /= 2
        c = trial
    else:
        raise RuntimeError("no optimum")
    p = [1 / (1 + mp.exp(-z)) for z in scores_of(c)]
    if method == "platt":
        c = [c[0], c[1] / unit]
    return c, p


def logistic_cases():
    rng = random.Random(20)
    uniform = rng.random

    def draw(n, rate, score=lambda: uniform()):
        rows = {}
        for _ in range(n):
            s = score()
            rows.setdefault(s, [0.0, 0.0])[1 if uniform() < rate(s) else 0] += 1
        return [(s, a, b) for s, (a, b) in sorted(rows.items())]

    probability = {
        "calibrated": draw(60, lambda s: s),
        "falling": draw(50, lambda s: 1 - s),
        "ties": draw(80, lambda s: s * s, lambda: rng.randrange(9) / 8),
        "rare": draw(120, lambda s: 0.05),
        "common": draw(120, lambda s: 0.97),
        "weights": [(s, a * 0.37, b * 2.25) for s, a, b in draw(40, lambda s: s)],
        "large_weights": [(s, a * 1e9, b * 1e3) for s, a, b in draw(40, lambda s: s)],
        "separable": [(k / 20 + 0.01, float(k < 9), float(k >= 9)) for k in range(20)],
        "one_class": [(k / 10, 1.0, 0.0) for k in range(11)],
        "one_group": [(0.3, 2.0, 3.0)],
        "two_groups": [(0.2, 3.0, 1.0), (0.7, 2.0, 5.0)],
        "ends": [(0.0, 4.0, 1.0), (1e-13, 1.0, 0.0), (0.5, 3.0, 3.0), (1.0, 1.0, 6.0)],
    }
    for name, groups in probability.items():
        for method in ("platt", "platt-logit", "beta"):
            yield name, method, groups
    base = draw(40, lambda s: s)
    yield "offset", "platt", [(s + 1000, a, b) for s, a, b in base]
    yield "huge", "platt", [(s * 1e300, a, b) for s, a, b in base]
    yield "tiny", "platt", [(s * 1e-300, a, b) for s, a, b in base]
    yield "signs", "platt", [(40 * s - 25, a, b) for s, a, b in base]


def write_logistic():
    with open("logistic_groups.csv", "w", newline="") as g, open(
        "logistic_parameters.csv", "w", newline=""
    ) as q:
        groups_file = csv.writer(g, lineterminator="\n")
        parameters_file = csv.writer(q, lineterminator="\n")
        groups_file.writerow("case method score negatives positives probability".split())
        parameters_file.writerow("case method intercept slope slope_complement".split())
        for name, method, groups in logistic_cases():
            c, p = optimum(groups, method)
            for (s, a, b), pk in zip(groups, p):
                groups_file.writerow([name, method, repr(s), repr(a), repr(b), repr(float(pk))])
            distinct = len({features(s, method)[1] for s, _, _ in groups})
            identified = distinct >= (3 if method == "beta" else 2)
            values = [float(x) for x in c] if identified else [float("nan")] * len(c)
            values += [0.0] * (3 - len(values))
            parameters_file.writerow([name, method] + [repr(v) for v in values])


def isotonic_cases():
    rng = random.Random(21)
    uniform = rng.random
    for name, n, rate in (
        ("rising", 80, lambda s: s),
        ("falling", 60, lambda s: 1 - s),
        ("flat", 100, lambda s: 0.5),
        ("rare", 150, lambda s: 0.1 * s),
        ("sharp", 60, lambda s: float(s > 0.5)),
    ):
        yield name, sorted((uniform(), *((0.0, 1.0) if uniform() < rate(k / n) else (1.0, 0.0)))
                           for k in range(n))
    yield "counts", [(k / 4, float(rng.randrange(6)), float(1 + rng.randrange(6))) for k in range(60)]
    yield "weights", [(k - 30.0, uniform(), uniform() * 3) for k in range(60)]
    yield "wide_weights", [(k * 0.5, 10 ** (6 * uniform()), 10 ** (6 * uniform())) for k in range(40)]
    yield "one_group", [(2.0, 3.0, 4.0)]
    yield "one_class", [(float(k), 0.0, 1.0) for k in range(5)]
    yield "equal_blocks", [(float(k), 2.0, 1.0) for k in range(4)] + [(9.0, 1.0, 3.0)]


def write_isotonic():
    with open("isotonic.csv", "w", newline="") as f:
        out = csv.writer(f, lineterminator="\n")
        out.writerow("case score negatives positives value".split())
        for name, groups in isotonic_cases():
            s, a, b = (np.array(column) for column in zip(*groups))
            fit = IsotonicRegression().fit(s, b / (a + b), sample_weight=a + b)
            for sk, ak, bk, v in zip(s, a, b, fit.predict(s)):
                out.writerow([name] + [repr(float(x)) for x in (sk, ak, bk, v)])


def beta_quantile(a, b, tail):
    """x with I_x(a, b) = tail, by bisection on logit x; the density is integrated numerically."""
    sd = mp.sqrt(mp.psi(1, a) + mp.psi(1, b))
    centre = mp.psi(0, a) - mp.psi(0, b)
    log_beta = mp.loggamma(a) + mp.loggamma(b) - mp.loggamma(a + b)

    def density(y):  # of logit X
        return mp.exp(-a * mp.log1p(mp.exp(-y)) - b * mp.log1p(mp.exp(y)) - log_beta)

    def below(y):
        points = [y - k * k * sd / 4 for k in range(40, -1, -1)]
        return mp.quad(density, points)

    y = centre - sd * mp.sqrt(2) * mp.erfinv(1 - 2 * tail)
    for _ in range(60):  # Newton on the logarithm, which is concave
        f = below(y)
        step = (mp.log(tail) - mp.log(f)) * f / density(y)
        y += max(min(step, 3 * sd), -3 * sd)
        if abs(step) < sd * mp.mpf(10) ** -20:
            return 1 / (1 + mp.exp(-y))
    raise RuntimeError("no quantile")


def write_beta_interval():
    mp.mp.dps = 30
    with open("beta_interval.csv", "w", newline="") as f:
        out = csv.writer(f, lineterminator="\n")
        out.writerow("negatives positives level lower upper".split())
        for negatives, positives in (
            (0, 0), (0, 7), (7, 0), (1, 1), (3, 12), (0.25, 1.5), (40, 1000), (1e4, 1e4),
            (9e4, 2e6), (1.1e5, 1.2e5), (2e5, 1e12), (1e6, 1e9), (1e12, 1e12), (1e12, 3),
            (50, 2e10), (1, 1e15), (9e5, 2e10), (5e11, 4e5), (1000, 1.1e10),
        ):
            for level in (0.5, 0.95, 0.999999, 1 - 2.0**-40):
                tail = (1 - mp.mpf(level)) / 2
                a, b = mp.mpf(positives) + 1, mp.mpf(negatives) + 1
                lower = beta_quantile(a, b, tail)
                upper = 1 - beta_quantile(b, a, tail)
                out.writerow([repr(float(x)) for x in (negatives, positives, level, lower, upper)])


if __name__ == "__main__":
    write_logistic()
    write_isotonic()
    write_beta_interval()
