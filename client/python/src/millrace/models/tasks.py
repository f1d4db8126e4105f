from typing import Any, Dict, List, Optional, TypedDict, Union


class TaskPage(TypedDict, total=False):
    """A page of tasks."""

    tasks: List["Task"]
    after: str


class Task(TypedDict, total=False):
    """One attempt to run something."""

    id: str
    source: str
    collection: str
    priority: int
    created_at: str
    started_at: str
    finished_at: str
    status: str
    attempt_no: int
    reason: str
    system: str
    pool: str
    worker: str
    deadline: str
    message: str
    user_message: str
    percent: Optional[int]
    user_friendly_status: str
    score: int
    logical_time: str
    output: Any
    of: "TaskOwner"


class TaskOwner(TypedDict, total=False):
    """What a task belongs to. A step comes with its job, its name and its logical time."""

    kind: str
    job: str
    step: str
    logical_time: str


class TaskReference(TypedDict, total=False):
    """The id of a task."""

    task_id: str


class LogPage(TypedDict, total=False):
    """A page of a log."""

    logs: List["LogLine"]
    after: int
    dropped: int


class LogLine(TypedDict, total=False):
    """A line of a log."""

    time: str
    message: str
    level: str


class LogReport(TypedDict, total=False):
    """Lines for the log of an attempt."""

    attempt_uid: str
    lines: List[Dict[str, Any]]


class FinishReport(TypedDict, total=False):
    """The outcome of an attempt."""

    attempt_uid: str
    outcome: str
    message: str
    reason: str
    user_message: str
    retryable: bool
    retry_after: Union[str, float]
    output: Any


class ProgressReport(TypedDict, total=False):
    """How far an attempt is. Give one of the two fields or both; a field that is left out stays as it was."""

    attempt_uid: str
    percent: int
    user_friendly_status: str


class BulkRequest(TypedDict, total=False):
    """Which tasks. Each field may be left out."""

    source: str
    collection: str
    status: str
    start: str
    end: str
    dry_run: bool


class BulkResult(TypedDict, total=False):
    """What became of many tasks."""

    dry_run: bool
    matched: int
    more: bool
    done: int
    refused: Dict[str, int]
