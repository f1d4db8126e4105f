"""When a request is sent again by itself."""
import random
from dataclasses import dataclass
from typing import Optional

from .errors import MillraceError, UnavailableError, UnreachableError


@dataclass(frozen=True)
class Backoff:
    """How long to wait: twice as long each time, with jitter, so that many clients do not come back at once."""

    first: float = 0.5
    most: float = 30.0

    def delay(self, failures: int, retry_after: Optional[float] = None, chance: Optional[float] = None) -> float:
        """From half of the wait to all of it, but not before the server wants it."""
        longest = min(self.first * 2.0 ** min(failures - 1, 40), self.most)
        wait = longest * (0.5 + (random.random() if chance is None else chance) / 2)
        return max(wait, retry_after or 0.0)


@dataclass(frozen=True)
class Retries:
    """429 is always repeated, because nothing was done, but not with a stream that can be read only once. 503 is repeated only if that changes nothing.
    A connection that was cut is tried once more, for such requests. A node that is away is told at once."""

    tries: int = 5
    longest_wait: float = 10.0
    backoff: Backoff = Backoff()

    def next(self, fault: MillraceError, tried: int, repeatable: bool) -> Optional[float]:
        """How long to wait before the next try; None if there is none."""
        if tried >= self.tries:
            return None
        if isinstance(fault, UnavailableError) and (fault.status == 429 or repeatable):
            wait = self.backoff.delay(tried, fault.retry_after)
            return wait if wait <= self.longest_wait else None
        cut = isinstance(fault, UnreachableError) and fault.was_sent
        return 0.0 if cut and repeatable and tried == 1 else None


NO_RETRIES = Retries(tries=1)
