"""README holds for a new user: its blocks run, and its numbers are those of the results."""

from __future__ import annotations

import re
import runpy
import statistics
from pathlib import Path

import pytest
from pages import DOCS, ROOT, check_page

import calibrant

README = ROOT / "README.md"


def text_of(page: str) -> str:
    return (DOCS / "results" / page).read_text(encoding="utf-8")


def test_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("sklearn", "duckdb"):
        pytest.importorskip(package)
    monkeypatch.chdir(tmp_path)
    assert check_page(README) == 2
    assert (tmp_path / "report.html").stat().st_size > 10_000


def test_sentences_are_short() -> None:
    prose = runpy.run_path(str(ROOT / "tools/lib/prose.py"))
    words = [one.words for one in prose["sentences"](README.read_text(encoding="utf-8"))]
    assert len(words) > 30
    assert statistics.fmean(words) <= 18
    assert max(words) <= 35


def test_first_picture_and_first_result_are_on_the_first_screen() -> None:
    screen = README.read_text(encoding="utf-8").splitlines()[:40]
    assert any(line.startswith("![") for line in screen)
    assert "```text" in screen


def test_claims_are_those_of_the_pages_of_results() -> None:
    readme = README.read_text(encoding="utf-8")
    ranks = re.search(r"mean rank of (\d+) calibrators on (\d+) problems", readme)
    assert ranks, "the claim about ranks"
    arena = text_of("arena.md")
    assert f"{ranks[2]} problems on" in arena
    assert f"{ranks[1]} methods" in arena
    assert "PASS Auto first in mean rank, log loss, all problems" in arena

    seconds = re.search(r"fits a million scores in ([\d.]+) milliseconds", readme)
    assert seconds, "the claim about speed"
    row = next(line for line in text_of("speed.md").splitlines() if "**Python Auto**" in line)
    assert row.split("|")[5].strip() == f"{seconds[1]} ms"

    covered = re.search(r"bands hold ([\d.]+) % of", readme)
    assert covered, "the claim about bands"
    line = next(line for line in text_of("auto.md").splitlines() if "| mean coverage |" in line)
    assert f"{covered[1]} %" in line


def test_caption_of_the_picture() -> None:
    _, new = calibrant.example()
    high = new.labels[new.scores > 0.9]
    assert f"{len(new.labels):,} simulated patients" in README.read_text(encoding="utf-8")
    claim = f"Of the {len(high)} patients with a score above 0.9, only {high.mean():.0%} were ill"
    assert claim.replace("%", " %") in README.read_text(encoding="utf-8")
