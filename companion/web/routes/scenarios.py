"""The shelf of scenarios: what may be known of each, and new ones from codes. What a board holds never comes out."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query

from companion.shelf import Origin
from companion.tiwanaku.code import scenario_of_code
from companion.web.routes.bodies import ImportBody
from companion.web.routes.caller import Called

router = APIRouter(prefix="/scenarios", tags=["scenarios"])
Data = dict[str, Any]
Filter = Annotated[str | None, Query(max_length=40)]


@router.get("")
def scenarios(by: Called, board: Filter = None, difficulty: Filter = None) -> Data:
    """All scenarios, perhaps of one board and one difficulty; ``damaged`` counts files that cannot be read."""
    shelf = by.page.ports.shelf
    listing = shelf.listing()
    return {
        "scenarios": [
            {
                "name": listed.name,
                "board": listed.board,
                "spaces": listed.spaces,
                "difficulty": listed.difficulty,
                "origin": listed.origin.value,
                "played": listed.played,
                "otoma": bool(shelf.boards[listed.board].trails),
            }
            for listed in listing.scenarios
            if board in (None, listed.board) and difficulty in (None, listed.difficulty)
        ],
        # What is wrong with a file could tell of what it holds.
        "damaged": len(listing.damaged),
    }


@router.post("/import", status_code=201)
def take_in(by: Called, body: ImportBody) -> Data:
    """Keep the scenario of a code under a name."""
    from companion.tiwanaku.generator.rating import rated

    _ = by.member
    shelf = by.page.ports.shelf
    shelf.check_free(body.name, replace=body.replace)
    scenario = scenario_of_code(body.code, " ".join(body.name.split()))
    shelf.keep(rated(scenario), Origin.IMPORTED, replace=body.replace)
    return {"name": scenario.name}
