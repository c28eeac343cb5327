"""A table's news for other programs, over MQTT: off unless somebody names a broker.

    desk ──told(record, events)──► Publisher ──► Outbox ──► Link ──► broker
    (its thread, returns at once)  (the publisher's thread from here on)

``settings`` reads what people wrote, ``messages`` and ``discovery`` make the bytes, ``outbox`` keeps what waits,
``link`` holds the line. The topics are told in docs/mqtt.md. Only a record gets in here, never a wheel.
"""

from companion.table.broadcast.link import Notice, Times
from companion.table.broadcast.publisher import (
    BrokerTrouble,
    Publisher,
    forget_table,
    try_broker,
)
from companion.table.broadcast.settings import MqttSettings, load_settings, settings_file

__all__ = [
    "BrokerTrouble",
    "MqttSettings",
    "Notice",
    "Publisher",
    "Times",
    "forget_table",
    "load_settings",
    "settings_file",
    "try_broker",
]
