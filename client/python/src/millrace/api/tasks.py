"""Tasks: start and read them, follow their logs, cancel them, report on them."""
from typing import Any, Dict, Iterator, List, Optional, Union

from ..models import LogPage, Task, TaskPage, TaskReference
from ..transport import Time, pages
from .task_history import TaskHistoryApi


class TasksApi(TaskHistoryApi):
    """Tasks: start and read them, follow their logs, cancel them, report on them."""

    def list_tasks(
        self,
        source: str,
        start: Time,
        end: Time,
        *,
        collection: Optional[str] = None,
        status: Optional[str] = None,
        message: Optional[str] = None,
        worker: Optional[str] = None,
        reason: Optional[str] = None,
        newest: Optional[bool] = None,
        finished_start: Optional[Time] = None,
        finished_end: Optional[Time] = None,
        order: Optional[str] = None,
        limit: Optional[int] = None,
        after: Optional[str] = None,
    ) -> TaskPage:
        """List the tasks of a source."""
        answer: TaskPage = self._json(
            "GET",
            "/tasks",
            query={
                "source": source,
                "start": start,
                "end": end,
                "collection": collection,
                "status": status,
                "message": message,
                "worker": worker,
                "reason": reason,
                "newest": newest,
                "finished_start": finished_start,
                "finished_end": finished_end,
                "order": order,
                "limit": limit,
                "after": after,
            },
        )
        return answer

    def all_tasks(
        self,
        source: str,
        start: Time,
        end: Time,
        *,
        collection: Optional[str] = None,
        status: Optional[str] = None,
        message: Optional[str] = None,
        worker: Optional[str] = None,
        reason: Optional[str] = None,
        newest: Optional[bool] = None,
        finished_start: Optional[Time] = None,
        finished_end: Optional[Time] = None,
        order: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Iterator[Task]:
        """All of `list_tasks`, page by page."""
        return pages(
            lambda after: self.list_tasks(
                source,
                start,
                end,
                collection=collection,
                status=status,
                message=message,
                worker=worker,
                reason=reason,
                newest=newest,
                finished_start=finished_start,
                finished_end=finished_end,
                order=order,
                limit=limit,
                after=after,
            ),
            "tasks",
        )

    def refresh_collection(self, source: str, collection: str) -> TaskReference:
        """Refresh a collection now."""
        answer: TaskReference = self._json("POST", "/tasks", query={"source": source, "collection": collection})
        return answer

    def get_task(self, id: str) -> Task:
        """Read a task."""
        answer: Task = self._json("GET", "/tasks/{id}", [id])
        return answer

    def cancel_task(self, id: str) -> Task:
        """Cancel a task."""
        answer: Task = self._json("POST", "/tasks/{id}/cancel", [id])
        return answer

    def read_log(
        self,
        id: str,
        *,
        start: Optional[Time] = None,
        end: Optional[Time] = None,
        limit: Optional[int] = None,
        after: Optional[int] = None,
    ) -> LogPage:
        """Read or follow a log."""
        answer: LogPage = self._json(
            "GET", "/tasks/{id}/logs", [id], query={"start": start, "end": end, "limit": limit, "after": after}
        )
        return answer

    def report_log(self, id: str, attempt_uid: str, lines: List[Dict[str, Any]]) -> TaskReference:
        """Add lines to a log."""
        answer: TaskReference = self._json(
            "POST", "/tasks/{id}/logs", [id], body={"attempt_uid": attempt_uid, "lines": lines}
        )
        return answer

    def report_progress(
        self, id: str, attempt_uid: str, *, percent: Optional[int] = None, user_friendly_status: Optional[str] = None
    ) -> TaskReference:
        """Report progress."""
        answer: TaskReference = self._json(
            "POST",
            "/tasks/{id}/progress",
            [id],
            body={"attempt_uid": attempt_uid, "percent": percent, "user_friendly_status": user_friendly_status},
            repeatable=True,
        )
        return answer

    def finish_task(
        self,
        id: str,
        attempt_uid: str,
        outcome: str,
        *,
        message: Optional[str] = None,
        reason: Optional[str] = None,
        user_message: Optional[str] = None,
        retryable: Optional[bool] = None,
        retry_after: Optional[Union[str, float]] = None,
        output: Any = None,
    ) -> TaskReference:
        """Report the outcome."""
        answer: TaskReference = self._json(
            "POST",
            "/tasks/{id}/finish",
            [id],
            body={
                "attempt_uid": attempt_uid,
                "outcome": outcome,
                "message": message,
                "reason": reason,
                "user_message": user_message,
                "retryable": retryable,
                "retry_after": retry_after,
                "output": output,
            },
        )
        return answer
