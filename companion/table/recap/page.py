"""A recap as one HTML page: no script, nothing from elsewhere, light or dark as the reader's screen is."""

from __future__ import annotations

from html import escape
from importlib import resources

from companion.table.recap import svg
from companion.table.recap import words as said
from companion.table.recap.looking_back import Judged, Recap
from companion.table.recap.story import Story
from companion.words import Language, Spoken, T, Text

_HEADINGS = (
    T("Turn"),
    T("Player"),
    T("Space"),
    T("Announced"),
    T("True crop"),
    T("Points"),
    T("Odds"),
    T("It was"),
)


def render(recap: Recap, words: Language) -> str:
    """The page of a recap."""
    story = recap.story
    title = f"{words.say(said.TITLE)}: {story.name}"
    style = resources.files(__package__).joinpath("style.css").read_text("utf-8")
    sections = (
        _section(said.SCORES, svg.scores(story, words), words),
        _section(said.POINTS, _points(story, words), words),
        _section(said.DIVINATIONS, _divinations(recap, words), words),
        _section(said.LONGEST, _longest(recap, words), words),
    )
    return (
        f'<!doctype html>\n<html lang="{words.code}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{escape(title)}</h1>\n<p>{escape(words.say(said.outcome(story)))}</p>\n"
        f"{''.join(sections)}</main>\n</body>\n</html>\n"
    )


def _section(title: Text, content: str, words: Language) -> str:
    return f"<section>\n<h2>{escape(words.say(title))}</h2>\n{content}\n</section>\n"


def _points(story: Story, words: Language) -> str:
    """A table with a bar for every number; points lost are hatched and have their sign."""
    sources = story.sources
    most = (
        max((abs(party.points.get(source, 0)) for party in story.parties for source in sources), default=1)
        or 1
    )
    head = "".join(
        f'<th scope="col" class="c-{party.colour.value}">{svg.key(number)} {escape(said.name(party.name, words))}</th>'
        for number, party in enumerate(story.parties)
    )
    rows = []
    for source in sources:
        cells = "".join(
            _bar(party.points.get(source, 0), most, f"c-{party.colour.value}") for party in story.parties
        )
        rows.append(f'<tr><th scope="row">{escape(said.name(source.text, words))}</th>{cells}</tr>')
    totals = "".join(f'<td class="total">{party.score}</td>' for party in story.parties)
    rows.append(f'<tr><th scope="row">{escape(said.name(said.TOTAL, words))}</th>{totals}</tr>')
    return f'<div class="wide"><table class="points"><thead><tr><td></td>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'


def _bar(points: int, most: int, colour: str) -> str:
    if not points:
        return "<td>0</td>"
    kind = "bar lost" if points < 0 else "bar"
    number = f"−{-points}" if points < 0 else str(points)
    share = max(2, round(100 * abs(points) / most))
    return f'<td class="{colour}"><span class="number">{number}</span><span class="{kind}" style="width:{share}%"></span></td>'


def _divinations(recap: Recap, words: Language) -> str:
    if not recap.judged:
        return _paragraph(said.NO_DIVINATIONS, words)
    counts = "".join(
        f'<li class="v-{verdict.value}"><b>{count}</b> {said.SIGNS[verdict]} {escape(words.say(verdict.text))}</li>'
        for verdict, count in said.tally(recap)
    )
    names = [words.say(heading) for heading in _HEADINGS]
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in names)
    rows = "".join(_divination(each, names, words) for each in recap.judged)
    table = f'<table class="stacked"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
    note = "" if recap.complete else _paragraph(said.NOT_ALL, words)
    return f'<ul class="tally">{counts}</ul>{table}{note}'


def _divination(judged: Judged, names: list[str], words: Language) -> str:
    each = judged.divination
    points = f"−{-each.points}" if each.points < 0 else f"+{each.points}"
    verdict = f"{said.SIGNS[judged.verdict]} {words.say(judged.verdict.text)}"
    values: tuple[Text | Spoken | str, ...] = (
        str(each.turn),
        each.player,
        each.space,
        each.announced,
        each.crop,
        points,
        said.odds(judged),
        verdict,
    )
    cells = "".join(
        f'<td data-name="{escape(heading)}">{escape(value if isinstance(value, str) else words.say(value))}</td>'
        for heading, value in zip(names, values, strict=True)
    )
    return f'<tr class="v-{judged.verdict.value}">{cells}</tr>'


def _longest(recap: Recap, words: Language) -> str:
    text = _paragraph(said.longest(recap), words)
    if recap.longest is None:
        return text
    judged, why = recap.longest
    steps = "".join(
        f"<li><b>{escape(words.say(step.name))}.</b> {escape(words.say(step.text))}</li>"
        for step in why.steps
    )
    picture = svg.board(judged.divination.position, judged.divination.space, words)
    return f'{text}<div class="wide">{picture}</div><ol>{steps}</ol>'


def _paragraph(text: Text, words: Language) -> str:
    return f"<p>{escape(said.name(text, words))}</p>"
