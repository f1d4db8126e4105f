from typing import List, Optional, TypedDict


class TriggerDefinition(TypedDict, total=False):
    """When a job runs. Give exactly one of `cron` and `period`."""

    name: str
    start: str
    end: str
    cron: str
    period: str
    zone: str
    gap: str
    overlap: str
    offset: str
    catchup: str


class Fire(TypedDict, total=False):
    """A fire of a trigger."""

    logical_time: str
    due_at: str


class TriggerList(TypedDict, total=False):
    """The triggers of a job."""

    triggers: List["Trigger"]


class Trigger(TypedDict, total=False):
    """A trigger, and its next fire."""

    name: str
    schedule: str
    start: str
    end: str
    offset: str
    catchup: str
    paused: bool
    fired: int
    caught_up: int
    missed: int
    waiting: int
    last_fire: Optional["LastFire"]
    next: List["Fire"]


class TriggerFires(TypedDict, total=False):
    """A trigger, what it missed, and its next 10 fires."""

    name: str
    schedule: str
    start: str
    end: str
    offset: str
    catchup: str
    paused: bool
    fired: int
    caught_up: int
    missed: int
    waiting: int
    last_fire: Optional["LastFire"]
    next: List["Fire"]
    missed_ranges: List["MissedRange"]


class LastFire(TypedDict, total=False):
    """The last fire of a trigger."""

    logical_time: str
    due_at: str
    fired_at: str
    late_seconds: float


class MissedRange(TypedDict, total=False):
    """Fires that were missed together."""

    first: str
    last: str
    fires: int
    at_least: bool
    reason: str
    at: str
    made_good_at: str


class FireRange(TypedDict, total=False):
    """The times of a trigger in a range. Both ends are in it."""

    first: str
    last: str
    dry_run: bool


class FireResult(TypedDict, total=False):
    """How many fires there are."""

    dry_run: bool
    fires: int
    first: str
    last: str


class SchedulePreview(TypedDict, total=False):
    """When a trigger would fire."""

    schedule: str
    zone: str
    fires: List["LocalFire"]


class LocalFire(TypedDict, total=False):
    """A fire, also in local time."""

    logical_time: str
    due_at: str
    local_logical_time: str
    local_due_at: str
