#!/usr/bin/env python3
"""Uses the page in a real Chromium: drop, read, download, cancel, bad files, keyboard, phone, dark.

usage: check_page.py WEB PROGRAM

WEB is build/web; PROGRAM is the native program, with which the downloads are compared. Screenshots
are written to WEB/screens.
"""

from __future__ import annotations

import gzip
import json
import math
import os
import random
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "browser"))
from chromium import Chromium, Page  # noqa: E402

DESKTOP = {"width": 1100, "height": 900}
PHONE = {"width": 390, "height": 844, "phone": True}
MOST_BYTES = 2_000_000

failures: list[str] = []


def check(condition: object, what: str) -> None:
    if not condition:
        failures.append(what)
        print(f"FAILED {what}")


def make_rows(path: Path, rows: int, label: str = "label") -> None:
    """Scores of an overconfident model; the same rows in every run."""
    source = random.Random(7)
    with path.open("w") as out:
        out.write(f"id,score,{label}\n")
        for i in range(rows):
            z = source.gauss(0, 2)
            positive = source.random() < 1 / (1 + math.exp(-(0.6 * z - 0.8)))
            out.write(f"{i},{1 / (1 + math.exp(-z)):.6f},{int(positive)}\n")


def wait(page: Page, seconds: float = 120, until: str = "document.body.dataset.ready") -> float:
    """Until the page is ready, or complains; how long that took."""
    begin = time.monotonic()
    while time.monotonic() - begin < seconds:
        if page.run(f"Boolean({until}||document.querySelector('#problem').textContent)"):
            return time.monotonic() - begin
        time.sleep(0.05)
    check(False, f"nothing within {seconds} s: {until}")
    return seconds


def text(page: Page, selector: str) -> str:
    return str(page.run(f"document.querySelector('{selector}')?.textContent??''"))


def choose(page: Page, path: Path) -> None:
    page.run("delete document.body.dataset.ready;0")
    page.call("DOM.enable")
    root = page.call("DOM.getDocument")["root"]["nodeId"]
    node = page.call("DOM.querySelector", nodeId=root, selector="#file")["nodeId"]
    page.call("DOM.setFileInputFiles", files=[str(path)], nodeId=node)


