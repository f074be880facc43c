"""A watch over a deployed model: the same numbers as the command line's, and Python's manners."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest

import calibrant
from calibrant import Auto, Platt, Watch
from calibrant._program import program


def stream(seed: int, rows: int, shift: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    u = rng.normal(size=rows)
    return 1 / (1 + np.exp(-u)), (rng.random(rows) < 1 / (1 + np.exp(-u - shift))).astype(int)


def test_alarm_and_what_it_says() -> None:
    model = Platt().fit(*stream(1, 2000))
    watch = Watch(model, alpha=0.01)
    calm = watch.update(*stream(2, 3000))
    assert not calm.alarm
    assert calm.alarm_row is None
    assert calm.e_value < 100
    found = watch.update(*stream(3, 3000, 0.7), times=np.arange(3000))
    assert found.alarm
    assert found.rows == 6000
    assert str(found).startswith("Alarm: the probabilities are not calibrated any more.")
    assert repr(found) == "<WatchResult: alarm after 6000 rows>"
    assert found.to_dict()["streams"][0]["departure"]["offset"] == pytest.approx(0.7, abs=0.25)


def test_state_goes_to_the_program_and_back(tmp_path: Path) -> None:
    scores, labels = stream(5, 2500)
    model = calibrant.fit(*stream(4, 1000), method="beta")
    calibrant.save(model, tmp_path / "model.json")
    watch = Watch(model)
    watch.update(scores[:1500], labels[:1500])
    watch.save(tmp_path / "watch.json")
    rows = [
        f"{s!r},{y}" for s, y in zip(scores[1500:].tolist(), labels[1500:].tolist(), strict=True)
    ]
    (tmp_path / "new.csv").write_text("score,label\n" + "\n".join(rows) + "\n")
    command = [str(program()), "watch", "model.json", "new.csv", "--state", "watch.json", "--json"]
    said = json.loads(subprocess.run(command, cwd=tmp_path, capture_output=True, check=True).stdout)
    ours = watch.update(scores[1500:], labels[1500:])
    assert said["log_evidence"] == ours.log_evidence
    back = Watch.load(tmp_path / "watch.json", model)
    assert back.result().to_dict()["streams"] == ours.to_dict()["streams"]
    with pytest.raises(calibrant.ModelError, match="watches another model"):
        Watch.load(tmp_path / "watch.json")


def test_several_classes() -> None:
    rng = np.random.default_rng(6)
    P = rng.dirichlet([1, 1, 1], size=4000)
    y = np.array(["ant", "bee", "cat"])[(P.cumsum(axis=1) < rng.random((4000, 1))).sum(axis=1)]
    model = Auto().fit(P[:1000], y[:1000])
    watch = Watch(model)
    assert not watch.update(P[1000:2500], y[1000:2500]).alarm
    wrong = np.where(rng.random(1500) < 0.3, "cat", y[2500:])
    found = watch.update(P[2500:], wrong)
    assert found.alarm
    names = [one["name"] for one in found.to_dict()["streams"]]
    assert names == ["top label", "ant", "bee", "cat"]


def test_labels_of_any_kind() -> None:
    scores, labels = stream(7, 1000)
    words = np.where(labels == 1, "yes", "no")
    model = Platt().fit(scores, words)
    watch, plain = Watch(model), Watch(Platt().fit(scores, labels))
    assert watch.update(scores, words).log_evidence == plain.update(scores, labels).log_evidence
    with pytest.raises(ValueError, match=r"labels: are not 0 and 1 \(classes="):
        Watch().update(scores, words)


def test_bad_input_changes_nothing() -> None:
    scores, labels = stream(8, 500)
    watch = Watch()
    before = watch.update(scores, labels)
    with pytest.raises(calibrant.InputError, match=r"probabilities\[1\]: 1.5 is not a probability"):
        watch.update([0.5, 1.5], [0, 1])
    with pytest.raises(calibrant.InputError, match="scores: and labels were watched before"):
        watch.update(scores, labels)
    with pytest.raises(TypeError, match="model: is not a fitted model"):
        Watch(Auto())
    with pytest.raises(calibrant.OptionError, match="alpha"):
        Watch(alpha=2)
    assert watch.result().to_dict() == before.to_dict()


def test_page_and_plot(tmp_path: Path) -> None:
    watch = Watch()
    found = watch.update(*stream(9, 1000))
    watch.report(tmp_path / "watch.html", title="Ward 7")
    assert "<title>Ward 7</title>" in (tmp_path / "watch.html").read_text()
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    ax = found.plot()
    assert len(ax.lines) == 2
    assert ax.get_xlabel() == "rows"
