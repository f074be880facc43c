"""Figures as people read them."""

from __future__ import annotations

SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


def power(n: float) -> str:
    """A power of ten: 10⁵."""
    return "10" + f"{n:.0e}".split("e+")[1].lstrip("0").translate(SUPERSCRIPTS)


def digits(value: float) -> str:
    """Three digits, or all that stand before the point: 0.100, 7.42, 1,234."""
    return f"{value:,.0f}" if value >= 99.95 else f"{value:#.3g}"


def duration(seconds: float) -> str:
    scale, unit = next((u for u in UNITS if seconds >= u[0] * 0.9995), UNITS[-1])
    value = seconds / scale
    return f"{value:.0f} {unit}" if value >= 99.5 else f"{value:.2g} {unit}"
