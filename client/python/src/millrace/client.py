"""The API of Millrace."""
from typing import Any, Iterator, Optional

from .api.access_tokens import AccessTokensApi
from .api.channels import ChannelsApi
from .api.definitions import DefinitionsApi
from .api.directory import DirectoryApi
from .api.flow import FlowApi
from .api.flywheel import FlywheelApi
from .api.freshness import FreshnessApi
from .api.jobs import JobsApi
from .api.machines import MachinesApi
from .api.notifications import NotificationsApi
from .api.projects import ProjectsApi
from .api.simulations import SimulationsApi
from .api.sources import SourcesApi
from .api.tasks import TasksApi
from .api.watch import WatchApi
from .api.workers import WorkersApi
from .events import EventStream, LogFollower, live_states
from .models import LiveState
from .retries import Retries
from .transport import HttpTransport, target


class MillraceClient:
    """`MillraceClient(url, token).tasks.get_task(id)`. Each group of operations has an attribute, and each
    operation a method of its name. A failure is a `MillraceError`. It is safe for use by many threads."""

    def __init__(
        self, url: str, token: Optional[str] = None, retries: Retries = Retries(), timeout: float = 60.0
    ) -> None:
        self._use(HttpTransport(url, token, retries, timeout))

    def _use(self, transport: HttpTransport) -> None:
        self._transport = transport
        self.tasks = TasksApi(transport)
        self.sources = SourcesApi(transport)
        self.definitions = DefinitionsApi(transport)
        self.directory = DirectoryApi(transport)
        self.flywheel = FlywheelApi(transport)
        self.simulations = SimulationsApi(transport)
        self.jobs = JobsApi(transport)
        self.projects = ProjectsApi(transport)
        self.flow = FlowApi(transport)
        self.channels = ChannelsApi(transport)
        self.workers = WorkersApi(transport)
        self.watch = WatchApi(transport)
        self.freshness = FreshnessApi(transport)
        self.notifications = NotificationsApi(transport)
        self.access_tokens = AccessTokensApi(transport)
        self.machines = MachinesApi(transport)

    def with_settings(self, retries: Optional[Retries] = None, timeout: Optional[float] = None) -> "MillraceClient":
        """The same client with other retries, or one that waits so many seconds for each answer."""
        other = MillraceClient.__new__(MillraceClient)
        other._use(self._transport.with_settings(retries, timeout))
        return other

    def close(self) -> None:
        """Closes the connections that nobody uses now. The client can still be used."""
        self._transport.close()

    def __enter__(self) -> "MillraceClient":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def follow_log(self, id: str) -> LogFollower:
        """Follows a log until the task has ended. No line is missing or comes twice if the connection is cut."""
        return LogFollower(EventStream(self._transport, target("/tasks/{id}/logs", [id], None)))

    def follow_events(self) -> Iterator[LiveState]:
        """How all of it is, once a second."""
        return live_states(EventStream(self._transport, "/events"))
