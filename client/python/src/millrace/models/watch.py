from typing import Any, Dict, List, Optional, TypedDict

from .freshness import FreshnessExplained
from .refresh import NextEvent
from .tasks import Task


class Session(TypedDict, total=False):
    """The access token of the request, and the node that answers."""

    name: str
    role: str
    node: str
    version: str
    time: str


class Cluster(TypedDict, total=False):
    """The nodes of the cluster."""

    members: List["Member"]
    lost: List["LostNode"]


class LostNode(TypedDict, total=False):
    """A node that the others continue without."""

    address: str
    worker: str
    at: str


class Member(TypedDict, total=False):
    """A node of the cluster."""

    address: str
    status: str
    reachable: bool
    version: str
    roles: List[str]
    self: bool
    leader: bool
    has_singletons: bool
    shards: Dict[str, int]
    awake: Dict[str, int]


class Totals(TypedDict, total=False):
    """How many tasks a day had, by what happened to them."""

    queued: int
    started: int
    success: int
    failure: int
    timeout: int
    error: int
    canceled: int
    skipped: int


class ReasonCount(TypedDict, total=False):
    """How often something happened for one reason."""

    what: str
    reason: str
    n: int


class DayMinute(TypedDict, total=False):
    """A minute of a day. Each field is there only if it is not empty."""

    at: str
    planned: int
    state: str
    queued: int
    started: int
    success: int
    failed: int
    canceled: int
    skipped: int


class Today(TypedDict, total=False):
    """A UTC day: what was planned, and what became of it."""

    date: str
    at: str
    planned_at: str
    planned: int
    plan_waiting: int
    missed: int
    skipped_users: Dict[str, int]
    totals: "Totals"
    failures: List["ReasonCount"]
    skips: List["ReasonCount"]
    waited_ms: int
    minutes: List["DayMinute"]


class LiveState(TypedDict, total=False):
    """The state of the whole system now."""

    running: int
    waiting: int
    due: int
    late_seconds: int
    failing: "TaskCount"
    today: "Totals"
    pools: List["PoolSummary"]
    revision: str
    at: str


class PoolSummary(TypedDict, total=False):
    """A pool in a few numbers."""

    pool: str
    version: int
    enabled: bool
    reason: str
    maxConcurrency: int
    running: int
    waiting: int


class RefreshPage(TypedDict, total=False):
    """A page of user-sites or collections."""

    refreshes: List["RefreshOverview"]
    after: str


class RefreshOverview(TypedDict, total=False):
    """The state of a user-site or a collection."""

    kind: str
    source: str
    collection: str
    user: str
    status: str
    migrating: bool
    schedule: str
    attempts: int
    state: str
    refresh_at: str
    retry: int
    planned_at: str
    disabled_reason: str
    next: "NextEvent"
    freshness: str
    data: Optional["FreshnessExplained"]
    last_task: Optional["Task"]


class NotificationPage(TypedDict, total=False):
    """A page of notifications."""

    notifications: List["Notification"]
    after: str


class Notification(TypedDict, total=False):
    """Something that happened."""

    id: str
    kind: str
    at: str
    subject: str
    details: Dict[str, Any]
    deliveries: List["Delivery"]


class Delivery(TypedDict, total=False):
    """How a notification was sent to a webhook."""

    webhook: str
    attempts: int
    delivered_at: str
    next_at: str
    error: str


class WebhookList(TypedDict, total=False):
    """All webhooks."""

    webhooks: List["Webhook"]


class Webhook(TypedDict, total=False):
    """A webhook, without its secret."""

    name: str
    url: str
    kinds: List[str]
    kept_in: str
    saved_by: str
    saved_at: str


class WebhookDefinition(TypedDict, total=False):
    """A webhook. Missing fields take their defaults."""

    url: str
    secret: str
    kinds: List[str]


class WebhookTest(TypedDict, total=False):
    """The result of a test."""

    webhook: str
    delivery: str
    delivered: bool
    status: int
    error: str
    seconds: float


class Health(TypedDict, total=False):
    """The health of a node."""

    status: str
