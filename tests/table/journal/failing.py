"""A connection that fails on purpose: at a chosen kind of statement, for as long as somebody wants."""

from __future__ import annotations

import sqlite3

from companion.table.journal.connection import connect

KINDS = {
    "disk I/O error": sqlite3.OperationalError,
    "database or disk is full": sqlite3.OperationalError,
    "attempt to write a readonly database": sqlite3.OperationalError,
    "unable to open database file": sqlite3.OperationalError,
    "database is locked": sqlite3.OperationalError,
}


class FailingDisk:
    """Opens connections; ``error`` is what every statement that begins with ``where`` raises.

    With ``after`` the statement is carried out all the same: a commit whose answer was lost.
    """

    def __init__(self, where="COMMIT"):
        self.where = where
        self.error = None
        self.after = False
        self.opened = 0
        self.before_commit = lambda: None

    def connect(self, path):
        self.opened += 1
        if self.error is not None and self.where == "open":
            raise self.error
        return FailingConnection(connect(path), self)

    def fail(self, message, *, after=False):
        self.error, self.after = KINDS[message](message), after

    def heal(self):
        self.error = None


class FailingConnection:
    def __init__(self, connection, disk):
        self._connection = connection
        self._disk = disk

    def execute(self, sql, values=()):
        if sql == "COMMIT":
            self._disk.before_commit()
        fails = self._disk.error is not None and sql.startswith(self._disk.where)
        if fails and not self._disk.after:
            raise self._disk.error
        answer = self._connection.execute(sql, values)
        if fails:
            raise self._disk.error
        return answer

    def close(self):
        self._connection.close()
