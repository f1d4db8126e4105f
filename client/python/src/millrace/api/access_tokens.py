"""Who may use the API."""
from typing import Iterator, List, Optional

from ..transport import ApiGroup, Time, pages
from ..models import (
    AccessToken,
    AccessTokenPage,
    CreatedAccessToken,
)


class AccessTokensApi(ApiGroup):
    """Who may use the API."""

    def list_access_tokens(self, *, limit: Optional[int] = None, after: Optional[str] = None) -> AccessTokenPage:
        """List access tokens."""
        answer: AccessTokenPage = self._json("GET", "/tokens", query={"limit": limit, "after": after})
        return answer

    def all_access_tokens(self, *, limit: Optional[int] = None) -> Iterator[AccessToken]:
        """All of `list_access_tokens`, page by page."""
        return pages(lambda after: self.list_access_tokens(limit=limit, after=after), "tokens")

    def create_access_token(
        self,
        name: str,
        role: str,
        *,
        expires_at: Optional[Time] = None,
        queues: Optional[List[str]] = None,
        pools: Optional[List[str]] = None,
        worker_prefix: Optional[str] = None,
        projects: Optional[List[str]] = None,
    ) -> CreatedAccessToken:
        """Make an access token."""
        answer: CreatedAccessToken = self._json(
            "POST",
            "/tokens",
            body={
                "name": name,
                "role": role,
                "expires_at": expires_at,
                "queues": queues,
                "pools": pools,
                "worker_prefix": worker_prefix,
                "projects": projects,
            },
        )
        return answer

    def revoke_access_token(self, id: str) -> None:
        """Revoke an access token."""
        self._send("DELETE", "/tokens/{id}", [id])
