"""Calibrant: probabilities people can act on.

>>> from calibrant import Auto
>>> probabilities = Auto().fit([0.2, 0.4, 0.7, 0.9], [0, 0, 1, 1]).predict([0.5])

``fit``, ``compare``, ``report``, ``Watch``, ``load``, ``save`` and ``metrics`` need NumPy only; the
estimators and ``CalibratedClassifier`` need scikit-learn, ``plot`` needs matplotlib. Each is
imported when it is first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

# The core comes first: it refuses a subinterpreter before NumPy has begun to load there.
from calibrant import _core, metrics  # noqa: F401
from calibrant._comparing import Comparison, compare
from calibrant._core import (
    AcpModel,
    Curve,
    Error,
    GroupedModel,
    InputError,
    ModelError,
    MulticlassModel,
    Observations,
    OptionError,
    __version__,
)
from calibrant._example import ExampleRows, example
from calibrant._fitting import fit, fit_counts, load, save, update
from calibrant._groups import PrevalenceEstimate, estimate_prevalence
from calibrant._methods import methods
from calibrant._report import report
from calibrant._warnings import CalibrationWarning
from calibrant._watch import Watch, WatchResult

if TYPE_CHECKING:
    from calibrant import plot as plot
    from calibrant.calibrated_classifier import CalibratedClassifier as CalibratedClassifier

__all__ = [
    "AcpModel",
    "CalibratedClassifier",
    "CalibrationWarning",
    "Comparison",
    "Curve",
    "Error",
    "ExampleRows",
    "GroupedModel",
    "InputError",
    "ModelError",
    "MulticlassModel",
    "Observations",
    "OptionError",
    "PrevalenceEstimate",
    "Watch",
    "WatchResult",
    "__version__",
    "compare",
    "estimate_prevalence",
    "example",
    "fit",
    "fit_counts",
    "load",
    "methods",
    "metrics",
    "plot",
    "report",
    "save",
    "update",
]

# methods: begin
if TYPE_CHECKING:
    from calibrant.acp import ACP as ACP
    from calibrant.estimators import ABB as ABB
    from calibrant.estimators import SBB as SBB
    from calibrant.estimators import Auto as Auto
    from calibrant.estimators import Beta as Beta
    from calibrant.estimators import Histogram as Histogram
    from calibrant.estimators import Isotonic as Isotonic
    from calibrant.estimators import Matrix as Matrix
    from calibrant.estimators import OneVsRest as OneVsRest
    from calibrant.estimators import Platt as Platt
    from calibrant.estimators import Quadratic as Quadratic
    from calibrant.estimators import Temperature as Temperature
    from calibrant.estimators import Vector as Vector

__all__ += [
    "ABB",
    "ACP",
    "SBB",
    "Auto",
    "Beta",
    "Histogram",
    "Isotonic",
    "Matrix",
    "OneVsRest",
    "Platt",
    "Quadratic",
    "Temperature",
    "Vector",
]
# methods: end
_MODULES = {"ACP": "acp", "CalibratedClassifier": "calibrated_classifier"}


def __getattr__(name: str) -> object:
    if name == "plot":
        return importlib.import_module("calibrant.plot")
    if name in __all__:
        try:
            module = importlib.import_module(f"calibrant.{_MODULES.get(name, 'estimators')}")
            return getattr(module, name)
        except ModuleNotFoundError as problem:
            if problem.name and problem.name.startswith("sklearn"):
                raise ImportError(
                    f"calibrant.{name} needs scikit-learn: pip install scikit-learn"
                ) from None
            raise
    raise AttributeError(f"module 'calibrant' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
