"""Pictures in notebooks: whole, described, and guests who leave the page alone."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import calibrant
from calibrant import _core, plot


def rows(n: int = 400) -> tuple[Any, Any]:
    rng = np.random.default_rng(7)
    scores = rng.random(n)
    return scores, (rng.random(n) < scores**2).astype(int)


def svgs(html: str) -> list[ElementTree.Element]:
    """Every drawing of a page; fails if one is no XML."""
    return [ElementTree.fromstring(text) for text in re.findall(r"<svg.*?</svg>", html, re.S)]


def fitted(method: str, scale: float = 1, **options: Any) -> _core.Curve:
    scores, labels = rows()
    curve = calibrant.fit(scale * scores, labels, method=method, **options)
    assert isinstance(curve, _core.Curve)
    return curve


@pytest.mark.parametrize("method", ["auto", "abb", "sbb", "platt", "beta", "histogram", "isotonic"])
def test_every_curve_is_drawn(method: str) -> None:
    curve = fitted(method)
    html = curve._repr_html_()
    (drawing,) = svgs(html)
    space = "{http://www.w3.org/2000/svg}"
    title = drawing.find(f"{space}title")
    assert title is not None
    assert title.text == f"From score to probability: {curve.method}"
    description = drawing.find(f"{space}desc")
    assert description is not None
    assert description.text is not None
    assert f"The probability that {curve.method} gives each score" in description.text
    assert "nan" not in html
    assert "inf" not in html
    ElementTree.fromstring(curve._repr_svg_())


def test_the_band_is_drawn_if_there_is_one() -> None:
    assert 'class="band' not in fitted("abb")._repr_html_()
    html = fitted("abb", level=0.9)._repr_html_()
    assert 'class="band' in html
    assert re.search(r"90\s% credible band", html)


def test_scores_need_not_be_probabilities() -> None:
    for method in ("platt", "sbb", "isotonic", "abb"):
        html = fitted(method, 1000)._repr_html_()
        assert re.search(r">(500|600|800|1000|1,000)<", html), method
    assert len(svgs(fitted("abb").tabulate(20)._repr_html_())) == 1


def test_one_score_or_one_class() -> None:
    for scores, labels in (([0.5, 0.5], [0, 1]), ([1, 2, 3], [1, 1, 1]), ([7.0], [0])):
        for method in ("isotonic", "platt", "abb", "sbb", "histogram"):
            curve = calibrant.fit(scores, labels, method=method)
            assert isinstance(curve, _core.Curve)
            assert len(svgs(curve._repr_html_())) == 1


def test_several_classes_stand_side_by_side() -> None:
    rng = np.random.default_rng(1)
    scores = rng.dirichlet([1, 1, 1], 300)
    names = np.array(["<b>", "bee", "cat"])
    model = calibrant.fit(scores, names[scores.argmax(axis=1)], method="platt")
    assert isinstance(model, _core.MulticlassModel)
    html = model._repr_html_()
    assert len(svgs(html)) == 3
    assert "&lt;b&gt; against the rest" in html
    assert "<b>" not in html


def test_styles_touch_nothing_else() -> None:
    scores, labels = rows()
    html = fitted("abb")._repr_html_() + plot.reliability_figure(labels, scores)._repr_html_()
    for style in re.findall(r"<style>(.*?)</style>", html, re.S):
        plain = re.sub(r"@media[^{]*\{((?:[^{}]*\{[^{}]*\})*)\s*\}", r"\1", style)
        selectors = re.findall(r"([^{}]+)\{[^{}]*\}", plain)
        assert len(selectors) > 20
        for selector in selectors:
            for part in selector.split(","):
                assert ".calibrant-plot" in part, part


def test_names_within_a_page_are_unique() -> None:
    scores, labels = rows()
    page = "".join(
        [
            fitted("abb")._repr_html_(),
            fitted("sbb")._repr_html_(),
            plot.reliability_figure(labels, scores)._repr_html_(),
            plot.reliability_figure(labels, scores**2, title="squared")._repr_html_(),
        ]
    )
    names = re.findall(r'\bid="([^"]*)"', page)
    assert len(names) == 8
    assert len(set(names)) == 8


def test_reliability_figure() -> None:
    scores, labels = rows(3000)
    figure = plot.reliability_figure(labels, scores, title="a < b")
    assert repr(figure) == "<Figure: a < b>"
    assert figure.title == "a < b"
    assert "overconfident" in figure.description or "too high" in figure.description
    assert figure._repr_svg_() == figure.svg
    ElementTree.fromstring(figure.svg)
    html = figure._repr_html_()
    assert "a &lt; b" in html
    assert html.count('class="pt"') == 20  # every bin says what it holds
    with pytest.raises(calibrant.InputError, match=r"y_proba\[0\]: .* is not a probability"):
        plot.reliability_figure(labels, 5 + scores)
