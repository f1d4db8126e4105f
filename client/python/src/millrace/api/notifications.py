"""What happened, and which webhooks got it."""
from typing import Iterator, List, Optional

from ..transport import ApiGroup, pages
from ..models import (
    Notification,
    NotificationPage,
    Webhook,
    WebhookDefinition,
    WebhookList,
    WebhookTest,
)


class NotificationsApi(ApiGroup):
    """What happened, and which webhooks got it."""

    def list_webhooks(self) -> WebhookList:
        """List webhooks."""
        answer: WebhookList = self._json("GET", "/webhooks")
        return answer

    def get_webhook(self, name: str) -> Webhook:
        """Read a webhook."""
        answer: Webhook = self._json("GET", "/webhooks/{name}", [name])
        return answer

    def save_webhook(self, name: str, definition: WebhookDefinition) -> Webhook:
        """Save a webhook."""
        answer: Webhook = self._json("PUT", "/webhooks/{name}", [name], body=definition)
        return answer

    def delete_webhook(self, name: str) -> None:
        """Delete a webhook."""
        self._send("DELETE", "/webhooks/{name}", [name])

    def test_webhook(self, name: str) -> WebhookTest:
        """Test a webhook."""
        answer: WebhookTest = self._json("POST", "/webhooks/{name}/test", [name])
        return answer

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
