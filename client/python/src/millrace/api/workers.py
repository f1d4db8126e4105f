"""Workers, and what they claim."""
from typing import Iterator, List, Optional, Sequence, Union

from ..transport import ApiGroup, long_poll, pages
from ..models import (
    ClaimedTasks,
    HeartbeatAnswer,
    Worker,
    WorkerPage,
)


class WorkersApi(ApiGroup):
    """Workers, and what they claim."""

    def claim_tasks(
        self,
        id: str,
        *,
        wait: Optional[str] = None,
        max: Optional[int] = None,
        queue: Optional[Union[str, Sequence[str]]] = None,
        pool: Optional[str] = None,
    ) -> ClaimedTasks:
        """Claim tasks."""
        answer: ClaimedTasks = self._json(
            "POST",
            "/workers/{id}/claims",
            [id],
            query={"wait": wait, "max": max, "queue": queue, "pool": pool},
            timeout=long_poll(wait),
        )
        return answer

    def send_heartbeat(self, id: str, attempts: List[str]) -> HeartbeatAnswer:
        """Send a heartbeat."""
        answer: HeartbeatAnswer = self._json(
            "POST", "/workers/{id}/heartbeat", [id], body={"attempts": attempts}, repeatable=True
        )
        return answer

    def list_workers(self, *, limit: Optional[int] = None, after: Optional[str] = None) -> WorkerPage:
        """List workers."""
        answer: WorkerPage = self._json("GET", "/workers", query={"limit": limit, "after": after})
        return answer

    def all_workers(self, *, limit: Optional[int] = None) -> Iterator[Worker]:
        """All of `list_workers`, page by page."""
        return pages(lambda after: self.list_workers(limit=limit, after=after), "workers")

    def get_worker(self, id: str) -> Worker:
        """Read a worker."""
        answer: Worker = self._json("GET", "/workers/{id}", [id])
        return answer
