"""A task as its handler sees it, and how a handler says that it failed."""
from typing import TYPE_CHECKING, Any, Dict, Optional, Sequence

from .models import ClaimedTask

if TYPE_CHECKING:
    from .attempt import Attempt

_LONGEST_STATUS = 500


class TaskCanceled(BaseException):
    """Raised in a handler whose task is over: it was canceled, or timed out, or is another worker's now."""


class TaskFailed(Exception):
    """A failure with more to say: a message for the user, and a number of seconds before which there is no retry."""

    retryable = True

    def __init__(self, message: str, user_message: Optional[str] = None, retry_after: Optional[float] = None) -> None:
        super().__init__(message)
        self.user_message = user_message
        self.retry_after = retry_after


class NotRetryable(TaskFailed):
    """A failure that would come again. It is not retried, and disables the collection or user-site."""

    retryable = False


class WorkerTask:
    """What a handler is given. `body`, `inputs`, `config` and `secrets` are as its definition says."""

    def __init__(self, attempt: "Attempt") -> None:
        claimed: ClaimedTask = attempt.claimed
        self._attempt = attempt
        self.fields = claimed
        self.task_id: str = claimed["task_id"]
        self.attempt_uid: str = claimed["attempt_uid"]
        self.attempt_no: int = claimed["attempt_no"]
        self.source: str = claimed["source"]
        self.collection: str = claimed["collection"]
        self.queue: str = claimed.get("queue", "default")
        self.logical_time: Optional[str] = claimed.get("logical_time")
        self.deadline: str = claimed["deadline"]
        self.body: Any = claimed.get("body")
        self.inputs: Dict[str, Any] = claimed.get("inputs") or {}
        self.config: Dict[str, str] = claimed.get("config") or {}
        self.secrets: Dict[str, str] = claimed.get("secrets") or {}

    def log(self, line: str) -> None:
        """Adds a line to its log. It never blocks."""
        self._attempt.print("info", line)

    def log_error(self, line: str) -> None:
        """Adds a line of an error to its log."""
        self._attempt.print("error", line)

    def progress(self, percent: int, user_friendly_status: Optional[str] = None) -> None:
        """Says how far it is, from 0 to 100. It never blocks, and only the latest is sent."""
        status = None if user_friendly_status is None else user_friendly_status.replace("\0", " ")[:_LONGEST_STATUS]
        self._attempt.set_progress(max(0, min(100, int(percent))), status)

    @property
    def canceled(self) -> bool:
        """Whether the result is no longer needed."""
        return self._attempt.stopped.is_set()

    def sleep(self, seconds: float) -> None:
        """Waits that long, or raises `TaskCanceled` at once when the task is over."""
        if self._attempt.stopped.wait(seconds):
            raise TaskCanceled()

    def run(self, command: Sequence[str], input: Optional[str] = None) -> Any:
        """Runs a program, which is killed when the task is over. What it prints is the log, exit code 0 is success,
        and the JSON in the file that MILLRACE_OUTPUT names is returned. Its input is the body unless given."""
        from .command import run_command

        return run_command(self, self._attempt, command, input)

    def __repr__(self) -> str:
        return f"WorkerTask({self.task_id})"
