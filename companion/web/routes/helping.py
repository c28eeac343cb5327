"""The coach, lessons, and everything that takes a while."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from companion.tiwanaku.game import Divine, State, why_not
from companion.tiwanaku.pieces import Crop
from companion.web.errors import Declined, absent, not_found
from companion.web.jobs import Cancelled, Progress, Result
from companion.web.routes.bodies import HintBody, WarningBody
from companion.web.routes.caller import Called, GameId
from companion.words import Language, T

router = APIRouter(tags=["help"])
Data = dict[str, Any]
STRONGEST = 3


@router.post("/hints", status_code=202)
async def hint(by: Called, body: HintBody) -> Data:
    """Ask the coach for a hint: where to look, how, or the whole reason in steps."""
    member, page, coach, state = by.member, by.page, by.page.ports.coach, by.page.state()
    if coach is None:
        raise absent(T("There is no coach at this table."))
    if not page.settings.hints:
        raise Declined(409, "not-legal", T("Hints are off at this table; see the settings."))

    def work(progress: Progress, cancelled: Cancelled) -> Result:
        given = coach(state, body.strength)
        steps = _steps(state) if body.strength == STRONGEST else None
        space = None if given.space is None else str(given.space)

        def result(words: Language) -> Data:
            told = [] if steps is None else steps(words)
            return {
                "strength": body.strength,
                "text": words.say(given.text),
                "space": space,
                "steps": told,
            }

        return result

    return {"job": page.jobs.begin(member.id, work, "hint").id}


@router.post("/warnings", status_code=202)
async def warning(by: Called, body: WarningBody) -> Data:
    """Ask the coach, privately, whether the crop about to be announced is certainly wrong."""
    member, page, warner, state = by.member, by.page, by.page.ports.warner, by.page.state()
    if warner is None:
        raise absent(T("There is no coach at this table."))
    if not page.settings.warned:
        raise Declined(409, "not-legal", T("Warnings are off at this table; see the settings."))
    space, crop = state.board.space(body.space), Crop(body.announced)
    refusal = why_not(state, Divine(space, crop))
    if refusal is not None:
        raise refusal

    def work(progress: Progress, cancelled: Cancelled) -> Result:
        text = warner(state, space, crop)
        return lambda words: {"text": None if text is None else words.say(text)}

    return {"job": page.jobs.begin(member.id, work, "warning").id}


def _steps(state: State) -> Any:
    """The steps of the reason, each with its spaces."""
    from companion.tiwanaku.explain import hint as found

    reason = found(state.position())

    def told(words: Language) -> list[Data]:
        if reason is None:
            return []
        return [
            {"text": words.say(step.text), "spaces": [str(space) for space in step.spaces]}
            for step in reason.steps
        ]

    return told


@router.get("/jobs/{job}")
def job(by: Called, job: GameId) -> Data:
    """How far a job is, or what came of it."""
    found = by.page.jobs.find(job, by.member.id)
    if found is None:
        raise not_found()
    return found.data(by.words)


@router.delete("/jobs/{job}", status_code=204)
async def cancel(by: Called, job: GameId) -> Response:
    """Nobody wants it any more."""
    found = by.page.jobs.find(job, by.member.id)
    if found is None:
        raise not_found()
    by.page.jobs.cancel(found)
    return Response(status_code=204)


@router.get("/lessons")
def lessons(by: Called) -> Data:
    """The lessons by name and title."""
    if by.page.ports.lessons is None:
        raise absent(T("There are no lessons at this table."))
    return {"lessons": list(by.page.ports.lessons.titles(by.words))}


@router.get("/lessons/{name}")
def lesson(by: Called, name: GameId) -> Data:
    """A lesson whole."""
    if by.page.ports.lessons is None:
        raise absent(T("There are no lessons at this table."))
    found = by.page.ports.lessons.lesson(name, by.words)
    if found is None:
        raise not_found()
    return found
