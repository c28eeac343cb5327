"""The parts of ``bootstrap.py``: words, Pythons, the environment, and the two commands.

Standard library only, and nothing newer than Python 3.7 at import time.
"""
