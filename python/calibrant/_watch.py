"""Is a model that was fitted once still calibrated?"""

from __future__ import annotations

import json
import math
import os
from pathlib import Path
from typing import Any

import numpy as np

from calibrant import _arrays, _core
from calibrant._documentation import documented


class WatchResult:
    """What a :class:`Watch` has found so far. ``print`` shows what the command line shows."""

    def __init__(self, watch: _core.Watch) -> None:
        self._text = watch.text()
        self._numbers: dict[str, Any] = json.loads(watch.json())

    @property
    def alarm(self) -> bool:
        """Whether the evidence has ever passed ``1 / alpha``."""
        return bool(self._numbers["alarm"])

    @property
    def alarm_row(self) -> int | None:
        """The row of the alarm, counted from 1."""
        return int(self._numbers["alarm_row"]) if self.alarm else None

    @property
    def log_evidence(self) -> float:
        """The natural logarithm of the e-value."""
        return float(self._numbers["log_evidence"])

    @property
    def e_value(self) -> float:
        """The evidence against the model: about 1 or less while it is calibrated."""
        return math.exp(min(self.log_evidence, 700.0))

    @property
    def rows(self) -> int:
        """How many rows were watched."""
        return int(self._numbers["rows"])

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, with the keys of ``calibrant watch --json``."""
        return dict(self._numbers)

    def plot(self, ax: Any = None) -> Any:
        """Draw the evidence over the rows. This needs matplotlib.

        Parameters
        ----------
        ax : Axes or None, default=None
            Axes to draw into. None is a new figure.

        Returns
        -------
        Axes
            What was drawn into.
        """
        if ax is None:
            try:
                import matplotlib.pyplot as plt
            except ModuleNotFoundError:
                raise ImportError("plot needs matplotlib: pip install matplotlib") from None
            ax = plt.subplots()[1]
        windows = self._numbers["windows"]
        ends = np.cumsum([window["rows"] for window in windows])
        ax.plot(
            ends, [window["log_evidence"] / math.log(10) for window in windows], label="evidence"
        )
        level = -math.log10(self._numbers["alpha"])
        ax.axhline(level, color="0.5", linestyle="--", label="alarm")
        ax.set_xlabel("rows")
        ax.set_ylabel("log10 of the e-value")
        ax.legend()
        return ax

    def __str__(self) -> str:
        return self._text.rstrip("\n")

    def __repr__(self) -> str:
        return f"<WatchResult: {'alarm' if self.alarm else 'no alarm'} after {self.rows} rows>"


class Watch:
    """Watches over a deployed model, and raises an alarm when it is calibrated no more.

    Rows come in the order of time, one batch after the other. While the model is calibrated, the
    chance that an alarm ever comes is at most ``alpha``, however often one looks.

    Parameters
    ----------
    model : Curve, MulticlassModel, fitted estimator or None
        What turns scores into probabilities. None: the scores are probabilities of the positive
        label.
    alpha : float
        The chance of a false alarm, between 0 and 1.
    classes : array or None
        The labels in the order of the columns, for a model of several classes. None is those of the
        estimator, or the names in the model.

    Examples
    --------
    >>> import numpy as np
    >>> from calibrant import Watch
    >>> rng = np.random.default_rng(0)
    >>> p = rng.random(3000)
    >>> watch = Watch()
    >>> watch.update(p, rng.random(3000) < p).alarm
    False
    >>> watch.update(p, rng.random(3000) < p**2).alarm
    True
    """

    def __init__(self, model: Any = None, alpha: float = 0.05, classes: object = None) -> None:
        self._model, known = _model_of(model)
        self._classes = np.asarray(classes) if classes is not None else known
        several = isinstance(self._model, _core.MulticlassModel) and len(self._model.names) > 2
        names = [str(name) for name in self._model.names] if several else []  # type: ignore[union-attr]
        self._watch = _core.Watch(alpha, names, _name_of(self._model))

    def update(self, scores: object, labels: object, times: object = None) -> WatchResult:
        """Add a batch of rows, in the order of time.

        Parameters
        ----------
        scores : array
            What the model takes: one score for each row, or a column for each class.
        labels : array
            One label for each row.
        times : array or None
            When each row happened; becomes text.

        Returns
        -------
        WatchResult
            What was found so far.
        """
        words = [] if times is None else [str(time) for time in _arrays.to_numpy(times, "times")]
        if isinstance(self._model, _core.MulticlassModel):
            matrix = _arrays.class_matrix(scores, "scores", len(self._model.names))
            probabilities = self._model(matrix)
            codes = _arrays.codes_of(labels, self._known(), "labels")
            if len(self._model.names) > 2:
                self._watch.update_classes(probabilities, codes, words)
            else:
                column = np.ascontiguousarray(probabilities[:, 1])
                self._watch.update(column, codes.astype(np.uint8), words)
        else:
            column = _arrays.positive_scores(scores, "scores")
            probabilities = column if self._model is None else self._model(column)
            self._watch.update(probabilities, self._binary(labels), words)
        return self.result()

    def result(self) -> WatchResult:
        """What was found so far."""
        return WatchResult(self._watch)

    @documented()
    def report(self, path: str | os.PathLike[str], *, title: str = "") -> None:
        """Write the page of ``calibrant watch --html``."""
        Path(path).write_text(self._watch.page(title), encoding="utf-8")

    @documented()
    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the state, whole or not at all. The command line reads it, too."""
        self._watch.save(Path(path))

    @classmethod
    @documented(
        "Watch: which goes on.",
        model="Curve, MulticlassModel, fitted estimator or None: the same as before.",
        classes="array or None: the labels in the order of the columns, as in the constructor.",
    )
    def load(cls, path: str | os.PathLike[str], model: Any = None, classes: object = None) -> Watch:
        """Go on with a state that was saved, over the same model."""
        state = _core.load_watch(Path(path))
        watch = cls(model, state.alpha, classes)
        if state.model != watch._watch.model:
            raise _core.ModelError(f"{path}: watches another model")
        watch._watch = state
        return watch

    def _known(self) -> Any:
        if self._classes is None:
            self._classes = np.asarray(self._model.names)  # type: ignore[union-attr]
        return self._classes

    def _binary(self, labels: object) -> Any:
        if self._classes is not None:
            return _arrays.codes_of(labels, self._classes, "labels").astype(np.uint8)
        classes, array = _arrays.classes_of(labels, "labels")
        if not set(classes.tolist()) <= {0, 1}:
            raise ValueError("labels: are not 0 and 1 (classes=[negative, positive] names others)")
        return np.ascontiguousarray(array == 1).view(np.uint8)


def _model_of(model: Any) -> tuple[_core.Curve | _core.MulticlassModel | None, Any]:
    """The model itself, and the labels that it was fitted to."""
    if model is None or isinstance(model, (_core.Curve, _core.MulticlassModel)):
        return model, None
    for name in ("curve_", "model_", "grouped_"):
        inner = getattr(model, name, None)
        if isinstance(inner, (_core.Curve, _core.MulticlassModel)):
            return inner, np.asarray(model.classes_)
        if isinstance(inner, _core.GroupedModel):
            model = inner
    if isinstance(model, _core.GroupedModel):
        raise TypeError("model: has groups (Watch() takes its probabilities)")
    raise TypeError("model: is not a fitted model of Calibrant")


def _name_of(model: _core.Curve | _core.MulticlassModel | None) -> str:
    return "" if model is None else _core.fingerprint(model)
