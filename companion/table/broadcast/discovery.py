"""How Home Assistant finds a table by itself: one retained message for each sensor.

An empty message takes a sensor away again. A side's score keeps its sensor from game to game, so that nobody has to
set it up anew; where the side does not play, its value is unknown.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion import __version__
from companion.table.broadcast.messages import encoded
from companion.table.broadcast.settings import MqttSettings
from companion.tiwanaku.game.codec import Data
from companion.tiwanaku.game.view_data import GROUP, OTOMA
from companion.tiwanaku.pieces import PLAYER_COLOURS
from companion.words import Language, T, Text

_SIDES: dict[str, Text] = {
    **{colour.value: colour.text for colour in PLAYER_COLOURS},
    GROUP: T("the group"),
    OTOMA: T("the Otoma"),
}


def discovery_messages(settings: MqttSettings, sides: Iterable[str], words: Language) -> dict[str, bytes]:
    """What to publish, by topic, for a game of these sides; without Home Assistant, what takes everything away."""
    if not settings.home_assistant:
        return removal_messages(settings)
    sensors = {
        "player": _sensor(T("Whose turn"), "said.player", words, "mdi:account-clock"),
        "phase": _sensor(T("What is waited for"), "said.phase", words, "mdi:timer-sand"),
        "tiles": _number(T("Tiles left"), "tiles_left", T("tiles"), words, "mdi:grid"),
        **{
            _score(side): _number(
                T("Score: {side}", side=_SIDES[side]), f"scores.{side}", T("points"), words, "mdi:counter"
            )
            for side in sides
        },
    }
    return {
        _topic(settings, name): encoded({**sensor, **_shared(settings, name)})
        for name, sensor in sensors.items()
    }


def removal_messages(settings: MqttSettings) -> dict[str, bytes]:
    """What takes every sensor away that this table can ever have had."""
    names = ("player", "phase", "tiles", *map(_score, _SIDES))
    return {_topic(settings, name): b"" for name in names}


def _score(side: str) -> str:
    return f"score_{side}"


def _topic(settings: MqttSettings, name: str) -> str:
    return f"{settings.discovery}/sensor/{settings.id}/{name}/config"


def _sensor(name: Text, value: str, words: Language, icon: str) -> Data:
    # Home Assistant takes the word None for "unknown".
    template = f"{{{{ value_json.{value} | default('None') }}}}"
    return {"name": words.say(name), "value_template": template, "icon": icon}


def _number(name: Text, value: str, unit: Text, words: Language, icon: str) -> Data:
    counts = {"unit_of_measurement": words.say(unit), "state_class": "measurement"}
    return {**_sensor(name, value, words, icon), **counts}


def _shared(settings: MqttSettings, name: str) -> Data:
    maker = {"name": "Pachamama", "sw_version": __version__}
    return {
        "unique_id": f"{settings.id}_{name}",
        "state_topic": settings.topic("state"),
        "availability_topic": settings.topic("availability"),
        "qos": 1,
        "device": {
            "identifiers": [settings.id],
            "name": settings.table,
            "manufacturer": maker["name"],
            "model": "Tiwanaku",
            "sw_version": __version__,
        },
        "origin": maker,
    }
