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
    wait: Optional["Wait"]
    of: "TaskOwner"


class Wait(TypedDict, total=False):
    """What something waits for: the first thing that has to change before it can start."""

    blocker: str
    text: str
    rule: str
    until: str
    pool: str
    system: str
    queue: str
    before: int
    channels: int
    start_p50: str
    start_p90: str
    no_estimate: str


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


class TaskCount(TypedDict, total=False):
    """How many tasks there are."""

    tasks: int
    more: bool


class BulkOrder(TypedDict, total=False):
    """What to do with which tasks. Each field but `action` may be left out."""

    action: str
    source: str
    collection: str
    status: str
    message: str
    worker: str
    reason: str
    start: str
    end: str


class BulkFilter(TypedDict, total=False):
    """Which tasks a bulk operation takes. An empty text stands for any."""

    source: str
    collection: str
    statuses: List[str]
    message: str
    worker: str
    reason: str
    start: str
    end: str


class BulkOperation(TypedDict, total=False):
    """Many tasks that are canceled, or run again."""

    id: str
    action: str
    filter: "BulkFilter"
    asked_by: str
    asked_at: str
    state: str
    node: str
    total: int
    more: bool
    handled: int
    done: int
    refused: Dict[str, int]
    ended_at: str


class BulkOperations(TypedDict, total=False):
    """Bulk operations."""

    operations: List["BulkOperation"]
