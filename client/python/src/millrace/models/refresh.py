from typing import Any, Dict, List, TypedDict


class Warning(TypedDict, total=False):
    """A credential in plain text, and where it belongs. The value itself is not shown."""

    field: str
    reason: str


class UserMessages(TypedDict, total=False):
    """What the user reads after a failure, by its kind. Each has 1 to 500 characters."""

    default: str
    timeout: str
    lost_worker: str
    stopped: str
    refused: str
    unavailable: str
    rate_limited: str
    program_failed: str
    misconfigured: str
    missing_value: str
    failed: str
    exhausted: str
    gave_up: str
    disabled: str


class RefreshState(TypedDict, total=False):
    """How a collection or a user-site is refreshed."""

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


class NextEvent(TypedDict, total=False):
    """What comes next."""

    at: str
    what: str
    text: str
    skips: List["SkippedTime"]


class SkippedTime(TypedDict, total=False):
    """A coming time that a rule will skip."""

    at: str
    what: str
    rule: str
    until: str


class RuleCheck(TypedDict, total=False):
    """A rule, and whether it passes now."""

    rule: str
    passes: bool
    values: Dict[str, Any]


class Decision(TypedDict, total=False):
    """A decision on a user-site or a collection."""

    at: str
    what: str
    asked_by: str
    planned_at: str
    detail: str
