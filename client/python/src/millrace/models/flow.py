from typing import List, Optional, TypedDict

from .tasks import Wait


class PoolList(TypedDict, total=False):
    """All pools."""

    pools: List["Pool"]


class Pool(TypedDict, total=False):
    """A pool: its config and its state."""

    pool: str
    version: int
    config: Optional["PoolConfig"]
    changed_by: str
    changed_at: str
    reason: str
    running: int
    waiting: int
    counted_since: str
    systems: List["SystemState"]


class PoolChangePage(TypedDict, total=False):
    """A page of changes."""

    changes: List["PoolChange"]
    after: str


class PoolChange(TypedDict, total=False):
    """A change of the config of a pool. The config is null if the pool was removed."""

    pool: str
    version: int
    config: Optional["PoolConfig"]
    changed_by: str
    changed_at: str
    reason: str


class PoolConfig(TypedDict, total=False):
    """How the channels of a pool are shared."""

    enabled: bool
    maxConcurrency: int
    sourceSystems: List["SourceSystem"]


class SourceSystem(TypedDict, total=False):
    """A system and its share of a pool."""

    systemName: str
    reservedChannels: int
    probability: int
    paused: str


class SystemState(TypedDict, total=False):
    """A system of a pool now."""

    systemName: str
    reservedChannels: int
    probability: int
    running: int
    waiting: int
    oldest_since: str
    oldest_seconds: int
    granted: int
    drawn: int
    expected: float


class ChannelRequest(TypedDict, total=False):
    """A request for a channel."""

    executionName: str
    executionId: str
    taskToken: str
    pool: str
    callbackUrl: str
    lease: str
    priority: str


class ChannelRelease(TypedDict, total=False):
    """The end of the work."""

    taskToken: str
    pool: str
    outcome: str
    message: str


class Channel(TypedDict, total=False):
    """A channel, or a place in the queue."""

    status: str
    pool: str
    taskToken: str
    executionName: str
    system: str
    taskId: str
    deadline: str
    wait: "Wait"


class ReleaseResult(TypedDict, total=False):
    """Whether a channel was released."""

    released: bool
