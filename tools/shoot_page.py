"""Takes pictures of every view of the page, on a phone and on a laptop, for docs/screens.

    python tools/shoot_page.py [FOLDER]

Needs Chromium and Playwright. The table is the tests' sample one, with a game in its middle.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image

PROJECT = Path(__file__).resolve().parent.parent
SIZES = {"phone": (360, 740), "laptop": (1280, 800)}
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-sync",
)
CODE = "482913"
PATIENCE = 8000


def _nothing(page: Any) -> None:
    """Shown as it comes."""


def _choose_meeple(page: Any) -> None:
    page.click("[data-place='river/condor']")


def _pencil(page: Any) -> None:
    page.get_by_role("button", name="Mark what follows").click()
    page.click("[data-place='leaf/condor']")
    for name in ("dirt", "grass", "rock", "quinoa", "chili"):
        page.locator(".pencil-box .choice", has_text=name).click()


def _ask_why(page: Any) -> None:
    page.get_by_role("button", name="Why").click()
    page.locator(".mark-hint, .toast").first.wait_for()


def _take_lesson(page: Any) -> None:
    page.get_by_role("button", name="Keep apart").click()
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="grass").click()


def _picture(page: Any) -> None:
    page.locator(".camera-frame img[src]").wait_for()
    page.locator(".reading").first.wait_for()


def _turn(page: Any) -> None:
    page.locator(".ring-element [data-name=river]").click()


SHOTS: dict[str, tuple[str, Callable[[Any], None]]] = {
    "table": ("table", _choose_meeple),
    "wheel": ("wheel", _turn),
    "notebook": ("notebook", _pencil),
    "coach": ("coach", _ask_why),
    "lesson": ("coach", _take_lesson),
    "camera": ("camera", _picture),
    "scenarios": ("scenarios", _nothing),
    "games": ("games", _nothing),
    "settings": ("settings", _nothing),
    "join": ("join", _nothing),
}


def shoot(folder: Path) -> int:
    """Take all pictures; how many bytes they are."""
    from playwright.sync_api import sync_playwright

    program = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as games, sync_playwright() as driver:
        table = _table(Path(games))
        try:
            url = (table.stdout.readline() if table.stdout else "").strip()
            browser = driver.chromium.launch(executable_path=program, args=list(FLAGS))
            for kind in SIZES:
                _views(browser, url, kind, folder)
            _guest(browser, url, folder)
            browser.close()
        finally:
            table.kill()
            table.communicate()
    return sum(path.stat().st_size for path in folder.glob("*.png"))


def _views(browser: Any, url: str, kind: str, folder: Path) -> None:
    width, height = SIZES[kind]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        service_workers="block",
        locale="en-GB",
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    _join(page, url, first=kind == "phone")
    for name, (view, prepare) in SHOTS.items():
        page.goto(f"{url}/#/{view}")
        page.reload()
        page.wait_for_selector(f"[data-connection=live] .view-{view}")
        page.locator("main").wait_for()
        prepare(page)
        page.mouse.move(0, 0)
        page.evaluate("scrollTo(0, 0)")
        _keep(page.screenshot(), folder / f"{name}-{kind}.png")
    context.close()


def _table(games: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.web.browser.sample_table", str(games), "--rich"]
    return subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, text=True)


def _join(page: Any, url: str, *, first: bool) -> None:
    page.goto(f"{url}/#/join")
    page.get_by_label("Your name").fill("Ana" if first else "Ben")
    page.get_by_label("Code of the table").fill(CODE)
    page.get_by_role("button", name="Join", exact=True).click()
    page.get_by_role("heading", name="Seats").wait_for()
    if not first:
        return
    page.locator(".people li", has_text="blue").get_by_role("button", name="Take it").click()
    page.goto(f"{url}/#/table")
    for place in ("river/condor", "sun/turtle"):
        page.get_by_role("button", name="New meeple").click()
        page.click(f"[data-place='{place}']")
        hold = page.locator(".hold.discovery")
        hold.hover()
        page.mouse.down()
        page.locator(".mark-waiting").wait_for(state="detached")
        page.mouse.up()


def _guest(browser: Any, url: str, folder: Path) -> None:
    """What somebody sees who has not joined, in the dark."""
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, color_scheme="dark", locale="fr-CH", service_workers="block"
    )
    page = context.new_page()
    for view in ("table", "join"):
        page.goto(f"{url}/#/{view}")
        page.wait_for_selector(f"[data-connection=live] .view-{view}")
        _keep(page.screenshot(), folder / f"{view}-guest-dark.png")
    context.close()


def _keep(content: bytes, path: Path) -> None:
    """A small picture: few colours are enough for flat ones."""
    picture = Image.open(io.BytesIO(content)).convert("RGB")
    picture.quantize(256, kmeans=1, dither=Image.Dither.NONE).save(path, optimize=True)


def main() -> int:
    """Take the pictures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else PROJECT / "docs" / "screens"
    folder.mkdir(parents=True, exist_ok=True)
    print(f"{shoot(folder) / 1e6:.2f} MB in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
