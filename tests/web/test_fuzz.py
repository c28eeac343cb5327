"""Everything that the description allows, and much that it does not: no answer is a failure, none tells a secret.

``PACHAMAMA_FUZZ`` is how many requests each operation gets; few by default, so that a check stays quick.
"""

from __future__ import annotations

import logging
import os
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from companion.tiwanaku.scenario import write_scenario
from companion.web.app import describe
from companion.web.page import Page
from companion.web.ports import Ports
from tests.tiwanaku.game.table import scenario
from tests.web.serving import serving
from tests.web.stand_ins import Camera, Lessons, Referee

schemathesis = pytest.importorskip("schemathesis")
requests = pytest.importorskip("requests")

EXAMPLES = int(os.environ.get("PACHAMAMA_FUZZ", "6"))
MODES = (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE)
"""What the description allows, and what it does not."""
SEED = 790_317_224_861


def secrets_of(land):
    """What no answer may hold: the seed, and rows of the solution as the file has them."""
    rows = [
        line
        for line in write_scenario(land).split("\n")
        if len(line.split()) == land.board.columns and "=" not in line
    ]
    assert len(rows) == land.board.rows
    return [str(SEED).encode(), *(row.encode() for row in rows)]


@cache
def description():
    """The interface's description, without anything behind it."""
    ports = dict.fromkeys(("inbox", "shelf", "settings", "bare", "keep_settings", "scenario_by_chance"))
    return describe(Page(Ports(**ports))).openapi()


@cache
def schema():
    return schemathesis.openapi.from_dict(description())


def test_the_description_names_every_operation_and_needs_no_script_from_elsewhere():
    found = description()
    assert len(found["paths"]) >= 35
    assert all(path.startswith("/api/v1/") for path in found["paths"])


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    land = replace(scenario(6, "short"), certificate={"seed": SEED})
    options = {"camera": Camera(), "referee": Referee(), "lessons": Lessons()}
    with serving(tmp_path_factory.mktemp("fuzz"), scenario=land, **options) as served:
        yield served, secrets_of(land)


OPERATIONS = sorted((method, path) for path, methods in description()["paths"].items() for method in methods)


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_no_request_breaks_the_table_or_gets_a_secret_out_of_it(table, caplog, method, path):
    served, secret = table
    operation = schema()[path][method.upper()]
    caplog.set_level(logging.DEBUG)
    session = requests.Session()
    tokens = []

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in MODES)))
    def ask(case):
        # Always a member, whatever the request before did: behind the door is more to break.
        if not tokens or served.page.guests.known(tokens[-1]) is None:
            _, token = served.page.guests.welcome("Fuzz", 1e12, member=True)
            tokens.append(token)
        answer = case.call(
            base_url=served.url, session=session, cookies={"pachamama": tokens[-1]}, timeout=20
        )
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400:
            assert answer.json()["error"]["code"]
        for each in secret:
            assert each not in answer.content

    ask()
    for token in tokens:
        device = served.page.guests.known(token)
        if device is not None:
            served.page.guests.leave(device.id)
    session.close()
    for record in caplog.records:
        assert record.levelno < logging.ERROR, record.getMessage()
        assert not any(each.decode() in record.getMessage() for each in secret)
