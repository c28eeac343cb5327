"""What a request is answered with when it cannot be done: a status, a stable code, a sentence."""

from __future__ import annotations

from typing import Any

from companion.errors import NotLegal, PachamamaError, Unwritable
from companion.tiwanaku.game import Refused
from companion.words import Language, T, Text


class Declined(PachamamaError):  # noqa: N818
    """A request that is not carried out; ``code`` is for programs, the text for people, ``more`` stands beside them."""

    def __init__(
        self,
        status: int,
        code: str,
        text: Text,
        *,
        retry_after: int | None = None,
        more: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(text)
        self.status = status
        self.code = code
        self.retry_after = retry_after
        self.more = more or {}


def status_and_code(error: PachamamaError) -> tuple[int, str]:
    """How an error of ours is told over HTTP.

    >>> from companion.errors import Unreadable
    >>> status_and_code(Unreadable(T("What?")))
    (400, 'unreadable')
    """
    match error:
        case Declined():
            return error.status, error.code
        case Refused():
            return 409, error.code.value
        case NotLegal():
            return 409, "not-legal"
        case Unwritable():
            return 507, "unwritable"
        case _:
            return 400, "unreadable"


def error_data(error: PachamamaError, words: Language) -> dict[str, Any]:
    """An error as the interface tells it."""
    return {"code": status_and_code(error)[1], "text": words.say(error.text)}


def not_a_member() -> Declined:
    """Somebody without the table's code wants to act."""
    return Declined(401, "not-a-member", T("Join first: the table's code is shown on the wheel."))


def no_game() -> Declined:
    """There is no game to do that in."""
    return Declined(409, "no-game", T("No game has been set up yet."))


def not_found() -> Declined:
    """There is no such thing."""
    return Declined(404, "not-found", T("There is nothing here by that name."))


def absent(what: Text) -> Declined:
    """This table has no such part."""
    return Declined(404, "absent", what)


def too_many(seconds: float) -> Declined:
    """Somebody tries too often."""
    wait = max(1, round(seconds))
    return Declined(
        429, "too-many", T("Too many tries: wait {seconds} seconds.", seconds=wait), retry_after=wait
    )
