"""A real broker for tests, somebody who listens to it, and a server that never answers."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import os
import secrets
import shutil
import socket
import subprocess
import threading

import pytest

PATIENCE = 20
"""Seconds after which a test gives up; nothing here takes a tenth of it."""


def mosquitto() -> str:
    """The broker's program; where it is missing the tests that need it are skipped, on a build server they fail."""
    found = shutil.which("mosquitto", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin"]))
    if found is None:
        missing = "the MQTT tests need a broker: apt install mosquitto"
        if os.environ.get("PACHAMAMA_NEEDS_MOSQUITTO"):
            pytest.fail(missing)
        pytest.skip(missing)
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Broker:
    """mosquitto on a port of its own; it forgets everything when it stops."""

    def __init__(self, folder, users=None):
        self.port = free_port()
        lines = [f"listener {self.port} 127.0.0.1", "persistence false", "log_dest stderr"]
        lines.append(f"allow_anonymous {'false' if users else 'true'}")
        if os.geteuid() == 0:
            lines.append("user root")
        if users:
            file = folder / "users"
            file.write_text("".join(f"{user}:{_hashed(password)}\n" for user, password in users.items()))
            file.chmod(0o600)
            lines.append(f"password_file {file}")
        self._settings = folder / f"mosquitto-{self.port}.conf"
        self._settings.write_text("\n".join(lines) + "\n")
        self._process = self._reader = None

    def start(self):
        self._process = subprocess.Popen(
            [mosquitto(), "-c", str(self._settings)], stderr=subprocess.PIPE, text=True
        )
        said = []
        for line in self._process.stderr:
            said.append(line)
            if line.rstrip().endswith("running"):
                # What it says later is read by nobody and must not fill the pipe.
                self._reader = threading.Thread(target=self._process.stderr.read, daemon=True)
                self._reader.start()
                self._greet()
                return self
        raise AssertionError("".join(said))

    def _greet(self):
        """Wait for its answer: a signal that comes before it begins to listen would be lost."""
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as call:
            call.sendall(b"\x10\x0c\x00\x04MQTT\x04\x02\x00\x0a\x00\x00")
            assert call.recv(4)

    def stop(self):
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE)
            self._reader.join(PATIENCE)
            self._process.stderr.close()
            self._process = None


def _hashed(password):
    salt = secrets.token_bytes(12)
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, 101)
    return f"$7$101${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"


class Ear:
    """Listens to everything that a broker says, from the moment it is made."""

    def __init__(self, port, user=None, password=None):
        from paho.mqtt.client import CallbackAPIVersion, Client

        self.heard = []
        self._changed = threading.Condition()
        self._client = Client(CallbackAPIVersion.VERSION2)
        if user:
            self._client.username_pw_set(user, password)
        ready = threading.Event()
        self._client.on_connect = lambda client, *_: client.subscribe("#", qos=1)
        self._client.on_subscribe = lambda *_: ready.set()
        self._client.on_message = self._hear
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        assert ready.wait(PATIENCE)

    def _hear(self, client, userdata, message):
        with self._changed:
            self.heard.append((message.topic, message.payload, bool(message.retain)))
            self._changed.notify_all()

    def wait(self, wanted):
        """Wait until what was heard is as wanted."""
        with self._changed:
            assert self._changed.wait_for(lambda: wanted(self), PATIENCE), self.heard[-5:]
        return self

    def wait_for(self, topic, wanted=lambda payload: True):
        """Wait for a message; its content."""
        self.wait(lambda ear: any(wanted(payload) for payload in ear.all(topic)))
        return next(payload for payload in reversed(self.all(topic)) if wanted(payload))

    def settle(self):
        """Wait until everything has been heard that the broker kept: it says that before it hears us."""
        self._client.publish("fence", b"here", qos=1)
        self.wait(lambda ear: ear.heard[-1][0] == "fence" if ear.heard else False)
        self.heard = [heard for heard in self.heard if heard[0] != "fence"]
        return self

    def all(self, topic):
        return [payload for where, payload, _ in self.heard if where == topic]

    def data(self, topic):
        return [json.loads(payload) for payload in self.all(topic)]

    def close(self):
        """Listen no longer; twice is as good as once."""
        self._client.disconnect()
        self._client.loop_stop()


class MuteServer:
    """Takes calls and never says a word; ``called`` is set when somebody calls."""

    def __init__(self):
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self.called = threading.Event()
        self._calls = []
        self._thread = threading.Thread(target=self._take, daemon=True)
        self._thread.start()

    def _take(self):
        with contextlib.suppress(OSError):
            while True:
                self._calls.append(self._socket.accept()[0])
                self.called.set()

    def close(self):
        _hang_up(self._socket)
        self._thread.join(PATIENCE)
        for call in self._calls:
            call.close()


class Gate:
    """A way to a broker that can be cut and opened again, while the broker and whoever listens stay."""

    def __init__(self, to_port):
        self.port = free_port()
        self._to = to_port
        self._door = None
        self._ends = []

    def open(self):
        self._door = socket.create_server(("127.0.0.1", self.port))
        self._keeper = threading.Thread(target=self._let_in, args=(self._door,), daemon=True)
        self._keeper.start()
        return self

    def _let_in(self, door):
        with contextlib.suppress(OSError):
            while True:
                inside, outside = door.accept()[0], socket.create_connection(("127.0.0.1", self._to))
                for one, other in ((inside, outside), (outside, inside)):
                    thread = threading.Thread(target=_pass_on, args=(one, other), daemon=True)
                    thread.start()
                    self._ends.append((one, thread))

    def cut(self):
        if self._door is None:
            return
        _hang_up(self._door)
        self._keeper.join(PATIENCE)
        for end, _ in self._ends:
            _hang_up(end, close=False)
        for end, thread in self._ends:
            thread.join(PATIENCE)
            end.close()
        self._door, self._ends = None, []


def _pass_on(one, other):
    with contextlib.suppress(OSError):
        while data := one.recv(65536):
            other.sendall(data)
    _hang_up(other, close=False)


def _hang_up(end, close=True):
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    if close:
        end.close()


class Notices:
    """What people are told of the line, to be waited for."""

    def __init__(self):
        self.said = []
        self._changed = threading.Condition()

    def __call__(self, notice):
        with self._changed:
            self.said.append(notice)
            self._changed.notify_all()

    def wait(self, count):
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.said) >= count, PATIENCE), self.said
        return [str(notice.text) for notice in self.said]
