"""``pachamama transcribe``: enter a disc of one's own by keyboard, saved after every entry."""

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from companion.commands.options import LANG_HELP, REPLACE_HELP
from companion.errors import NotLegal
from companion.shelf import Origin, Shelf, name_key
from companion.table.transcribing import Dialogue, Stage
from companion.tiwanaku.transcription import Transcription
from companion.words import Language, T, Text

NOT_FINISHED = 1
# Erase what is visible and what could be scrolled back to, and go to the top.
_CLEAR = "\033[2J\033[3J\033[H"


def register(app: typer.Typer, words: Language) -> None:
    """Add the command to the command line."""

    @app.command(
        help=words.say(
            T(
                "Transcribe a disc: its back, then its front space by space. Whoever does it should not play that round."
            )
        ),
        epilog=words.say(T("Exit code: 0 the disc is kept, 1 not finished yet, 2 something cannot be read.")),
    )
    def transcribe(
        name: Annotated[
            str | None, typer.Argument(help=words.say(T("The name to keep the disc by.")))
        ] = None,
        recheck: Annotated[
            bool,
            typer.Option(
                "--recheck",
                help=words.say(T("Enter suspected spaces once more, without seeing any other.")),
            ),
        ] = False,
        replace: Annotated[bool, typer.Option("--replace", help=words.say(REPLACE_HELP))] = False,
        lang: Annotated[str | None, typer.Option("--lang", help=words.say(LANG_HELP))] = None,
    ) -> None:
        talk = _Talk(Shelf.own(), words)
        raise typer.Exit(talk.run(name, recheck=recheck, replace=replace))


class _Talk:
    """Asks, listens, saves; all that it says comes from the dialogue."""

    def __init__(self, shelf: Shelf, words: Language) -> None:
        self.shelf = shelf
        self.words = words

    def run(self, name: str | None, *, recheck: bool, replace: bool) -> int:
        """Talk until the disc is kept, or somebody stops; the exit code."""
        try:
            return self._transcribe(name or self._ask_name(), recheck=recheck, replace=replace)
        except KeyboardInterrupt:
            self._say("", self._clear())
            self._say(T("Stopped; every entry is saved."))
            return NOT_FINISHED

    def _transcribe(self, name: str, *, recheck: bool, replace: bool) -> int:
        name_key(name)
        self.shelf.check_free(name, replace=replace)
        draft = self.shelf.draft(name)
        name = draft.name if draft else " ".join(name.split())
        if recheck:
            _check_ready(name, draft)
        dialogue = Dialogue.begin(name, self.words, self.shelf.boards, draft)
        texts: Sequence[Text] = dialogue.report.texts if dialogue.report else ()
        while dialogue.stage is not Stage.FINISHED and not dialogue.stopped:
            line = self._ask(texts, dialogue.prompt)
            if line is None:
                break
            before, (dialogue, texts) = dialogue, dialogue.hear(line)
            self._save(before, dialogue)
        return self._end(dialogue, replace=replace)

    def _save(self, before: Dialogue, after: Dialogue) -> None:
        if after.transcription is None:
            if before.transcription is not None:
                self.shelf.drop_draft(after.name)
        elif after.transcription != before.transcription:
            self.shelf.save_draft(after.transcription)

    def _end(self, dialogue: Dialogue, *, replace: bool) -> int:
        self._say(self._clear())
        if dialogue.stage is not Stage.FINISHED or dialogue.transcription is None:
            shown = T("Stopped; “pachamama transcribe” goes on where it was: {name}.", name=dialogue.name)
            self._say(shown)
            return NOT_FINISHED
        self.shelf.keep(dialogue.transcription.scenario(), Origin.DISC, replace=replace)
        self.shelf.drop_draft(dialogue.name)
        self._say(dialogue.prompt)
        self._say(T("The disc is kept as “{name}”.", name=dialogue.name))
        return 0

    def _ask_name(self) -> str:
        drafts = self.shelf.drafts()
        begun = [
            T(
                "Begun: {name}, {number} of {total} spaces.",
                name=draft.name,
                number=draft.entered,
                total=len(draft.board.spaces),
            )
            for draft in drafts
        ]
        return self._ask(begun, T("Which name shall the disc have?")) or ""

    def _ask(self, texts: Sequence[Text], prompt: Text) -> str | None:
        """One question on an empty screen; None where no more lines come.

        Lines are read plainly: a history of lines would show earlier entries.
        """
        self._say(self._clear())
        for text in texts:
            self._say(text)
        sys.stdout.write(self.words.say(prompt) + " ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        return line.rstrip("\n") if line else None

    def _say(self, *texts: Text | str) -> None:
        for text in texts:
            if text:
                sys.stdout.write(text if isinstance(text, str) else self.words.say(text) + "\n")

    def _clear(self) -> str:
        return _CLEAR if sys.stdout.isatty() else ""


def _check_ready(name: str, draft: Transcription | None) -> None:
    if draft is None:
        raise NotLegal(T("No disc “{name}” is being transcribed.", name=name))
    if not draft.complete:
        left = T(
            "“{name}” is not entered completely yet: {number} of {total} spaces.",
            name=name,
            number=draft.entered,
            total=len(draft.board.spaces),
        )
        raise NotLegal(left)
