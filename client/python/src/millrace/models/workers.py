from typing import Any, Dict, List, Optional, TypedDict


class ClaimedTasks(TypedDict, total=False):
    """The tasks that a worker was given."""

    tasks: List["ClaimedTask"]
    heartbeat_seconds: float


class ClaimedTask(TypedDict, total=False):
    """A task that is RUNNING already. Its channel is the worker's until the deadline."""

    task_id: str
    attempt_uid: str
    attempt_no: int
    source: str
    collection: str
    logical_time: Optional[str]
    system: str
    pool: str
    queue: str
    deadline: str
    body: Any
    inputs: Dict[str, Any]
    config: Dict[str, str]
    secrets: Dict[str, str]


class HeartbeatAnswer(TypedDict, total=False):
    """Which attempts are over."""

    stop: List[str]
    heartbeat_seconds: float


class WorkerPage(TypedDict, total=False):
    """A page of workers."""

    workers: List["Worker"]
    after: str


class Worker(TypedDict, total=False):
    """A node that runs tasks, or a remote worker."""

    id: str
    kind: str
    slots: int
    queues: List[str]
    last_seen: str
    pools: List[str]
    running: List["RunningTask"]
    state: str
    lost_at: str
    ran: List["LostTask"]


class LostTask(TypedDict, total=False):
    """A task that a lost worker ran, and what became of it."""

    task_id: str
    status: str
    worker: str
    message: str


class RunningTask(TypedDict, total=False):
    """A task that a worker runs."""

    task_id: str
    attempt_no: int
    pool: str
    system: str
    started_at: str
    deadline: str
