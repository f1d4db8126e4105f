"""How all of it is."""
from typing import Iterator, List, Optional

from ..transport import ApiGroup, Time, pages
from ..models import (
    Cluster,
    LiveState,
    RefreshOverview,
    RefreshPage,
    Session,
    Today,
)


class WatchApi(ApiGroup):
    """How all of it is."""

    def get_session(self) -> Session:
        """Read the session."""
        answer: Session = self._json("GET", "/session")
        return answer

    def get_day(self, *, date: Optional[Time] = None) -> Today:
        """Read a day."""
        answer: Today = self._json("GET", "/today", query={"date": date})
        return answer

    def list_refreshes(
        self,
        *,
        kind: Optional[str] = None,
        search: Optional[str] = None,
        user: Optional[str] = None,
        site: Optional[str] = None,
        status: Optional[str] = None,
        limit: Optional[int] = None,
        after: Optional[str] = None,
    ) -> RefreshPage:
        """List how refreshes stand."""
        answer: RefreshPage = self._json(
            "GET",
            "/refreshes",
            query={
                "kind": kind,
                "search": search,
                "user": user,
                "site": site,
                "status": status,
                "limit": limit,
                "after": after,
            },
        )
        return answer

    def all_refreshes(
        self,
        *,
        kind: Optional[str] = None,
        search: Optional[str] = None,
        user: Optional[str] = None,
        site: Optional[str] = None,
        status: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Iterator[RefreshOverview]:
        """All of `list_refreshes`, page by page."""
        return pages(
            lambda after: self.list_refreshes(
                kind=kind, search=search, user=user, site=site, status=status, limit=limit, after=after
            ),
            "refreshes",
        )

    def watch_events(self) -> LiveState:
        """Read or follow the live state."""
        answer: LiveState = self._json("GET", "/events")
        return answer

    def get_cluster(self) -> Cluster:
        """Read the cluster."""
        answer: Cluster = self._json("GET", "/cluster")
        return answer
