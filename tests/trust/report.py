"""Writes ``docs/trust.md`` from the results of the last long run: ``python -m tests.trust.report``.

The results are kept in ``docs/trust/results``; ``--take`` first takes those of a new run from ``build/trust``.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.trust import plot
from tests.trust.campaign import Result, Row

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "trust.md"
PICTURES = ROOT / "docs" / "trust"
RESULTS = PICTURES / "results"
FRESH = Path("build/trust")
AUDIT = "audit"
MOST_FAILURES = 20
"""Failures of a campaign that the page lists; the rest is in its file."""


@dataclass(frozen=True)
class Chapter:
    """What the page says of a campaign, whatever came of it. ``steps`` names what its curves go along."""

    title: str
    text: str
    unit: str
    steps: str = "samples"


CHAPTERS: Mapping[str, Chapter] = {
    "soak": Chapter(
        "Evenings back to back",
        "Whole games, one after the other, in one process and one folder: all modes, boards and looks, under a virtual camera and with a "
        "virtual wheel; everything else is the real thing, with four phones over real sockets, of which two lose their connection now and then. "
        "After five games the table is switched off and on again. Each game must end as the people wanted it: in the record, whose scores are counted once more by hand, "
        "on the table, in the journal and on every phone. Memory, threads, handles and what the journal takes for a command must level off over "
        "the second half; no log may hold an exception.",
        "games",
        "games",
    ),
    "faults": Chapter(
        "Faults",
        "Something breaks at a random time in a simulated game. Play must go on by what is left, a plain notice must say what is missing, all must come back by itself, "
        "nothing confirmed may be lost, and nothing may happen twice.",
        "faults",
    ),
    "bad_input": Chapter(
        "Bad input",
        "Every reader of what comes from outside gets damaged, random and hostile input. It may refuse, in words; it may not crash, take longer than a second or grow.",
        "inputs",
    ),
    "determinism": Chapter(
        "Determinism",
        "Recorded games are replayed on every supported Python, each time with another seed for its hashes, and must come to the identical state.",
        "replays",
    ),
}


def page(results: Mapping[str, Result], audit: Mapping[str, Any] | None = None) -> str:
    """The page of these results, by their campaigns' names."""
    return (
        "\n".join([*_head(), *_summary(results, audit), *_chapters(results), *_packages(audit), *_again()])
        + "\n"
    )


def pictures(results: Mapping[str, Result]) -> dict[str, str]:
    """The pictures that the page shows, by the names of their files."""
    return {
        f"{name}.svg": plot.draw(result.curves, CHAPTERS[name].steps)
        for name, result in results.items()
        if _has_curves(result)
    }


def read(folder: Path) -> tuple[dict[str, Result], dict[str, Any] | None]:
    """The results of a folder, as far as they are there."""
    found = {name: folder / f"{name}.json" for name in CHAPTERS}
    results = {name: Result.read(file) for name, file in found.items() if file.exists()}
    audit = folder / f"{AUDIT}.json"
    return results, json.loads(audit.read_text(encoding="utf-8")) if audit.exists() else None


def write(folder: Path = RESULTS) -> None:
    """Write the page and its pictures."""
    results, audit = read(folder)
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures(results).items():
        (PICTURES / name).write_text(picture, encoding="utf-8")
    PAGE.write_text(page(results, audit), encoding="utf-8")


