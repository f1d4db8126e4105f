from typing import Any, Dict, List, TypedDict

from .refresh import RuleCheck


class Plan(TypedDict, total=False):
    """The plan of a day. `planned`, `waiting` and `missed` count users."""

    date: str
    planned_at: str
    planned: int
    waiting: int
    missed: int
    skipped_users: Dict[str, int]
    user_sites: int
    started: int
    skipped_user_sites: Dict[str, int]
    minutes: List["PlanMinute"]


class PlanMinute(TypedDict, total=False):
    """A minute of the plan. `users` is the skipped users and those that passed; `user_sites` of those is the started and the skipped ones."""

    at: str
    state: str
    users: int
    skipped_users: Dict[str, int]
    user_sites: int
    started: int
    skipped_user_sites: Dict[str, int]
    done_at: str


class UserPlan(TypedDict, total=False):
    """The places of a user in the plan of a day."""

    user: str
    date: str
    state: str
    detail: str
    plan: List["PlanSlot"]
    next: str
    rules: List["RuleCheck"]


# A place in the plan.
PlanSlot = TypedDict(
    "PlanSlot",
    {
        "at": str,
        "pass": int,
        "state": str,
        "skipped": str,
    },
    total=False,
)


class PlanResult(TypedDict, total=False):
    """What planning a day changed."""

    date: str
    users: int
    refreshes: int
    removed: int


class TickResult(TypedDict, total=False):
    """Whether the flywheel is on."""

    enabled: bool


class ForcedRefreshes(TypedDict, total=False):
    """What became of each user-site of a user."""

    user: str
    user_sites: List[Dict[str, Any]]
