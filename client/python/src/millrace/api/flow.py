"""Pools of channels."""
from typing import Iterator, List, Optional

from ..transport import ApiGroup, pages
from ..models import (
    Pool,
    PoolChange,
    PoolChangePage,
    PoolConfig,
    PoolList,
)


class FlowApi(ApiGroup):
    """Pools of channels."""

    def get_default_pool(self) -> Pool:
        """Read the pool `default`."""
        answer: Pool = self._json("GET", "/flow-control")
        return answer

    def configure_default_pool(self, config: PoolConfig) -> Pool:
        """Configure the pool `default`."""
        answer: Pool = self._json("PUT", "/flow-control", body=config)
        return answer

    def list_pools(self) -> PoolList:
        """List all pools."""
        answer: PoolList = self._json("GET", "/flow-control/pools")
        return answer

    def get_pool(self, name: str) -> Pool:
        """Read a pool."""
        answer: Pool = self._json("GET", "/flow-control/pools/{name}", [name])
        return answer

    def configure_pool(self, name: str, config: PoolConfig) -> Pool:
        """Configure a pool."""
        answer: Pool = self._json("PUT", "/flow-control/pools/{name}", [name], body=config)
        return answer

    def delete_pool(self, name: str) -> None:
        """Delete a pool."""
        self._send("DELETE", "/flow-control/pools/{name}", [name])

    def pause_pool(self, name: str, reason: str) -> Pool:
        """Pause a pool."""
        answer: Pool = self._json(
            "POST", "/flow-control/pools/{name}/pause", [name], body={"reason": reason}, repeatable=True
        )
        return answer

    def resume_pool(self, name: str, *, reason: Optional[str] = None) -> Pool:
        """Resume a pool."""
        answer: Pool = self._json(
            "POST", "/flow-control/pools/{name}/resume", [name], body={"reason": reason}, repeatable=True
        )
        return answer

    def pause_system(self, name: str, system: str, reason: str) -> Pool:
        """Pause a system of a pool."""
        answer: Pool = self._json(
            "POST",
            "/flow-control/pools/{name}/systems/{system}/pause",
            [name, system],
            body={"reason": reason},
            repeatable=True,
        )
        return answer

    def resume_system(self, name: str, system: str, *, reason: Optional[str] = None) -> Pool:
        """Resume a system of a pool."""
        answer: Pool = self._json(
            "POST",
            "/flow-control/pools/{name}/systems/{system}/resume",
            [name, system],
            body={"reason": reason},
            repeatable=True,
        )
        return answer

    def list_pool_changes(
        self, name: str, *, limit: Optional[int] = None, after: Optional[str] = None
    ) -> PoolChangePage:
        """List the changes of a pool."""
        answer: PoolChangePage = self._json(
            "GET", "/flow-control/pools/{name}/changes", [name], query={"limit": limit, "after": after}
        )
        return answer

    def all_pool_changes(self, name: str, *, limit: Optional[int] = None) -> Iterator[PoolChange]:
        """All of `list_pool_changes`, page by page."""
        return pages(lambda after: self.list_pool_changes(name, limit=limit, after=after), "changes")
