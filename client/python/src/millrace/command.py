"""Runs a program for a task, as a node does."""
import contextlib
import json
import os
import re
import signal
import subprocess
import tempfile
import threading
from typing import IO, Any, Dict, Optional, Sequence

from .attempt import Attempt
from .task import NotRetryable, TaskCanceled, TaskFailed, WorkerTask


def variables(task: WorkerTask) -> Dict[str, str]:
    """What the program is told of its task: MILLRACE_TASK_ID, MILLRACE_INPUTS, MILLRACE_CONFIG_… and so on."""
    hidden = ("body", "inputs", "config", "secrets")
    told = {name: str(value or "") for name, value in task.fields.items() if name not in hidden}
    told["inputs"] = json.dumps(task.inputs)
    told.update({f"config_{name}": value for name, value in task.config.items()})
    told.update({f"secret_{name}": value for name, value in task.secrets.items()})
    return {"MILLRACE_" + re.sub("[^A-Z0-9]", "_", name.upper()): value for name, value in told.items()}


def run_command(task: WorkerTask, attempt: Attempt, command: Sequence[str], input: Optional[str]) -> Any:
    """Waits for the program. It does not inherit MILLRACE_… variables of the worker, such as its token."""
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "output")
        environment = {name: value for name, value in os.environ.items() if not name.startswith("MILLRACE_")}
        environment.update(variables(task), MILLRACE_OUTPUT=path)
        code = _await(task, attempt, command, json.dumps(task.body) if input is None else input, environment)
        if task.canceled:
            raise TaskCanceled()
        if code != 0:
            raise TaskFailed(f"exit code {code}")
        return _output(path)


def _await(task: WorkerTask, attempt: Attempt, command: Sequence[str], input: str, environment: Dict[str, str]) -> int:
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env=environment,
            start_new_session=True,
        )
    except OSError as fault:
        raise NotRetryable(str(fault)) from fault

    def kill() -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)

    try:
        attempt.on_stop = kill
        if task.canceled:
            kill()
        # A program may print before it reads, so both pipes are served at the same time.
        threading.Thread(target=_feed, args=[process.stdin, input], name="millrace-input", daemon=True).start()
        while True:
            part = process.stdout.readline(65_536)  # type: ignore[union-attr]
            if not part:
                break
            attempt.out.write(part)
        return process.wait()
    finally:
        attempt.on_stop = None
        if process.poll() is None:
            kill()
            process.wait()
        process.stdout.close()  # type: ignore[union-attr]


def _feed(stdin: IO[str], input: str) -> None:
    """A program need not read all of it, or any of it."""
    with contextlib.suppress(OSError, ValueError), stdin:
        stdin.write(input)


def _output(path: str) -> Any:
    if not os.path.isfile(path):
        return None
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    try:
        return json.loads(text) if text.strip() else None
    except ValueError as fault:
        raise TaskFailed(f"Its output is not JSON: {fault}") from fault
