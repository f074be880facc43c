"""The whole way, small: scores, contestants, results, page, verdict; and the same again from CSV.

Where the Python package is not installed, another method stands in for Auto: what is tested here
is the arena.
"""

import json
from pathlib import Path

import pytest

from . import __main__ as program
from . import contest
from .contestants import AUTO, CONTESTANTS, RAW, Contestant, present
from .peers import ScikitCalibrated

main = program.main


def test_a_quick_run_gives_results_a_page_and_a_verdict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if not present([c for c in CONTESTANTS if c.name == AUTO])[0]:
        stand_in = Contestant(AUTO, lambda: ScikitCalibrated("sigmoid"), "", any_score=True)
        others = [c for c in CONTESTANTS if c.name != AUTO]
        for module in (program, contest):  # workers are forked, and inherit it
            monkeypatch.setattr(module, "CONTESTANTS", [stand_in, *others])
    words = ["--quick", "--splits", "1", "--data", str(tmp_path), "--out", str(tmp_path)]
    assert main(words) == 0
    verdict = capsys.readouterr().out
    assert "Auto first in mean rank, log loss, all problems" in verdict
    first = json.loads((tmp_path / "results.json").read_text())
    assert {problem["data"] for problem in first["problems"]} == {
        "overconfident",
        "SVM margin",
        "steps",
    }
    for problem in first["problems"]:
        assert set(problem["methods"]) == set(first["contestants"]) >= {AUTO, RAW}
        assert not problem["methods"][AUTO]["failures"]
    assert "## Verdict" in (tmp_path / "arena.md").read_text()
    assert (tmp_path / "arena-log-loss.svg").read_text().startswith("<svg")

    assert main(words) == 0  # the scores come from CSV now
    again = json.loads((tmp_path / "results.json").read_text())
    for old, new in zip(first["problems"], again["problems"], strict=True):
        for name in first["contestants"]:
            assert old["methods"][name]["log_loss"] == new["methods"][name]["log_loss"]
