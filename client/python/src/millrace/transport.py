"""Requests, their answers and their retries. Knows nothing of the operations."""
import http.client
import json
import re
import threading
import time
import urllib.parse
from datetime import date, datetime, timezone
from typing import IO, Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from .errors import MillraceError, ProblemError, UnreachableError, UnreadableAnswerError, problem_error
from .retries import Retries

Time = Union[str, date, datetime]
Content = Union[str, bytes, IO[bytes]]

_LONGEST_IDLE = 30.0  # the server closes a connection after 75 s
_KEPT_CONNECTIONS = 32


class HttpTransport:
    """Sends requests, on connections that it keeps. It is safe for use by many threads."""

    def __init__(self, url: str, token: Optional[str], retries: Retries, timeout: float) -> None:
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"url = {url}: must be like http://127.0.0.1:8080 or https://millrace.example")
        self.url = url.rstrip("/")
        self.retries = retries
        self.timeout = timeout
        self._https = parts.scheme == "https"
        self._netloc = parts.netloc.rsplit("@", 1)[-1]
        self._prefix = parts.path.rstrip("/")
        self._token = token
        self._lock = threading.Lock()
        self._idle: List[Tuple[float, http.client.HTTPConnection]] = []

    def with_settings(self, retries: Optional[Retries] = None, timeout: Optional[float] = None) -> "HttpTransport":
        """The same with other retries or another timeout."""
        return HttpTransport(self.url, self._token, retries or self.retries, timeout or self.timeout)

    def exchange(
        self,
        method: str,
        target: str,
        content: Optional[Content],
        headers: Mapping[str, str],
        repeatable: bool,
        timeout: Optional[float],
    ) -> str:
        """The text of the answer. A stream is sent again from where it was, or not at all."""
        begin = _position(content)
        tried = 0
        while True:
            tried += 1
            try:
                return self._once(method, target, content, headers, timeout or self.timeout)
            except MillraceError as fault:
                wait = self.retries.next(fault, tried, repeatable)
                if wait is None or begin is None:
                    raise
                time.sleep(wait)
                if not isinstance(content, (str, bytes, type(None))):
                    content.seek(begin)

    def _once(
        self, method: str, target: str, content: Optional[Content], headers: Mapping[str, str], timeout: float
    ) -> str:
        connection = self.connect(method, target, content, headers, timeout)
        try:
            answer = connection.getresponse()
            text = answer.read().decode("utf-8", "replace")
        except (OSError, http.client.HTTPException) as cut:
            connection.close()
            raise UnreachableError(f"{method} {target} got no answer from {self.url}: {cut!r}", True) from cut
        except BaseException:
            connection.close()  # a handler that is canceled may be in the middle of a request of its own
            raise
        if answer.will_close:
            connection.close()
        else:
            self._keep(connection)
        if answer.status // 100 != 2:
            raise read_problem(answer, text)
        return text

    def connect(
        self, method: str, target: str, content: Optional[Content], headers: Mapping[str, str], timeout: float
    ) -> http.client.HTTPConnection:
        """A connection on which the request was sent."""
        connection = self._take(timeout)
        try:
            if connection.sock is None:
                connection.connect()
        except OSError as away:
            raise UnreachableError(f"{method} {target}: {self.url} cannot be reached: {away}", False) from away
        try:
            all_headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
            all_headers.update(headers)
            body = content.encode("utf-8") if isinstance(content, str) else content
            connection.request(method, self._prefix + target, body, all_headers)
        except (OSError, http.client.HTTPException) as cut:
            connection.close()
            raise UnreachableError(f"{method} {target} was cut off: {cut!r}", True) from cut
        return connection

    def _take(self, timeout: float) -> http.client.HTTPConnection:
        now = time.monotonic()
        with self._lock:
            while self._idle:
                since, connection = self._idle.pop()
                if now - since < _LONGEST_IDLE and connection.sock is not None:
                    connection.sock.settimeout(timeout)
                    connection.timeout = timeout
                    return connection
                connection.close()
        if self._https:
            return http.client.HTTPSConnection(self._netloc, timeout=timeout)
        return http.client.HTTPConnection(self._netloc, timeout=timeout)

    def close(self) -> None:
        """Closes the connections that nobody uses now."""
        with self._lock:
            idle, self._idle = self._idle, []
        for _, connection in idle:
            connection.close()

    def _keep(self, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            if len(self._idle) < _KEPT_CONNECTIONS:
                self._idle.append((time.monotonic(), connection))
                return
        connection.close()


def _position(content: Optional[Content]) -> Optional[int]:
    """Where it begins; None if it can be read only once."""
    if content is None or isinstance(content, (str, bytes)):
        return 0
    try:
        return content.tell() if content.seekable() else None
    except (AttributeError, OSError):
        return None


def read_problem(answer: http.client.HTTPResponse, text: str) -> ProblemError:
    """What the server says; a proxy in between may answer in its own words."""
    try:
        problem = json.loads(text)
    except ValueError:
        problem = None
    if not isinstance(problem, dict):
        problem = {"detail": text[:500]}
    header = answer.getheader("Retry-After") or ""
    return problem_error(answer.status, problem, float(header) if re.fullmatch(r"\d{1,9}", header) else None)


class ApiGroup:
    """Operations that belong together."""

    def __init__(self, transport: HttpTransport) -> None:
        self._transport = transport

    def _text(
        self,
        method: str,
        template: str,
        path: Sequence[Any] = (),
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        text: Optional[Content] = None,
        content_type: str = "application/json",
        accept: Optional[str] = None,
        if_match: Optional[str] = None,
        repeatable: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> str:
        content = text
        if body is not None:
            content = json.dumps({name: plain(value) for name, value in body.items() if value is not None})
        headers = {} if content is None else {"Content-Type": content_type}
        if accept:
            headers["Accept"] = accept
        if if_match:
            headers["If-Match"] = if_match
        again = method in ("GET", "PUT") if repeatable is None else repeatable
        return self._transport.exchange(method, target(template, path, query), content, headers, again, timeout)

    def _json(self, method: str, template: str, *args: Any, **options: Any) -> Any:
        text = self._text(method, template, *args, **options)
        try:
            return json.loads(text)
        except ValueError as unreadable:
            raise UnreadableAnswerError(f"The answer to {method} {template} is not JSON: {text[:500]}") from unreadable

    def _send(self, method: str, template: str, *args: Any, **options: Any) -> None:
        self._text(method, template, *args, **options)


def target(template: str, path: Sequence[Any], query: Optional[Mapping[str, Any]]) -> str:
    """The path and the query, encoded. None is left out of the query."""
    values = iter(path)

    def segment(name: "re.Match[str]") -> str:
        value = plain(next(values))
        if value is None or value == "":
            raise ValueError(f"{name.group()} of {template} is missing")
        return urllib.parse.quote(str(value), safe="")

    found = re.sub(r"\{\w+\}", segment, template)
    given = {name: _parameter(value) for name, value in (query or {}).items() if value is not None}
    return found + ("?" + urllib.parse.urlencode(given) if given else "")


def _parameter(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple, set, frozenset)):
        return ",".join(map(str, value))
    return str(plain(value))


def plain(value: Any) -> Any:
    """Times as the API writes them. A time without a zone is UTC."""
    if isinstance(value, datetime):
        zoned = value if value.tzinfo else value.replace(tzinfo=timezone.utc)
        return zoned.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")
    return value.isoformat() if isinstance(value, date) else value


def pages(page: Callable[[Optional[str]], Any], key: str) -> Iterator[Any]:
    """All items of a list. Each page is fetched when it is needed."""
    after: Optional[str] = None
    while True:
        found: Dict[str, Any] = page(after)
        yield from found[key]
        after = found.get("after")
        if after is None:
            return


def long_poll(wait: Optional[str]) -> float:
    """How long to wait for the answer of a request that waits itself, up to 60 s. To hang up early would lose a grant."""
    seconds = re.fullmatch(r"(\d+(?:\.\d+)?)s?", wait or "20s")
    return (float(seconds.group(1)) if seconds else 60.0) + 30.0
