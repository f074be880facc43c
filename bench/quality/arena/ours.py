"""Calibrant's own estimators, from its Python package: they have fit and predict_proba already."""

from typing import Any


def ours(name: str, **options: Any) -> Any:
    import calibrant

    return getattr(calibrant, name)(**options)
