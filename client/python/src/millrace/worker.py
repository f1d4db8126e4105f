"""A remote worker: claims tasks, runs a handler for each, and reports how it ended."""
import itertools
import logging
import os
import re
import signal
import socket
import threading
import time
import traceback
from typing import Any, Callable, Dict, Optional

from . import capture
from .attempt import Attempt, AttemptTable
from .client import MillraceClient
from .errors import ConflictError, MillraceError, ProblemError
from .logbuffer import LogBuffer
from .models import ClaimedTask
from .reporter import Reporter, failure, success
from .retries import NO_RETRIES, Backoff
from .task import TaskCanceled, TaskFailed, WorkerTask

LOG = logging.getLogger("millrace.worker")
Handler = Callable[[WorkerTask], Any]
_workers = itertools.count(1)


def _name() -> str:
    """Host, process, and a number from the second worker on."""
    number = next(_workers)
    host = re.sub(r"[^A-Za-z0-9._-]", "-", socket.gethostname()) or "worker"
    return f"{host}-{os.getpid()}" + ("" if number == 1 else f"-{number}")


class Worker:
    """Runs the functions that are decorated with `@worker.task("queue")`, one thread for each task.

    `run()` works until SIGTERM or SIGINT. `start()` and `close()` do the same within another program.
    """

    def __init__(
        self,
        url: str,
        token: Optional[str],
        *,
        id: Optional[str] = None,
        slots: int = 1,
        pool: str = "default",
        claim_wait: float = 20.0,
        drain_timeout: float = 600.0,
        capture_output: bool = True,
        log_lines: int = 5_000,
        log_characters: int = 500_000,
        backoff: Backoff = Backoff(),
    ) -> None:
        if not 1 <= slots <= 1_000:
            raise ValueError(f"slots = {slots}: must be from 1 to 1000")
        if not 0 <= claim_wait <= 60:
            raise ValueError(f"claim_wait = {claim_wait}: must be from 0 to 60 seconds")
        self.id = id or _name()
        self.refusal: Optional[ProblemError] = None
        self._client = MillraceClient(url, token, NO_RETRIES)
        self._heartbeats = self._client.with_settings(timeout=5.0)
        self._handlers: Dict[str, Handler] = {}
        self._pool = pool
        self._claim_wait = claim_wait
        self._drain_timeout = drain_timeout
        self._capture = capture_output
        self._log_limits = (log_lines, log_characters)
        self._backoff = backoff
        self._table = AttemptTable(slots)
        self._ended = threading.Event()
        self._closing = threading.Lock()
        self._closed = threading.Event()
        self._reporter = Reporter(self._client.tasks, self._table, backoff, self._ended)
        self._claims = threading.Thread(target=self._claim_loop, name="millrace-claims", daemon=True)

    def task(self, queue: str) -> Callable[[Handler], Handler]:
        """Decorates the function that runs the tasks of a queue."""

        def decorate(handler: Handler) -> Handler:
            if queue in self._handlers:
                raise ValueError(f"queue = {queue}: has two handlers")
            self._handlers[queue] = handler
            return handler

        return decorate

    @property
    def running(self) -> int:
        """How many tasks it runs now."""
        return len(self._table.own())

    @property
    def stuck(self) -> int:
        """How many handlers go on although their task is over. Each keeps its slot."""
        return sum(attempt.is_stuck() for attempt in self._table.all())

    def start(self) -> "Worker":
        """Starts it. It works until it is closed, or until the server refuses it."""
        if not self._handlers:
            raise ValueError("A worker needs at least one function with @worker.task")
        if self._capture:
            capture.install()
        for loop in (self._heartbeat_loop, self._report_loop):
            threading.Thread(target=loop, name="millrace" + loop.__name__, daemon=True).start()
        self._claims.start()
        return self

    def run(self) -> None:
        """Works until SIGTERM or SIGINT, then ends what runs. Raises a ProblemError if the server refuses it."""
        stop = threading.Event()
        for sign in (signal.SIGTERM, signal.SIGINT):
            signal.signal(sign, lambda *_: stop.set())
        self.start()
        while self._claims.is_alive() and not stop.wait(0.5):
            pass
        self.close()
        if self.refusal is not None:
            raise self.refusal

    def close(self) -> None:
        """Claims no more tasks, waits for the running ones, and ends. What has not ended after the drain timeout is
        reported as a failure, so that its retries follow at once."""
        if not self._closing.acquire(blocking=False):
            self._closed.wait()
            return
        try:
            self._drain()
        finally:
            self._ended.set()
            if self._capture:
                capture.uninstall()
            self._client.close()
            self._heartbeats.close()
            self._closed.set()

    def __enter__(self) -> "Worker":
        return self.start()

    def __exit__(self, *_: Any) -> None:
        self.close()

    def _drain(self) -> None:
        end = time.monotonic() + self._drain_timeout
        self._table.drain()
        while self._claims.is_alive() and time.monotonic() < end:
            self._claims.join(0.05)
            if self._claims.is_alive():
                self._release_claim()
                self._claims.join(0.5)
        if not self._table.await_none_own(end - time.monotonic()):
            for attempt in self._table.own():
                self._reporter.cut_off(attempt)
                self._table.stop([attempt.uid])

    def _claim(self, wait: float, most: int) -> bool:
        """Whether all tasks that it got could be started."""
        claimed = self._client.workers.claim_tasks(
            self.id, wait=f"{wait:g}s", max=most, queue=sorted(self._handlers), pool=self._pool
        )
        return all([self._begin(task) for task in claimed["tasks"]])

    def _release_claim(self) -> None:
        """Ends the open claim by one that does not wait. To hang up would fail a task that is being granted."""
        try:
            self._claim(0, 1)
        except MillraceError as away:
            LOG.debug("The last claim was not answered: %s", away)

    def _claim_loop(self) -> None:
        failures = 0
        while True:
            free = self._table.await_free_slots()
            if not free:
                return
            after: Optional[float] = None
            try:
                if self._claim(self._claim_wait, min(free, 100)):
                    failures = 0
                    continue
            except ConflictError:
                if not self._table.draining:
                    LOG.warning("Another claim of worker %s took the place of this one: is the id used twice?", self.id)
            except ProblemError as problem:
                after = problem.retry_after
                if not problem.is_busy():
                    LOG.error("The server refuses the worker %s: %s", self.id, problem)
                    self.refusal = problem
                    self._table.drain()
            except MillraceError:
                pass  # the server is away
            failures += 1
            self._table.await_drain(self._backoff.delay(failures, after))

    def _heartbeat_loop(self) -> None:
        interval = 1.0
        reminded: Dict[str, int] = {}
        while not self._ended.is_set():
            try:
                own = [attempt.uid for attempt in self._table.own()]
                answer = self._heartbeats.workers.send_heartbeat(self.id, own)
                interval = max(0.1, answer["heartbeat_seconds"])
                self._table.stop(answer["stop"])
            except MillraceError as away:
                LOG.debug("A heartbeat was not taken: %s", away)
            stuck = [attempt for attempt in self._table.all() if attempt.is_stuck()]
            reminded = {attempt.uid: reminded.get(attempt.uid, 0) + 1 for attempt in stuck}
            for attempt in stuck:
                attempt.stop()
                if reminded[attempt.uid] == 2:
                    LOG.warning("%s is over, but its handler still runs: it keeps its slot", attempt.task_id)
            self._ended.wait(interval)

    def _report_loop(self) -> None:
        while not self._ended.is_set():
            more = [self._reporter.send_some(attempt) for attempt in self._table.own()]
            if not any(more):
                self._ended.wait(0.25)

    def _begin(self, claimed: ClaimedTask) -> bool:
        """False if this machine has no thread for it now. Then it is a failure at once, and may be retried elsewhere."""
        attempt = Attempt(claimed, LogBuffer(*self._log_limits))
        if not self._table.add(attempt):
            return True
        name = f"millrace-task-{attempt.task_id}"
        try:
            threading.Thread(target=self._work, args=[attempt], name=name, daemon=True).start()
            return True
        except (RuntimeError, MemoryError) as no_thread:
            LOG.exception("%s cannot be started", attempt.task_id)
            self._reporter.cut_off(attempt, f"The worker could not start a thread: {no_thread}")
            self._table.remove(attempt)
            return False

    def _work(self, attempt: Attempt) -> None:
        report: Optional[Dict[str, Any]] = None
        try:
            report = self._handle(attempt)
        except TaskCanceled:
            pass  # it came when the handler had just returned
        _shielded(attempt.leave_handler)
        try:
            if report is not None and not attempt.stopped.is_set():
                self._reporter.finish(attempt, report)
        finally:
            self._table.remove(attempt)

    def _handle(self, attempt: Attempt) -> Optional[Dict[str, Any]]:
        """Whatever a handler raises is a failure of its task alone."""
        handler = self._handlers.get(attempt.claimed.get("queue", "default"))
        try:
            attempt.enter_handler()
            if self._capture:
                capture.capture(attempt)
            if handler is None:
                raise TaskFailed(f"The worker has no handler for the queue {attempt.claimed.get('queue')}")
            return success(handler(WorkerTask(attempt)))
        except TaskCanceled:
            return None
        except BaseException as fault:
            if not isinstance(fault, TaskFailed):
                for line in traceback.format_exc(limit=50).splitlines():
                    attempt.print("error", line)
            return failure(fault)
        finally:
            capture.capture(None)


def _shielded(work: Callable[[], None]) -> None:
    """Does it, even if the handler is canceled at this very moment."""
    while True:
        try:
            work()
            return
        except TaskCanceled:
            pass
