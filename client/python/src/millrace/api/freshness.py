"""How fresh everything is, against what is promised."""
from typing import Iterator, Optional

from ..transport import ApiGroup, pages
from ..models import FreshnessCountsPage, FreshnessVerdict, FreshObject, FreshObjectPage


class FreshnessApi(ApiGroup):
    """How fresh everything is, against what is promised."""

    def get_freshness(self) -> FreshnessVerdict:
        """Read the verdict."""
        answer: FreshnessVerdict = self._json("GET", "/freshness")
        return answer

    def list_client_freshness(
        self,
        *,
        sort: Optional[str] = None,
        order: Optional[str] = None,
        limit: Optional[int] = None,
        after: Optional[str] = None,
    ) -> FreshnessCountsPage:
        """List the freshness of clients."""
        answer: FreshnessCountsPage = self._json("GET", "/freshness/clients", query={"sort": sort, "order": order, "limit": limit, "after": after})
        return answer

    def list_site_freshness(
        self,
        *,
        sort: Optional[str] = None,
        order: Optional[str] = None,
        limit: Optional[int] = None,
        after: Optional[str] = None,
    ) -> FreshnessCountsPage:
        """List the freshness of sites."""
        answer: FreshnessCountsPage = self._json("GET", "/freshness/sites", query={"sort": sort, "order": order, "limit": limit, "after": after})
        return answer

    def list_source_freshness(
        self,
        *,
        sort: Optional[str] = None,
        order: Optional[str] = None,
        limit: Optional[int] = None,
        after: Optional[str] = None,
    ) -> FreshnessCountsPage:
        """List the freshness of sources."""
        answer: FreshnessCountsPage = self._json("GET", "/freshness/sources", query={"sort": sort, "order": order, "limit": limit, "after": after})
        return answer

    def list_job_freshness(
        self,
        *,
        sort: Optional[str] = None,
        order: Optional[str] = None,
        limit: Optional[int] = None,
        after: Optional[str] = None,
    ) -> FreshnessCountsPage:
        """List the freshness of jobs."""
        answer: FreshnessCountsPage = self._json("GET", "/freshness/jobs", query={"sort": sort, "order": order, "limit": limit, "after": after})
        return answer

    def list_fresh_objects(
        self,
        *,
        state: Optional[str] = None,
        client: Optional[str] = None,
        source: Optional[str] = None,
        sort: Optional[str] = None,
        order: Optional[str] = None,
        limit: Optional[int] = None,
        after: Optional[str] = None,
    ) -> FreshObjectPage:
        """List promises by state."""
        answer: FreshObjectPage = self._json(
            "GET",
            "/freshness/objects",
            query={
                "state": state,
                "client": client,
                "source": source,
                "sort": sort,
                "order": order,
                "limit": limit,
                "after": after,
            },
        )
        return answer

    def all_fresh_objects(
        self,
        *,
        state: Optional[str] = None,
        client: Optional[str] = None,
        source: Optional[str] = None,
        sort: Optional[str] = None,
        order: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Iterator[FreshObject]:
        """All of `list_fresh_objects`, page by page."""
        return pages(
            lambda after: self.list_fresh_objects(
                state=state, client=client, source=source, sort=sort, order=order, limit=limit, after=after
            ),
            "objects",
        )
