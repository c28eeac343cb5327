"""Devices made of nothing but software, with knobs for everything that goes wrong with real ones.

They ship with the product: a table without hardware runs on them, and whoever wants to see what the program does with
a bouncing button or a loose cable turns a knob instead of soldering. See ``hardware/README.md``.
"""
