"""What can go wrong with a request."""
from typing import Any, Dict, List, Optional


class MillraceError(Exception):
    """A request that did not get the answer it wanted."""


class UnreachableError(MillraceError):
    """There was no answer. Unless `was_sent` is false, nobody knows whether the server did what it was asked."""

    def __init__(self, message: str, was_sent: bool) -> None:
        super().__init__(message)
        self.was_sent = was_sent


class UnreadableAnswerError(MillraceError):
    """The answer is not what the API promises. Perhaps something else than Millrace answered."""


class ProblemError(MillraceError):
    """The server refused the request, and said why (RFC 9457)."""

    def __init__(self, status: int, problem: Dict[str, Any], retry_after: Optional[float] = None) -> None:
        self.status = status
        self.type = str(problem.get("type") or "about:blank")
        self.name = self.type.rsplit("/", 1)[-1]
        self.detail = str(problem.get("detail") or "")
        self.errors: List[Dict[str, Any]] = problem.get("errors") or []
        self.retry_after = retry_after
        super().__init__(f"{status} {self.name}: {self.detail}")

    def is_busy(self) -> bool:
        """Whether the same request may be answered later."""
        return self.status >= 500 or self.status in (408, 429)


class BadRequestError(ProblemError):
    """400: `errors` names every wrong field."""


class UnauthorizedError(ProblemError):
    """401: there is no access token, or it is not valid."""


class ForbiddenError(ProblemError):
    """403: the access token does not allow it."""


class NotFoundError(ProblemError):
    """404: something that the request names is unknown."""


class ConflictError(ProblemError):
    """409: the state does not allow it; `name` says why."""


class VersionChangedError(ProblemError):
    """412: somebody changed it meanwhile."""


class UnavailableError(ProblemError):
    """429 or 503: no room now; `retry_after` says when to come back."""


_BY_STATUS = {
    400: BadRequestError,
    401: UnauthorizedError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
    412: VersionChangedError,
    429: UnavailableError,
    503: UnavailableError,
}


def problem_error(status: int, problem: Dict[str, Any], retry_after: Optional[float]) -> ProblemError:
    """The error for a status."""
    return _BY_STATUS.get(status, ProblemError)(status, problem, retry_after)
