"""The OLED driver against luma's own, byte by byte, on a virtual panel."""

from __future__ import annotations

import errno
from typing import Any, Literal

import pytest
from luma.core.interface.serial import i2c, spi
from luma.oled import device

from hardware.display import Light, Picture
from hardware.errors import DeviceLost, DeviceMissing
from hardware.oled import Oled
from hardware.settings import OledDriver, OledSettings
from hardware.steady_display import SteadyDisplay
from hardware.virtual.clock import VirtualClock
from hardware.virtual.panel import VirtualPanel
from tests.hardware.test_display import noise

DRIVERS: tuple[OledDriver, ...] = ("ssd1306", "sh1106", "ssd1309")


def panel_for(driver: OledDriver) -> VirtualPanel:
    return VirtualPanel("sh1106" if driver == "sh1106" else "ssd1306")


def oled_on(panel: VirtualPanel, **settings: Any) -> Oled:
    return Oled(OledSettings(**settings), connect=lambda each: i2c(bus=panel, address=each.address))


@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")  # luma's, not ours
@pytest.mark.parametrize("driver", DRIVERS)
def test_shows_what_luma_would_show(driver: OledDriver) -> None:
    picture = noise(1)
    lumas, ours = panel_for(driver), panel_for(driver)
    getattr(device, driver)(i2c(bus=lumas)).display(picture.to_image())
    oled = oled_on(ours, driver=driver)
    oled.open()
    assert not ours.on
    oled.show(picture)
    oled.light(Light.FULL)
    assert lumas.seen == ours.seen == picture


@pytest.mark.parametrize("driver", DRIVERS)
def test_small_changes_send_few_bytes_and_end_in_the_right_picture(driver: OledDriver) -> None:
    panel = panel_for(driver)
    oled = oled_on(panel, driver=driver)
    oled.open()
    oled.light(Light.FULL)
    picture = noise(2)
    oled.show(picture)
    for place in (0, 127, 128, 500, 1023):
        data = bytearray(picture.data)
        data[place] ^= 0xFF
        picture = Picture(128, 64, bytes(data))
        before = panel.bytes_on_bus
        oled.show(picture)
        assert panel.seen == picture
        assert panel.bytes_on_bus - before <= 11
    before = panel.bytes_on_bus
    oled.show(picture)
    assert panel.bytes_on_bus == before, "the same picture again costs nothing"


@pytest.mark.parametrize("driver", DRIVERS)
def test_upside_down(driver: OledDriver) -> None:
    panel = panel_for(driver)
    oled = oled_on(panel, driver=driver, rotation=180)
    oled.open()
    picture = noise(3)
    oled.show(picture)
    oled.light(Light.FULL)
    turned = Picture.from_image(picture.to_image().rotate(180))
    assert panel.seen == turned


def test_the_bytes_of_a_start_are_lumas_then_a_blank_picture() -> None:
    panel = VirtualPanel()
    oled_on(panel).open()
    starting = panel.transfers[0].hex(" ")
    assert starting == "00 ae d5 80 a8 3f d3 00 40 8d 14 20 00 a1 c8 da 12 d9 f1 db 40 a4 a6"
    data = b"".join(transfer[1:] for transfer in panel.transfers if transfer[0] == 0x40)
    assert data == bytes(1024)
    assert not panel.on


def test_light() -> None:
    panel = VirtualPanel()
    oled = oled_on(panel, contrast=0x90)
    oled.open()
    oled.show(noise(4))
    for light, contrast in ((Light.FULL, 0x90), (Light.DIM, 0x01), (Light.FULL, 0x90)):
        oled.light(light)
        assert (panel.light, panel.contrast) == (light, contrast)
    oled.light(Light.OFF)
    assert panel.light is Light.OFF
    panel.memory[:] = bytes(len(panel.memory))  # noise, or a power cut in the dark
    oled.light(Light.DIM)
    assert panel.seen == noise(4), "out of the dark everything is sent anew"


def test_close_leaves_nothing_to_read() -> None:
    panel = VirtualPanel()
    oled = oled_on(panel)
    oled.open()
    oled.show(noise(5))
    oled.light(Light.FULL)
    oled.close()
    oled.close()
    assert not panel.on
    assert panel.memory == bytes(1024)
    with pytest.raises(DeviceLost):
        oled.check()


