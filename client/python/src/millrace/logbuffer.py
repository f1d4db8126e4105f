"""The lines of an attempt that are not sent yet."""
import threading
from collections import deque
from datetime import datetime, timezone
from typing import Any, Deque, Dict, List

LONGEST_LINE = 8_000
_BATCH_LINES = 500
_BATCH_CHARACTERS = 150_000  # a request has at most 1 MiB, and a character needs at most six bytes


class LogBuffer:
    """Never holds more than its limits: the oldest lines are dropped and counted, and a line says how many."""

    def __init__(self, lines: int = 5_000, characters: int = 500_000) -> None:
        self._most_lines = lines
        self._most_characters = characters
        self._waiting: Deque[Dict[str, Any]] = deque()
        self._characters = 0
        self._dropped = 0
        self._lock = threading.Lock()
        self.dropped = 0  # in all

    def add(self, level: str, message: str) -> None:
        """Adds a line; a long one is cut."""
        shown = message if len(message) <= LONGEST_LINE else message[: LONGEST_LINE - 1] + "…"
        time = datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        with self._lock:
            self._waiting.append({"message": shown, "level": level, "time": time})
            self._characters += len(shown)
            while len(self._waiting) > self._most_lines or self._characters > self._most_characters:
                self._characters -= len(self._waiting.popleft()["message"])
                self._dropped += 1
                self.dropped += 1

    def take(self) -> List[Dict[str, Any]]:
        """The next lines to send, in order; none if none wait."""
        batch: List[Dict[str, Any]] = []
        size = 0
        with self._lock:
            if self._dropped:
                batch.append({"message": f"{self._dropped} lines were dropped here", "level": "error"})
                self._dropped = 0
            while self._waiting and len(batch) < _BATCH_LINES:
                if size + len(self._waiting[0]["message"]) > _BATCH_CHARACTERS:
                    break
                line = self._waiting.popleft()
                size += len(line["message"])
                self._characters -= len(line["message"])
                batch.append(line)
        return batch

    def __bool__(self) -> bool:
        return bool(self._waiting) or self._dropped > 0


class LineAssembler:
    """Text in, lines out. What a line has beyond its limit is thrown away."""

    def __init__(self, add: Any) -> None:
        self._add = add
        self._rest: List[str] = []
        self._length = 0

    def write(self, text: str) -> None:
        """Takes any part of a text."""
        pieces = text.split("\n")
        for piece in pieces[:-1]:
            self._append(piece)
            self.flush(force=True)
        self._append(pieces[-1])

    def _append(self, piece: str) -> None:
        room = LONGEST_LINE + 1 - self._length
        if piece and room > 0:
            self._rest.append(piece[:room])
            self._length += min(len(piece), room)

    def flush(self, force: bool = False) -> None:
        """A line without its end."""
        if self._rest or force:
            self._add("".join(self._rest).rstrip("\r"))
            self._rest = []
            self._length = 0
