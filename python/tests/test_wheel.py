"""What is installed beside the code, and how texts of strangers are shown."""

from __future__ import annotations

import json
from importlib.metadata import files
from pathlib import Path

import calibrant

ROOT = Path(__file__).resolve().parent.parent.parent


def fnv1a(text: bytes) -> int:
    value = 0xCBF29CE484222325
    for byte in text:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def model_text(model: dict[str, object]) -> str:
    """A model file by somebody who knows how to make the checksum right."""
    body = json.dumps(model, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    return (
        f'{{"format":"calibrant-model","version":1,"checksum":"{fnv1a(body.encode()):016x}",'
        f'"model":{body}}}'
    )


def test_the_notices_are_installed() -> None:
    installed = {Path(str(file)).name: file for file in files("calibrant") or []}
    for name in ("LICENSE", "THIRD_PARTY.md"):
        assert installed[name].read_text() == (ROOT / name).read_text(), name
    notices = installed["THIRD_PARTY.md"].read_text()
    for holder in ("Thibaut Goetghebuer-Planchon", "Florian Loitsch", "Björn Hoehrmann"):
        assert holder in notices, holder


def test_a_repr_is_one_line_whatever_the_method_is_called() -> None:
    curve = calibrant._core.from_json(
        model_text(
            {
                "curve": {"borders": [], "shape": "steps", "values": [0.5]},
                "kind": "curve",
                "library": "0.1.0",
                "origin": {
                    "method": "a\n\x1b[2J\u202e" + "x" * 100,
                    "prevalence": 0.5,
                    "weight": 9.0,
                },
            }
        )
    )
    assert repr(curve).startswith("<Curve by a\\x0a\\x1b[2J\\u202e"), repr(curve)
    assert "\n" not in repr(curve)
    assert len(repr(curve)) < 100
