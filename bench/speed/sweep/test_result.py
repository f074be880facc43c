"""Records become one result; words choose; a program that breaks is not a row that fails."""

import json
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import records
import rows

from . import __main__ as bench
from . import machine, programs

WORKS = """
import os, sys
sys.path.insert(0, {bench!r})
import rows
table = {{"snail, N = 10": lambda name: rows.report(name, 3, 2),
         "hare, N = 10": lambda name: rows.compare(name, 9, lambda: None, lambda: None, "nothing")}}
sys.exit(rows.run(table, sys.argv[1:]))
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bench of two small programs, its files in a folder of the test's own."""
    script = tmp_path / "bench.py"
    script.write_text(WORKS.format(bench=str(programs.BENCH)))
    python = sys.executable
    monkeypatch.setattr(programs, "ROWS", [programs.Program("rows", (python, str(script)), "it")])
    cell = {"kind": "cell", "who": "C++ Beta", "task": "fit", "n": 1000, "seconds": 1e-3,
            "repeats": [1e-3], "mebibytes": 1.0}  # fmt: skip
    sweep = tmp_path / "sweep.py"
    line = json.dumps(cell)
    sweep.write_text(
        f"import os\nopen(os.environ[{records.VARIABLE!r}], 'a').write({line!r} + '\\n')"
    )
    monkeypatch.setattr(programs, "SWEEP", programs.Program("sweep", (python, str(sweep)), "it"))
    monkeypatch.setattr(bench, "OUT", tmp_path)
    return tmp_path


def run(place: Path, *words: str) -> int:
    return bench.main([*words, "--page", str(place / "page")])


def test_a_run_keeps_rows_cells_machine_and_commit(place: Path) -> None:
    assert run(place) == 1  # the snail
    result = json.loads((place / "result.json").read_text())
    assert [(row["name"], row["passed"]) for row in result["rows"]] == [
        ("snail, N = 10", False),
        ("hare, N = 10", True),
    ]
    hare = result["rows"][1]
    assert len(hare["work_seconds"]) == len(hare["yardstick_seconds"]) == 3
    assert hare["yardstick"] == "nothing"
    assert [cell["who"] for cell in result["cells"]] == ["C++ Beta"]
    assert result["run"]["full"] is True
    assert {"cpu", "cores", "memory_gib", "os", "compiler", "load"} <= result["run"][
        "machine"
    ].keys()
    assert result["skipped"] == {}
    assert "snail" in (place / "page" / "speed.md").read_text()


def test_words_choose_rows_and_leave_the_full_result_alone(place: Path) -> None:
    assert run(place, "hare") == 0
    assert not (place / "result.json").exists()
    chosen = json.loads((place / "chosen.json").read_text())
    assert [row["name"] for row in chosen["rows"]] == ["hare, N = 10"]
    assert chosen["cells"] == []
    assert chosen["run"]["full"] is False


def test_the_sweep_alone_by_its_name(place: Path) -> None:
    assert run(place, "sweep") == 0
    chosen = json.loads((place / "chosen.json").read_text())
    assert chosen["rows"] == []
    assert len(chosen["cells"]) == 1


def test_the_page_again_measures_nothing(place: Path) -> None:
    run(place)
    page = place / "page" / "speed.md"
    first = page.read_text()
    page.unlink()
    (place / "records.jsonl").unlink()
    assert run(place, "--report") == 1
    assert page.read_text() == first
    assert not (place / "records.jsonl").exists()


def test_a_program_that_breaks_is_told_from_a_row_that_fails(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = programs.Program("broken", (sys.executable, "-c", "raise SystemExit(1)"), "")
    monkeypatch.setattr(programs, "ROWS", [broken])
    assert run(place, "any") == 1
    assert "broken: ended with 1, and not because of a row" in capsys.readouterr().err
    assert "broken" in json.loads((place / "chosen.json").read_text())["skipped"]


@pytest.fixture
def heard() -> Iterator[None]:
    """Who starts in the background ignores SIGINT, and Python leaves it so."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard")
def test_an_interrupted_run_keeps_what_it_has(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = sys.executable
    interrupts = "import os, signal; os.kill(os.getppid(), signal.SIGINT)"
    stopped = programs.Program("stopped", (python, "-c", interrupts), "")
    monkeypatch.setattr(programs, "ROWS", [*programs.ROWS, stopped, *programs.ROWS])
    assert run(place, "hare") == 1
    chosen = json.loads((place / "chosen.json").read_text())
    assert [row["name"] for row in chosen["rows"]] == ["hare, N = 10"]
    assert chosen["skipped"] == {"stopped": "interrupted"}


@pytest.mark.parametrize(("ci", "code"), [("true", 1), ("", 0)])
def test_what_is_not_installed_is_said_and_fails_only_where_ci_runs(
    place: Path, monkeypatch: pytest.MonkeyPatch, ci: str, code: int
) -> None:
    monkeypatch.setenv("CI", ci)
    missing = programs.Program("absent", (str(place / "nowhere"),), "a package index")
    monkeypatch.setattr(programs, "ROWS", [missing])
    assert run(place, "any") == code
    page = (place / "page" / "speed.md").read_text()
    assert "* Not run: absent: needs a package index." in page


def test_quick_chooses_its_rows_itself(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bench.arguments(["--quick", "ABB"])
    assert "--quick chooses its rows itself" in capsys.readouterr().err


def test_a_record_of_unknown_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "records"
    path.write_text('{"kind": "riddle"}\n')
    with pytest.raises(ValueError, match="a record of unknown kind 'riddle'"):
        programs.read(path)


def test_absent_peers_and_versions_are_collected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "records"
    monkeypatch.setenv(records.VARIABLE, str(path))
    records.record("absent", name="spline", reason="no such wheel")
    records.record("versions", versions={"numpy": "2"})
    records.record("versions", versions={"duckdb": "3"})
    found = programs.read(path)
    assert found["absent"] == {"spline": "no such wheel"}
    assert found["versions"] == {"numpy": "2", "duckdb": "3"}


def test_nothing_is_written_unless_somebody_collects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(records.VARIABLE, raising=False)
    monkeypatch.chdir(tmp_path)
    assert rows.report("name", 1.5, 2, "  detail")
    assert capsys.readouterr().out.split() == ["PASS", "name", "1.500", "(limit", "2)", "detail"]
    assert list(tmp_path.iterdir()) == []


def test_the_compiler_is_that_of_the_build_tree(tmp_path: Path) -> None:
    compiler = tmp_path / "c++"
    compiler.write_text("#!/bin/sh\necho 'strange compiler 1.2'\necho more\n")
    compiler.chmod(0o755)
    cache = tmp_path / "CMakeCache.txt"
    cache.write_text(f"// a remark\nCMAKE_CXX_COMPILER:FILEPATH={compiler}\n")
    assert machine.compiler(cache) == "strange compiler 1.2"
    assert machine.compiler(tmp_path / "nothing") == "unknown"
