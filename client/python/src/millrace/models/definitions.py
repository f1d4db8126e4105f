from typing import Any, List, TypedDict

from .refresh import Warning


class DefinitionFile(TypedDict, total=False):
    """A file with definitions: YAML, in one document or several."""

    path: str
    content: str


class DefinitionBundle(TypedDict, total=False):
    """Files with definitions."""

    files: List["DefinitionFile"]
    prune: bool


class DefinitionExport(TypedDict, total=False):
    """All definitions as files."""

    files: List["DefinitionFile"]


class DefinitionName(TypedDict, total=False):
    """A definition that is new or deleted."""

    kind: str
    id: str
    name: str
    file: str
    line: int


class FieldChange(TypedDict, total=False):
    """A field that differs."""

    field: str
    old: Any
    new: Any


class DefinitionChange(TypedDict, total=False):
    """A definition that is changed."""

    kind: str
    id: str
    name: str
    file: str
    line: int
    fields: List["FieldChange"]


class FireSample(TypedDict, total=False):
    """How many fires, and the first ones."""

    count: int
    first: List[str]


class ObjectFires(TypedDict, total=False):
    """The fires of one trigger, collection or site that appear or disappear."""

    kind: str
    id: str
    name: str
    per_fire: int
    appear: "FireSample"
    disappear: "FireSample"


class FireForecast(TypedDict, total=False):
    """Fires of triggers and schedules that appear or disappear."""

    appear: int
    disappear: int
    complete: bool
    objects: List["ObjectFires"]


class RefreshForecast(TypedDict, total=False):
    """How many refreshes a day has, of collections and user-sites, by schedule and by the plan."""

    before: int
    after: int


class PoolForecast(TypedDict, total=False):
    """The channels that a pool has, and the number it needs on average."""

    pool: str
    channels_before: int
    channels_after: int
    needed_before: float
    needed_after: float
    suffices: bool
    without_history: int


# What follows for the next 24 hours.
DefinitionConsequences = TypedDict(
    "DefinitionConsequences",
    {
        "from": str,
        "until": str,
        "fires": "FireForecast",
        "refreshes_per_day": "RefreshForecast",
        "pools": List["PoolForecast"],
    },
    total=False,
)


class DefinitionDiff(TypedDict, total=False):
    """What applying the files would do."""

    version: str
    created: List["DefinitionName"]
    changed: List["DefinitionChange"]
    deleted: List["DefinitionName"]
    unchanged: int
    consequences: "DefinitionConsequences"
    warnings: List["Warning"]


class DefinitionApplyResult(TypedDict, total=False):
    """What applying the files did."""

    version: str
    created: List["DefinitionName"]
    changed: List["DefinitionChange"]
    deleted: List["DefinitionName"]
    unchanged: int
    warnings: List["Warning"]
