"""Groups of rows, and the prevalence of rows without labels."""

from __future__ import annotations

import pickle
import sqlite3
import subprocess

import numpy as np
import pytest

import calibrant
from calibrant import Auto, Platt
from calibrant._program import program

RNG = np.random.default_rng(0)
U = RNG.normal(-0.5, 1.3, 4000)
SCORES = 1 / (1 + np.exp(-U))
SITES = np.array(["o'slo", "rome\\", "bonn", "lima\n"])[np.arange(4000) % 4]
OFFSETS = np.array([-0.8, 0, 0.4, 0.9])[np.arange(4000) % 4]
Y = (RNG.random(4000) < 1 / (1 + np.exp(-U - OFFSETS))).astype(int)


@pytest.fixture(scope="module")
def model():
    return calibrant.fit(SCORES, Y, groups=SITES, level=0.95)


def test_estimator_and_function_agree(model, tmp_path):
    estimator = Auto(level=0.95).fit(SCORES, Y, groups=SITES)
    expected = model(SCORES, SITES)
    np.testing.assert_array_equal(estimator.predict(SCORES, groups=SITES), expected)
    np.testing.assert_array_equal(estimator.predict_proba(SCORES, groups=SITES)[:, 1], expected)
    lower, upper = estimator.predict_interval(SCORES, groups=SITES)
    np.testing.assert_array_equal(lower, model.interval(SCORES, SITES)[0])
    assert (lower < expected).all()
    assert (expected < upper).all()
    estimator.save(tmp_path / "model.json")
    again = calibrant.load(tmp_path / "model.json")
    assert isinstance(again, calibrant.GroupedModel)
    assert again.to_json() == model.to_json() == pickle.loads(pickle.dumps(model)).to_json()


def test_offsets_are_found_and_unknown_groups_get_the_common_curve(model):
    offsets = {one["name"]: one["offset"] for one in model.groups}
    order = sorted(offsets, key=lambda name: offsets[name])
    assert order == ["o'slo", "rome\\", "bonn", "lima\n"]
    np.testing.assert_array_equal(model(SCORES), model.curve(SCORES))
    np.testing.assert_array_equal(model(SCORES, ["elsewhere"] * 4000), model.curve(SCORES))
    assert model.deviations[0] > 0.3
    assert "4 groups by group" in model.describe()


def test_names_of_any_kind():
    pandas = pytest.importorskip("pandas")
    numbers = np.arange(4000) % 4
    plain = calibrant.fit(SCORES, Y, groups=numbers, method="platt")
    series = pandas.Series(numbers.astype(object), name="site")
    named = calibrant.fit(SCORES, Y, groups=series, method="platt")
    assert named.by == "site"
    assert plain.by == "group"
    assert named.groups == plain.groups
    missing = pandas.Series([None, float("nan"), pandas.NA, "a"] * 1000)
    assert [one["name"] for one in calibrant.fit(SCORES, Y, groups=missing).groups] == ["", "a"]


def test_sql_gives_the_same_numbers(model):
    duckdb = pytest.importorskip("duckdb")
    from calibrant.duckdb import apply

    names = [*SITES[:500], "elsewhere", None]
    scores = [*SCORES[:500].tolist(), 0.3, 0.3]
    expected = model(scores, names)
    connection = duckdb.connect()
    connection.execute('CREATE TABLE scores (id INT, score DOUBLE, "group" VARCHAR)')
    rows = list(zip(range(502), scores, names, strict=True))
    connection.executemany("INSERT INTO scores VALUES (?, ?, ?)", rows)
    query = model.export("sql", keep=["id"])
    found = connection.execute(f"SELECT calibrated FROM ({query}) ORDER BY id").fetchall()
    np.testing.assert_allclose(np.ravel(found), expected, rtol=1e-12)
    relation = apply(model, connection.table("scores"), connection=connection)
    np.testing.assert_allclose(
        np.ravel(relation.order("id").project("calibrated").fetchall()), expected, rtol=1e-12
    )
    light = sqlite3.connect(":memory:")
    light.execute('CREATE TABLE scores (id INT, score DOUBLE, "group" TEXT)')
    light.executemany("INSERT INTO scores VALUES (?, ?, ?)", rows)
    for dialect in ("sqlite", "duckdb"):
        text = model.export("sql", keep=["id"], dialect=dialect)
        found = light.execute(f"SELECT calibrated FROM ({text}) ORDER BY id").fetchall()
        np.testing.assert_allclose(np.ravel(found), expected, rtol=1e-12)