def drop(page: Page, path: Path) -> None:
    page.run("delete document.body.dataset.ready;0")
    data = {"items": [], "files": [str(path)], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        page.call("Input.dispatchDragEvent", type=kind, x=300, y=300, data=data)


def save(browser: Chromium, page: Page, selector: str, folder: Path) -> bytes:
    browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
    name = page.run(f"document.querySelector('{selector}').download")
    target = folder / name
    target.unlink(missing_ok=True)
    page.run(f"document.querySelector('{selector}').click()")
    for _ in range(200):
        if target.exists() and not list(folder.glob("*.crdownload")):
            break
        time.sleep(0.05)
    return target.read_bytes()


def check_quiet(browser: Chromium, name: str) -> None:
    """No message, no exception, and no request but for the page and what it made itself."""
    bad = {"Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"}
    for event in browser.events:
        check(event.get("method") not in bad, f"{name}: {event}")
        if event.get("method") == "Network.requestWillBeSent":
            url = event["params"]["request"]["url"]
            check(url.startswith(("blob:", "data:", "about:")), f"{name}: requests {url}")


def check_axe(page: Page, axe: str, name: str) -> None:
    page.run(axe + ";0")
    found = page.run(
        "axe.run(document,{iframes:false}).then(r=>r.violations.map(v=>v.id+': '+"
        "v.nodes.map(n=>n.html.slice(0,150)).join(' | ')))"
    )
    check(not found, f"{name}: axe {found}")


def check_width(page: Page, name: str) -> None:
    wide = page.run("document.documentElement.scrollWidth-document.documentElement.clientWidth")
    check(wide <= 0, f"{name}: {wide} pixels too wide")
    frame = page.run(
        "(()=>{const d=document.querySelector('#report').contentDocument?.documentElement;"
        "return d?[d.scrollWidth-d.clientWidth,d.scrollHeight-d.clientHeight]:[0,0]})()"
    )
    check(max(frame) <= 1, f"{name}: the report does not fit its frame: {frame}")


def check_example(browser: Chromium, page: Page, axe: str, url: Path, screens: Path) -> None:
    """All sizes and colours, with a mouse's way through the page."""
    for name, screen, dark in (
        ("desktop", DESKTOP, False),
        ("desktop-dark", DESKTOP, True),
        ("phone", PHONE, False),
        ("phone-dark", PHONE, True),
    ):
        page.screen(**screen, dark=dark)
        page.open(url)
        browser.events.clear()
        check_axe(page, axe, f"{name}, empty")
        page.screenshot(screens / f"{name}-empty.png")
        page.run("document.querySelector('#example').click()")
        wait(page)
        time.sleep(0.5)
        check_width(page, name)
        check_axe(page, axe, name)
        verdict = text(page, "#verdict")
        check("overconfident" in verdict, f"{name}: verdict {verdict}")
        check("Calibrated with auto" in text(page, "#verdict"), f"{name}: no comparison")
        methods = page.run(
            "document.querySelector('#report').contentDocument.body.innerText"
            ".includes('All methods')"
        )
        check(methods, f"{name}: the report has no comparison")
        page.screenshot(screens / f"{name}.png")
        check_quiet(browser, name)


def check_policy(page: Page) -> None:
    """The page may not send anything, even if it wanted to."""
    for attempt in (
        "fetch('https://example.org/')",
        "fetch(document.querySelector('#save-model').href)",
        "new Promise((yes,no)=>{const i=new Image();i.onload=yes;i.onerror=no;i.src='https://example.org/'})",
        "new Promise((yes,no)=>{const s=new WebSocket('wss://example.org/');s.onopen=yes;s.onerror=no})",
    ):
        tried = f"(async()=>{{try{{await {attempt};return false}}catch{{return true}}}})()"
        refused = page.run(tried)
        check(refused, f"the policy allows {attempt}")


def check_downloads(browser: Chromium, page: Page, program: str, url: Path, out: Path) -> None:
    """What is saved is what the program writes."""
    rows = out / "rows.csv"
    make_rows(rows, 2000)
    page.screen(**DESKTOP)
    # A band takes quantiles of a Beta distribution, whose last digits differ between systems.
    for method, same in (("isotonic", True), ("sbb", False), ("auto", False)):
        page.open(url)
        drop(page, rows)
        wait(page)
        if method != "auto":
            page.run(
                f"document.querySelector('#method').value='{method}';"
                "delete document.body.dataset.ready;"
                "document.querySelector('#choice').requestSubmit()"
            )
            wait(page)
        model = save(browser, page, "#save-model", out)
        command = text(page, "#command code").split()
        check(command[:2] == ["calibrant", "fit"], f"command {command}")
        subprocess.run([program, *command[1:]], cwd=out, check=True, capture_output=True)
        native = (out / "model.json").read_bytes()
        if same:
            check(model == native, f"{method}: another model than the program's")
        (out / "model.json").write_bytes(model)
        interval = [] if same else ["--interval"]
        subprocess.run(
            [program, "apply", "model.json", "rows.csv", "-o", "native.csv", *interval],
            cwd=out,
            check=True,
            capture_output=True,
        )
        table = save(browser, page, "#save-table", out)
        native = (out / "native.csv").read_bytes()
        check(table == native, f"{method}: another table than the program's")
        report = save(browser, page, "#save-report", out)
        check(b"Calibration report" in report, f"{method}: report")
        check(json.loads(model)["format"] == "calibrant-model", f"{method}: format")
    packed = out / "packed.csv.gz"
    packed.write_bytes(gzip.compress(rows.read_bytes()))
    choose(page, packed)
    wait(page)
    check("2000 rows" in text(page, "#said"), f"gzip: {text(page, '#said')}")


HOSTILE = {
    "words.csv": (b"score,label\n0.5,1\nabc,0\n0.1,0\n", "words.csv:3: column 'score': 'abc'"),
    "short.csv": (b"score,label\n0.5,1\n0.5\n", "short.csv:3:"),
    "empty.csv": (b"", "empty.csv"),
    "binary.csv": (bytes(range(256)) * 50, "binary.csv"),
    "quote.csv": (b'score,label\n"0.5,1\n0.3,0\n', "quote.csv"),
    "long.csv": (b"a" * 3_000_000, "long.csv"),
    "<img src=x onerror=alert(1)>.csv": (b"score,label\nx,1\n0.5,0\n", "<img src=x"),
    "-o.csv": (b"score,label\n0.5,1\nabc,0\n0.1,0\n", "_-o.csv:3"),
    "broken.csv.gz": (b"\x1f\x8b\x08 broken", "broken.csv.gz"),
}


def check_hostile(browser: Chromium, page: Page, axe: str, url: Path, out: Path) -> None:
    """A message that names the place, and the page goes on working."""
    page.open(url)
    browser.events.clear()
    for name, (content, expected) in HOSTILE.items():
        path = out / name
        path.write_bytes(content)
        page.run("document.querySelector('#problem').replaceChildren()")
        choose(page, path)
        wait(page)
        check(expected in text(page, "#problem"), f"{name}: {text(page, '#problem')[:300]!r}")
        check(page.run("document.querySelector('#work').hidden"), f"{name}: still at work")
    check_axe(page, axe, "a message")
    page.screenshot(out / "problem.png")
    page.run("document.querySelector('#example').click()")
    wait(page)
    check("overconfident" in text(page, "#verdict"), "no verdict after bad files")
    check(text(page, "#problem") == "", "the message stays")
    check_quiet(browser, "bad files")


def check_cancel(page: Page, url: Path, out: Path) -> None:
    make_rows(out / "many.csv", 200_000)
    page.open(url)
    choose(page, out / "many.csv")
    wait(page, until="document.querySelector('#job').textContent==='Fitting'")
    page.run("document.querySelector('#cancel').click()")
    check(text(page, "#status") == "Cancelled.", "cancelled without a word")
    check(page.run("document.querySelector('#work').hidden"), "the bar stays")
    page.run("document.querySelector('#example').click()")
    wait(page)
    check("overconfident" in text(page, "#verdict"), "no verdict after cancelling")


def check_keyboard(page: Page, url: Path) -> None:
    """From the top to the verdict with Tab, Enter and Space."""
    page.open(url)
    seen = []
    for _ in range(4):
        page.press("Tab", 9)
        seen.append(page.run("document.activeElement.id"))
        if seen[-1] == "example":
            break
    check(seen[:2] == ["file", "example"], f"Tab leads to {seen}")
    page.run("document.activeElement.click()")
    wait(page)
    for _ in range(20):
        page.press("Tab", 9)
        seen.append(page.run("document.activeElement.id"))
        if seen[-1] == "save-report":
            break
    for name in ("score", "label", "method", "missing", "save-model", "save-report", "save-table"):
        check(name in seen, f"Tab does not reach {name}: {seen}")
    live = page.run("document.querySelector('#status').getAttribute('role')")
    check(live == "status" and "overconfident" in text(page, "#status"), "nothing is announced")


def processor_seconds(parent: int) -> float:
    """What a process and all that it started have used so far."""
    ticks = os.sysconf("SC_CLK_TCK")
    used: dict[int, float] = {}
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        process = int(stat.parent.name)
        parents[process] = int(fields[1])
        used[process] = (int(fields[11]) + int(fields[12])) / ticks
    family = {parent}
    while more := {one for one, its in parents.items() if its in family} - family:
        family |= more
    return sum(used[one] for one in family)


def check_speed(browser: Chromium, page: Page, url: Path, out: Path) -> None:
    """First verdict, with Auto fitted, after the file was dropped; the page was open before."""
    for rows, limit in ((10_000, 3), (100_000, 15)):
        path = out / f"rows{rows}.csv"
        make_rows(path, rows)
        page.open(url)
        wait(page, until="document.querySelector('#method').options.length")
        before = processor_seconds(browser.process.pid)
        drop(page, path)
        taken = wait(page, until="document.querySelector('#save-model')")
        used = processor_seconds(browser.process.pid) - before
        verdict = "PASS" if taken <= limit else "FAIL"
        figures = f"{taken:.1f} s, {used:.1f} processor seconds (target {limit} s)"
        print(f"{verdict} first verdict of {rows} rows: {figures}")


def main() -> int:
    web, program = Path(sys.argv[1]).resolve(), str(Path(sys.argv[2]).resolve())
    url, out = web / "calibrant.html", web / "screens"
    out.mkdir(parents=True, exist_ok=True)
    axe = (web / "node/node_modules/axe-core/axe.min.js").read_text()
    size = url.stat().st_size
    print(f"{'PASS' if size <= MOST_BYTES else 'FAIL'} page: {size} bytes ({MOST_BYTES})")
    check(size <= MOST_BYTES, f"the page has {size} bytes")
    with Chromium() as browser:
        page = browser.page()
        check_example(browser, page, axe, url, out)
        check_policy(page)
        check_downloads(browser, page, program, url, out)
        check_hostile(browser, page, axe, url, out)
        check_cancel(page, url, out)
        check_keyboard(page, url)
        check_speed(browser, page, url, out)
        page.close()
    print(f"{len(failures)} failures; screenshots in {out}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
