"""What mypy reads of user_code.py (./dev test python) also runs, and helpers stay out of sight."""

import importlib
import typing

import numpy as np
import pytest
import user_code

import calibrant


def test_user_code_runs(tmp_path):
    rng = np.random.default_rng(0)
    scores = rng.random(300)
    labels = ["yes" if rng.random() < score else "no" for score in scores]
    assert np.isfinite(user_code.two_classes(scores, labels, tmp_path / "two.json")).all()
    assert np.isfinite(user_code.estimators(scores, labels)).all()
    rows = rng.dirichlet([1, 1, 1], 300)
    classes = [int(rng.choice(3, p=row)) for row in rows]
    assert np.isfinite(user_code.several_classes(rows, classes, tmp_path / "three.json")).all()
    assert user_code.counts({0.1: (8, 2), 0.7: (3, 7)}) == 0.45


@pytest.mark.parametrize("name", ["", ".metrics", ".plot", ".estimators", ".duckdb"])
def test_modules_show_what_is_for_users(name):
    module = importlib.import_module("calibrant" + name)
    assert dir(module) == sorted(module.__all__)
    assert all(hasattr(module, one) for one in module.__all__)


def test_annotations_can_be_read():
    for function in (calibrant.fit, calibrant.load, calibrant.metrics.scorecard):
        assert typing.get_type_hints(function)["return"] is not None
