"""What models of format version 4 predict, computed from docs/reference/format/v4.md alone:

    python tests/golden/make_models_v4.py MODEL.json ROWS.csv > MODEL.csv

ROWS.csv has a column of scores for each class and no header. The library is not used. What comes
out are the scores, the probabilities and, if the model has a band, all lower and all upper ends.
The files in models/v4 were fitted by `calibrant fit` to 400 drawn rows of three classes, with
--method auto, matrix (to logits), vector and temperature, with --method vector --keep-rows 40, and
joint_band with --level 0.95.
"""

from __future__ import annotations

import bisect
import csv
import json
import math
import sys
from typing import Any

Row = list[float]
Object = dict[str, Any]


def softmax(z: Row) -> Row:
    largest = max(z)
    powers = [math.exp(one - largest) for one in z]
    return [one / math.fsum(powers) for one in powers]


def shares(row: Row) -> Row:
    total = math.fsum(row)
    return [one / total if total > 0 else 1 / len(row) for one in row]


def read(shape: Object, p: float) -> float:
    """A curve of straight lines or a sigmoid in log odds."""
    if shape["shape"] == "sigmoid":
        assert shape["input"] == "logit"
        clipped = min(max(p, 1e-12), 1 - 1e-12)
        z = shape["intercept"] + shape["slope"] * math.log(clipped / (1 - clipped))
        return 1 / (1 + math.exp(-z))
    assert shape["shape"] == "segments"
    knots, values = shape["knots"], shape["values"]
    right = bisect.bisect_right(knots, p)
    if right in (0, len(knots)):
        return float(values[0 if right == 0 else -1])
    fraction = (p - knots[right - 1]) / (knots[right] - knots[right - 1])
    return float(values[right - 1] + fraction * (values[right] - values[right - 1]))


def features(part: Object, p: Row, scores: Row, logits: bool) -> Row:
    mixing = part["mixing"]
    if mixing == 0:
        x = list(scores) if logits else [math.log(max(one, 1e-12)) for one in p]
    else:
        tempered = shares([max(one, 1e-300) ** part["power"] for one in p])
        x = [math.log(max((1 - mixing) * one + mixing / len(p), 1e-12)) for one in tempered]
    mean = math.fsum(x) / len(x)
    return [one - mean for one in x]


def linear(part: Object, x: Row) -> Row:
    count, slopes = len(x), part["slopes"]
    intercepts = part["intercepts"] or [0.0] * count
    if len(slopes) == 1:
        slopes = slopes * count
    if len(slopes) == count:
        return [b + a * one for a, b, one in zip(slopes, intercepts, x, strict=True)]
    rows = [slopes[k * count : (k + 1) * count] for k in range(count)]
    return [
        b + math.fsum(a * one for a, one in zip(row, x, strict=True))
        for b, row in zip(intercepts, rows, strict=True)
    ]


def part_of(part: Object, p: Row, scores: Row, logits: bool) -> Row:
    if part["map"] == "softmax":
        return softmax(linear(part, features(part, p, scores, logits)))
    if part["map"] == "one-vs-rest":
        return shares([read(curve, one) for curve, one in zip(part["curves"], p, strict=True)])
    largest = max(p)
    ties = sum(one == largest for one in p)
    confidence = read(part["curve"], largest)
    rest = math.fsum(one for one in p if one != largest) + (ties - 1) * largest
    result = []
    for one in p:
        other = (1 - confidence) * (one / rest if rest > 0 else 1 / (len(p) - 1))
        top = (confidence + (ties - 1) * other) / ties
        result.append(top if one == largest else other)
    return result


def half_width(widths: Object, u: float) -> float:
    at, half = widths["log_odds"], widths["half_widths"]
    right = bisect.bisect_right(at, u)
    if right in (0, len(at)):
        return float(half[0 if right == 0 else -1])
    fraction = (u - at[right - 1]) / (at[right] - at[right - 1])
    return float((1 - fraction) * half[right - 1] + fraction * half[right])


def bounds(band: Object, p: Row) -> Row:
    """The lower ends of all classes, then the upper ends."""
    ends: tuple[Row, Row] = ([], [])
    for widths, one in zip(band["classes"], p, strict=True):
        u = math.log(one) - math.log1p(-one) if 0 < one < 1 else math.copysign(math.inf, one - 0.5)
        u = min(max(u, -36.0), 36.0)
        h = half_width(widths, u)
        ends[0].append(min(one, 1 / (1 + math.exp(-(u - h)))))
        ends[1].append(max(one, 1 / (1 + math.exp(-(u + h)))))
    return ends[0] + ends[1]


def main(model_path: str, rows_path: str) -> None:
    with open(model_path) as file:
        model = json.load(file)["model"]
    logits = model["input"] == "logits"
    with open(rows_path) as file:
        rows = [[float(field) for field in row] for row in csv.reader(file)]
    for scores in rows:
        p = softmax(scores) if logits else shares([max(one, 0.0) for one in scores])
        sums = [0.0] * len(p)
        for part in model["parts"]:
            given = part_of(part, p, scores, logits)
            sums = [a + part["weight"] * b for a, b in zip(sums, given, strict=True)]
        ends = bounds(model["band"], sums) if "band" in model else []
        print(",".join(repr(one) for one in scores + sums + ends))


if __name__ == "__main__":
    main(*sys.argv[1:])
