"""Server-sent events, which go on where they were when the connection is cut."""
import http.client
import json
import time
from typing import Any, Dict, Iterator, List, NamedTuple, Optional

from .errors import ProblemError, UnreachableError
from .models import LiveState, LogLine
from .transport import HttpTransport, read_problem

_SILENCE = 45.0  # the server sends a comment every 15 s
_MOST_FAILURES = 10


class ServerEvent(NamedTuple):
    """An event, its place in the stream and its kind."""

    id: Optional[str]
    name: str
    data: str


def assemble(lines: Iterator[str]) -> Iterator[ServerEvent]:
    """Puts lines together to events, after the HTML standard."""
    fields: Dict[str, str] = {}
    data: List[str] = []
    for line in lines:
        if not line:
            if data:
                yield ServerEvent(fields.get("id"), fields.get("event", "message"), "\n".join(data))
            fields, data = {}, []
            continue
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "data":
            data.append(value)
        elif name:
            fields[name] = value


class EventStream:
    """A stream that connects again. It gives up after some failures in a row, or if the server refuses it."""

    def __init__(self, transport: HttpTransport, target: str) -> None:
        self._transport = transport
        self._target = target
        self._last_id: Optional[str] = None
        self._failures = 0

    def __iter__(self) -> Iterator[ServerEvent]:
        while True:
            try:
                for event in assemble(self._lines()):
                    self._last_id = event.id or self._last_id
                    yield event
            except ProblemError as problem:
                if not problem.is_busy():
                    raise
            except (UnreachableError, OSError, http.client.HTTPException):
                pass  # it was cut off
            self._failures += 1
            if self._failures > _MOST_FAILURES:
                raise UnreachableError(f"GET {self._target} was cut off, and cannot go on", True)
            time.sleep(self._transport.retries.backoff.delay(self._failures))

    def _lines(self) -> Iterator[str]:
        headers = {"Accept": "text/event-stream"}
        if self._last_id is not None:
            headers["Last-Event-ID"] = self._last_id
        connection = self._transport.connect("GET", self._target, None, headers, _SILENCE)
        try:
            answer = connection.getresponse()
            if answer.status != 200:
                raise read_problem(answer, answer.read().decode("utf-8", "replace"))
            while True:
                line = answer.readline()
                if not line.endswith(b"\n"):
                    return
                self._failures = 0
                yield line.decode("utf-8", "replace").rstrip("\r\n")
        finally:
            connection.close()


class LogFollower:
    """The lines of a log as they are written. The loop over it ends when the task has ended; then `end` says how."""

    def __init__(self, stream: EventStream) -> None:
        self._stream = stream
        self.end: Optional[Dict[str, Any]] = None

    def __iter__(self) -> Iterator[LogLine]:
        for event in self._stream:
            if event.name == "line":
                line: LogLine = json.loads(event.data)
                yield line
            elif event.name == "end":
                self.end = json.loads(event.data)
                return


def live_states(stream: EventStream) -> Iterator[LiveState]:
    """How all of it is, once a second."""
    for event in stream:
        if event.name == "now":
            state: LiveState = json.loads(event.data)
            yield state
