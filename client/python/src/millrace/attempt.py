"""What a worker runs."""
import ctypes
import threading
import time
from typing import Any, Callable, Dict, Iterable, List, Optional

from .logbuffer import LineAssembler, LogBuffer
from .models import ClaimedTask
from .task import TaskCanceled


def _raise_in(thread_id: int, exception: Optional[type]) -> None:
    """Raises an exception in another thread, or takes it back if it was not raised yet."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread_id), None if exception is None else ctypes.py_object(exception)
    )


class Attempt:
    """An attempt of this worker: who runs it, what is left to report, and whether it is still the worker's own."""

    def __init__(self, claimed: ClaimedTask, buffer: LogBuffer) -> None:
        self.claimed = claimed
        self.uid: str = claimed["attempt_uid"]
        self.task_id: str = claimed["task_id"]
        self.log = buffer
        self.sending = threading.Lock()  # held while lines are sent, so that they stay in order
        self.unacknowledged: List[Dict[str, Any]] = []
        self.stopped = threading.Event()  # its result is no longer needed
        self.on_stop: Optional[Callable[[], None]] = None  # what ends a program that it runs
        self._lock = threading.Lock()
        self._thread_id: Optional[int] = None
        self._in_handler = True
        self._progress: Dict[str, Any] = {}
        self.out = LineAssembler(lambda line: self.print("info", line))
        self.err = LineAssembler(lambda line: self.print("error", line))

    def print(self, level: str, line: str) -> None:
        """Lines that come after the handler has returned are nobody's."""
        if self._in_handler:
            self.log.add(level, line)

    def set_progress(self, percent: int, status: Optional[str]) -> None:
        """Only the latest is kept until it is sent."""
        with self._lock:
            self._progress["percent"] = percent
            if status is not None:
                self._progress["user_friendly_status"] = status

    def take_progress(self) -> Dict[str, Any]:
        """What was not sent yet."""
        with self._lock:
            latest, self._progress = self._progress, {}
            return latest

    def put_back(self, unsent: Dict[str, Any]) -> None:
        """It goes with the next report, unless something newer was said."""
        with self._lock:
            self._progress = {**unsent, **self._progress}

    def enter_handler(self) -> None:
        """The current thread runs the handler from now on."""
        with self._lock:
            self._thread_id = threading.get_ident()
        if self.stopped.is_set():
            raise TaskCanceled()

    def leave_handler(self) -> None:
        """After this nothing is raised in the thread because of this attempt."""
        self.out.flush()
        self.err.flush()
        with self._lock:
            self._in_handler = False
            if self._thread_id is not None:
                _raise_in(self._thread_id, None)

    def is_stuck(self) -> bool:
        """Whether its handler still runs although it was stopped."""
        return self.stopped.is_set() and self._in_handler and self._thread_id is not None

    def stop(self) -> None:
        """The attempt is over: `TaskCanceled` is raised in its handler, each time that this is said."""
        self.stopped.set()
        end = self.on_stop  # the handler may take it away at this moment
        if end is not None:
            end()
        with self._lock:
            if self._in_handler and self._thread_id is not None:
                _raise_in(self._thread_id, TaskCanceled)


class AttemptTable:
    """The attempts of a worker. A stopped one keeps its slot until its handler returns."""

    def __init__(self, slots: int) -> None:
        self._slots = slots
        self._attempts: Dict[str, Attempt] = {}
        self._changed = threading.Condition()
        self.draining = False

    def await_free_slots(self) -> int:
        """Waits for a free slot; 0 if no more tasks are wanted."""
        with self._changed:
            self._changed.wait_for(lambda: self.draining or len(self._attempts) < self._slots)
            return 0 if self.draining else self._slots - len(self._attempts)

    def add(self, attempt: Attempt) -> bool:
        """False if it has the attempt already."""
        with self._changed:
            return self._attempts.setdefault(attempt.uid, attempt) is attempt

    def remove(self, attempt: Attempt) -> None:
        """Its slot is free."""
        with self._changed:
            self._attempts.pop(attempt.uid, None)
            self._changed.notify_all()

    def drain(self) -> None:
        """From now on no more tasks are wanted."""
        with self._changed:
            self.draining = True
            self._changed.notify_all()

    def await_drain(self, seconds: float) -> None:
        """Waits that long, or until no more tasks are wanted."""
        with self._changed:
            self._changed.wait_for(lambda: self.draining, seconds)

    def all(self) -> List[Attempt]:
        """All attempts, stopped ones included."""
        with self._changed:
            return list(self._attempts.values())

    def own(self) -> List[Attempt]:
        """The attempts of this worker."""
        return [attempt for attempt in self.all() if not attempt.stopped.is_set()]

    def stop(self, uids: Iterable[str]) -> None:
        """Ends these, if they are here."""
        over = set(uids)
        for attempt in self.all():
            if attempt.uid in over:
                attempt.stop()
        with self._changed:
            self._changed.notify_all()

    def await_none_own(self, seconds: float) -> bool:
        """Waits until it has no attempt of its own; whether that was in time."""
        end = time.monotonic() + seconds
        with self._changed:
            return self._changed.wait_for(
                lambda: all(attempt.stopped.is_set() for attempt in self._attempts.values()),
                max(0.0, end - time.monotonic()),
            )
