"""The bus, the line and the way from an edge to the queue: bytes beside the least possible, and times.

The pictures are a coordinate step as the wheel may draw it: two signs of 24 x 24 pixels and a line of text change.
"""

from __future__ import annotations

import itertools
import random
import statistics
import sys
import time
import warnings
from collections.abc import Callable

from gpiozero.pins.mock import MockFactory
from luma.core.interface.serial import i2c
from luma.oled import device
from PIL import Image, ImageDraw

from firmware import codec
from hardware.display import Light, Picture
from hardware.gpio_controls import GpioControls
from hardware.inputs import InputQueue, Reporter
from hardware.oled import Oled
from hardware.puck_link import PuckLink
from hardware.settings import GpioSettings, OledDriver, OledSettings
from hardware.steady_display import SteadyDisplay
from hardware.virtual.display import VirtualDisplay
from hardware.virtual.encoder import Contact, VirtualEncoder
from hardware.virtual.panel import VirtualPanel

I2C_SPEED = 400_000
BITS_A_BYTE = 9


def screen(element: int, animal: int) -> Image.Image:
    """A stand-in for the wheel's screen: a frame, two signs, a text."""
    image = Image.new("1", (128, 64))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 127, 63), outline=1)
    for place, number in ((20, element), (84, animal)):
        draw.rectangle((place, 12, place + 23, 35), outline=1)
        draw.regular_polygon((place + 12, 24, 9), 3 + number, fill=1)
    draw.text((8, 48), f"space {element}/{animal}", fill=1)
    return image


def steps() -> list[tuple[Image.Image, Image.Image]]:
    places = [(element, animal) for element in range(9) for animal in range(5)]
    return [(screen(*a), screen(*b)) for a, b in itertools.pairwise(places)]


def median_time(action: Callable[[], object], rounds: int = 200) -> float:
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def bus(driver: OledDriver) -> None:
    controller = "sh1106" if driver == "sh1106" else "ssd1306"
    lumas, ours = VirtualPanel(controller), VirtualPanel(controller)
    theirs = getattr(device, driver)(i2c(bus=lumas))
    oled = Oled(OledSettings(driver=driver), connect=lambda settings: i2c(bus=ours))
    oled.open()
    oled.light(Light.FULL)
    least, sent, luma_sent = [], [], []
    for old, new in steps():
        before, after = Picture.from_image(old), Picture.from_image(new)
        oled.show(before)
        counted = ours.bytes_on_bus, lumas.bytes_on_bus
        oled.show(after)
        theirs.display(new)
        assert ours.seen == lumas.seen == after
        sent.append(ours.bytes_on_bus - counted[0])
        luma_sent.append(lumas.bytes_on_bus - counted[1])
        least.append(sum(a != b for a, b in zip(before.data, after.data, strict=True)))
    print(f"{driver}, bytes on I2C for a step of the wheel (median of {len(sent)}; time at 400 kHz)")
    for name, values in (
        ("changed bytes alone", least),
        ("changed windows (ours)", sent),
        ("whole picture (luma)", luma_sent),
    ):
        median = statistics.median(values)
        print(
            f"  {name:28} {median:6.0f}   {1000 * median * BITS_A_BYTE / I2C_SPEED:5.1f} ms   worst {max(values)}"
        )
    images = steps()[0]
    a, b = (Picture.from_image(each) for each in images)
    for name, action in (
        ("our show, CPU", lambda: (oled.show(a), oled.show(b))),
        ("luma's display, CPU", lambda: (theirs.display(images[0]), theirs.display(images[1]))),
    ):
        print(f"  {name:28} {median_time(action, 50) / 2 * 1e6:6.0f} µs")


def line() -> None:
    print("puck, bytes on the USB line")
    a, b = (Picture.from_image(each) for each in steps()[0])
    for name, old, new in (("whole picture", b"", a.data), ("step of the wheel", a.data, b.data)):
        lines = [codec.encode({**codec.part(*each), "n": 65535}) for each in codec.parts(old, new)]
        lines.append(codec.encode({"t": "show", "n": 65535, "x": "00000000", "l": 2}))
        print(
            f"  {name:28} {sum(map(len, lines)):6}   in {len(lines)} lines of at most {max(map(len, lines))}"
        )
    message: dict[str, object] = {
        "t": "state", "n": 4711, "i": "5E1F", "p": -1234, "b": [1, 2, 3], "o": 1, "l": 2, "x": "1D0F22A7",
    }  # fmt: skip
    encoded = codec.encode(message)
    print(f"codec under CPython, a state of {len(encoded)} bytes")
    for name, action in (
        ("encode", lambda: codec.encode(message)),
        ("decode", lambda: codec.decode(encoded)),
        ("CRC by C", lambda: codec.crc16_library(encoded)),
        ("CRC by table, as on the puck", lambda: codec.crc16_table(encoded)),
    ):
        print(f"  {name:28} {median_time(action, 2000) * 1e6:6.1f} µs")
    clock = time.monotonic
    link = PuckLink(Reporter(lambda event: None, clock), clock)
    link.connected()
    noise = random.Random(1).randbytes(1_000_000)
    start = time.perf_counter()
    for place in range(0, len(noise), 1000):
        link.receive(noise[place : place + 1000])
    print(f"  {'garbage thrown away':28} {1 / (time.perf_counter() - start):6.1f} MB/s")


def edges() -> bool:
    factory, queue = MockFactory(), InputQueue()
    settings = GpioSettings()
    controls = GpioControls(settings, queue.put, pin_factory=factory)
    controls.open()

    def contact(which: Contact, closed: bool) -> None:
        pin = factory.pin(settings.a if which == "a" else settings.b)
        (pin.drive_low if closed else pin.drive_high)()

    encoder = VirtualEncoder(contact)
    each = median_time(lambda: encoder.turn(1), 2000)
    print("from edge to queue, through gpiozero")
    print(f"  {'one detent (four edges)':28} {each * 1e6:6.0f} µs   at most {1 / each:.0f} a second")
    steady = SteadyDisplay(VirtualDisplay())
    pictures = [Picture.from_image(screen(n % 9, n % 5)) for n in range(100)]
    numbers = iter(range(10**9))
    hand_over = median_time(lambda: steady.show(pictures[next(numbers) % 100]), 5000)
    print(f"  {'picture handed over':28} {hand_over * 1e6:6.1f} µs")
    image = screen(3, 2)
    print(
        f"  {'picture from an image':28} {median_time(lambda: Picture.from_image(image), 2000) * 1e6:6.1f} µs"
    )
    controls.close()
    return each < 1 / 200


def main() -> int:
    # luma's own display() calls a method that Pillow 14 takes away; ours does not.
    warnings.simplefilter("ignore", DeprecationWarning)
    for driver in ("ssd1306", "sh1106"):
        bus(driver)  # type: ignore[arg-type]
    line()
    return 0 if edges() else 1


if __name__ == "__main__":
    sys.exit(main())
