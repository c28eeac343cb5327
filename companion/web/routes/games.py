"""Saved games and new ones: list, show, begin, go on, take along, look back on, forget."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter
from starlette.responses import HTMLResponse, Response

from companion.errors import Unreadable
from companion.table.journal import KeptGame, ListedGame
from companion.tiwanaku.game import Difficulty, Mode, Phase, Setup, explain_score, public_view
from companion.tiwanaku.game.view_data import side_names, view_data
from companion.tiwanaku.pieces import PLAYER_COLOURS
from companion.tiwanaku.scenario import Scenario
from companion.web.errors import Declined, absent, not_found
from companion.web.feed import dumps
from companion.web.jobs import Cancelled, Progress, Result
from companion.web.page import Page
from companion.web.ports import SavedGames
from companion.web.routes.bodies import ConfirmBody, DeleteBody, DiscBody, NewGameBody
from companion.web.routes.caller import Called, GameId
from companion.words import Language, T

router = APIRouter(tags=["games"])
Data = dict[str, Any]
RECAP_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'"
"""A recap is one page with its style inside and no script; it is shown in a box of its own, with no rights at all."""


@router.get("/games")
def games(by: Called) -> Data:
    """All saved games, those last sat down to first."""
    saved = _saved(by.page)
    return {"games": [_listed(game, saved.present) for game in saved.journal.games()]}


@router.get("/games/{game}")
def game(by: Called, game: GameId) -> Data:
    """A saved game as it stands, and why every point is there."""
    return _shown(_saved(by.page).journal.game(game), by.words)


@router.get("/games/{game}/export")
def export(by: Called, game: GameId) -> Response:
    """A game as a file: what everybody at the table saw, without the solution."""
    data = _saved(by.page).journal.export(game)
    return Response(
        dumps(data) + "\n",
        media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="tiwanaku-{data["game"]}.json"'},
    )


@router.post("/games", status_code=201)
async def begin(by: Called, body: NewGameBody) -> Data:
    """Begin a new game."""
    _ = by.member
    page, saved = by.page, _saved(by.page)
    _check_free(page, body.confirm)
    setup = _setup(body)
    opening = await asyncio.to_thread(lambda: saved.new(_scenario(page, body.scenario, setup), setup))
    await page.open_game(opening)
    return {"revision": page.feed.revision}


@router.post("/games/{game}/resume")
async def resume(by: Called, game: GameId, body: ConfirmBody) -> Data:
    """Go on with a saved game."""
    _ = by.member
    page, saved = by.page, _saved(by.page)
    if saved.present != game:
        _check_free(page, body.confirm)
        await page.open_game(lambda: saved.go_on(game))
    return {"revision": page.feed.revision}


@router.delete("/games/{game}", status_code=204)
def delete(by: Called, game: GameId, body: DeleteBody) -> Response:
    """Forget a game for ever."""
    _ = by.member
    saved = _saved(by.page)
    kept = saved.journal.game(game)
    if kept.id == saved.present:
        raise Declined(409, "in-play", T("This game lies on the table; begin another one first."))
    if body.confirm != kept.id:
        raise Declined(409, "unconfirmed", T("A deleted game is gone for ever: say its id once more."))
    saved.journal.delete(kept.id)
    return Response(status_code=204)


@router.post("/wheel/disc")
async def lay_in(by: Called, body: DiscBody) -> Data:
    """Lay a disc into the bare wheel."""
    from companion.tiwanaku.game import Wheel

    page, member = by.page, by.member
    page.check_may_open(member, None)
    await page.lay_in(lambda: Wheel(page.ports.shelf.scenario(body.scenario)))
    return {"revision": page.feed.revision}


# Looking back ------------------------------------------------------------------------------------


@router.post("/games/{game}/recap", status_code=202)
async def recap(by: Called, game: GameId) -> Data:
    """Look back on a game; takes a while, see ``jobs``."""
    member, page, saved, look_back = by.member, by.page, _saved(by.page), by.page.ports.recap
    if look_back is None:
        raise absent(T("This table cannot look back on games."))
    kept = await asyncio.to_thread(saved.journal.game, game)
    if kept.id == saved.present and kept.record.state.phase is not Phase.OVER:
        raise Declined(409, "in-play", T("A game is looked back on when it is over."))

    def work(progress: Progress, cancelled: Cancelled) -> Result:
        pages = look_back(kept.record, progress, cancelled)
        return lambda words: {"html": pages(words)}

    return {"job": page.jobs.begin(member.id, work, "recap").id}


@router.get("/jobs/{job}/page", response_class=HTMLResponse)
def recap_page(by: Called, job: GameId) -> Response:
    """The page that came of a recap."""
    found = by.page.jobs.find(job, by.member.id)
    html = found.result(by.words).get("html") if found is not None and found.result is not None else None
    if html is None:
        raise not_found()
    return HTMLResponse(
        html, headers={"Content-Security-Policy": RECAP_POLICY, "X-Frame-Options": "SAMEORIGIN"}
    )


def _saved(page: Page) -> SavedGames:
    if page.ports.games is None:
        raise absent(T("No games are saved at this table."))
    return page.ports.games


def _check_free(page: Page, confirmed: bool) -> None:
    record = page.record
    if record is not None and record.state.phase is not Phase.OVER and not confirmed:
        raise Declined(
            409, "unconfirmed", T("An unfinished game lies on the table. Put it aside? It stays saved.")
        )


def _setup(body: NewGameBody) -> Setup:
    known = {colour.value: colour for colour in PLAYER_COLOURS}
    for name in body.colours:
        if name not in known:
            raise Unreadable(
                T("{name} is no player's colour: choose from {known}.", name=name[:20], known=sorted(known))
            )
    return Setup(
        Mode(body.mode),
        tuple(known[name] for name in body.colours),
        first=body.first,
        difficulty=None if body.difficulty is None else Difficulty(body.difficulty),
    )


def _scenario(page: Page, name: str | None, setup: Setup) -> Scenario:
    return page.ports.scenario_by_chance(setup) if name is None else page.ports.shelf.scenario(name)


def _listed(game: ListedGame, present: str | None) -> Data:
    progress = game.progress
    return {
        "id": game.id,
        "scenario": game.scenario,
        "mode": progress.mode or None,
        "colours": list(progress.colours),
        "scores": list(progress.scores),
        "turns": progress.turns,
        "over": progress.over,
        "begun": game.begun,
        "changed": game.changed,
        "resumable": game.resumable,
        "present": game.id == present,
    }


def _shown(kept: KeptGame, words: Language) -> Data:
    record, state = kept.record, kept.record.state
    names = () if state.agreed is None else side_names(state.setup.mode, state.setup.colours)
    return {
        "id": kept.id,
        "name": record.back.name,
        "begun": kept.begun,
        "damaged": kept.damaged,
        "over": state.phase is Phase.OVER,
        "view": None if state.agreed is None else view_data(public_view(state)),
        "sides": [
            {
                "name": name,
                "score": state.sides[side].score,
                "points": [
                    {"points": line.points, "total": line.total, "text": words.say(line.text)}
                    for line in explain_score(record.events, side)
                ],
            }
            for side, name in enumerate(names)
        ],
    }
