"""Draws how chance spreads the difficulty of scenarios: ``python tools/plot_difficulties.py`` (two minutes)."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path

from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.difficulty import Difficulty
from companion.tiwanaku.generator.dice import Dice
from companion.tiwanaku.generator.difficulty import MOST_SCORE, Walk, difficulty_of, walk
from companion.tiwanaku.generator.generate import candidates

TARGET = Path(__file__).parent.parent / "docs" / "difficulty.svg"
SCENARIOS = 400
LEFT, WIDTH, HEIGHT, FOOT = 0.30, 640, 150, 34
BIN = 0.01
INK = {"short": "#b5651d", "long": "#31688e"}


def scores(name: str) -> list[float]:
    """The scores of scenarios as chance makes them."""
    board = official_board(name)
    return [walk(solution, start).score for solution, start in islice(candidates(board, Dice(1)), SCENARIOS)]


def x_of(score: float) -> float:
    """Where a score stands in the drawing."""
    return (score - LEFT) / 0.4 * WIDTH


def panel(name: str, values: list[float], top: int) -> list[str]:
    """One histogram with the borders of the four difficulties."""
    bins = Counter(int(value / BIN) for value in values)
    highest = max(bins.values())
    lines = [f'<text x="6" y="{top + 16}" font-weight="bold">{name} board, {len(values)} scenarios</text>']
    for number, count in sorted(bins.items()):
        height = count / highest * (HEIGHT - 30)
        lines.append(
            f'<rect x="{x_of(number * BIN):.1f}" y="{top + HEIGHT - height:.1f}" width="{BIN / 0.4 * WIDTH - 1:.1f}" '
            f'height="{height:.1f}" fill="{INK[name]}"/>'
        )
    shares = Counter(difficulty_of_score(value) for value in values)
    borders = [LEFT, *MOST_SCORE.values(), LEFT + 0.4]
    for difficulty, low, high in zip(Difficulty, borders, borders[1:], strict=False):
        middle = x_of((low + high) / 2)
        share = 100 * shares[difficulty] / len(values)
        lines.append(
            f'<text x="{middle:.0f}" y="{top + HEIGHT + 16}" text-anchor="middle">{difficulty.value} {share:.0f} %</text>'
        )
        lines.append(
            f'<line x1="{x_of(high):.0f}" x2="{x_of(high):.0f}" y1="{top + 20}" y2="{top + HEIGHT + 6}" stroke="#555"/>'
        )
    return lines


def difficulty_of_score(score: float) -> Difficulty:
    """The difficulty that a score falls on."""
    return difficulty_of(Walk(score, score))


def main() -> None:
    """Write the drawing."""
    panels = [panel(name, scores(name), number * (HEIGHT + FOOT)) for number, name in enumerate(INK)]
    height = len(panels) * (HEIGHT + FOOT)
    body = "\n".join(line for lines in panels for line in lines)
    TARGET.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12">\n'
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>\n{body}\n</svg>\n',
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