def take(fresh: Path = FRESH, folder: Path = RESULTS) -> list[str]:
    """Keep the results of a new run in place of those of the last; their names."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [fresh / f"{name}.json" for name in (*CHAPTERS, AUDIT)]
    taken = [file for file in files if file.exists()]
    for file in taken:
        shutil.copyfile(file, folder / file.name)
    return [file.stem for file in taken]


# The parts -------------------------------------------------------------------------------------------


def _head() -> Iterator[str]:
    yield "# How far to trust it"
    yield ""
    yield (
        "What a table must be able to rely on, tried long and often on virtual hardware, and what came of it in the last long run. "
        "`./check trust` does it all again and writes this page; nothing here is written by hand."
    )
    yield ""
    yield (
        "*Lost* counts confirmed events that were gone afterwards, *doubled* those that were there twice, *false alarms* what the referee said though nobody had made a mistake."
    )
    yield ""


def _summary(results: Mapping[str, Result], audit: Mapping[str, Any] | None) -> Iterator[str]:
    yield "| | tried | of | survived | lost | doubled | false alarms | minutes | |"
    yield "| --- | --: | --: | --: | --: | --: | --: | --: | --- |"
    for name, chapter in CHAPTERS.items():
        result = results.get(name)
        if result is None:
            yield f"| {chapter.title} | 0 | | | | | | | **not run** |"
            continue
        rows = result.rows
        counts = [
            sum(getattr(row, part) for row in rows)
            for part in ("survived", "lost", "doubled", "false_alarms")
        ]
        told = " | ".join(f"{count:,}" for count in counts)
        yield f"| [{chapter.title}](#{_anchor(chapter.title)}) | {result.tried:,} | {result.wanted:,} {chapter.unit} | {told} | {result.seconds / 60:.0f} | {_verdict(result)} |"
    yield ""
    if audit is None:
        yield "The packages that the product is made of were not looked at."
        yield ""


def _verdict(result: Result) -> str:
    wrongs = [] if result.is_clean else [f"{len(result.failures)} failures"]
    if not result.is_whole:
        wrongs.append("not whole: the time was over")
    return "**" + ", ".join(wrongs) + "**" if wrongs else "passed"


def _chapters(results: Mapping[str, Result]) -> Iterator[str]:
    for name, chapter in CHAPTERS.items():
        yield f"## {chapter.title}"
        yield ""
        yield chapter.text
        yield ""
        result = results.get(name)
        if result is None:
            yield "This was not run yet."
            yield ""
            continue
        yield from _rows(result.rows, chapter)
        if not result.is_whole:
            yield f"**Not whole:** {result.tried:,} of {result.wanted:,} {chapter.unit} were tried before the time was over."
            yield ""
        yield from _list("", result.notes)
        yield from _list("What was wrong:", result.failures[:MOST_FAILURES])
        if len(result.failures) > MOST_FAILURES:
            yield f"And {len(result.failures) - MOST_FAILURES} more, in `docs/trust/results/{name}.json`."
            yield ""
        if _has_curves(result):
            yield f"![{chapter.title}: {', '.join(result.curves)}](trust/{name}.svg)"
            yield ""
        if result.repeat:
            yield f"Again: `{result.repeat}`"
            yield ""


def _rows(rows: list[Row], chapter: Chapter) -> Iterator[str]:
    yield f"| {chapter.unit} | tried | survived | lost | doubled | false alarms | seconds | |"
    yield "| --- | --: | --: | --: | --: | --: | --: | --- |"
    for row in rows:
        said = "passed" if row.is_clean else f"**{len(row.failures)} failures**"
        tried = (
            f"{row.tried:,} | {row.survived:,} | {row.lost:,} | {row.doubled:,} | {row.false_alarms:,} | {row.seconds:,.0f}"
            if row.tried
            else " | | | | | "
        )
        yield f"| {row.name} | {tried} | {said} |"
    yield ""


def _list(title: str, lines: list[str]) -> Iterator[str]:
    if not lines:
        return
    if title:
        yield title
        yield ""
    for line in lines:
        yield f"- {_plain(line)}"
    yield ""


def _packages(audit: Mapping[str, Any] | None) -> Iterator[str]:
    if audit is None:
        return
    packages, asked, known = audit["packages"], set(audit["asked"]), audit["known"]
    yield "## Packages of others"
    yield ""
    yield f"{len(packages)} packages on Python {audit['python']}; {len(asked)} of them were asked about, something is known against {len(known)}."
    yield ""
    if audit["missing"]:
        yield f"Not installed where this ran: {', '.join(audit['missing'])}."
        yield ""
    if audit["why_not"]:
        yield f"Not everything was asked: {audit['why_not']}."
        yield ""
    yield "| package | version | licence | known against it |"
    yield "| --- | --- | --- | --- |"
    for package in packages:
        weak = ", ".join(each["id"] for each in known.get(package["name"], ()))
        said = f"**{weak}**" if weak else "nothing" if package["name"] in asked else "not asked"
        yield f"| {package['name']} | {package['version']} | {package['licence']} | {said} |"
    yield ""
    yield "Again: `python tools/audit.py`"
    yield ""


def _again() -> Iterator[str]:
    yield "## Do it again"
    yield ""
    yield "```"
    yield "./check trust                                   everything, some hours on one core, then this page"
    yield "python -m tests.trust --only soak --minutes 10  a part of it, for as long as you like"
    yield "python -m tests.trust.report --take             this page from the results of the last run"
    yield "```"
    yield ""
    yield "A short run of each is part of `./check`. Results are in `docs/trust/results`."


def _has_curves(result: Result) -> bool:
    return any(len(values) > 1 for values in result.curves.values())


def _anchor(title: str) -> str:
    return title.lower().replace(" ", "-")


def _plain(line: str) -> str:
    """A line of a log that Markdown leaves alone."""
    for sign in ("\\", "`", "*", "_", "<", "[", "|"):
        line = line.replace(sign, "\\" + sign)
    return " ".join(line.split())


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--take", action="store_true", help="take the results of build/trust first")
    if parser.parse_args().take:
        take()
    write()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
