#!/usr/bin/env python3
"""Looks at reports in a real Chromium.

usage: check_report.py PROGRAM DATA OUT

PROGRAM is calibrant, DATA holds uci/adult.data (what is missing is left out, and said), OUT takes the
pages and screenshots. Exit code 77: nothing to look with.
"""

import io
import os
import pathlib
import subprocess
import sys
import time

SKIPPED = 77
try:
    import axe_playwright_python
    import numpy  # noqa: F401 (make_data)
    import pypdf
    from chromium import Chromium, find_chromium

    if not find_chromium():
        raise ImportError("no chromium")
    import make_data
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(1 if os.environ.get("CI") == "true" else SKIPPED)

HERE = pathlib.Path(__file__).resolve().parent
AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
EVIL = "<script>alert(1)</script>"
# Names that would turn the words and numbers around them, if they could.
TURNED = "q\u202e"
HEBREW = "\u05e6\u05d9\u05d5\u05df\u2067"
DESKTOP = {"width": 1100, "height": 900}
PHONE = {"width": 390, "height": 844, "phone": True}
# Reports on several classes, which have no threshold to slide.
SEVERAL = ("classes", "compared")

# Text boxes that lie over each other, and elements of a drawing outside of it.
LAYOUT = (HERE / "layout.js").read_text()
# ASCII letters and digits that do not stand in the order in which they were written.
ORDER = (HERE / "order.js").read_text()

failures = []


def check(condition, what):
    if not condition:
        failures.append(what)
        print(f"FAILED {what}")


def check_quiet(name, events):
    """No console message, no exception, no dialog, no request but for the page itself."""
    bad = {"Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Page.javascriptDialogOpening"}
    for event in events:
        method, params = event.get("method"), event.get("params", {})
        check(method not in bad, f"{name}: {method} {params}")
        check(method != "Log.entryAdded", f"{name}: {params.get('entry', {}).get('text')}")
    requests = [
        event["params"]["request"]["url"]
        for event in events
        if event.get("method") == "Network.requestWillBeSent"
    ]
    check(len(requests) == 1, f"{name}: requests {requests}")


def check_layout(name, page):
    for problem in page.run(LAYOUT):
        check(False, f"{name}: {problem}")


def check_axe(name, page):
    page.run(AXE + ";0")
    found = page.run("axe.run().then(r=>r.violations.map(v=>v.id+': '+v.nodes.map(n=>n.html.slice(0,120)).join(' | ')))")
    check(not found, f"{name}: axe {found}")


def center(page, selector):
    return page.run(
        f"(()=>{{const e=document.querySelector('{selector}');e.scrollIntoView({{block:'center'}});"
        "const b=e.getBoundingClientRect();return [b.x+b.width/2,b.y+b.height/2,b.width]})()"
    )


VISIBLE_TIPS = "[...document.querySelectorAll('.tip')].filter(t=>getComputedStyle(t).display!=='none').length"
FOCUSED = "document.activeElement.getAttribute('aria-label')"


def check_hover(name, page):
    check(page.run(VISIBLE_TIPS) == 0, f"{name}: a tip is open from the start")
    x, y, _ = center(page, ".pt .hit")
    page.mouse("mouseMoved", x, y)
    check(page.run(VISIBLE_TIPS) == 1, f"{name}: no tip under the mouse")
    page.mouse("mouseMoved", 1, 1)
    check(page.run(VISIBLE_TIPS) == 0, f"{name}: the tip stays")


def check_keyboard(name, page):
    page.run("document.activeElement.blur();window.scrollTo(0,0)")
    for _ in range(40):
        page.press("Tab", 9)
        if page.run("document.activeElement.classList.contains('pt')"):
            break
    first = page.run(FOCUSED)
    check(first and "observed" in first, f"{name}: Tab reaches no point ({first})")
    check(page.run(VISIBLE_TIPS) == 1, f"{name}: no tip at the focus")
    page.press("ArrowRight", 39)
    second = page.run(FOCUSED)
    check(second and second != first, f"{name}: the arrow key goes nowhere")
    page.press("Home", 36)
    check(page.run(FOCUSED) == first, f"{name}: Home is not the first point")
    page.press("Tab", 9)
    inside = page.run("document.activeElement.closest('svg')===document.querySelector('svg')")
    check(not inside, f"{name}: Tab stays inside the figure")


