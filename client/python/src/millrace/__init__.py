"""A client of Millrace, of Python's standard library alone: `MillraceClient` calls the API, `Worker` runs tasks."""
from .client import MillraceClient
from .errors import (
    BadRequestError,
    ConflictError,
    ForbiddenError,
    MillraceError,
    NotFoundError,
    ProblemError,
    UnauthorizedError,
    UnavailableError,
    UnreachableError,
    UnreadableAnswerError,
    VersionChangedError,
)
from .retries import NO_RETRIES, Backoff, Retries
from .task import NotRetryable, TaskCanceled, TaskFailed, WorkerTask
from .worker import Worker

__version__ = "0.1.0"

__all__ = [
    "NO_RETRIES",
    "Backoff",
    "BadRequestError",
    "ConflictError",
    "ForbiddenError",
    "MillraceClient",
    "MillraceError",
    "NotFoundError",
    "NotRetryable",
    "ProblemError",
    "Retries",
    "TaskCanceled",
    "TaskFailed",
    "UnauthorizedError",
    "UnavailableError",
    "UnreachableError",
    "UnreadableAnswerError",
    "VersionChangedError",
    "Worker",
    "WorkerTask",
]
