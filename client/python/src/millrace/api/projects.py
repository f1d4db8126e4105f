"""Projects, their config and their secrets."""
from typing import Iterator, List, Optional

from ..transport import ApiGroup, pages
from ..models import (
    Project,
    ProjectConfig,
    ProjectPage,
    ProjectSecrets,
    ProjectValue,
)


class ProjectsApi(ApiGroup):
    """Projects, their config and their secrets."""

    def list_projects(self, *, limit: Optional[int] = None, after: Optional[str] = None) -> ProjectPage:
        """List projects."""
        answer: ProjectPage = self._json("GET", "/projects", query={"limit": limit, "after": after})
        return answer

    def all_projects(self, *, limit: Optional[int] = None) -> Iterator[Project]:
        """All of `list_projects`, page by page."""
        return pages(lambda after: self.list_projects(limit=limit, after=after), "projects")

    def list_config(self, project: str) -> ProjectConfig:
        """List the config of a project."""
        answer: ProjectConfig = self._json("GET", "/projects/{project}/config", [project])
        return answer

    def save_config(self, project: str, name: str, value: str) -> ProjectValue:
        """Save a config value."""
        answer: ProjectValue = self._json(
            "PUT", "/projects/{project}/config/{name}", [project, name], body={"value": value}
        )
        return answer

    def delete_config(self, project: str, name: str) -> None:
        """Delete a config value."""
        self._send("DELETE", "/projects/{project}/config/{name}", [project, name])

    def list_secrets(self, project: str) -> ProjectSecrets:
        """List the secrets of a project."""
        answer: ProjectSecrets = self._json("GET", "/projects/{project}/secrets", [project])
        return answer

    def save_secret(self, project: str, name: str, value: str) -> ProjectValue:
        """Save a secret."""
        answer: ProjectValue = self._json(
            "PUT", "/projects/{project}/secrets/{name}", [project, name], body={"value": value}
        )
        return answer

    def delete_secret(self, project: str, name: str) -> None:
        """Delete a secret."""
        self._send("DELETE", "/projects/{project}/secrets/{name}", [project, name])
