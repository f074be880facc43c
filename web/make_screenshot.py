#!/usr/bin/env python3
"""Makes docs/images/browser.png: the page with its example.

usage: make_screenshot.py build/web
"""

from __future__ import annotations

import base64
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "browser"))
from chromium import Chromium  # noqa: E402

SIZE = {"width": 1100, "height": 1000}

with Chromium() as browser:
    page = browser.page()
    page.screen(**SIZE)
    page.open(Path(sys.argv[1]).resolve() / "calibrant.html")
    page.run("document.querySelector('#example').click()")
    while not page.run("Boolean(document.body.dataset.ready)"):
        time.sleep(0.1)
    time.sleep(0.5)
    image = page.call("Page.captureScreenshot")["data"]
    (ROOT / "docs/images/browser.png").write_bytes(base64.b64decode(image))
