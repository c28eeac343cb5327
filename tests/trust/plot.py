"""Curves as one picture: a small panel each, all from zero, so that what rises is seen and what does not is not made to.

>>> ticks(7.3)
[0.0, 2.0, 4.0, 6.0, 8.0]
>>> ticks(0.0)
[0.0, 1.0]
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

COLUMNS = 2
WIDTH, HEIGHT = 330, 150
"""Of a panel with its title and its numbers."""
LEFT, TOP, RIGHT, BOTTOM = 46, 26, 12, 20
INK = "#31688e"
_MOST_TICKS = 5


def draw(curves: Mapping[str, Sequence[float]], of: str) -> str:
    """An SVG with a panel for each curve; ``of`` names what goes from left to right."""
    drawn = [(name, values) for name, values in curves.items() if len(values) > 1]
    rows = math.ceil(len(drawn) / COLUMNS)
    parts = []
    for number, (name, values) in enumerate(drawn):
        x, y = number % COLUMNS * WIDTH, number // COLUMNS * HEIGHT
        parts.append(f'<g transform="translate({x} {y})">{_panel(name, values, of)}</g>')
    width, height = COLUMNS * WIDTH, rows * HEIGHT
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11">\n'
        f'<rect width="{width}" height="{height}" fill="white"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def ticks(most: float) -> list[float]:
    """Round numbers from zero to at least ``most``, a handful."""
    if most <= 0:
        return [0.0, 1.0]
    step = 10.0 ** math.floor(math.log10(most))
    while most / step > _MOST_TICKS:
        step *= 2
    while most / step <= _MOST_TICKS / 2:
        step /= 2
    return [round(step * number, 6) for number in range(math.ceil(most / step) + 1)]


def _panel(name: str, values: Sequence[float], of: str) -> str:
    marks = ticks(max(values))
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    parts = [f'<text x="{LEFT}" y="16" font-weight="bold">{escape(name)}</text>']
    for mark in marks:
        y = bottom - (bottom - TOP) * mark / marks[-1]
        parts.append(f'<path d="M{LEFT} {y:.1f}H{right}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 5}" y="{y + 4:.1f}" text-anchor="end">{mark:g}</text>')
    places = [
        (LEFT + (right - LEFT) * place / (len(values) - 1), bottom - (bottom - TOP) * value / marks[-1])
        for place, value in enumerate(values)
    ]
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
    parts.append(f'<path d="M{path}" fill="none" stroke="{INK}" stroke-width="1.5"/>')
    parts.append(f'<text x="{LEFT}" y="{HEIGHT - 5}">1</text>')
    parts.append(f'<text x="{right}" y="{HEIGHT - 5}" text-anchor="end">{len(values)} {escape(of)}</text>')
    return "".join(parts)
