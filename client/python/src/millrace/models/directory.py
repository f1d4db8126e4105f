from typing import Any, List, Optional, TypedDict

from .freshness import FreshnessExplained, FreshPromise
from .refresh import Decision, NextEvent, RuleCheck, UserMessages, Warning
from .tasks import Wait


class UserSiteEntry(TypedDict, total=False):
    """A user-site as it was saved. A time that was not given is left out."""

    id: str
    user: str
    site: str
    status: str
    migrating: bool
    last_refresh: str
    last_mfa_required_at: str
    fresh: "FreshPromise"


class UserSite(TypedDict, total=False):
    """A user-site, and how it is refreshed."""

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
    id: str
    user: str
    site: str
    status: str
    migrating: bool
    last_refresh: str
    last_mfa_required_at: str
    fresh: "FreshPromise"


class UserSiteExplained(TypedDict, total=False):
    """A user-site, and why it is, or is not, refreshed."""

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
    id: str
    user: str
    site: str
    status: str
    migrating: bool
    last_refresh: str
    last_mfa_required_at: str
    fresh: "FreshPromise"
    next: "NextEvent"
    wait: Optional["Wait"]
    allowed: bool
    rules: List["RuleCheck"]
    decisions: List["Decision"]
    freshness: Optional["FreshnessExplained"]


class UserSitePage(TypedDict, total=False):
    """A page of user-sites."""

    user_sites: List["UserSiteEntry"]
    after: str


class ClientPage(TypedDict, total=False):
    """A page of clients."""

    clients: List["Client"]
    after: str


class Client(TypedDict, total=False):
    """A client, to whom users belong."""

    id: str
    name: str
    refreshes_per_day: Optional[int]
    requires_recent_login: bool
    fresh: "FreshPromise"


class UserPage(TypedDict, total=False):
    """A page of users."""

    users: List["User"]
    after: str


class User(TypedDict, total=False):
    """A user, who has user-sites."""

    id: str
    client: str
    status: str
    last_login: str


class SitePage(TypedDict, total=False):
    """A page of sites."""

    sites: List["Site"]
    after: str


class Site(TypedDict, total=False):
    """A site, and how its user-sites are refreshed: the fields of its definition as they were given."""

    id: str
    provider: str
    maintenance: bool
    supported: bool
    scraping: bool
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
    project: str
    warnings: List["Warning"]


class ClientDefinition(TypedDict, total=False):
    """A client. Anything left out is as it is by default."""

    id: str
    name: str
    refreshes_per_day: Optional[int]
    requires_recent_login: bool
    fresh: "FreshPromise"


class UserDefinition(TypedDict, total=False):
    """A user. The client of a user never changes."""

    id: str
    client: str
    status: str
    last_login: str


class SiteDefinition(TypedDict, total=False):
    """A site. The other fields say how its user-sites are refreshed, as for a collection of a source."""

    id: str
    provider: str
    maintenance: bool
    supported: bool
    scraping: bool
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
    project: str


class UserSiteDefinition(TypedDict, total=False):
    """A user-site. Its user and its site never change."""

    id: str
    user: str
    site: str
    status: str
    migrating: bool
    last_refresh: str
    last_mfa_required_at: str
    fresh: "FreshPromise"


class ImportResult(TypedDict, total=False):
    """What became of the lines of an import."""

    lines: int
    clients: "ImportCounts"
    sites: "ImportCounts"
    users: "ImportCounts"
    user_sites: "ImportCounts"
    rejected: List["RejectedLine"]
    more_rejected: int
    warnings: List["ImportWarning"]
    more_warnings: int


class ImportWarning(TypedDict, total=False):
    """A credential in plain text."""

    line: int
    field: str
    reason: str


class ImportCounts(TypedDict, total=False):
    """What became of the lines of one kind."""

    created: int
    updated: int
    unchanged: int
    rejected: int


class RejectedLine(TypedDict, total=False):
    """A line that was rejected, and why."""

    line: int
    field: str
    value: Any
    reason: str
