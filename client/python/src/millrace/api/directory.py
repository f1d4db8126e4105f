"""Clients, users, sites and user-sites."""
from typing import IO, Iterator, List, Optional, Union

from ..transport import ApiGroup, Time, pages
from ..models import (
    Client,
    ClientDefinition,
    ClientPage,
    ImportResult,
    Site,
    SiteDefinition,
    SitePage,
    TaskReference,
    User,
    UserDefinition,
    UserPage,
    UserSite,
    UserSiteDefinition,
    UserSiteEntry,
    UserSiteExplained,
    UserSitePage,
)


class DirectoryApi(ApiGroup):
    """Clients, users, sites and user-sites."""

    def list_clients(
        self, *, search: Optional[str] = None, limit: Optional[int] = None, after: Optional[str] = None
    ) -> ClientPage:
        """List clients."""
        answer: ClientPage = self._json("GET", "/clients", query={"search": search, "limit": limit, "after": after})
        return answer

    def all_clients(self, *, limit: Optional[int] = None) -> Iterator[Client]:
        """All of `list_clients`, page by page."""
        return pages(lambda after: self.list_clients(limit=limit, after=after), "clients")

    def get_client(self, id: str) -> Client:
        """Read a client."""
        answer: Client = self._json("GET", "/clients/{id}", [id])
        return answer

    def save_client(self, id: str, definition: ClientDefinition) -> Client:
        """Save a client."""
        answer: Client = self._json("PUT", "/clients/{id}", [id], body=definition)
        return answer

    def delete_client(self, id: str) -> None:
        """Delete a client."""
        self._send("DELETE", "/clients/{id}", [id])

    def list_sites(
        self,
        *,
        search: Optional[str] = None,
        provider: Optional[str] = None,
        limit: Optional[int] = None,
        after: Optional[str] = None,
    ) -> SitePage:
        """List sites."""
        answer: SitePage = self._json(
            "GET", "/sites", query={"search": search, "provider": provider, "limit": limit, "after": after}
        )
        return answer

    def all_sites(self, *, provider: Optional[str] = None, limit: Optional[int] = None) -> Iterator[Site]:
        """All of `list_sites`, page by page."""
        return pages(lambda after: self.list_sites(provider=provider, limit=limit, after=after), "sites")

    def get_site(self, id: str) -> Site:
        """Read a site."""
        answer: Site = self._json("GET", "/sites/{id}", [id])
        return answer

    def save_site(self, id: str, definition: SiteDefinition) -> Site:
        """Save a site."""
        answer: Site = self._json("PUT", "/sites/{id}", [id], body=definition)
        return answer

    def delete_site(self, id: str) -> None:
        """Delete a site."""
        self._send("DELETE", "/sites/{id}", [id])

    def list_users(
        self,
        *,
        search: Optional[str] = None,
        client: Optional[str] = None,
        status: Optional[str] = None,
        limit: Optional[int] = None,
        after: Optional[str] = None,
    ) -> UserPage:
        """List users."""
        answer: UserPage = self._json(
            "GET",
            "/users",
            query={"search": search, "client": client, "status": status, "limit": limit, "after": after},
        )
        return answer

    def all_users(
        self, *, client: Optional[str] = None, status: Optional[str] = None, limit: Optional[int] = None
    ) -> Iterator[User]:
        """All of `list_users`, page by page."""
        return pages(lambda after: self.list_users(client=client, status=status, limit=limit, after=after), "users")

    def get_user(self, id: str) -> User:
        """Read a user."""
        answer: User = self._json("GET", "/users/{id}", [id])
        return answer

    def save_user(self, id: str, definition: UserDefinition) -> User:
        """Save a user."""
        answer: User = self._json("PUT", "/users/{id}", [id], body=definition)
        return answer

    def delete_user(self, id: str) -> None:
        """Delete a user."""
        self._send("DELETE", "/users/{id}", [id])

    def list_user_sites(
        self,
        *,
        search: Optional[str] = None,
        user: Optional[str] = None,
        site: Optional[str] = None,
        status: Optional[str] = None,
        limit: Optional[int] = None,
        after: Optional[str] = None,
    ) -> UserSitePage:
        """List user-sites."""
        answer: UserSitePage = self._json(
            "GET",
            "/user-sites",
            query={"search": search, "user": user, "site": site, "status": status, "limit": limit, "after": after},
        )
        return answer

    def all_user_sites(
        self,
        *,
        user: Optional[str] = None,
        site: Optional[str] = None,
        status: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Iterator[UserSiteEntry]:
        """All of `list_user_sites`, page by page."""
        return pages(
            lambda after: self.list_user_sites(user=user, site=site, status=status, limit=limit, after=after),
            "user_sites",
        )

    def get_user_site(self, id: str) -> UserSite:
        """Read a user-site."""
        answer: UserSite = self._json("GET", "/user-sites/{id}", [id])
        return answer

    def save_user_site(self, id: str, definition: UserSiteDefinition) -> UserSiteEntry:
        """Save a user-site."""
        answer: UserSiteEntry = self._json("PUT", "/user-sites/{id}", [id], body=definition)
        return answer

    def delete_user_site(self, id: str) -> None:
        """Delete a user-site."""
        self._send("DELETE", "/user-sites/{id}", [id])

    def explain_user_site(self, id: str) -> UserSiteExplained:
        """Explain a user-site."""
        answer: UserSiteExplained = self._json("GET", "/user-sites/{id}/explain", [id])
        return answer

    def refresh_user_site(self, id: str) -> TaskReference:
        """Refresh a user-site now."""
        answer: TaskReference = self._json("POST", "/user-sites/{id}/refresh", [id])
        return answer

    def disable_user_site(self, id: str, *, reason: Optional[str] = None) -> UserSite:
        """Disable a user-site."""
        answer: UserSite = self._json(
            "POST", "/user-sites/{id}/disable", [id], body={"reason": reason}, repeatable=True
        )
        return answer

    def enable_user_site(self, id: str) -> UserSite:
        """Enable a user-site."""
        answer: UserSite = self._json("POST", "/user-sites/{id}/enable", [id], repeatable=True)
        return answer

    def report_mfa_required(self, id: str, *, at: Optional[Time] = None) -> UserSiteEntry:
        """Report a second factor."""
        answer: UserSiteEntry = self._json(
            "POST", "/user-sites/{id}/mfa-required", [id], body={"at": at}, repeatable=True
        )
        return answer

    def set_migration(self, id: str, migrating: bool) -> UserSiteEntry:
        """Begin or end a migration."""
        answer: UserSiteEntry = self._json(
            "POST", "/user-sites/{id}/migration", [id], body={"migrating": migrating}, repeatable=True
        )
        return answer

    def set_status(self, id: str, status: str) -> UserSiteEntry:
        """Set the connection status."""
        answer: UserSiteEntry = self._json(
            "POST", "/user-sites/{id}/status", [id], body={"status": status}, repeatable=True
        )
        return answer

    def import_directory(
        self, lines: Union[str, bytes, IO[bytes]], *, update: Optional[bool] = None, timeout: float = 3600.0
    ) -> ImportResult:
        """Import many entries. A file is read again if the server had no room; another stream is sent only once."""
        answer: ImportResult = self._json(
            "POST",
            "/import",
            query={"update": update},
            text=lines,
            content_type="application/x-ndjson",
            timeout=timeout,
        )
        return answer
