from typing import Any, Dict, List, Optional, TypedDict

from .tasks import Task, Wait


class TokenPage(TypedDict, total=False):
    """A page of tokens."""

    tokens: List["Token"]
    after: str


class Token(TypedDict, total=False):
    """A step of a job at one logical time."""

    step: str
    logical_time: str
    state: str
    count: int
    changed_at: str


class TimePage(TypedDict, total=False):
    """A page of logical times."""

    times: List["JobTime"]
    after: str


class JobTime(TypedDict, total=False):
    """All tokens at one logical time."""

    logical_time: str
    steps: Dict[str, Any]


class StepDurationList(TypedDict, total=False):
    """How long the steps of a job take, the slowest first."""

    steps: List["StepDuration"]


class StepDuration(TypedDict, total=False):
    """How long the attempts of a step took."""

    step: str
    attempts: int
    failed: int
    ran_p50_ms: int
    ran_max_ms: int
    waited_p50_ms: int
    waited_max_ms: int
    slowest_task: str


class TokensAtTime(TypedDict, total=False):
    """Every step of a job at one logical time."""

    logical_time: str
    steps: List["StepToken"]


class StepToken(TypedDict, total=False):
    """A token, with everything that arrived at it."""

    step: str
    state: str
    count: int
    threshold: int
    arrived: List["Arrival"]
    missing: List[str]
    next_retry: str
    waits_for: str
    wait: Optional["Wait"]
    ended_runs: int
    runs: List["Task"]


class Arrival(TypedDict, total=False):
    """A fire, a success or a failure that arrived at a token."""

    source: str
    at: str
    reason: str
    priority: str
    used: bool
    output: Any


class RerunRequest(TypedDict, total=False):
    """A range of logical times. Both ends are in it."""

    first: str
    last: str
    steps: List[str]
    only_failed: bool
    dry_run: bool


class RerunResult(TypedDict, total=False):
    """What runs again."""

    dry_run: bool
    tokens: int
    steps: Dict[str, int]
    started: int
    waiting: int


class CancelResult(TypedDict, total=False):
    """How many tokens were canceled."""

    canceled: int


class ClearResult(TypedDict, total=False):
    """How many tokens were cleared."""

    cleared: int
