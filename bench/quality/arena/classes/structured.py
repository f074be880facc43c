"""Peers that are softmax regressions on log probabilities, written out in SciPy.

All minimise mean log loss + sum(penalty * (W - start)^2) over W = [slopes, intercepts]; they
differ in what they read, in the penalty, and in which slopes are free.

SVS and SMS follow probmetrics 1.3 (Berta, Holzmueller, Jordan and Bach: Structured matrix scaling
for multi-class calibration): temperature scaling by bisection, mixed with the uniform distribution
by 1 / (n + 1); then log p, not centred, with ridge penalties K / n for diagonal and intercept and
K (K - 1) / n off the diagonal. `./dev arena --classes --probmetrics` compares them with it.

Dirichlet calibration follows Kull et al. 2019: a ridge on everything (L2), or on the off-diagonal
slopes and intercepts only (ODIR); its strength is chosen by three folds.
"""

import numpy as np
from scipy.optimize import minimize
from scipy.special import logsumexp, softmax

from ..tables import Array, Labels

LOG_TINY = float(np.log(np.finfo(np.float32).tiny))  # where probmetrics clips log p
CLIP = 1e-12
GRADIENT = 1e-5  # torchmin's and SciPy's own tolerance


def log_p(p: Array, least: float = LOG_TINY) -> Array:
    with np.errstate(divide="ignore"):
        return np.maximum(np.log(p), least)


class SoftmaxRegression:
    """W is classes x (classes + 1); with `diagonal`, classes x 2."""

    def __init__(self, x: Array, y: Labels, penalty: Array, start: Array, diagonal: bool) -> None:
        self.x, self.y, self.penalty, self.start, self.diagonal = x, y, penalty, start, diagonal

    def logits(self, w: Array, x: Array) -> Array:
        return x * w[:, 0] + w[:, 1] if self.diagonal else x @ w[:, :-1].T + w[:, -1]

    def value(self, flat: Array) -> tuple[float, Array]:
        w = flat.reshape(self.start.shape)
        z = self.logits(w, self.x)
        rows = np.arange(len(z))
        total = logsumexp(z, axis=1)
        residual = np.exp(z - total[:, None])
        residual[rows, self.y] -= 1
        residual /= len(z)
        slopes = (residual * self.x).sum(axis=0)[:, None] if self.diagonal else residual.T @ self.x
        gradient = np.column_stack([slopes, residual.sum(axis=0)])
        away = w - self.start
        loss = float((total - z[rows, self.y]).mean() + (self.penalty * away**2).sum())
        return loss, (gradient + 2 * self.penalty * away).ravel()

    def fit(self, begin: Array | None = None, limit: int = 1000) -> Array:
        options = {"maxiter": limit, "maxfun": 2 * limit, "gtol": GRADIENT, "ftol": 1e-12}
        found = minimize(self.value, (self.start if begin is None else begin).ravel(), jac=True,
                         method="L-BFGS-B", options=options)  # fmt: skip
        return np.asarray(found.x).reshape(self.start.shape)


def identity(classes: int) -> Array:
    return np.column_stack([np.eye(classes), np.zeros(classes)])


def diagonal_identity(classes: int) -> Array:
    return np.column_stack([np.ones(classes), np.zeros(classes)])


def inverse_temperature(x: Array, y: Labels) -> float:
    """Where the derivative of the log loss is 0, by bisection as in probmetrics."""
    own = x[np.arange(len(x)), y].mean()
    low, high = -16.0, 16.0
    for _ in range(30):
        middle = (low + high) / 2
        expected = (x * softmax(np.exp(middle) * x, axis=1)).sum(axis=1).mean()
        low, high = (low, middle) if expected > own else (middle, high)
    return float(np.exp((low + high) / 2))


class Structured:
    """SVS, or SMS with `matrix`."""

    def __init__(self, matrix: bool) -> None:
        self.matrix = matrix

    def _features(self, p: Array) -> Array:
        scaled = softmax(self.slope * log_p(p), axis=1)
        return log_p((1 - self.mixing) * scaled + self.mixing / p.shape[1])

    def fit(self, p: Array, y: Labels) -> "Structured":
        n, k = p.shape
        self.slope = inverse_temperature(log_p(p), y)
        self.mixing = 1 / (n + 1)
        start = identity(k) if self.matrix else diagonal_identity(k)
        penalty = np.full(start.shape, k / n)
        if self.matrix:
            penalty[:, :k][~np.eye(k, dtype=bool)] = k * (k - 1) / n
        self.model = SoftmaxRegression(self._features(p), y, penalty, start, not self.matrix)
        self.w = self.model.fit()
        return self

    def predict_proba(self, p: Array) -> Array:
        return np.asarray(softmax(self.model.logits(self.w, self._features(p)), axis=1))


class Vector:
    """Vector scaling without a penalty (Guo et al. 2017)."""

    def fit(self, p: Array, y: Labels) -> "Vector":
        start = diagonal_identity(p.shape[1])
        x = log_p(p, np.log(CLIP))
        self.model = SoftmaxRegression(x, y, np.zeros_like(start), start, True)
        self.w = self.model.fit()
        return self

    def predict_proba(self, p: Array) -> Array:
        return np.asarray(softmax(self.model.logits(self.w, log_p(p, np.log(CLIP))), axis=1))


class Dirichlet:
    """ODIR with `odir`, otherwise L2."""

    strengths = (1e-1, 1e-2, 1e-3, 1e-4)
    folds = 3

    def __init__(self, odir: bool) -> None:
        self.odir = odir

    def _model(self, x: Array, y: Labels, strength: float) -> SoftmaxRegression:
        k = x.shape[1]
        penalty = np.full((k, k + 1), strength)
        if self.odir:
            penalty[:, :k][np.eye(k, dtype=bool)] = 0
        return SoftmaxRegression(x, y, penalty, identity(k), False)

    def _path(self, x: Array, y: Labels, last: float) -> list[tuple[SoftmaxRegression, Array]]:
        """From the strongest penalty on, each from the one before."""
        found: list[tuple[SoftmaxRegression, Array]] = []
        for strength in self.strengths:
            model = self._model(x, y, strength)
            found.append((model, model.fit(found[-1][1] if found else None, 200)))
            if strength == last:
                break
        return found

    def fit(self, p: Array, y: Labels) -> "Dirichlet":
        x = log_p(p, np.log(CLIP))
        order = np.argsort(y, kind="stable")
        fold = np.empty(len(y), dtype=int)
        fold[order] = np.arange(len(y)) % self.folds
        losses = np.zeros(len(self.strengths))
        for f in range(self.folds):
            seen, held = fold != f, np.flatnonzero(fold == f)
            for s, (model, w) in enumerate(self._path(x[seen], y[seen], self.strengths[-1])):
                z = model.logits(w, x[held])
                losses[s] += (logsumexp(z, axis=1) - z[np.arange(len(held)), y[held]]).sum()
        best = self.strengths[int(losses.argmin())]
        self.model, self.w = self._path(x, y, best)[-1]
        return self

    def predict_proba(self, p: Array) -> Array:
        return np.asarray(softmax(self.model.logits(self.w, log_p(p, np.log(CLIP))), axis=1))
