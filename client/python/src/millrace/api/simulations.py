"""Days that are simulated."""
from typing import Optional

from ..transport import ApiGroup, Time
from ..models import (
    Simulation,
    SimulationChanges,
    SimulationComparison,
    SimulationList,
    SimulationReference,
)


class SimulationsApi(ApiGroup):
    """Days that are simulated."""

    def start_simulation(
        self,
        *,
        date: Optional[Time] = None,
        from_: Optional[Time] = None,
        days: Optional[int] = None,
        seed: Optional[int] = None,
        changes: Optional[SimulationChanges] = None,
    ) -> SimulationReference:
        """Simulate a day."""
        answer: SimulationReference = self._json(
            "POST",
            "/simulations",
            body={"date": date, "from": from_, "days": days, "seed": seed, "changes": changes},
        )
        return answer

    def list_simulations(self) -> SimulationList:
        """List the simulations."""
        answer: SimulationList = self._json("GET", "/simulations")
        return answer

    def get_simulation(self, id: str) -> Simulation:
        """Read a simulation."""
        answer: Simulation = self._json("GET", "/simulations/{id}", [id])
        return answer

    def delete_simulation(self, id: str) -> None:
        """Delete a simulation."""
        self._send("DELETE", "/simulations/{id}", [id])

    def compare_simulations(self, id: str, other: str) -> SimulationComparison:
        """Compare two simulations."""
        answer: SimulationComparison = self._json("GET", "/simulations/{id}/compare/{other}", [id, other])
        return answer
