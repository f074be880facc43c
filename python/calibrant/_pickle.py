"""What a pickle calls to make a model again. These names must outlive every release."""

from __future__ import annotations

from calibrant import _core


def model(text: str) -> _core.Curve | _core.MulticlassModel | _core.AcpModel | _core.GroupedModel:
    """A model from the text of its file."""
    return _core.from_json(text)


def observations(
    scores: _core.Doubles, negatives: _core.Doubles, positives: _core.Doubles
) -> _core.Observations:
    """Observations from their counts."""
    return _core.observe_counts(scores, negatives, positives)
