"""Takes screenshots with Chromium: python tools/docs/make_screenshots.py [SITE FOLDER]

Without arguments it is docs/images/report.png, the report of the example, and the installed package
is needed. With a built site and a folder it is every page of PAGES at desktop and phone width, to
be looked at.
"""

from __future__ import annotations

import base64
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "browser"))

from chromium import Chromium  # type: ignore[import-not-found]  # noqa: E402

PAGES = ("", "start", "concepts", "gallery", "tutorial", "guide/python", "results", "math/abb")
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


def site(built: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with Chromium() as browser:
        page = browser.page()
        for kind, (width, height, phone) in SCREENS.items():
            page.screen(width, height, phone)
            for name in PAGES:
                page.open(built.resolve() / name / "index.html")
                save(page, folder / f"{name.replace('/', '-') or 'home'}-{kind}.png")


if __name__ == "__main__":
    site(*map(Path, sys.argv[1:])) if sys.argv[1:] else report()
