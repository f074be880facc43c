"""The parts of docstrings that many functions share: arguments with types and defaults, returns."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable
from typing import Any, TypeVar

WIDTH = 100

_ARGUMENTS = {
    "y_true": "array: one label per row.",
    "y_proba": "array: the probability of the positive label, one per row, or a column per class.",
    "sample_weight": "array or None: weights, which act as frequencies. None is 1 each.",
    "pos_label": "label or None: the positive one of two labels. None is the larger one.",
    "labels": "array or None: the classes in the order of the columns. None is their sorted order.",
    "n_bins": "int: how many bins.",
    "strategy": 'str: "uniform" for bins of equal width, "quantile" for bins of equal mass.',
    "level": "float: the level of intervals, between 0 and 1.",
    "by": "array or None: the subgroup of each row.",
    "before": "array or None: the probabilities of the same rows before calibration.",
    "title": "str: of the page.",
    "y": "array: one label per row.",
    "test": "tuple or None: (scores, y) or (scores, y, sample_weight) to measure on.",
    "methods": 'list or None: names of methods, and "raw" for the scores as they are. None is all.',
    "folds": "int or None: how many folds. None is 10, or as many as there are rows.",
    "bootstrap": "int: how many replicates make the intervals. 0 leaves them out.",
    "seed": "int: of the replicates.",
    "threshold": "float: treat rows of at least this probability. Between 0 and 1.",
    "scores": "array: one score per row, the larger the more likely positive.",
    "weights": "array or None: weights, which act as frequencies. None is 1 each.",
    "negatives": "array: how many negatives have each score.",
    "positives": "array: how many positives have each score.",
    "method": "str: how to fit, such as auto, abb or isotonic.",
    "threads": "int: 0 is as many as the machine has.",
    "verbose": "int: 1 shows a progress bar.",
    "keep_observations": "bool: whether the model keeps its counts or rows, for updates.",
    "options": "any: those of the method, as the estimator of its name has them.",
    "path": "str or path: the name of the file.",
    "model": "Curve, MulticlassModel, GroupedModel or AcpModel: what was fitted.",
    "source": "relation, str, path or data frame: the rows. A text is SQL or names files.",
    "score": "str: the column of scores.",
    "label": "str: the column of labels.",
    "weight": "str or None: the column of weights.",
    "positive": "str or None: the label that counts as 1. None is 1 itself.",
    "cells": 'str: "probability" for scores from 0 to 1, "margin" for any.',
    "most_rows": "int: a model of several classes is fitted to about as many rows at most.",
    "weight_digits": "int: weights are rounded to so many decimals.",
    "invalid": 'str: "error" refuses rows that cannot be used, "skip" leaves them out.',
    "connection": "connection or None: of DuckDB. None is the default one.",
    "curve": "Curve: what was fitted.",
    "output": "str: the new column.",
    "interval": "bool: whether to add the bounds of the credible interval.",
    "X": "array: one score per row, or a column for each class.",
    "groups": "array or None: the group of each row, such as a site. None is one curve for all.",
    "prevalence": "float, array, str or None: the rate of positives where the probabilities are "
    'used, or the frequency of each class. The odds are re-weighed for it. "auto" estimates it '
    "from the scores. None is that of the rows of the fit.",
    "forget": "float: weights of the old rows are first multiplied by it. Above 0 and at most 1.",
    "input_features": "any: is not used.",
    "to": "str: sql, c, onnx or spark.",
    "estimator": "classifier: the fitted classifier.",
    "response_method": 'str: "predict_proba" or "decision_function". "auto" is the first that '
    "exists.",
    "fit_params": "any: passed on to the classifier.",
    "simplify": "float or None: the largest error of a thinner curve. None keeps the curve.",
}


_Function = TypeVar("_Function", bound=Callable[..., Any])


def _described(name: str, text: str) -> list[str]:
    """An entry of a section: what it is, and what it means."""
    first = textwrap.wrap(text[:1].upper() + text[1:], WIDTH - 4)
    return [name, *(f"    {line}" for line in first)]


def _parameters(function: Callable[..., Any], own: dict[str, str]) -> list[str]:
    lines = []
    for name, parameter in inspect.signature(function).parameters.items():
        if name in ("self", "cls"):
            continue
        kind, _, text = (own[name] if name in own else _ARGUMENTS[name]).partition(": ")
        if parameter.default is not parameter.empty:
            shown = parameter.default
            quoted = f'"{shown}"' if isinstance(shown, str) else shown
            kind += f", default={quoted}"
        stars = "**" if parameter.kind is parameter.VAR_KEYWORD else ""
        lines += _described(f"{stars}{name} : {kind}", text)
    return lines


def documented(returns: str | None = None, **own: str) -> Callable[[_Function], _Function]:
    """Puts what a function or class takes and returns into its docstring, before the first example.

    The sections are those of NumPy's docstrings. ``own`` are arguments of this name that mean
    something else here.
    """

    def document(function: _Function) -> _Function:
        if not function.__doc__:  # python -OO
            return function
        words, mark, example = inspect.cleandoc(function.__doc__).partition("\n\n>>> ")
        lines = [words]
        parameters = _parameters(function, own)
        if parameters:
            lines += ["", "Parameters", "----------", *parameters]
        if returns is not None:
            kind, _, text = returns.partition(": ")
            lines += ["", "Returns", "-------", *_described(kind, text)]
        if mark:
            lines += ["", "Examples", "--------", ">>> " + example]
        function.__doc__ = "\n".join(lines)
        return function

    return document