def check_slider(name, page):
    shown = "[...document.querySelectorAll('[data-cell]')].map(e=>e.textContent)"
    row = "[...document.querySelectorAll('#thresholds tbody tr')][+document.querySelector('#threshold').value].innerText"
    before = page.run(shown)
    page.run("document.querySelector('#threshold').focus()")
    page.press("ArrowRight", 39)
    after = page.run(shown)
    check(before != after and before[0] != after[0], f"{name}: the slider moves nothing by keyboard")
    x, y, width = center(page, "#threshold")
    page.mouse("mousePressed", x + width / 4, y)
    page.mouse("mouseReleased", x + width / 4, y)
    moved = page.run(shown)
    check(moved != after, f"{name}: the slider moves nothing by mouse")
    page.run("document.querySelector('#thresholds').closest('details').open=true")
    cells = page.run(row).split()
    check(cells[0] == moved[0] and set(cells) <= set(moved), f"{name}: {cells} is not {moved}")
    check(page.run("document.querySelector('#threshold').getAttribute('aria-valuetext')") == moved[0],
          f"{name}: the slider does not say its value")


def check_without_script(name, page, path):
    page.call("Emulation.setScriptExecutionDisabled", value=True)
    page.open(path)
    check(page.run("document.querySelector('.slider').getClientRects().length") == 0,
          f"{name}: a dead slider shows")
    check(page.run("document.querySelectorAll('td[data-cell]')[0].textContent.length>0"),
          f"{name}: no static numbers")
    check_hover(f"{name}, no script", page)
    check(page.run("[...document.querySelectorAll('.pt')].every(p=>p.tabIndex===0)"),
          f"{name}: points out of reach without script")
    page.call("Emulation.setScriptExecutionDisabled", value=False)


def check_print(name, page, words):
    reader = pypdf.PdfReader(io.BytesIO(page.pdf()))
    # A warning under the headline pushes the curve to the next page. Classes have a diagram each.
    pages = 3 if name == "few" else 2
    fits = len(reader.pages) <= 5 if name in SEVERAL else len(reader.pages) == pages
    check(fits, f"{name}: {len(reader.pages)} printed pages")
    text = " ".join(" ".join(p.extract_text().split()) for p in reader.pages)
    for word in words:
        check(word in text, f"{name}: '{word}' is no text in print")
    images = sum(len(p.images) for p in reader.pages)
    check(images == 0, f"{name}: {images} bitmaps in print")


def look_at(browser, name, path, out, thorough):
    """axe-core takes seconds where there are long tables: all of it on one of the reports only."""
    page = browser.page()
    for size, screen in (("desktop", DESKTOP), ("phone", PHONE)):
        for dark in (False, True):
            label = f"{name}, {size}{', dark' if dark else ''}"
            page.screen(**screen, dark=dark)
            check_quiet(label, page.open(path))
            check_layout(label, page)
            if thorough or (dark and size == "phone"):
                check_axe(label, page)
            page.screenshot(out / f"{name}-{size}{'-dark' if dark else ''}.png")
        page.run("document.querySelectorAll('details').forEach(d=>d.open=true)")
        check_layout(f"{name}, {size}, all open", page)
    if thorough:
        check_axe(f"{name}, all open", page)
    page.screen(**DESKTOP)
    page.open(path)
    check_hover(name, page)
    check_keyboard(name, page)
    several = name in SEVERAL
    if not several:
        check_slider(name, page)
    page.open(path)
    outcome = "right ones" if several else "positives"
    check_print(name, page, ["Calibration report", "Log loss", f"observed share of {outcome}"])
    if not several:
        check_without_script(name, page, path)
    page.close()


def check_hundred(browser, program, out):
    """A hundred classes and 10,000 rows: a small page, made in seconds, that opens without a word."""
    make_data.classes(out, "hundred.csv", 10000, 100)
    begin = time.monotonic()
    subprocess.run([program, "evaluate", "hundred.csv", "--html", "hundred.html"], cwd=out, check=True,
                   stdout=subprocess.DEVNULL)
    print(f"hundred classes: {time.monotonic() - begin:.1f} s, {(out / 'hundred.html').stat().st_size} bytes")
    check((out / "hundred.html").stat().st_size < 2_000_000, "hundred: too large")
    page = browser.page()
    for screen in (DESKTOP, PHONE):
        page.screen(**screen)
        check_quiet("hundred", page.open(out / "hundred.html"))
        check_layout("hundred", page)
        check(page.run("document.querySelectorAll('.row.small svg').length") == 12, "hundred: diagrams")
    page.screenshot(out / "hundred-phone.png")
    page.close()


