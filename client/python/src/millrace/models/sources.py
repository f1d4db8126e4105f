from typing import Any, Dict, List, Optional, TypedDict

from .freshness import FreshnessExplained, FreshPromise
from .refresh import Decision, NextEvent, RuleCheck, UserMessages, Warning
from .tasks import Wait


class SourcesDocument(TypedDict, total=False):
    """All sources, by name."""

    sources: Dict[str, "SourceDefinition"]


class SourceDefinition(TypedDict, total=False):
    """A source and its collections."""

    project: str
    collections: List["CollectionDefinition"]


class CollectionDefinition(TypedDict, total=False):
    """A collection: what is refreshed, when and how."""

    name: str
    schedule: Any
    timeout: str
    retry: Any
    align: str
    when_exhausted: str
    give_up_after: str
    user_messages: "UserMessages"
    run: Any
    system: str
    pool: str
    priority: str
    fresh: "FreshPromise"
    secrets: List[str]


class SourcesResult(TypedDict, total=False):
    """How many collections are in force."""

    collections: int
    warnings: List["Warning"]


class SourcesCheck(TypedDict, total=False):
    """What saving the sources would do."""

    collections: int
    added: int
    changed: int
    removed: int
    differences: List["CollectionDifference"]
    warnings: List["Warning"]


class CollectionDifference(TypedDict, total=False):
    """A collection that saving the sources would change."""

    change: str
    source: str
    collection: str
    schedule: str
    next: List[str]


class Collection(TypedDict, total=False):
    """A collection, and how it is refreshed."""

    state: str
    schedule: str
    refresh_at: str
    refresh_reason: str
    refresh_attempt_uid: str
    refresh_attempt_at: str
    refresh_attempt_no: int
    refresh_attempts: int
    refresh_timeout_at: str
    refresh_disabled_until_update: str
    refresh_disabled_user_friendly_reason: str
    refresh_disabled_message: str
    failing_since: str
    task_id: str
    source: str
    collection: str


class CollectionExplained(TypedDict, total=False):
    """A collection, and why it is, or is not, refreshed."""

    state: str
    schedule: str
    refresh_at: str
    refresh_reason: str
    refresh_attempt_uid: str
    refresh_attempt_at: str
    refresh_attempt_no: int
    refresh_attempts: int
    refresh_timeout_at: str
    refresh_disabled_until_update: str
    refresh_disabled_user_friendly_reason: str
    refresh_disabled_message: str
    failing_since: str
    task_id: str
    source: str
    collection: str
    next: "NextEvent"
    wait: Optional["Wait"]
    allowed: bool
    rules: List["RuleCheck"]
    decisions: List["Decision"]
    freshness: Optional["FreshnessExplained"]
