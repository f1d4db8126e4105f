"""Ask for tasks, read them, follow their logs, cancel them, report on them."""
from typing import Any, Dict, Iterator, List, Optional, Union

from ..transport import ApiGroup, Time, pages
from ..models import (
    BulkOperation,
    BulkOperations,
    BulkResult,
    LogPage,
    Task,
    TaskCount,
    TaskPage,
    TaskReference,
)


class TasksApi(ApiGroup):
    """Ask for tasks, read them, follow their logs, cancel them, report on them."""

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

    def list_history(
        self,
        *,
        source: Optional[str] = None,
        start: Optional[Time] = None,
        end: Optional[Time] = None,
        collection: Optional[str] = None,
        status: Optional[str] = None,
        message: Optional[str] = None,
        worker: Optional[str] = None,
        reason: Optional[str] = None,
        newest: Optional[bool] = None,
        order: Optional[str] = None,
        limit: Optional[int] = None,
        after: Optional[str] = None,
    ) -> TaskPage:
        """List the tasks of all sources."""
        answer: TaskPage = self._json(
            "GET",
            "/history",
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
                "order": order,
                "limit": limit,
                "after": after,
            },
        )
        return answer

    def all_history(
        self,
        *,
        source: Optional[str] = None,
        start: Optional[Time] = None,
        end: Optional[Time] = None,
        collection: Optional[str] = None,
        status: Optional[str] = None,
        message: Optional[str] = None,
        worker: Optional[str] = None,
        reason: Optional[str] = None,
        newest: Optional[bool] = None,
        order: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Iterator[Task]:
        """All of `list_history`, page by page."""
        return pages(
            lambda after: self.list_history(
                source=source,
                start=start,
                end=end,
                collection=collection,
                status=status,
                message=message,
                worker=worker,
                reason=reason,
                newest=newest,
                order=order,
                limit=limit,
                after=after,
            ),
            "tasks",
        )

    def cancel_tasks(
        self,
        *,
        source: Optional[str] = None,
        collection: Optional[str] = None,
        status: Optional[str] = None,
        start: Optional[Time] = None,
        end: Optional[Time] = None,
        dry_run: Optional[bool] = None,
    ) -> BulkResult:
        """Cancel many tasks."""
        answer: BulkResult = self._json(
            "POST",
            "/history/cancel",
            body={
                "source": source,
                "collection": collection,
                "status": status,
                "start": start,
                "end": end,
                "dry_run": dry_run,
            },
        )
        return answer

    def rerun_tasks(
        self,
        *,
        source: Optional[str] = None,
        collection: Optional[str] = None,
        status: Optional[str] = None,
        start: Optional[Time] = None,
        end: Optional[Time] = None,
        dry_run: Optional[bool] = None,
    ) -> BulkResult:
        """Run many tasks again."""
        answer: BulkResult = self._json(
            "POST",
            "/history/rerun",
            body={
                "source": source,
                "collection": collection,
                "status": status,
                "start": start,
                "end": end,
                "dry_run": dry_run,
            },
        )
        return answer

    def count_history(
        self,
        *,
        source: Optional[str] = None,
        start: Optional[Time] = None,
        end: Optional[Time] = None,
        collection: Optional[str] = None,
        status: Optional[str] = None,
        message: Optional[str] = None,
        worker: Optional[str] = None,
        reason: Optional[str] = None,
        newest: Optional[bool] = None,
    ) -> TaskCount:
        """Count tasks."""
        answer: TaskCount = self._json(
            "GET",
            "/history/count",
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
            },
        )
        return answer

    def list_bulk_operations(self) -> BulkOperations:
        """List bulk operations."""
        answer: BulkOperations = self._json("GET", "/bulk-operations")
        return answer

    def start_bulk_operation(
        self,
        action: str,
        *,
        source: Optional[str] = None,
        collection: Optional[str] = None,
        status: Optional[str] = None,
        message: Optional[str] = None,
        worker: Optional[str] = None,
        reason: Optional[str] = None,
        start: Optional[Time] = None,
        end: Optional[Time] = None,
    ) -> BulkOperation:
        """Cancel tasks, or run them again, however many."""
        answer: BulkOperation = self._json(
            "POST",
            "/bulk-operations",
            body={
                "action": action,
                "source": source,
                "collection": collection,
                "status": status,
                "message": message,
                "worker": worker,
                "reason": reason,
                "start": start,
                "end": end,
            },
        )
        return answer

    def get_bulk_operation(self, id: str) -> BulkOperation:
        """Read a bulk operation."""
        answer: BulkOperation = self._json("GET", "/bulk-operations/{id}", [id])
        return answer

    def abort_bulk_operation(self, id: str) -> BulkOperation:
        """Abort a bulk operation."""
        answer: BulkOperation = self._json("POST", "/bulk-operations/{id}/abort", [id])
        return answer