def check_few(browser, out):
    """The warning stands between the headline and the numbers, on a screen of any size."""
    page = browser.page()
    for screen in (DESKTOP, PHONE):
        page.screen(**screen)
        page.open(out / "few.html")
        places = page.run("['.lead','.warning','.numbers'].map(s=>document.querySelector(s).getBoundingClientRect().top)")
        check(places == sorted(places) and places[2] < 800, f"few: headline, warning, numbers at {places}")
        check("too few to tell" in page.run("document.querySelector('.lead').textContent"), "few: the headline")
    page.close()


def make_reports(program, data, out):
    reports = {}
    try:
        make_data.adult(data, out, 4000)
        reports["adult"] = ["compare", "adult.csv", "--folds", "3"]
    except FileNotFoundError as missing:
        print(f"left out: adult ({missing})")
    make_data.rare(out, 16000)
    reports["rare"] = ["compare", "rare.csv", "--folds", "3"]
    make_data.xor(out, 600)
    reports["xor"] = ["compare", "xor.csv", "--folds", "3"]
    make_data.classes(out, "classes.csv", 3000, 6)
    reports["classes"] = ["evaluate", "classes.csv", "--before", "p_*"]
    reports["compared"] = ["compare", "classes.csv", "--score", "p_*", "--folds", "3",
                           "--methods", "auto,temperature,isotonic,raw"]
    lines = (out / "xor.csv").read_text().splitlines(keepends=True)
    (out / "few.csv").write_text("".join(lines[:31]))
    reports["few"] = ["compare", "few.csv", "--folds", "3", "--title", "Calibration report of a few rows"]
    text = (out / "xor.csv").read_text().replace("score", f'"{EVIL}"', 1)
    (out / "evil.csv").write_text(text)
    reports["evil"] = ["evaluate", "evil.csv", "--probability", EVIL, "--by", "label"]
    # A second column for --before: the same scores under another name.
    lines = (out / "xor.csv").read_text().splitlines()
    column = lines[0].split(",").index("score")
    rows = [f"{HEBREW},{lines[0].replace('score', TURNED, 1)}"]
    rows += [f"{line.split(',')[column]},{line}" for line in lines[1:]]
    (out / "turned.csv").write_text("\n".join(rows) + "\n")
    reports["turned"] = ["evaluate", "turned.csv", "--probability", HEBREW, "--before", TURNED]
    for name, arguments in reports.items():
        subprocess.run([program, *arguments, "--html", f"{name}.html"], cwd=out, check=True,
                       stdout=subprocess.DEVNULL)
        size = (out / f"{name}.html").stat().st_size
        check(size < 300_000, f"{name}: {size} bytes")
    return reports


def main():
    program, data, out = os.path.abspath(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3]).resolve()
    out.mkdir(parents=True, exist_ok=True)
    reports = make_reports(program, data, out)
    with Chromium() as browser:
        for name in reports:
            if name not in ("evil", "turned"):
                look_at(browser, name, out / f"{name}.html", out, thorough=name == "xor")
        check_few(browser, out)
        check_hundred(browser, program, out)
        page = browser.page()
        page.screen(**DESKTOP)
        check_quiet("evil", page.open(out / "evil.html"))
        check(EVIL in page.run("document.body.innerText"), "evil: the name is not shown")
        check_layout("evil", page)
        check_axe("evil", page)
        page.screenshot(out / "evil-desktop.png")
        check_quiet("turned", page.open(out / "turned.html"))
        shown = page.run("document.body.innerText")
        check("q\\u202e" in shown and HEBREW[:-1] in shown, "turned: the names are not shown")
        for problem in page.run(ORDER):
            check(False, f"turned: {problem}")
        check_layout("turned", page)
        page.screenshot(out / "turned-desktop.png")
        page.close()
    print(f"{len(failures)} failures; screenshots in {out}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
