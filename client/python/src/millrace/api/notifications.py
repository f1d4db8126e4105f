"""What happened, and which webhooks were told."""
from typing import Iterator, List, Optional

from ..transport import ApiGroup, pages
from ..models import (
    Notification,
    NotificationPage,
)


class NotificationsApi(ApiGroup):
    """What happened, and which webhooks were told."""

    def list_notifications(
        self, *, kind: Optional[str] = None, limit: Optional[int] = None, after: Optional[str] = None
    ) -> NotificationPage:
        """List notifications."""
        answer: NotificationPage = self._json(
            "GET", "/notifications", query={"kind": kind, "limit": limit, "after": after}
        )
        return answer

    def all_notifications(self, *, kind: Optional[str] = None, limit: Optional[int] = None) -> Iterator[Notification]:
        """All of `list_notifications`, page by page."""
        return pages(lambda after: self.list_notifications(kind=kind, limit=limit, after=after), "notifications")
