"""The tasks of all sources: read and count them, cancel many of them or run them again."""
from typing import Iterator, Optional

from ..transport import ApiGroup, Time, pages
from ..models import BulkOperation, BulkOperations, BulkResult, Task, TaskCount, TaskPage


class TaskHistoryApi(ApiGroup):
    """The part of `TasksApi` that is about many tasks."""

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
        finished_start: Optional[Time] = None,
        finished_end: Optional[Time] = None,
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
                "finished_start": finished_start,
                "finished_end": finished_end,
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
        finished_start: Optional[Time] = None,
        finished_end: Optional[Time] = None,
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
                finished_start=finished_start,
                finished_end=finished_end,
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
        finished_start: Optional[Time] = None,
        finished_end: Optional[Time] = None,
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
                "finished_start": finished_start,
                "finished_end": finished_end,
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
