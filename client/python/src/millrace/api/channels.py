"""Channels for callers that do the work themselves."""
from typing import Optional

from ..transport import ApiGroup, long_poll
from ..models import (
    Channel,
    ReleaseResult,
)


class ChannelsApi(ApiGroup):
    """Channels for callers that do the work themselves."""

    def request_channel(
        self,
        *,
        wait: Optional[str] = None,
        execution_name: Optional[str] = None,
        execution_id: Optional[str] = None,
        task_token: Optional[str] = None,
        pool: Optional[str] = None,
        callback_url: Optional[str] = None,
        lease: Optional[str] = None,
        priority: Optional[str] = None,
    ) -> Channel:
        """Ask for a channel."""
        answer: Channel = self._json(
            "POST",
            "/flow-control/requests",
            query={"wait": wait},
            body={
                "executionName": execution_name,
                "executionId": execution_id,
                "taskToken": task_token,
                "pool": pool,
                "callbackUrl": callback_url,
                "lease": lease,
                "priority": priority,
            },
            repeatable=True,
            timeout=long_poll(wait),
        )
        return answer

    def release_channel(
        self,
        task_token: str,
        *,
        pool: Optional[str] = None,
        outcome: Optional[str] = None,
        message: Optional[str] = None,
    ) -> ReleaseResult:
        """Release a channel."""
        answer: ReleaseResult = self._json(
            "POST",
            "/flow-control/releases",
            body={"taskToken": task_token, "pool": pool, "outcome": outcome, "message": message},
        )
        return answer

    def keep_channel(self, task_token: str, *, pool: Optional[str] = None) -> Channel:
        """Keep a channel."""
        answer: Channel = self._json(
            "POST", "/flow-control/heartbeats", body={"taskToken": task_token, "pool": pool}, repeatable=True
        )
        return answer
