"""Sends what an attempt has to report. Lines may come twice if an answer is lost."""
import json
import logging
import threading
from typing import Any, Callable, Dict, Optional

from .api.tasks import TasksApi
from .attempt import Attempt, AttemptTable
from .errors import ConflictError, MillraceError, ProblemError
from .retries import Backoff
from .task import TaskFailed

LOG = logging.getLogger("millrace.worker")
_LONGEST_MESSAGE = 2_000
_LONGEST_OUTPUT = 100_000  # beyond this the server would not even read it


def success(output: Any) -> Dict[str, Any]:
    """The report of a handler that returned."""
    if output is None:
        return {"outcome": "success"}
    try:
        text = json.dumps(output)
    except (TypeError, ValueError) as fault:
        return {"outcome": "failure", "message": cut(f"The output cannot be written as JSON: {fault}")}
    if len(text) > _LONGEST_OUTPUT:
        return {"outcome": "failure", "message": f"The output is too long: it has {len(text)} characters"}
    return {"outcome": "success", "output": output}


def failure(fault: BaseException) -> Dict[str, Any]:
    """The report of a handler that raised something."""
    if not isinstance(fault, TaskFailed):
        return {"outcome": "failure", "message": cut(f"{type(fault).__name__}: {fault}")}
    report: Dict[str, Any] = {"outcome": "failure", "message": cut(str(fault))}
    if fault.user_message is not None:
        report["user_message"] = cut(fault.user_message)
    if fault.retry_after is not None:
        report["retry_after"] = fault.retry_after
    if not fault.retryable:
        report["retryable"] = False
    return report


def cut(text: str) -> str:
    """What the server takes. It refuses NUL."""
    shown = text.replace("\0", " ")
    return shown if len(shown) <= _LONGEST_MESSAGE else shown[: _LONGEST_MESSAGE - 1] + "…"


class Reporter:
    """Reports on attempts until there is an answer, or until the worker has ended."""

    def __init__(self, tasks: TasksApi, table: AttemptTable, backoff: Backoff, ended: threading.Event) -> None:
        self._tasks = tasks
        self._table = table
        self._backoff = backoff
        self._ended = ended

    def send_some(self, attempt: Attempt) -> bool:
        """Sends some of what waits; whether more waits. A failure is for the next time."""
        if not attempt.sending.acquire(blocking=False):
            return False
        try:
            self._send_progress(attempt)
            self._send_lines(attempt)
            return bool(attempt.log)
        except MillraceError as fault:
            self._is_over(attempt, fault)
            return False
        finally:
            attempt.sending.release()

    def _send_progress(self, attempt: Attempt) -> None:
        progress = attempt.take_progress()
        if progress:
            try:
                self._tasks.report_progress(attempt.task_id, attempt.uid, **progress)
            except MillraceError:
                attempt.put_back(progress)
                raise

    def _send_lines(self, attempt: Attempt) -> None:
        if not attempt.unacknowledged:
            attempt.unacknowledged = attempt.log.take()
        if attempt.unacknowledged:
            self._tasks.report_log(attempt.task_id, attempt.uid, attempt.unacknowledged)
            attempt.unacknowledged = []

    def finish(self, attempt: Attempt, report: Dict[str, Any]) -> None:
        """Sends all lines and then how it ended, until there is an answer."""
        with attempt.sending:
            while attempt.unacknowledged or attempt.log:
                if not self._until_answered(attempt, lambda: self._send_lines(attempt)):
                    return
            self._until_answered(attempt, lambda: self._tasks.finish_task(attempt.task_id, attempt.uid, **report))

    def cut_off(self, attempt: Attempt, message: str = "The worker stopped before the task had ended") -> None:
        """Says once that it failed, whatever its handler does now."""
        try:
            self._tasks.finish_task(attempt.task_id, attempt.uid, "failure", message=message)
        except MillraceError as away:
            LOG.warning("The server does not know the outcome of %s: %s", attempt.task_id, away)

    def _until_answered(self, attempt: Attempt, report: Callable[[], Any]) -> bool:
        failures = 0
        while not attempt.stopped.is_set() and not self._ended.is_set():
            try:
                report()
                return True
            except MillraceError as fault:
                if self._is_over(attempt, fault):
                    return False
                failures += 1
                after: Optional[float] = fault.retry_after if isinstance(fault, ProblemError) else None
                self._ended.wait(self._backoff.delay(failures, after))
        return False

    def _is_over(self, attempt: Attempt, fault: MillraceError) -> bool:
        """A refusal ends the attempt for this worker; anything else is tried again."""
        if not isinstance(fault, ProblemError) or fault.is_busy():
            return False
        if not isinstance(fault, ConflictError):
            LOG.warning("A report on %s was refused: %s", attempt.task_id, fault)
        self._table.stop([attempt.uid])
        return True
