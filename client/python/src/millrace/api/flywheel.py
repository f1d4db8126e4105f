"""The plan of the day."""
from typing import Optional

from ..transport import ApiGroup, Time
from ..models import (
    ForcedRefreshes,
    Plan,
    PlanResult,
    TickResult,
    UserPlan,
)


class FlywheelApi(ApiGroup):
    """The plan of the day."""

    def plan_day(self, *, date: Optional[Time] = None) -> PlanResult:
        """Plan a day."""
        answer: PlanResult = self._json("POST", "/batch/schedule-user-refreshes", query={"date": date}, repeatable=True)
        return answer

    def run_minutes(self) -> TickResult:
        """Run the minutes that are due."""
        answer: TickResult = self._json("POST", "/flywheel/internal", repeatable=True)
        return answer

    def refresh_user(self, id: str) -> ForcedRefreshes:
        """Refresh a user now."""
        answer: ForcedRefreshes = self._json("POST", "/flywheel/internal/users/{id}", [id])
        return answer

    def get_plan(self, *, date: Optional[Time] = None) -> Plan:
        """Read the plan of a day."""
        answer: Plan = self._json("GET", "/flywheel/plan", query={"date": date})
        return answer

    def get_user_plan(self, id: str, *, date: Optional[Time] = None) -> UserPlan:
        """Read a user's places in the plan."""
        answer: UserPlan = self._json("GET", "/users/{id}/plan", [id], query={"date": date})
        return answer
