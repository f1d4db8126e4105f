"""For machines, without an access token."""

from ..transport import ApiGroup
from ..models import (
    Health,
)


class MachinesApi(ApiGroup):
    """For machines, without an access token."""

    def is_alive(self) -> Health:
        """Ask whether the process lives."""
        answer: Health = self._json("GET", "/alive")
        return answer

    def is_ready(self) -> Health:
        """Ask whether the node is ready."""
        answer: Health = self._json("GET", "/ready", repeatable=False)
        return answer

    def get_metrics(self) -> str:
        """Read the metrics."""
        return self._text("GET", "/metrics")

    def get_page(self) -> str:
        """Read the page."""
        return self._text("GET", "/")

    def get_open_api(self) -> str:
        """Read this description."""
        return self._text("GET", "/openapi.yaml")
