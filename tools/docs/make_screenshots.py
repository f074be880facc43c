"""Takes screenshots with Chromium: python tools/docs/make_screenshots.py [SITE FOLDER]

Without arguments it is docs/images/report.png, the report of the example, and the installed package
is needed. With a built site and a folder it is every page of PAGES at desktop and phone width, to
be looked at. The pages must load nothing from elsewhere and be no wider than the screen, and the
search must find something.
"""

from __future__ import annotations

import base64
import subprocess
import sys
import tempfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "browser"))

from chromium import Chromium  # type: ignore[import-not-found]  # noqa: E402

PAGES = (
    "index",
    "start",
    "concepts/index",
    "concepts/log-loss",
    "gallery",
    "tutorial",
    "guide/python",
    "results/index",
    "math/abb",
)
SCREENS = {"desktop": (1280, 900, False), "phone": (390, 844, True)}


def save(page: Chromium, path: Path) -> None:
    image = page.call("Page.captureScreenshot", format="png")["data"]
    path.write_bytes(base64.b64decode(image))


def report() -> None:
    from calibrant import example
    from calibrant._program import program

    with tempfile.TemporaryDirectory() as folder, Chromium() as browser:
        example(folder)
        files = [f"{folder}/{name}" for name in ("calibration.csv", "new.csv")]
        made = f"{folder}/report.html"
        title = ["--title", "Naive Bayes on simulated patients"]
        subprocess.run(
            [program(), "compare", *files, "--html", made, *title],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        page = browser.page()
        page.screen(1100, 1010)
        page.open(made)
        save(page, ROOT / "docs" / "images" / "report.png")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None: ...


def open_page(page: Chromium, url: str) -> None:
    """Opens a page, which must load nothing from elsewhere."""
    page.browser.events.clear()
    page.call("Page.navigate", url=url)
    page.browser.wait_for("Page.loadEventFired")
    page.run("document.fonts.ready.then(() => 0)")
    home = url[: url.index("/", 8)]
    for event in page.browser.events:
        if event.get("method") == "Network.requestWillBeSent":
            asked = event["params"]["request"]["url"]
            assert asked.startswith((home, "data:", "blob:")), f"{url} loads {asked}"


def check_search(page: Chromium, home: str) -> None:
    """What is typed is found."""
    open_page(page, f"{home}/index.html")
    found = page.run("""new Promise(done => {
      const field = document.querySelector("[data-md-component=search-query]");
      document.querySelector("#__search").click();
      field.focus();
      field.value = "prevalence";
      const type = () => field.dispatchEvent(new Event("keyup", {bubbles: true}));
      const look = left => {
        type();
        const found = document.querySelectorAll(".md-search-result__item").length;
        found || !left ? done(found) : setTimeout(look, 100, left - 1);
      };
      look(100);
    })""")
    assert found > 2, f"search finds {found} pages"


def site(built: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(built)))
    Thread(target=server.serve_forever, daemon=True).start()
    home = f"http://127.0.0.1:{server.server_port}"
    with Chromium() as browser:
        page = browser.page()
        for kind, (width, height, phone) in SCREENS.items():
            page.screen(width, height, phone)
            for name in PAGES:
                open_page(page, f"{home}/{name}.html")
                wide = page.run("document.documentElement.scrollWidth") - width
                assert wide <= 0, f"{name} is {wide} pixels wider than a {kind}"
                save(page, folder / f"{name.replace('/', '-')}-{kind}.png")
            check_search(page, home)
            save(page, folder / f"search-{kind}.png")
    server.shutdown()


if __name__ == "__main__":
    site(*map(Path, sys.argv[1:])) if sys.argv[1:] else report()
