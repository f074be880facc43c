"""Calibrant's own estimators, from its Python package: they have fit and predict_proba already."""

from typing import Any


def methods() -> list[dict[str, Any]]:
    """All of them, as the package lists them; of a package that is absent, Auto."""
    try:
        import calibrant
    except ModuleNotFoundError:
        return [{"name": "auto", "title": "Auto", "needs_probabilities": False,
                 "gives_curve": True, "joint": True}]  # fmt: skip
    return list(calibrant.methods())


def ours(method: str) -> Any:
    """The estimator of a method."""
    import calibrant

    python = next(one["python"] for one in calibrant.methods() if one["name"] == method)
    options = {python["argument"]: python["value"]} if python["argument"] else {}
    return getattr(calibrant, python["class"])(**options)
