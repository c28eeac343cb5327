"""Devices that know no game: encoder, buttons, display, puck, camera; real and virtual.

Importing this package, or any module in it, touches no device and loads none of the device libraries: gpiozero,
luma, Pillow, pyserial, evdev, picamera2 and OpenCV are imported by the driver that needs them, when it is opened. So everything here
imports on a PC without GPIO. Start reading at :mod:`hardware.inputs` and :mod:`hardware.display`.
"""
