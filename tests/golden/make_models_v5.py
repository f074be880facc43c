"""What models of format version 5 predict, computed from docs/reference/format/v5.md alone:

    python tests/golden/make_models_v5.py MODEL.json > MODEL.csv

The library is not used. Each row has a score, a group, the probability and the two ends of the
band. The model in models/v5 was fitted by `calibrant fit --by site --level 0.9` to 1,200 drawn rows
of four groups; one of them has no name and one has three rows.
"""

from __future__ import annotations

import bisect
import json
import math
import sys
from statistics import NormalDist
from typing import Any


def read(knots: list[float], values: list[float], x: float) -> float:
    right = bisect.bisect_right(knots, x)
    if right in (0, len(knots)):
        return values[0 if right == 0 else -1]
    fraction = (x - knots[right - 1]) / (knots[right] - knots[right - 1])
    return values[right - 1] + fraction * (values[right] - values[right - 1])


def logit(p: float) -> float:
    return math.log(p) - math.log1p(-p)


def logistic(z: float) -> float:
    return 1 / (1 + math.exp(-z))


def predict(model: dict[str, Any], score: float, group: str) -> tuple[float, float, float]:
    curve, band, groups = model["curve"], model["band"], model["groups"]
    assert curve["shape"] == "segments"
    own = {**model["unknown"], "offset": 0.0, "slope": 0.0, "covariance": 0.0}
    if group in groups["name"]:
        place = groups["name"].index(group)
        own = {key: values[place] for key, values in groups.items()}
    z = logit(read(curve["knots"], curve["values"], score))
    low = logit(read(curve["knots"], band["lower"], score))
    high = logit(read(curve["knots"], band["upper"], score))
    away = z - model["centre"]
    middle = z + own["offset"] + own["slope"] * away
    variance = (
        own["offset_variance"] + 2 * away * own["covariance"] + away**2 * own["slope_variance"]
    )
    doubt = NormalDist().inv_cdf(0.5 + band["level"] / 2) * math.sqrt(max(variance, 0))
    stretch = 1 + own["slope"]
    assert stretch > 0
    below = math.hypot(max(z - low, 0) * stretch, doubt)
    above = math.hypot(max(high - z, 0) * stretch, doubt)
    return logistic(middle), logistic(middle - below), logistic(middle + above)


def main() -> None:
    with open(sys.argv[1]) as file:
        model = json.load(file)["model"]
    assert model["kind"] == "groups"
    for i in range(21):
        for group in [*model["groups"]["name"], "elsewhere"]:
            values = predict(model, i / 20, group)
            print(",".join([repr(i / 20), group, *map(repr, values)]))


main()
