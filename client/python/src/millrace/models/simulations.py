from typing import Any, Dict, List, TypedDict

from .flow import PoolConfig
from .jobs import JobDefinition


# A simulation: which days, and what is assumed to be other than it is. Without `date` and `from` it is today.
SimulationRequest = TypedDict(
    "SimulationRequest",
    {
        "date": str,
        "from": str,
        "days": int,
        "seed": int,
        "changes": "SimulationChanges",
    },
    total=False,
)


class SimulationChanges(TypedDict, total=False):
    """The changes that a simulation assumes."""

    flow: Dict[str, "PoolConfig"]
    flywheel: "FlywheelChanges"
    sources: Dict[str, Any]
    jobs: List["JobDefinition"]
    outage: "SimulatedOutage"
    fresh: str
    growth: Dict[str, float]


class FlywheelChanges(TypedDict, total=False):
    """Settings of the flywheel. They have the names of the configuration."""

    enabled: bool
    defaultRefreshesPerDay: int
    refreshesPerDay: Dict[str, int]
    maximumDaysSinceLastLogin: int
    minimumSecondsSinceLastRefresh: int
    blacklistedProviders: List[str]


# A site or a node that does not work for a while. Name one of them.
SimulatedOutage = TypedDict(
    "SimulatedOutage",
    {
        "site": str,
        "node": str,
        "from": str,
        "to": str,
    },
    total=False,
)


class SimulationReference(TypedDict, total=False):
    """The id of a simulation."""

    id: str


class SimulationList(TypedDict, total=False):
    """Simulations without their results."""

    simulations: List["Simulation"]


class Simulation(TypedDict, total=False):
    """A simulation, how far it is, and its result once it is done."""

    id: str
    created_at: str
    created_by: str
    state: str
    progress: float
    error: str
    request: Dict[str, Any]
    result: "SimulationResult"


# What a simulation found.
SimulationResult = TypedDict(
    "SimulationResult",
    {
        "from": str,
        "until": str,
        "started": int,
        "late": int,
        "missed_minutes": int,
        "events": int,
        "ends": Dict[str, int],
        "skips": Dict[str, int],
        "minutes": "SimulatedMinutes",
        "pools": List["SimulatedPool"],
        "missed_freshness": "MissedFreshness",
        "bursts": List["CatchUpBurst"],
        "back_test": "BackTest",
        "actual_started": List[int],
        "unknown": List[str],
    },
    total=False,
)


class SimulatedMinutes(TypedDict, total=False):
    """Figures of every minute, from the first one on."""

    queued: List[int]
    started: List[int]
    planned: List[int]
    jobs: List[int]
    running: List[int]
    waiting: List[int]


class SimulatedPool(TypedDict, total=False):
    """The load of a pool."""

    pool: str
    channels: int
    running: List[int]
    systems: List["SimulatedSystem"]


class SimulatedSystem(TypedDict, total=False):
    """How long the tasks of a system waited."""

    system: str
    started: int
    late: int
    p50_ms: int
    p95_ms: int
    max_ms: int


class MissedFreshness(TypedDict, total=False):
    """User-sites that became older than promised, by client and by site."""

    clients: List["MissedPromise"]
    sites: List["MissedPromise"]


class MissedPromise(TypedDict, total=False):
    """The promises of a client or a site."""

    name: str
    promised: int
    missed: int
    minutes: int


# What follows an outage.
CatchUpBurst = TypedDict(
    "CatchUpBurst",
    {
        "from": str,
        "to": str,
        "usual_per_minute": float,
        "peak_per_minute": int,
        "peak_at": str,
        "most_waiting": int,
        "recovered_at": str,
    },
    total=False,
)


class BackTest(TypedDict, total=False):
    """How wrong the simulation of a past day is. Errors are parts: 0.05 = 5 % too many."""

    expected: int
    actual: int
    total_error: float
    per_minute_error: float
    waiting: List["WaitingError"]
    differences: List["BackTestDifference"]


class WaitingError(TypedDict, total=False):
    """The waiting time of a system that 95 % of its tasks did not exceed."""

    system: str
    expected_p95_ms: int
    actual_p95_ms: int
    error: float


class BackTestDifference(TypedDict, total=False):
    """Something that was not as expected."""

    kind: str
    name: str
    expected: float
    actual: float


class SimulationComparison(TypedDict, total=False):
    """Two simulations side by side."""

    totals: List["ComparedTotal"]
    systems: List["ComparedSystem"]
    started: "ComparedSeries"
    running: "ComparedSeries"
    waiting: "ComparedSeries"


class ComparedTotal(TypedDict, total=False):
    """A figure of both."""

    name: str
    a: int
    b: int


class ComparedSystem(TypedDict, total=False):
    """The waiting times of a system in both."""

    system: str
    started: "ComparedValue"
    late: "ComparedValue"
    p50_ms: "ComparedValue"
    p95_ms: "ComparedValue"
    max_ms: "ComparedValue"


class ComparedValue(TypedDict, total=False):
    """A value in both."""

    a: int
    b: int


class ComparedSeries(TypedDict, total=False):
    """A figure of every minute, in both."""

    a: List[int]
    b: List[int]
