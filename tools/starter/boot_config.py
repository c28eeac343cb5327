"""I2C in the Raspberry Pi's config.txt: switched on at 400 kHz, in lines of our own that can be taken out again.

>>> text = with_i2c("dtparam=audio=on\\n")
>>> has_i2c(text), without_i2c(text)
(True, 'dtparam=audio=on\\n')
"""

from __future__ import annotations

import re

BEGIN = "# Pachamama: the display's bus, fast. Taken out again by ./play --uninstall"
END = "# Pachamama: end"
LINES = ("[all]", "dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000")
_OURS = re.compile(r"\n?" + re.escape(BEGIN) + r"\n.*?" + re.escape(END) + r"\n?", re.DOTALL)
_FILTER = re.compile(r"^\[(.*)\]$")


def has_i2c(text: str) -> bool:
    """Whether the bus is on and fast for every model, by our lines or by somebody else's."""
    values = {}
    counts = True
    for line in text.splitlines():
        line = line.split("#")[0].strip()
        section = _FILTER.match(line)
        if section:
            counts = section.group(1) == "all"
        elif counts and line.startswith("dtparam="):
            # One line may set several things: dtparam=i2c_arm=on,i2c_arm_baudrate=400000
            for setting in line[len("dtparam=") :].split(","):
                name, _, value = setting.partition("=")
                values[name.strip()] = value.strip()
    is_on = values.get("i2c_arm", values.get("i2c", "")) in ("on", "yes", "true", "1")
    return is_on and values.get("i2c_arm_baudrate", values.get("i2c_baudrate")) == "400000"


def with_i2c(text: str) -> str:
    """The same file with the bus on and fast; unchanged where it is already."""
    if has_i2c(text):
        return text
    text = without_i2c(text)
    # The last word counts, so ours stands at the end.
    gap = "" if not text or text.endswith("\n") else "\n"
    return text + gap + "\n" + "\n".join((BEGIN, *LINES, END)) + "\n"


def without_i2c(text: str) -> str:
    """The same file without our lines."""
    return _OURS.sub("", text)
