"""netcal's histogram binning and BBQ, without PyTorch.

netcal imports PyTorch (three gigabytes to download) as soon as it is imported. Its binning methods
are NumPy and SciPy; of PyTorch they use the types' names and, in BBQ, one sum of cross entropies.
This module stands in for those and then imports netcal's own, unchanged code.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import numpy as np


class _Tensor:
    """What BBQ does with a tensor: make it of an array, turn it to float32, read one number."""

    def __init__(self, values: Any):
        self.values = np.asarray(values)

    def type(self, _: object) -> _Tensor:
        return _Tensor(self.values.astype(np.float32))

    def item(self) -> float:
        return float(self.values)


def _binary_cross_entropy(estimate: _Tensor, truth: _Tensor, reduction: str) -> _Tensor:
    """As PyTorch defines it: logarithms not below -100."""
    assert reduction == "sum"
    p, y = estimate.values, truth.values
    with np.errstate(divide="ignore"):
        hit, miss = np.maximum(np.log(p), -100), np.maximum(np.log1p(-p), -100)
    return _Tensor(-(y * hit + (1 - y) * miss).sum())


def _stand_in() -> None:
    torch, nn = ModuleType("torch"), ModuleType("torch.nn")
    functional = ModuleType("torch.nn.functional")
    torch.__dict__.update(
        Tensor=_Tensor, FloatTensor=_Tensor, dtype=_Tensor, from_numpy=_Tensor, nn=nn
    )
    nn.__dict__.update(functional=functional)
    functional.__dict__.update(binary_cross_entropy=_binary_cross_entropy)
    sys.modules.update({"torch": torch, "torch.nn": nn, "torch.nn.functional": functional})


def binning() -> ModuleType:
    """The module netcal.binning."""
    pretend = "netcal" not in sys.modules and "torch" not in sys.modules
    if pretend:
        _stand_in()
    import netcal.binning  # type: ignore[import-untyped]

    if pretend:  # netcal has what it needs; to others, torch is not there
        for name in ("torch", "torch.nn", "torch.nn.functional"):
            del sys.modules[name]
    return netcal.binning  # type: ignore[no-any-return]
