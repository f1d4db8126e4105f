from typing import Any, Dict, List, Optional, TypedDict

from .freshness import FreshPromise
from .refresh import UserMessages, Warning
from .triggers import Fire, TriggerDefinition


class StepDefinition(TypedDict, total=False):
    """What a job runs, and what has to happen before. A step without `run` succeeds at once: a join."""

    name: str
    depends: List[str]
    depends_failure: List[str]
    threshold: int
    run: Any
    timeout: str
    retry: Any
    priority: str
    system: str
    pool: str
    secrets: List[str]
    user_messages: "UserMessages"


class JobDefinition(TypedDict, total=False):
    """A job: at most 1,000 triggers, 1,000 steps and 10,000 references."""

    id: str
    project: str
    name: str
    description: str
    paused: bool
    fresh: "FreshPromise"
    triggers: List["TriggerDefinition"]
    steps: List["StepDefinition"]


class Job(TypedDict, total=False):
    """A job: its definition and its state."""

    id: str
    project: str
    name: str
    description: str
    paused: bool
    fresh: "FreshPromise"
    pause_reason: str
    paused_by: str
    paused_at: str
    triggers: List["TriggerDefinition"]
    steps: List["StepDefinition"]
    version: int
    saved_by: str
    saved_at: str
    warnings: List["Warning"]


class JobPage(TypedDict, total=False):
    """A page of jobs."""

    jobs: List["JobSummary"]
    after: str


class JobSummary(TypedDict, total=False):
    """A job in a list."""

    id: str
    project: str
    name: str
    description: str
    paused: bool
    pause_reason: str
    paused_by: str
    paused_at: str
    triggers: List[str]
    steps: List[str]
    version: int
    saved_by: str
    saved_at: str
    next_fire: Optional["NextFire"]
    latest: Optional["LatestTime"]
    recent: "RecentSteps"


class RecentSteps(TypedDict, total=False):
    """How the last 50 steps of a job ended, at the logical times that have come."""

    steps: int
    failed: int
    last_failed: str


class NextFire(TypedDict, total=False):
    """The next fire of a job."""

    trigger: str
    logical_time: str
    due_at: str


class LatestTime(TypedDict, total=False):
    """The last logical time that has come."""

    logical_time: str
    states: Dict[str, int]


class JobCheck(TypedDict, total=False):
    """What saving a job would do."""

    result: str
    id: str
    project: str
    name: str
    paused: bool
    triggers: List["FirstFires"]
    graph: "JobGraph"
    warnings: List["Warning"]


class FirstFires(TypedDict, total=False):
    """A trigger of a job that is checked."""

    name: str
    schedule: str
    catchup: str
    due: int
    next: List["Fire"]


class JobGraph(TypedDict, total=False):
    """What waits for what."""

    nodes: List["JobNode"]
    edges: List["JobEdge"]


class JobNode(TypedDict, total=False):
    """A trigger or a step."""

    id: str
    kind: str
    project: str
    job: str
    job_id: str
    name: str
    threshold: int
    run: str


# A step that waits for a trigger or a step.
JobEdge = TypedDict(
    "JobEdge",
    {
        "from": str,
        "to": str,
        "on": str,
        "offset": str,
    },
    total=False,
)
