from typing import List, Optional, TypedDict


class FreshPromise(TypedDict, total=False):
    """A promise: how old data may be, and how much of the time that has to hold."""

    within: str
    objective: str


class ErrorBudget(TypedDict, total=False):
    """How much stale time the objective allows in the window, and how much is used. The window ends now."""

    allowed_seconds: int
    used_seconds: int
    remaining_seconds: int
    burn_rate: Optional[float]


class OldestData(TypedDict, total=False):
    """How old the data is that is stale, or at risk, for the longest time."""

    age_seconds: int
    within_seconds: int


class FreshnessCounts(TypedDict, total=False):
    """The states of the promises of a client, site, source or job."""

    kind: str
    name: str
    fresh: int
    at_risk: int
    stale: int
    exempt: int
    budget: "ErrorBudget"
    oldest: "OldestData"


class FreshnessCountsPage(TypedDict, total=False):
    """A page of clients, sites, sources or jobs."""

    counts: List["FreshnessCounts"]
    after: str


class FreshnessVerdict(TypedDict, total=False):
    """The states of all promises."""

    sentence: str
    fresh: int
    at_risk: int
    stale: int
    exempt: int
    budget: "ErrorBudget"
    worst: List["FreshnessCounts"]


class FreshObject(TypedDict, total=False):
    """A user-site, a collection or a last step of a job, and its promise."""

    kind: str
    client: str
    source: str
    collection: str
    state: str
    since: str
    exemption: str
    promise: "FreshPromise"
    promised_by: str
    promised_at: str
    last_success: str
    age_seconds: Optional[int]
    stale_at: str
    budget: "ErrorBudget"


class FreshnessExplained(TypedDict, total=False):
    """How old the data is, what was promised, and when the next refresh will probably end."""

    state: str
    since: str
    exemption: str
    promise: "FreshPromise"
    promised_by: str
    promised_at: str
    last_success: str
    age_seconds: Optional[int]
    stale_at: str
    budget: "ErrorBudget"
    expected_at: str


class FreshObjectPage(TypedDict, total=False):
    """A page of promises."""

    objects: List["FreshObject"]
    after: str
