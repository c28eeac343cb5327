"""The wheel in a terminal is drawn on the same screen: a bad line writes nothing there."""

from __future__ import annotations

import socket
import struct
import subprocess
import sys
import threading
from pathlib import Path

from tests.table.broadcast.broker import PATIENCE

_TRIES_TWICE = """
import sys, threading
from companion.table.broadcast import MqttSettings, Publisher, Times
from companion.words import language
told = threading.Event()
times = Times(answer=0.2, first_pause=0.01, longest_pause=0.01, silence=0.0)
settings = MqttSettings("127.0.0.1", int(sys.argv[1]))
publisher = Publisher(settings, words=language("en"), tell=lambda notice: told.set(), times=times)
publisher.start()
assert told.wait(20)
publisher.close()
"""


def slam(server):
    """Take each call, hear it out and slam the receiver down."""
    try:
        while True:
            call, _ = server.accept()
            call.recv(100)
            call.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            call.close()
    except OSError:
        return


def test_a_broker_that_slams_the_receiver_down_leaves_no_trace_on_the_screen():
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=slam, args=(server,), daemon=True)
        thread.start()
        done = subprocess.run(
            [sys.executable, "-c", _TRIES_TWICE, str(server.getsockname()[1])],
            cwd=Path(__file__).parents[3],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        server.shutdown(socket.SHUT_RDWR)
        thread.join(PATIENCE)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
