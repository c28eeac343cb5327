"""Phones in the hands of players: what a test does with the page, in the players' words."""

from __future__ import annotations

import re

from tests.web.rig import CODE

SMALL = {"width": 360, "height": 740}
PATIENCE = 10_000
UNTIL_ENTRIES = """async ([count, patience]) => {
  for (const end = Date.now() + patience; Date.now() < end; ) {
    if ((await (await fetch("/api/v1/table")).json()).table.game.entries >= count) return true;
  }
  return false;
}"""


class Phones:
    """Opens phones, and closes them again. Nothing may go wrong unseen: errors of the page fail the test."""

    def __init__(self, browser, url):
        self._browser, self.url = browser, url
        self._opened = []
        self.troubles = []

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        for context in self._opened:
            context.close()
        if problem[0] is None:
            assert self.troubles == []

    def open(self, view="table", *, size=SMALL, **options):
        """A phone that looks at a view."""
        options = {
            "locale": "en-GB",
            "service_workers": "block",
            "has_touch": True,
            "reduced_motion": "reduce",
        } | options
        context = self._browser.new_context(viewport=size, **options)
        context.set_default_timeout(PATIENCE)
        self._opened.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", lambda message: self._note(message))
        phone = Phone(page, self.url)
        phone.go(view)
        return phone

    def member(self, name, *seats, wheel=False, **options):
        """A phone that has joined, and has taken seats or the wheel."""
        phone = self.open("join", **options)
        phone.join(CODE, name)
        for colour in seats:
            phone.take(colour)
        if wheel:
            phone.take("The wheel on a phone")
        return phone

    def _note(self, message):
        if message.type == "error" and "Content Security Policy" in message.text:
            self.troubles.append(message.text)


class Phone:
    """One phone."""

    def __init__(self, page, url):
        self.page, self.url = page, url

    def go(self, view):
        """Look at another view, once the table has answered."""
        if self.page.url.startswith(self.url):
            self.page.evaluate("view => { location.hash = `#/${view}`; }", view)
        else:
            self.page.goto(f"{self.url}/#/{view}")
        self.page.wait_for_selector(f".view-{view}")
        self.page.wait_for_selector("[data-connection=live]")

    def button(self, name, *, exact=False):
        """A button by its words."""
        return self.page.get_by_role("button", name=name, exact=exact)

    def tap(self, name):
        """Tap a button."""
        self.button(name).first.click()

    def space(self, place):
        """A space of the board."""
        return self.page.locator(f"[data-place='{place}']")

    def tap_space(self, place):
        """Tap a space."""
        self.space(place).click()

    def sees(self, text):
        """Wait until something is on the screen."""
        self.page.get_by_text(text).first.wait_for()

    def join(self, code, name=""):
        """Type in the table's code."""
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_label(re.compile("Code of the table")).fill(code)
        self.page.get_by_role("button", name="Join", exact=True).click()
        if code == CODE:
            self.page.get_by_role("heading", name="Seats").wait_for()

    def take(self, what):
        """Take a seat, or the wheel."""
        row = self.page.locator(".people li", has_text=what)
        row.get_by_role("button", name="Take it").click()
        row.get_by_text("yours").wait_for()

    def hold(self, window):
        """Hold a window's button until what it shows is there, and let go."""
        button = self.page.locator(f".hold.{window}:visible")
        box = button.bounding_box()
        before = self.entries()
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        self.until_entries(before + 1)
        self.page.mouse.up()

    def table(self):
        """What the table tells anybody who asks."""
        return self.page.evaluate("async () => (await fetch('/api/v1/table')).json()")["table"]

    def view(self):
        """The public game."""
        return self.table()["game"]["view"]

    def entries(self):
        """How many deeds the game has."""
        return self.table()["game"]["entries"]

    def until_entries(self, count):
        """Wait until the game has so many deeds."""
        reached = self.page.evaluate(UNTIL_ENTRIES, [count, PATIENCE])
        assert reached, f"the game has not come to {count} deeds"
