"""What is logged as a failure: so that nothing goes unseen that was caught on its way."""

from __future__ import annotations

import logging
from types import TracebackType


class Faults(logging.Handler):
    """Keeps failures from when it is entered on, from every thread."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._seen: list[logging.LogRecord] = []

    def __enter__(self) -> Faults:
        logging.getLogger().addHandler(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        logging.getLogger().removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one; but for the line that uvicorn writes about a request that it had to refuse itself half-way."""
        if record.name != "uvicorn.error" or record.exc_info:
            self._seen.append(record)

    def check(self) -> None:
        """Raise what was logged."""
        seen, self._seen = self._seen, []
        for record in seen:
            if record.exc_info and record.exc_info[1] is not None:
                raise record.exc_info[1]
            raise AssertionError(f"logged as a failure: {record.getMessage()[:200]}")
