"""What a benchmark leaves behind: one JSON object per line, in the file that an environment
variable names. `./dev bench` sets it and makes one result of all that is written; without it
nothing is. Any program in any language may write such lines:

{"kind": "row", "name", "value", "limit", "passed"}, and where there are any "work_seconds",
"yardstick_seconds" (lists, one entry per repeat), "yardstick", "detail"
{"kind": "cell", "who", "task", "n", "seconds", "repeats", "mebibytes"}, or in place of the figures
"over" (a limit in seconds that was passed) or "error"
{"kind": "absent", "name", "reason"}
{"kind": "versions", "versions": {package: number}}
"""

from __future__ import annotations

import json
import os
from typing import Any

VARIABLE = "CALIBRANT_BENCH_RECORDS"


def record(kind: str, **fields: Any) -> None:
    """Add a line, if anybody collects them."""
    path = os.environ.get(VARIABLE)
    if path:
        with open(path, "a", encoding="utf-8") as file:
            file.write(json.dumps({"kind": kind, **fields}, ensure_ascii=False) + "\n")
