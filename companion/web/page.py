"""The page's side of a table: what everybody is told, who may do what, and how a wish becomes a deed at the desk.

A page lives on the server's loop. :meth:`Page.told` and :meth:`Page.looked` may be called from any thread; so are the
answers of the desk, which come back to whoever waits as futures.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from companion.errors import PachamamaError, Unwritable
from companion.table.beginnings import Disc, Opened
from companion.table.inbox import Ask, LayIn, Look, Opening, Order
from companion.table.screens.descriptions import Window
from companion.table.wheel import SettingsChanged, WheelSettings
from companion.tiwanaku.game import Event, Oracle, Record, Setup, State
from companion.tiwanaku.game.events import CropRevealed, TerrainRevealed
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.tiwanaku.scenario import Back
from companion.web import showing
from companion.web.errors import Declined, no_game, not_a_member
from companion.web.feed import Feed, Listener
from companion.web.guests import WHEEL_WAITS, Device, Guests, new_code
from companion.web.jobs import Jobs
from companion.web.phones_file import load_devices, save_devices
from companion.web.ports import LookedAt, Ports
from companion.web.showing import Data
from companion.web.tries import Tries
from companion.web.windows import Held, Windows
from companion.words import Language, T, Text

log = logging.getLogger(__name__)
Result = TypeVar("Result")
_ASKS_PENDING = 4


class Page:
    """Everything the routes need. ``epoch`` tells one run of the server from another."""

    def __init__(self, ports: Ports, *, code: str | None = None, epoch: str | None = None) -> None:
        self.ports = ports
        self.code = code or new_code()
        folder = ports.folder
        devices, colours = load_devices(folder, ports.now()) if folder is not None else ((), ())
        self.guests = Guests(self.code, devices, colours)
        self.code_tries = Tries(most=5, seconds=60.0)
        self.ask_tries = Tries(most=3, seconds=60.0, overall=10)
        self.feed = Feed(epoch or secrets.token_hex(4))
        self.windows = Windows(ports.clock, self._open_window, self.feed.tell)
        self.jobs = Jobs(self.post, lambda job: self.feed.tell(job.device, job.data))
        self.record: Record | None = None
        self._look = LookedAt()
        self._notices: tuple[Text, ...] = ()
        self._settings = ports.settings
        self._bare: Back | None = None
        self._away_since: dict[str, float] = {}
        self._people: Data = {}
        self._asking = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._early: list[Callable[[], None]] = []
        self._tasks: set[asyncio.Future[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._lock = threading.Lock()

    # Threads -----------------------------------------------------------------------------------------

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to work on this loop; what was told before is heard now."""
        with self._lock:
            self._loop = loop
            early, self._early = self._early, []
        for deed in early:
            deed()
        self._bare = self.ports.bare()

    def detach(self) -> None:
        """End: everybody is let go, and what is still told falls on deaf ears."""
        self.jobs.end()
        self.feed.end()
        with self._lock:
            self._loop = None
            self._early = []

    def post(self, deed: Callable[[], None]) -> None:
        """Have something done on the loop, from any thread."""
        with self._lock:
            loop = self._loop
            if loop is None:
                self._early = [*self._early, deed][-8:]
                return
        try:
            loop.call_soon_threadsafe(deed)
        except RuntimeError:
            log.debug("told after the end")

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done on the loop that nobody waits for."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def told(self, record: Record, events: tuple[Event, ...]) -> None:
        """The game stands like this; a listener of the desk."""
        self.post(lambda: self._heard(record, events))

    def looked(self, look: LookedAt) -> None:
        """The camera and the referee say this now."""
        self.post(lambda: self._looked(look))

    def noticed(self, notices: tuple[Text, ...]) -> None:
        """Everything that people have to know for as long as it lasts."""
        self.post(lambda: self._noticed(notices))

    def settings_are(self, settings: WheelSettings) -> None:
        """These settings hold, set on the wheel or here."""
        self.post(lambda: self._settings_are(settings))

    # What is told -------------------------------------------------------------------------------------

    def _heard(self, record: Record, events: tuple[Event, ...]) -> None:
        before, self.record = self.record, record
        self._bare = None
        identity = self._game_id()
        self.windows.game_changed(record)
        setup = record.state.agreed
        if setup is not None:
            self.guests.seat_round(setup.colours)
        # A game that has just begun is another one, though it may be of the same scenario.
        if events and len(record.entries) > 1 and before is not None and before.back == record.back:
            self.feed.publish(
                "happened",
                lambda words: {
                    **showing.events_data(setup, events, words),
                    "game": showing.game_data(record, identity),
                },
            )
        else:
            self.feed.publish("game", lambda words: {"game": showing.game_data(record, identity)})
        self.tell_people()

    def _looked(self, look: LookedAt) -> None:
        self._look = look
        self.feed.publish("look", lambda words: {"look": showing.look_data(look, words)})

    def _noticed(self, notices: tuple[Text, ...]) -> None:
        self._notices = notices
        self.feed.publish("notices", lambda words: {"notices": [words.say(text) for text in notices]})

    def _settings_are(self, settings: WheelSettings) -> None:
        if settings != self._settings:
            self._settings = settings
            self.feed.publish("settings", lambda words: {"settings": showing.settings_data(settings)})

    def tell_people(self) -> None:
        """Tell everybody who sits where, if that has changed; and each device what it is."""
        people = self.people()
        if people != self._people:
            self._people = people
            self.feed.publish("people", lambda words: {"people": people})

    def tell_device(self, identity: str) -> None:
        """Tell a device what it is now."""
        self.feed.tell(identity, lambda words: self.you(self.guests.device(identity)))

    # What is now --------------------------------------------------------------------------------------

    @property
    def setup(self) -> Setup | None:
        """The agreement of the game in play."""
        return self.record.state.agreed if self.record is not None else None

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The colours that play."""
        return self.setup.colours if self.setup is not None else ()

    @property
    def settings(self) -> WheelSettings:
        """The settings that hold."""
        return self._settings

    @property
    def look(self) -> LookedAt:
        """What the camera and the referee said last."""
        return self._look

    def game(self) -> Data | None:
        """The game in play, or the disc in the bare wheel."""
        if self.record is not None:
            return showing.game_data(self.record, self._game_id())
        back = self.bare()
        return showing.bare_data(back) if back is not None else None

    def bare(self) -> Back | None:
        """The back of the disc in the bare wheel."""
        return None if self.record is not None else self.ports.bare() or self._bare

    def people(self) -> Data:
        """Who sits where."""
        here = frozenset(device.id for device in self.guests.devices if self.feed.of(device.id))
        return showing.people_data(self.guests, self.setup, here)

    def you(self, device: Device | None) -> Data:
        """What a phone is told of itself."""
        return {
            **showing.you_data(device),
            "epoch": self.feed.epoch,
            "revision": self.feed.revision,
        }

    def table(self, words: Language) -> Data:
        """The whole table."""
        return {
            "game": self.game(),
            "people": self.people(),
            "settings": showing.settings_data(self._settings),
            "look": showing.look_data(self._look, words),
            "notices": [words.say(text) for text in self._notices],
            "abilities": {
                "coach": self.ports.coach is not None,
                "camera": self.ports.camera is not None,
                "games": self.ports.games is not None,
                "lessons": self.ports.lessons is not None,
                "recap": self.ports.recap is not None,
                "transcribing": True,
            },
        }

    def _game_id(self) -> str | None:
        return self.ports.games.present if self.ports.games is not None else None

    # Who may do what ----------------------------------------------------------------------------------

    def member(self, device: Device | None) -> Device:
        """The device, if it is a member."""
        if device is None or not device.member:
            raise not_a_member()
        return device

    def state(self) -> State:
        """The state of the game in play."""
        if self.record is None or self.record.state.agreed is None:
            raise no_game()
        return self.record.state

    def check_may_act(self, device: Device, state: State) -> None:
        """Whose turn it is may act; so may the wheel, and any member for a seat without a phone."""
        holder = self.guests.holder(state.seat)
        if device.wheel or holder is None or holder.id == device.id:
            return
        raise Declined(403, "not-your-seat", T("It is another player's turn, who has a phone."))

    def check_may_open(self, device: Device, state: State | None) -> None:
        """The holder of the wheel opens windows; where nobody has it, who may act."""
        holder = self.guests.wheel_holder()
        if holder is not None and holder.id != device.id:
            raise Declined(403, "not-the-wheel", T("Another phone is the wheel."))
        if state is not None:
            self.check_may_act(device, state)

    # Coming and going ---------------------------------------------------------------------------------

    def came(self, listener: Listener) -> None:
        """A socket of a device was opened."""
        if listener.device is not None:
            self._away_since.pop(listener.device, None)
            device = self.guests.device(listener.device)
            if device is not None:
                self.guests.saw(device, self.ports.now())
            self.tell_people()

    def went(self, listener: Listener) -> None:
        """A socket was closed: without any, nobody holds a window."""
        if listener.device is not None and not self.feed.of(listener.device):
            self._away_since[listener.device] = self.ports.clock()
            self.windows.release(listener.device, "lost")
            self.tell_people()

    def wheel_is_left(self) -> bool:
        """Whether who holds the wheel has been away for so long that somebody else may take it."""
        holder = self.guests.wheel_holder()
        if holder is None or self.feed.of(holder.id):
            return False
        since = self._away_since.setdefault(holder.id, self.ports.clock())
        return self.ports.clock() - since >= WHEEL_WAITS

    async def people_changed(self, *devices: str) -> None:
        """Keep who is at the table, and tell everybody."""
        for identity in devices:
            self.tell_device(identity)
        self.tell_people()
        folder = self.ports.folder
        if folder is None:
            return
        known, colours = self.guests.devices, self.guests.colours
        try:
            await asyncio.to_thread(save_devices, folder, known, colours)
        except Unwritable as error:
            log.warning("the phones are not remembered: %s", error)

    def ask_hands(self, text: Text, allowed: Callable[[], None]) -> None:
        """Ask at the wheel; what is allowed is done then."""
        if self._asking >= _ASKS_PENDING:
            raise Declined(
                429, "too-many", T("The wheel has several questions open already."), retry_after=10
            )
        self._asking += 1

        def replied(yes: bool) -> None:
            self._asking -= 1
            if yes:
                allowed()

        self.ports.inbox.put(Ask(text, lambda yes: self.post(lambda: replied(yes))))

    def arm(self) -> None:
        """Look at the clock when the window that fills is to open."""
        pause = self.windows.next_tick()
        if self._timer is not None:
            self._timer.cancel()
        if pause is not None and self._loop is not None:
            self._timer = self._loop.call_later(pause, self._tick)

    def _tick(self) -> None:
        self.windows.look_at_the_clock()
        self.arm()

    # Deeds at the desk --------------------------------------------------------------------------------

    async def order(self, deed: Callable[[Record, Oracle], Record]) -> Record:
        """Change the game; the new record, once it is on disk."""
        return await self._at_desk(lambda told, refused: Order(deed, told, refused))

    async def open_game(self, opening: Callable[[], Opened]) -> Record:
        """Begin a game, or go on with one."""
        return await self._at_desk(lambda told, refused: Opening(opening, told, refused))

    async def lay_in(self, load: Callable[[], Disc]) -> Back:
        """Put a disc into the bare wheel."""

        def laid(back: Back) -> Back:
            self.record, self._bare = None, back
            self.windows.game_changed(None)
            self.feed.publish("game", lambda words: {"game": showing.bare_data(back)})
            return back

        return laid(await self._at_desk(lambda told, refused: LayIn(load, told, refused)))

    async def _at_desk(
        self,
        order: Callable[
            [Callable[[Result], None], Callable[[PachamamaError], None]],
            Order | Opening | LayIn,
        ],
    ) -> Result:
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()

        def settle(value: Result | None, error: PachamamaError | None) -> None:
            if future.done():
                return
            if error is not None:
                future.set_exception(error)
            elif value is not None:
                future.set_result(value)

        self.ports.inbox.put(
            order(
                lambda value: self.post(lambda: settle(value, None)),
                lambda error: self.post(lambda: settle(None, error)),
            )
        )
        return await future

    async def change_settings(self, settings: WheelSettings) -> None:
        """Have other settings from now on: on the wheel, on disk and here."""
        self.ports.inbox.put(SettingsChanged(self.ports.clock(), settings))
        await asyncio.to_thread(self.ports.keep_settings, settings)
        self._settings_are(settings)

    def _open_window(
        self,
        held: Held,
        told: Callable[[Terrain | Crop | None], None],
        refused: Callable[[PachamamaError], None],
    ) -> None:
        def refuse(error: PachamamaError) -> None:
            self.post(lambda: refused(error))

        opens = held.deed
        if opens is None:
            self.ports.inbox.put(
                Look(held.window, held.space, lambda value: self.post(lambda: told(value)), refuse)
            )
            return

        def deed(record: Record, oracle: Oracle) -> Record:
            if record is not held.record:
                raise Declined(409, "changed", T("The game went on meanwhile: look again."))
            return opens(record, oracle)

        def done(record: Record) -> None:
            value = _shown(held, record)
            self.post(lambda: told(value))

        self.ports.inbox.put(Order(deed, done, refuse))


def _shown(held: Held, record: Record) -> Terrain | Crop | None:
    for event in reversed(record.events):
        match event:
            case TerrainRevealed(space, terrain) if held.window is Window.DISCOVERY and space == held.space:
                return terrain
            case CropRevealed(space, crop) if held.window is Window.DIVINATION and space == held.space:
                return crop
            case _:
                continue
    return None
