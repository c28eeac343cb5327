"""A real browser for the page: Debian's Chromium, driven by Playwright. Where one is missing these tests are skipped."""

from __future__ import annotations

import os
import shutil

import pytest

from tests.web.browser.phones import Phones
from tests.web.browser.sample_table import QUICK, evening_valley
from tests.web.serving import serving

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]


def _missing(what: str) -> None:
    """On a build server nothing may be skipped unseen."""
    reason = f"{what} is missing, so the page is not tried in a browser (apt install chromium)"
    if os.environ.get("PACHAMAMA_NEEDS_BROWSER"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def browser():
    """Chromium, started once."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        _missing("Chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing("Playwright")
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=program, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def table(tmp_path):
    """A table with a short game on it."""
    with serving(tmp_path, scenario=evening_valley(), settings=QUICK) as served:
        yield served


@pytest.fixture
def phones(browser, table):
    """Phones at that table."""
    with Phones(browser, table.url) as opened:
        yield opened