def test_wrong_groups_are_named(model):
    with pytest.raises(ValueError, match=r"groups: has 2 rows \(the scores have 4000\)"):
        Platt().fit(SCORES, Y, groups=["a", "b"])
    with pytest.raises(ValueError, match="groups: the model was fitted without groups"):
        Platt().fit(SCORES, Y).predict(SCORES, groups=SITES)
    with pytest.raises(calibrant.OptionError, match="groups: are for two classes"):
        calibrant.fit(np.eye(3)[[0, 1, 2] * 5], [0, 1, 2] * 5, groups=[1] * 15)
    with pytest.raises(calibrant.OptionError, match="keeps no observations"):
        calibrant.fit(SCORES, Y, groups=SITES, keep_observations=True)
    with pytest.raises(calibrant.Error, match="takes no update"):
        model.update(SCORES, Y)
    with pytest.raises(TypeError, match="has groups"):
        calibrant.Watch(model)
    with pytest.raises(calibrant.OptionError, match="sql and spark take groups"):
        model.export("onnx")


def shifted(share, rows, seed):
    rng = np.random.default_rng(seed)
    y = (rng.random(rows) < share).astype(int)
    return rng.normal(1.5 * y), y


def test_prevalence_is_estimated(tmp_path):
    scores, y = shifted(0.15, 5000, 1)
    new, _ = shifted(0.5, 5000, 2)
    estimator = Platt().fit(scores, y)
    found = calibrant.estimate_prevalence(estimator, new)
    assert abs(found.frequencies - 0.5) < 4 * found.errors
    assert found.clear
    assert found.fitted == y.mean()
    np.testing.assert_array_equal(
        estimator.predict(new, prevalence="auto"),
        estimator.predict(new, prevalence=found.frequencies),
    )
    with pytest.raises(ValueError, match="the scores do not tell it"):
        estimator.predict(scores, prevalence="auto")
    with pytest.raises(ValueError, match="'many' is not a number or 'auto'"):
        estimator.predict(scores, prevalence="many")
    # The command line says the same.
    estimator.save(tmp_path / "model.json")
    (tmp_path / "new.csv").write_text("score\n" + "\n".join(map(repr, new.tolist())) + "\n")
    command = [program(), "apply", tmp_path / "model.json", tmp_path / "new.csv"]
    done = subprocess.run(
        [*command, "--prevalence", "auto"], capture_output=True, text=True, check=True
    )
    column = [float(line.split(",")[1]) for line in done.stdout.splitlines()[1:]]
    np.testing.assert_allclose(column, estimator.predict(new, prevalence="auto"), rtol=1e-12)


def test_prevalence_of_several_classes():
    rng = np.random.default_rng(3)

    def draw(shares, rows):
        y = rng.choice(3, rows, p=shares)
        z = rng.normal(size=(rows, 3)) + 2 * np.eye(3)[y]
        return np.exp(z) / np.exp(z).sum(1, keepdims=True), y

    estimator = Auto().fit(*draw([0.5, 0.3, 0.2], 3000))
    new, y = draw([0.1, 0.2, 0.7], 3000)
    found = calibrant.estimate_prevalence(estimator, new)
    assert (abs(found.frequencies - [0.1, 0.2, 0.7]) < 0.05).all()
    better = estimator.predict_proba(new, prevalence="auto")
    assert calibrant.metrics.log_loss(y, better) < calibrant.metrics.log_loss(
        y, estimator.predict_proba(new)
    )
