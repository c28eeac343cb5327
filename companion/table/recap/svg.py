"""The pictures of a recap's page as inline SVG; colours come from the page's style."""

from __future__ import annotations

from html import escape

from companion.table.recap.chart import Box, Chart, Line, Marker, lay_out
from companion.table.recap.story import Story
from companion.table.recap.words import SCORES, TURN, name
from companion.tiwanaku.board import Space
from companion.tiwanaku.position import Position
from companion.words import Language

_WIDE, _NARROW = (640, 360), (340, 300)
"""Width and height of the plot on a large screen, and on a phone: letters keep their size."""
_NAMES = 118
_TOP = 28
_MARK = 4.5
_LABEL = 18
_SPACE = 44
_MARGIN = 74


def scores(story: Story, words: Language) -> str:
    """The plot of the scores, twice: the style shows the one that fits the screen."""
    return _scores(story, words, "on-large", *_WIDE) + _scores(story, words, "on-phone", *_NARROW)


def _scores(story: Story, words: Language, kind: str, width: int, height: int) -> str:
    chart = lay_out(story, Box(30, 14, width - _NAMES, height - 40), _LABEL)
    labels = [f"{name(party.name, words)} {party.score}" for party in story.parties]
    parts = [_axes(chart, words)]
    parts += [
        _line(line, f"c-{story.parties[line.party].colour.value}", labels[line.party]) for line in chart.lines
    ]
    title = escape(f"{words.say(SCORES)}: {', '.join(labels)}")
    return (
        f'<svg class="{kind}" viewBox="0 0 {width} {height}" role="img" aria-label="{title}"><title>{title}</title>'
        f"{''.join(parts)}</svg>"
    )


def board(position: Position, target: Space, words: Language) -> str:
    """A board with its tiles: the letter of the terrain, the level of the crop; the target is framed."""
    there = position.board
    width, height = _MARGIN + there.columns * _SPACE + 4, _TOP + there.rows * _SPACE + 4
    parts = []
    for column in range(there.columns):
        x = _MARGIN + (column + 0.5) * _SPACE
        said = escape(words.say(there.at(0, column).element_text))
        # Long names of neighbours stand on two heights.
        parts.append(
            f'<text class="small" x="{x:g}" y="{11 if column % 2 else 24}" text-anchor="middle">{said}</text>'
        )
    for row in range(there.rows):
        y = _TOP + (row + 0.5) * _SPACE + 3
        said = escape(words.say(there.at(row, 0).animal_text))
        parts.append(f'<text class="small" x="{_MARGIN - 8}" y="{y:g}" text-anchor="end">{said}</text>')
    for space in there.spaces:
        parts.append(_space(position, space, framed=space == target))
    label = escape(words.say(target))
    return f'<svg class="board" viewBox="0 0 {width} {height}" role="img" aria-label="{label}">{"".join(parts)}</svg>'


def key(line: int) -> str:
    """A short piece of a party's line with its mark, for tables."""
    marker, dashes = list(Marker)[line % 4], Line(line, (), (), 0).dashes
    return (
        '<svg class="key" viewBox="0 0 36 14" aria-hidden="true">'
        f'<path class="line" d="M2 7H34"{_dashed(dashes)}/>{_marks(((18, 7),), marker)}</svg>'
    )


def _axes(chart: Chart, words: Language) -> str:
    box, parts = chart.box, []
    for tick in chart.points:
        parts.append(f'<path class="grid" d="M{box.left:g} {tick.at:.1f}H{box.right:g}"/>')
        parts.append(
            f'<text class="small" x="{box.left - 6:g}" y="{tick.at + 4:.1f}" text-anchor="end">{tick.number}</text>'
        )
    for tick in chart.turns:
        parts.append(
            f'<text class="small" x="{tick.at:.1f}" y="{box.bottom + 16:g}" text-anchor="middle">{tick.number}</text>'
        )
    middle = (box.left + box.right) / 2
    turn = escape(words.say(TURN))
    parts.append(
        f'<text class="small" x="{middle:g}" y="{box.bottom + 34:g}" text-anchor="middle">{turn}</text>'
    )
    return "".join(parts)


def _line(line: Line, colour: str, label: str) -> str:
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in line.points)
    x, y = (line.points[-1][0] + 10, line.label_y + 4) if line.points else (0, 0)
    return (
        f'<g class="{colour}"><path class="line" d="M{path}"{_dashed(line.dashes)}/>{_marks(line.marked, line.marker)}'
        f'<text class="name" x="{x:.1f}" y="{y:.1f}">{escape(label)}</text></g>'
    )


def _dashed(dashes: tuple[int, ...]) -> str:
    return f' stroke-dasharray="{" ".join(map(str, dashes))}"' if dashes else ""


def _marks(points: tuple[tuple[float, float], ...], marker: Marker) -> str:
    corners = marker.corners(_MARK)
    if not corners:
        return "".join(f'<circle class="mark" cx="{x:.1f}" cy="{y:.1f}" r="{_MARK}"/>' for x, y in points)
    marks = []
    for x, y in points:
        path = "L".join(f"{x + dx:.1f} {y + dy:.1f}" for dx, dy in corners)
        marks.append(f'<path class="mark" d="M{path}Z"/>')
    return "".join(marks)


def _space(position: Position, space: Space, *, framed: bool) -> str:
    x, y = _MARGIN + space.column * _SPACE, _TOP + space.row * _SPACE
    terrain, crop = position.terrain(space), position.crop(space)
    kind = f"t-{terrain.value}" if terrain else "t-none"
    side = _SPACE - 2
    parts = [f'<rect class="{kind}" x="{x}" y="{y}" width="{side}" height="{side}" rx="5"/>']
    if terrain is not None:
        parts.append(f'<text class="letter" x="{x + 5}" y="{y + 13}">{terrain.letter}</text>')
    if crop is not None or framed:
        said = crop.level if crop is not None else "?"
        middle = _SPACE / 2 - 1
        parts.append(f'<text class="crop" x="{x + middle:g}" y="{y + 30}" text-anchor="middle">{said}</text>')
    if framed:
        parts.append(f'<rect class="frame" x="{x}" y="{y}" width="{side}" height="{side}" rx="5"/>')
    return "".join(parts)
