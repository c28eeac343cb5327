"""What ``pachamama recap`` does: reads a game, judges it while somebody may watch, writes what it found."""

from __future__ import annotations

from pathlib import Path

import typer
from rich.console import Console

from companion.commands.waiting import Work
from companion.files import keep_bytes, read_bytes
from companion.table.journal.documents import read_record
from companion.table.recap import look_back
from companion.table.recap.page import render
from companion.words import Language, T


def write_recap(file: Path, out: Path, png: Path | None, words: Language, *, seconds: float) -> None:
    """Write the page of a game's recap, and its picture if one is wanted."""
    record = read_record(read_bytes(file), str(file))
    done = [0, 0]

    def progress(judged: int, count: int) -> None:
        done[:] = judged, count

    work = Work(lambda stop: look_back(record, seconds=seconds, progress=progress, cancelled=stop))
    recap = work.result(
        lambda: words.say(T("Divinations judged: {done} of {count}.", done=done[0], count=done[1])),
        Console(stderr=True, highlight=False),
    )
    written = [out]
    keep_bytes(out, render(recap, words).encode(), shared=True)
    if png is not None:
        from companion.table.recap.poster import as_png

        keep_bytes(png, as_png(recap, words), shared=True)
        written.append(png)
    typer.echo(words.say(T("Written: {files}.", files=[str(path) for path in written])))