def test_nothing_there_says_what_to_check() -> None:
    with pytest.raises(DeviceMissing, match=r"address 3D of I2C bus 1 .*i2cdetect -y 1"):
        oled_on(VirtualPanel(address=0x3C), address=0x3D).open()

    def no_bus(settings: OledSettings) -> Any:
        raise PermissionError(errno.EACCES, "denied")

    with pytest.raises(DeviceMissing, match="groups i2c and spi"):
        Oled(OledSettings(), connect=no_bus).open()
    with pytest.raises(DeviceMissing, match="raspi-config"):
        Oled(OledSettings(port=99)).open()


def test_a_mistake_of_ours_is_not_taken_for_a_missing_display() -> None:
    def mistaken(settings: OledSettings) -> Any:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Oled(OledSettings(), connect=mistaken).open()


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize("fail_at", range(1, 60, 3))
def test_an_i2c_error_at_any_transfer_is_survived(driver: OledDriver, fail_at: int) -> None:
    clock = VirtualClock()
    panel = panel_for(driver)
    panel.faults.fail_at = fail_at
    steady = SteadyDisplay(oled_on(panel, driver=driver), clock=clock)
    for seed in range(4):
        steady.show(noise(seed))
        clock.advance(steady.step())
    clock.advance(1)
    steady.step()
    assert panel.seen == noise(3)
    assert panel.faults.fail_at == 0, "the knob was felt"
    assert steady.status.failures == 1


def test_slow_bus_takes_its_time() -> None:
    clock = VirtualClock()
    panel = VirtualPanel(sleep=clock.sleep)
    panel.faults.slow = 0.01
    oled = oled_on(panel)
    oled.open()
    assert clock() == pytest.approx(0.01 * len(panel.transfers))
    oled.show(noise(6))
    oled.light(Light.FULL)
    assert panel.seen == noise(6)


class FakeGpio:
    LOW, HIGH, OUT = 0, 1, 2

    def __init__(self) -> None:
        self.levels: dict[int, int] = {}

    def setup(self, pin: int, direction: int) -> None:
        self.levels[pin] = 0

    def output(self, pin: int, level: int) -> None:
        self.levels[pin] = level


class FakeSpi:
    """Sends what crosses SPI on to a panel, with the DC pin for command or data."""

    def __init__(self, gpio: FakeGpio, panel: VirtualPanel) -> None:
        self._gpio, self._panel = gpio, panel
        self.opened: tuple[int, int] | None = None
        self.max_speed_hz = 0

    def open(self, port: int, number: int) -> None:
        self.opened = (port, number)

    def writebytes(self, data: list[int]) -> None:
        self._panel.writeto(0x3C, bytes([0x40 if self._gpio.levels[24] else 0x00, *data]))

    def close(self) -> None:
        self.opened = None


@pytest.mark.parametrize("driver", DRIVERS)
def test_spi_through_luma(driver: OledDriver) -> None:
    panel, gpio = panel_for(driver), FakeGpio()
    bus = FakeSpi(gpio, panel)
    oled = Oled(
        OledSettings(driver=driver, bus="spi"),
        connect=lambda settings: spi(
            spi=bus, gpio=gpio, gpio_DC=settings.spi_dc, gpio_RST=settings.spi_reset
        ),
    )
    oled.open()
    oled.show(noise(7))
    oled.light(Light.FULL)
    assert panel.seen == noise(7)
    assert bus.opened == (0, 0)
    oled.close()
    assert bus.opened is None


def test_spi_without_its_packages_says_which() -> None:
    with pytest.raises(DeviceMissing, match=r"(RPi|SPI)"):
        Oled(OledSettings(bus="spi")).open()


def test_the_memory_of_a_panel_is_noise_after_a_power_cut() -> None:
    controller: Literal["ssd1306", "sh1106"]
    for controller in ("ssd1306", "sh1106"):
        panel = VirtualPanel(controller)
        panel.memory[:] = bytes(len(panel.memory))
        panel.unplug()
        with pytest.raises(OSError, match="Remote"):
            panel.writeto(0x3C, b"\x00\xaf")
        panel.plug()
        assert any(panel.memory)
        assert not panel.on
