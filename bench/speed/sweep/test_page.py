"""The page and its pictures from made-up results: ratios, growth, limits, verdicts."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from . import page, plot
from .contestants import CONTESTANTS, PEER, PYTHON, named
from .figures import digits, duration, power
from .growth import Cells, exponent
from .targets import FAIL, PASS, TARGETS, UNKNOWN, Target, judge

SIZES = (1000, 10_000, 100_000)


def cell(who: str, task: str, n: int, seconds: float) -> dict[str, Any]:
    return {"who": who, "task": task, "n": n, "seconds": seconds, "repeats": [seconds],
            "mebibytes": n / 1000}  # fmt: skip


def row(name: str, value: float, limit: float) -> dict[str, Any]:
    return {"name": name, "value": value, "limit": limit, "passed": value <= limit, "detail": "d"}


def made_up() -> list[dict[str, Any]]:
    """Ours linear, the peer ten times as long and of order 1.5, another stopped at 10⁴."""
    cells = []
    for n in SIZES:
        for task in ("fit", "apply"):
            cells.append(cell("C++ Beta", task, n, 1e-8 * n))
            cells.append(cell("Python Beta", task, n, 2e-8 * n))
            cells.append(cell("std::sort, memcpy", task, n, 1e-9 * n))
        cells.append(cell("betacal", "fit", n, 2e-7 * n * (n / 1000) ** 0.5))
    for n in (1000,):
        cells.append(cell("Python Auto", "fit", n, 0.05))
        cells.append(cell("splinecalib", "fit", n, 5.0))
    cells.append(cell("Python Auto", "fit", 10_000, 0.5))
    cells.append({"who": "splinecalib", "n": 10_000, "task": "fit", "over": 20})
    cells.append({"who": "netcal ENIR", "n": 1000, "task": "fit", "error": "ValueError: no"})
    return cells


def document(rows: list[dict[str, Any]], cells: list[dict[str, Any]]) -> dict[str, Any]:
    machine = {"cpu": "Abacus", "cores": 2, "memory_gib": 8.0, "os": "Linux", "kernel": "6",
               "compiler": "c++ 12", "load": 0.1}  # fmt: skip
    run = {"commit": "abc", "date": "2026-01-01", "minutes": 3.0, "full": True, "machine": machine,
           "versions": {"numpy": "2.4"}}  # fmt: skip
    return {"format": 1, "run": run, "skipped": {}, "absent": {"x": "why"}, "rows": rows,
            "cells": cells}  # fmt: skip


@pytest.mark.parametrize("order", [0.75, 1.0, 1.38])
def test_the_exponent_is_that_of_a_power_and_ignores_the_smallest_size(order: float) -> None:
    points = [(1000, 7.0), *((n, 3e-9 * n**order) for n in (10**4, 10**5, 10**6, 10**7))]
    assert exponent(points) == pytest.approx(order)
    assert exponent(points[:2]) is None


def test_ratios_are_theirs_over_ours_and_a_limit_is_a_lower_bound() -> None:
    cells = Cells(made_up())
    ratio, bound = cells.ratio("betacal", "Python Beta", "fit", 1000) or (0, True)
    assert ratio == pytest.approx(10)
    assert not bound
    ratio, bound = cells.ratio("splinecalib", "Python Auto", "fit", 10_000) or (0, False)
    assert ratio == pytest.approx(40)
    assert bound
    assert cells.ratio("splinecalib", "Python Auto", "fit", 100_000) is None
    assert cells.ratio("netcal ENIR", "Python ABB", "fit", 1000) is None


def test_the_page_has_ratios_growth_memory_and_what_was_stopped() -> None:
    text = page.page(document([], made_up()))
    assert "| betacal | Python Beta | 10.0 | 31.6 | 100 |" in text
    assert "| splinecalib | Python Auto | 100 | > 40.0 | – |" in text
    assert "| splinecalib | 5 s | > 20 s | – | – | 1 MiB, 1049 B/row at 10³ |" in text
    fit = "| betacal | 200 µs | 6.3 ms | 200 ms | 1.50 | 100 MiB, 1049 B/row at 10⁵ |"
    assert fit in text
    assert "* netcal ENIR, fit, 10³: ValueError: no" in text
    assert "2 cores of Abacus, 8 GiB, Linux (Linux 6), c++ 12; load before the run 0.1" in text
    assert "* Absent: x: why." in text
    assert "A part of a full run" not in text


def test_a_part_of_a_run_is_called_one() -> None:
    result = document([row("ABB, fixed lambda, N = 1e5", 5, 15)], [])
    result["run"]["full"] = False
    text = page.page(result)
    assert "**A part of a full run.**" in text
    count = len(TARGETS)
    assert f"1 of {count} targets met, 0 missed, {count - 1} not measured" in text
    assert "Compared with other packages" not in text


def test_a_target_is_judged_by_its_worst_row_and_its_own_limit() -> None:
    target = Target("part", "text", 4, "apply Segments *")
    rows = [row("apply Segments 1", 3, 4), row("apply Segments 2", 3.5, 4), row("apply Grid", 9, 1)]
    verdict, worst = judge(target, rows)
    assert verdict == PASS
    assert worst is rows[1]
    generous = row("apply Segments 3", 5, 12)
    assert generous["passed"]
    assert judge(target, [*rows, generous]) == (FAIL, generous)
    assert judge(target, rows[2:]) == (UNKNOWN, None)


def test_missed_targets_stand_out() -> None:
    text = page.target_table([row("ABB, fixed lambda, N = 1e5", 16.25, 15)])
    assert "| **FAIL** | ABB, fixed lambda, N = 1e5 | 16.2 | 15 |" in text
    assert f"| **{UNKNOWN}** | – | – | 40 |" in text


def test_figures_read_well() -> None:
    assert [power(n) for n in (1e3, 1e7)] == ["10³", "10⁷"]
    assert [duration(t) for t in (2.5, 0.0999, 3.14e-6, 120, 1e-9, 1e-3)] == [
        "2.5 s", "100 ms", "3.1 µs", "120 s", "1 ns", "1 ms",
    ]  # fmt: skip
    assert [digits(v) for v in (1234.5, 12.34, 1.26, 0.0333)] == ["1,234", "12.3", "1.26", "0.0333"]


def test_names_keep_their_order_and_distance() -> None:
    assert plot.spread([10, 11, 40], 0, 100, 14) == [10, 24, 40]
    assert plot.spread([99, 98], 0, 100, 14) == [100, 86]
    assert plot.spread([], 0, 100, 14) == []


def test_pictures_are_xml_on_white_and_everything_is_inside() -> None:
    picture = plot.draw(Cells(made_up()), "fit", "Fit & more")
    root = ElementTree.fromstring(picture)
    assert root.attrib["aria-label"] == "Fit & more"
    assert '<rect width="900"' in picture
    words = {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"Beta", "beta, C++", "beta, Python", "betacal", "splinecalib", "std::sort"} <= words
    assert "Sigmoids" not in words  # nobody there
    assert picture.count("<polygon") == 1  # splinecalib was stopped
    places = re.findall(r'[xy]="([-0-9.]+)"', picture)
    assert all(0 <= float(place) <= 900 for place in places)


def test_the_folder_has_the_page_and_a_picture_for_each_task(tmp_path: Path) -> None:
    page.write(document([], made_up()), tmp_path)
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "speed-apply.svg", "speed-fit.svg", "speed.md",
    ]  # fmt: skip


def test_contestants_have_names_of_their_own_and_peers_stand_beside_ours() -> None:
    names = [contestant.name for contestant in CONTESTANTS]
    assert len(set(names)) == len(names)
    for contestant in CONTESTANTS:
        if contestant.role == PEER and contestant.make:
            ours = named(contestant.beside)
            assert (ours.role, ours.family) == (PYTHON, contestant.family)


def test_lines_of_the_pictures_are_contestants() -> None:
    names = {contestant.name for contestant in CONTESTANTS}
    assert {line.who for lines in plot.PANELS.values() for line in lines} <= names


def test_no_target_is_named_twice() -> None:
    assert len({target.text for target in TARGETS}) == len(TARGETS)
