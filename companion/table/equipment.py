"""What is soldered where, as ``[hardware]`` of a person's ``settings.toml`` says; what it does not say has its default.

>>> parse_equipment('format = 1\\n[hardware.oled]\\ndriver = "sh1106"\\n', "settings.toml").oled.driver
'sh1106'
"""

from __future__ import annotations

from pathlib import Path

from companion.files import read_bytes
from companion.table.broadcast.settings import SECTION as MQTT
from companion.table.broadcast.settings import settings_file
from companion.tiwanaku.document import Document
from hardware.errors import SettingInvalid
from hardware.settings import HardwareSettings, read_settings

SECTION = "hardware"


def load_equipment(folder: Path) -> HardwareSettings:
    """The hardware of this table; a fault is said by file and line."""
    path = settings_file(folder)
    return parse_equipment(read_bytes(path), str(path)) if path.exists() else HardwareSettings()


def parse_equipment(content: str | bytes, source: str) -> HardwareSettings:
    """The hardware that a file's text names."""
    document = Document.parse(content, source, ("format", SECTION, MQTT))
    try:
        return read_settings(document.table(SECTION, {}))
    except SettingInvalid as error:
        raise document.fault(error.text, SECTION) from error
