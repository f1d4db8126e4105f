from typing import List, TypedDict


class AccessTokenPage(TypedDict, total=False):
    """A page of access tokens."""

    tokens: List["AccessToken"]
    after: str


class AccessToken(TypedDict, total=False):
    """An access token, without its text."""

    id: str
    name: str
    role: str
    kept_in: str
    created_at: str
    created_by: str
    expires_at: str
    last_used_at: str
    queues: List[str]
    pools: List[str]
    worker_prefix: str
    projects: List[str]


class CreatedAccessToken(TypedDict, total=False):
    """A new access token. This is the only time that its text is shown."""

    id: str
    token: str
    name: str
    role: str
    created_at: str
    expires_at: str
    queues: List[str]
    pools: List[str]
    worker_prefix: str
    projects: List[str]


class AccessTokenRequest(TypedDict, total=False):
    """An access token to make. The last four fields are for the role `worker` only; `['*']` means all."""

    name: str
    role: str
    expires_at: str
    queues: List[str]
    pools: List[str]
    worker_prefix: str
    projects: List[str]
