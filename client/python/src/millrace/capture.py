"""While a worker runs, what the thread of a handler prints goes to the log of its task."""
import sys
import threading
from typing import Any, Optional

from .attempt import Attempt

_current = threading.local()
_lock = threading.Lock()
_users = 0
_before: Any = None


class _CapturedStream:
    """Prints of handlers go to their task, all others as before."""

    def __init__(self, error: bool, otherwise: Any) -> None:
        self._error = error
        self._otherwise = otherwise

    def write(self, text: str) -> int:
        attempt: Optional[Attempt] = getattr(_current, "attempt", None)
        if attempt is None:
            return int(self._otherwise.write(text))
        (attempt.err if self._error else attempt.out).write(text)
        return len(text)

    def writelines(self, lines: Any) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._otherwise, name)


def install() -> None:
    """The first worker of this process takes the streams over."""
    global _users, _before
    with _lock:
        _users += 1
        if _users == 1:
            _before = (sys.stdout, sys.stderr)
            sys.stdout = _CapturedStream(False, sys.stdout)  # type: ignore[assignment]
            sys.stderr = _CapturedStream(True, sys.stderr)  # type: ignore[assignment]


def uninstall() -> None:
    """The last one gives them back."""
    global _users
    with _lock:
        _users -= 1
        if _users == 0:
            sys.stdout, sys.stderr = _before


def capture(attempt: Optional[Attempt]) -> None:
    """What the current thread prints goes there from now on."""
    _current.attempt = attempt
