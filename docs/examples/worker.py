#!/usr/bin/env python3
"""A remote worker: claims tasks and runs a command for each. Needs Python 3.8 and nothing else.

    MILLRACE_TOKEN=… ./worker.py --url http://127.0.0.1:8080 --id w1 --queue reports --max 4 -- ./report.sh

The command sees MILLRACE_TASK_ID, MILLRACE_ATTEMPT_UID and so on, MILLRACE_INPUTS (JSON), MILLRACE_CONFIG_… and
MILLRACE_SECRET_…, and gets the task's body as JSON on its input. What it prints is the task's log, the JSON that it
writes into the file MILLRACE_OUTPUT is the task's output, and exit code 0 is success. On SIGTERM the open claim is
the last one, and the worker ends when all it runs has ended.
"""
import argparse, contextlib, http.client, json, os, re, signal, socket, subprocess, sys, tempfile, threading, time
import urllib.parse

options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
options.add_argument("--url", default=os.environ.get("MILLRACE_URL", "http://127.0.0.1:8080"))
options.add_argument("--id", default=os.environ.get("MILLRACE_WORKER", socket.gethostname()))
options.add_argument("--queue", default="default", help="or several, with commas between")
options.add_argument("--pool", default="default")
options.add_argument("--max", type=int, default=1, help="tasks at once")
options.add_argument("--wait", type=int, default=20, help="seconds a claim stays open; 60 at most")
options.add_argument("command", nargs="+")
args = options.parse_args()
server = urllib.parse.urlsplit(args.url)
headers = {"Authorization": "Bearer " + os.environ.get("MILLRACE_TOKEN", ""), "Content-Type": "application/json"}

running = {}  # attempt uid -> Attempt
changed = threading.Condition()  # told when something has ended
stopping = threading.Event()
heartbeat_seconds = 3


def post(path, body):
    """One request on a connection of its own, which stays open until it is answered: to close it is to hang up."""
    kind = http.client.HTTPSConnection if server.scheme == "https" else http.client.HTTPConnection
    with contextlib.closing(kind(server.netloc, timeout=90)) as connection:
        connection.request("POST", server.path.rstrip("/") + path, json.dumps(body or {}), headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode(errors="replace")


def call(path, body=None, again=lambda: True):
    """Posts until there is an answer that is not 'later'; (0, {}) if there is none and it is not tried again."""
    pause = 0.5
    while True:
        try:
            status, text = post(path, body)
            if status < 300:
                return status, json.loads(text)
            if status < 500 and status not in (408, 429):
                print(path, text, file=sys.stderr, flush=True)
                return status, {}
        except (OSError, ValueError, http.client.HTTPException):
            pass  # the server is away, or its answer was cut off
        if not again():
            return 0, {}
        time.sleep(pause)
        pause = min(pause * 2, 30)


def variables(task):
    """What the command is told of its task."""
    told = {k: str(v or "") for k, v in task.items() if k not in ("body", "inputs", "config", "secrets")}
    told["inputs"] = json.dumps(task["inputs"])
    told.update({f"config_{k}": v for k, v in task["config"].items()})
    told.update({f"secret_{k}": v for k, v in task["secrets"].items()})
    return {"MILLRACE_" + re.sub("[^A-Z0-9]", "_", k.upper()): v for k, v in told.items()}


def output(path):
    """What the command left in its file, as a field of the report."""
    if not os.path.isfile(path):
        return {}
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return {"output": json.loads(text)} if text.strip() else {}


class Attempt:
    def __init__(self, task):
        self.task, self.uid = task, task["attempt_uid"]
        self.process, self.over = None, False
        self.lines, self.sending = [], threading.Lock()

    def report(self, what, **fields):
        status, _ = call(f"/tasks/{self.task['task_id']}/{what}", {"attempt_uid": self.uid, **fields})
        if status == 409:  # it is no longer ours: its work is in vain
            self.stop()

    def send_lines(self):
        with self.sending:
            while self.lines and not self.over:
                batch = self.lines[:200]
                self.report("logs", lines=[{"message": line[:800]} for line in batch])
                del self.lines[:len(batch)]

    def run(self):
        try:
            outcome = self.execute()
            self.send_lines()
            if not self.over:
                self.report("finish", **outcome)
        finally:
            with changed:
                del running[self.uid]
                changed.notify_all()

    def execute(self):
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "output")
            try:
                code = self.await_command({**variables(self.task), "MILLRACE_OUTPUT": path})
            except OSError as fault:
                return {"outcome": "failure", "reason": str(fault), "retryable": False}
            if code != 0:
                return {"outcome": "failure", "reason": f"exit code {code}"}
            try:
                return {"outcome": "success", **output(path)}
            except ValueError:
                return {"outcome": "failure", "reason": "its output is not JSON"}

    def await_command(self, told):
        environment = {k: v for k, v in os.environ.items() if not k.startswith("MILLRACE_")}
        with subprocess.Popen(args.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace",
                              env={**environment, **told}, start_new_session=True) as self.process:
            if self.over:
                self.stop()
            try:
                self.process.stdin.write(json.dumps(self.task["body"]))
                self.process.stdin.close()
            except BrokenPipeError:
                pass  # it does not read its input
            for line in self.process.stdout:
                self.lines.append(line.rstrip("\n"))
                if len(self.lines) >= 200:
                    self.send_lines()
        return self.process.returncode

    def stop(self):
        self.over = True
        if self.process and self.process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)


def beat():
    """Also sent when nothing runs: it tells the server that a worker of this name has no task left."""
    while True:
        attempts = dict(running)
        _, answer = call(f"/workers/{args.id}/heartbeat", {"attempts": list(attempts)}, again=lambda: False)
        for uid in answer.get("stop", []):
            attempts[uid].stop()
        for attempt in attempts.values():
            if attempt.lines and not attempt.sending.locked():
                threading.Thread(target=attempt.send_lines, daemon=True).start()
        time.sleep(heartbeat_seconds)


signal.signal(signal.SIGTERM, lambda *_: stopping.set())
threading.Thread(target=beat, daemon=True).start()
while not stopping.is_set():
    with changed:
        if len(running) >= args.max:
            changed.wait(1)
            continue
        free = min(args.max - len(running), 100)
    query = urllib.parse.urlencode({"wait": args.wait, "max": free, "queue": args.queue, "pool": args.pool})
    status, answer = call(f"/workers/{args.id}/claims?{query}", again=lambda: not stopping.is_set())
    if 400 <= status < 500:
        sys.exit("The server refuses this worker")
    heartbeat_seconds = answer.get("heartbeat_seconds", heartbeat_seconds)
    for task in answer.get("tasks", []):
        attempt = running[task["attempt_uid"]] = Attempt(task)
        threading.Thread(target=attempt.run).start()
