from typing import List, TypedDict


class ProjectPage(TypedDict, total=False):
    """A page of projects."""

    projects: List["Project"]
    after: str


class Project(TypedDict, total=False):
    """A project."""

    name: str
    jobs: int


class ProjectConfig(TypedDict, total=False):
    """The config of a project."""

    config: List["ConfigEntry"]


class ConfigEntry(TypedDict, total=False):
    """A config value."""

    name: str
    value: str
    saved_by: str
    saved_at: str


class ProjectSecrets(TypedDict, total=False):
    """The secrets of a project."""

    secrets: List["SecretEntry"]


class SecretEntry(TypedDict, total=False):
    """A secret, without its value."""

    name: str
    saved_by: str
    saved_at: str


class ProjectValue(TypedDict, total=False):
    """A value that was saved."""

    project: str
    name: str
