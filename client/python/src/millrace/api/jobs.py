"""Jobs, their triggers and their tokens."""
from typing import Iterator, List, Optional

from ..transport import ApiGroup, Time, pages
from ..models import (
    CancelResult,
    ClearResult,
    FireResult,
    Job,
    JobCheck,
    JobGraph,
    JobPage,
    JobSummary,
    JobTime,
    RerunResult,
    SchedulePreview,
    StepDurationList,
    TaskReference,
    TimePage,
    Token,
    TokenPage,
    TokensAtTime,
    TriggerFires,
    TriggerList,
)


class JobsApi(ApiGroup):
    """Jobs, their triggers and their tokens."""

    def list_jobs(
        self,
        *,
        project: Optional[str] = None,
        name: Optional[str] = None,
        search: Optional[str] = None,
        limit: Optional[int] = None,
        after: Optional[str] = None,
    ) -> JobPage:
        """List jobs."""
        answer: JobPage = self._json(
            "GET", "/jobs", query={"project": project, "name": name, "search": search, "limit": limit, "after": after}
        )
        return answer

    def all_jobs(
        self,
        *,
        project: Optional[str] = None,
        name: Optional[str] = None,
        search: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Iterator[JobSummary]:
        """All of `list_jobs`, page by page."""
        return pages(
            lambda after: self.list_jobs(project=project, name=name, search=search, limit=limit, after=after), "jobs"
        )

    def save_job(self, document: str) -> Job:
        """Save a job."""
        answer: Job = self._json("PUT", "/jobs", text=document, content_type="application/yaml")
        return answer

    def check_job(self, document: str) -> JobCheck:
        """Check a job."""
        answer: JobCheck = self._json(
            "POST", "/jobs/check", text=document, content_type="application/yaml", repeatable=True
        )
        return answer

    def get_job(self, id: str) -> Job:
        """Read a job."""
        answer: Job = self._json("GET", "/jobs/{id}", [id])
        return answer

    def delete_job(self, id: str) -> None:
        """Delete a job."""
        self._send("DELETE", "/jobs/{id}", [id])

    def get_job_definition(self, id: str) -> str:
        """Read the text of a job."""
        return self._text("GET", "/jobs/{id}/definition", [id], accept="application/yaml")

    def pause_job(self, id: str, *, reason: Optional[str] = None) -> Job:
        """Pause a job."""
        answer: Job = self._json("POST", "/jobs/{id}/pause", [id], body={"reason": reason}, repeatable=True)
        return answer

    def unpause_job(self, id: str) -> Job:
        """Unpause a job."""
        answer: Job = self._json("POST", "/jobs/{id}/unpause", [id], repeatable=True)
        return answer

    def get_job_graph(self, id: str) -> JobGraph:
        """Read the graph of a job."""
        answer: JobGraph = self._json("GET", "/jobs/{id}/graph", [id])
        return answer

    def preview_schedule(
        self,
        *,
        cron: Optional[str] = None,
        period: Optional[str] = None,
        start: Optional[Time] = None,
        end: Optional[Time] = None,
        zone: Optional[str] = None,
        gap: Optional[str] = None,
        overlap: Optional[str] = None,
        offset: Optional[str] = None,
        n: Optional[int] = None,
    ) -> SchedulePreview:
        """Preview a schedule."""
        answer: SchedulePreview = self._json(
            "GET",
            "/schedules/preview",
            query={
                "cron": cron,
                "period": period,
                "start": start,
                "end": end,
                "zone": zone,
                "gap": gap,
                "overlap": overlap,
                "offset": offset,
                "n": n,
            },
        )
        return answer

    def list_triggers(self, id: str) -> TriggerList:
        """List the triggers of a job."""
        answer: TriggerList = self._json("GET", "/jobs/{id}/triggers", [id])
        return answer

    def get_trigger_fires(self, id: str, name: str) -> TriggerFires:
        """Read the fires of a trigger."""
        answer: TriggerFires = self._json("GET", "/jobs/{id}/triggers/{name}/fires", [id, name])
        return answer

    def fire_trigger(
        self, id: str, name: str, first: Time, last: Time, *, dry_run: Optional[bool] = None
    ) -> FireResult:
        """Fire a range of times."""
        answer: FireResult = self._json(
            "POST",
            "/jobs/{id}/triggers/{name}/fire",
            [id, name],
            body={"first": first, "last": last, "dry_run": dry_run},
        )
        return answer

    def list_tokens(
        self,
        id: str,
        *,
        first: Optional[Time] = None,
        last: Optional[Time] = None,
        state: Optional[str] = None,
        limit: Optional[int] = None,
        after: Optional[str] = None,
    ) -> TokenPage:
        """List the tokens of a job."""
        answer: TokenPage = self._json(
            "GET",
            "/jobs/{id}/tokens",
            [id],
            query={"first": first, "last": last, "state": state, "limit": limit, "after": after},
        )
        return answer

    def all_tokens(
        self,
        id: str,
        *,
        first: Optional[Time] = None,
        last: Optional[Time] = None,
        state: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Iterator[Token]:
        """All of `list_tokens`, page by page."""
        return pages(
            lambda after: self.list_tokens(id, first=first, last=last, state=state, limit=limit, after=after), "tokens"
        )

    def list_times(self, id: str, *, limit: Optional[int] = None, after: Optional[str] = None) -> TimePage:
        """Read a job as a grid."""
        answer: TimePage = self._json("GET", "/jobs/{id}/times", [id], query={"limit": limit, "after": after})
        return answer

    def all_times(self, id: str, *, limit: Optional[int] = None) -> Iterator[JobTime]:
        """All of `list_times`, page by page."""
        return pages(lambda after: self.list_times(id, limit=limit, after=after), "times")

    def get_step_durations(self, id: str, *, limit: Optional[int] = None) -> StepDurationList:
        """Read how long the steps of a job take."""
        answer: StepDurationList = self._json("GET", "/jobs/{id}/durations", [id], query={"limit": limit})
        return answer

    def get_tokens(self, id: str, time: Time, *, step: Optional[str] = None) -> TokensAtTime:
        """Read the tokens of a logical time."""
        answer: TokensAtTime = self._json("GET", "/jobs/{id}/tokens/{time}", [id, time], query={"step": step})
        return answer

    def run_step(self, id: str, step: str, logical_time: Time) -> TaskReference:
        """Run a step for a logical time."""
        answer: TaskReference = self._json(
            "POST", "/jobs/{id}/steps/{step}/run", [id, step], body={"logical_time": logical_time}
        )
        return answer

    def rerun_job(
        self,
        id: str,
        first: Time,
        last: Time,
        *,
        steps: Optional[List[str]] = None,
        only_failed: Optional[bool] = None,
        dry_run: Optional[bool] = None,
    ) -> RerunResult:
        """Run a range again."""
        answer: RerunResult = self._json(
            "POST",
            "/jobs/{id}/rerun",
            [id],
            body={"first": first, "last": last, "steps": steps, "only_failed": only_failed, "dry_run": dry_run},
        )
        return answer

    def cancel_tokens(self, id: str, time: Time, *, steps: Optional[List[str]] = None) -> CancelResult:
        """Cancel the tokens of a logical time."""
        answer: CancelResult = self._json("POST", "/jobs/{id}/tokens/{time}/cancel", [id, time], body={"steps": steps})
        return answer

    def clear_tokens(self, id: str, time: Time, *, steps: Optional[List[str]] = None) -> ClearResult:
        """Clear the tokens of a logical time."""
        answer: ClearResult = self._json("POST", "/jobs/{id}/tokens/{time}/clear", [id, time], body={"steps": steps})
        return answer
