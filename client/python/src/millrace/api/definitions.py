"""Whole folders of definitions."""
from typing import Iterable, Optional

from ..transport import ApiGroup
from ..models import (
    DefinitionApplyResult,
    DefinitionDiff,
    DefinitionExport,
    DefinitionFile,
)


class DefinitionsApi(ApiGroup):
    """Whole folders of definitions."""

    def diff_definitions(self, files: Iterable[DefinitionFile], *, prune: bool = False) -> DefinitionDiff:
        """Compare files with what is in force."""
        answer: DefinitionDiff = self._json(
            "POST", "/definitions/diff", body={"files": list(files), "prune": prune}, repeatable=True
        )
        return answer

    def apply_definitions(
        self, files: Iterable[DefinitionFile], *, prune: bool = False, version: Optional[str] = None
    ) -> DefinitionApplyResult:
        """Apply files. If the state has another version than that of the diff, it is refused: 412."""
        answer: DefinitionApplyResult = self._json(
            "POST",
            "/definitions/apply",
            body={"files": list(files), "prune": prune},
            if_match=None if version is None else f'"{version}"',
        )
        return answer

    def export_definitions(self) -> DefinitionExport:
        """Write all definitions as files."""
        answer: DefinitionExport = self._json("GET", "/definitions/export")
        return answer
