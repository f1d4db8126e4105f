"""Sources and their collections."""
from typing import Optional

from ..transport import ApiGroup
from ..models import (
    Collection,
    CollectionExplained,
    SourcesCheck,
    SourcesResult,
)


class SourcesApi(ApiGroup):
    """Sources and their collections."""

    def get_sources(self) -> str:
        """Read the sources."""
        return self._text("GET", "/sources")

    def replace_sources(self, document: str, *, empty: Optional[bool] = None) -> SourcesResult:
        """Replace the sources."""
        answer: SourcesResult = self._json(
            "PUT", "/sources", query={"empty": empty}, text=document, content_type="application/yaml"
        )
        return answer

    def check_sources(self, document: str, *, empty: Optional[bool] = None) -> SourcesCheck:
        """Check the sources."""
        answer: SourcesCheck = self._json(
            "POST",
            "/sources/check",
            query={"empty": empty},
            text=document,
            content_type="application/yaml",
            repeatable=True,
        )
        return answer

    def get_collection(self, source: str, collection: str) -> Collection:
        """Read a collection."""
        answer: Collection = self._json("GET", "/sources/{source}/collections/{collection}", [source, collection])
        return answer

    def explain_collection(self, source: str, collection: str) -> CollectionExplained:
        """Explain a collection."""
        answer: CollectionExplained = self._json(
            "GET", "/sources/{source}/collections/{collection}/explain", [source, collection]
        )
        return answer

    def disable_collection(self, source: str, collection: str, *, reason: Optional[str] = None) -> Collection:
        """Disable a collection."""
        answer: Collection = self._json(
            "POST",
            "/sources/{source}/collections/{collection}/disable",
            [source, collection],
            body={"reason": reason},
            repeatable=True,
        )
        return answer

    def enable_collection(self, source: str, collection: str) -> Collection:
        """Enable a collection."""
        answer: Collection = self._json(
            "POST", "/sources/{source}/collections/{collection}/enable", [source, collection], repeatable=True
        )
        return answer
