#!/usr/bin/env python3
"""A remote worker: claims tasks and runs a command for each. Needs Python 3.8 and nothing else.

    MILLRACE_ADMIN_TOKEN=… ./worker.py --url http://127.0.0.1:8080 --id w1 --queue reports --max 4 -- ./report.sh

The command sees MILLRACE_TASK_ID, MILLRACE_ATTEMPT_UID and so on, and gets the task's body as JSON on
its input. What it prints is the task's log; exit code 0 is success. On SIGTERM the worker claims no
more, and ends when all it runs has ended.
"""
import argparse, json, os, signal, socket, subprocess, sys, threading, time, urllib.error, urllib.parse, urllib.request

args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
args.add_argument("--url", default=os.environ.get("MILLRACE_URL", "http://127.0.0.1:8080"))
args.add_argument("--id", default=os.environ.get("MILLRACE_WORKER", socket.gethostname()))
args.add_argument("--queue", default="default", help="or several, with commas between")
args.add_argument("--pool", default="default")
args.add_argument("--max", type=int, default=1, help="tasks at once")
args.add_argument("command", nargs="+")
args = args.parse_args()
TOKEN = os.environ.get("MILLRACE_ADMIN_TOKEN", "")

running = {}  # attempt uid -> Attempt
changed = threading.Condition()  # guards running
stopping = threading.Event()
heartbeat_seconds = 3


def call(path, body=None, tries=sys.maxsize):
    """Posts, and tries again while the server is away or busy: (status, answer), or (0, {}) after so many tries."""
    pause = 0.5
    for _ in range(tries):
        request = urllib.request.Request(args.url + path, json.dumps(body or {}).encode(), {"X-Admin-Token": TOKEN}, method="POST")
        try:
            with urllib.request.urlopen(request, timeout=75) as response:
                return response.status, json.load(response)
        except urllib.error.HTTPError as refused:
            if refused.code < 500 and refused.code != 429:
                detail = refused.read().decode(errors="replace")
                print(path, refused.code, detail, file=sys.stderr, flush=True)
                return refused.code, {}
        except (OSError, ValueError):  # no connection, or an answer that was cut off
            pass
        time.sleep(pause)
        pause = min(pause * 2, 30)
    return 0, {}


class Attempt:
    def __init__(self, task):
        self.task, self.uid = task, task["attempt_uid"]
        self.path = "/tasks/" + task["task_id"]
        self.process, self.over = None, False
        self.lines, self.lock, self.sending = [], threading.Lock(), threading.Lock()

    def report(self, what, **fields):
        """409: the attempt is not ours any more, and whatever it does is for nothing."""
        status, _ = call(self.path + what, {"attempt_uid": self.uid, **fields})
        if status == 409:
            self.stop()

    def send_lines(self):
        with self.sending:  # in order, though both the heartbeat and the reader send
            with self.lock:
                lines, self.lines = self.lines[:1000], self.lines[1000:]
            if lines and not self.over:
                self.report("/logs", lines=[{"message": line[:500]} for line in lines])

    def run(self):
        try:
            outcome = self.execute()
            while self.lines and not self.over:
                self.send_lines()
            if not self.over:
                self.report("/finish", **outcome)
        finally:
            with changed:
                del running[self.uid]
                changed.notify_all()

    def execute(self):
        environment = {k: v for k, v in os.environ.items() if not k.startswith("MILLRACE_")}
        environment.update({"MILLRACE_" + k.upper(): "" if v is None else str(v) for k, v in self.task.items() if k != "body"})
        try:
            with subprocess.Popen(args.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True, errors="replace", env=environment, start_new_session=True) as self.process:
                if self.over:
                    self.stop()
                try:
                    self.process.stdin.write(json.dumps(self.task["body"]))
                    self.process.stdin.close()
                except BrokenPipeError:
                    pass  # it does not read its input
                for line in self.process.stdout:
                    with self.lock:
                        self.lines.append(line.rstrip("\n"))
                    if len(self.lines) >= 1000:
                        self.send_lines()
            code = self.process.returncode
            return {"outcome": "success"} if code == 0 else {"outcome": "failure", "reason": f"exit code {code}"}
        except OSError as fault:
            return {"outcome": "failure", "reason": str(fault), "retryable": False}

    def stop(self):
        self.over = True
        if self.process:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass


def heartbeats():
    """Always, also when nothing runs: so the server knows what a worker of this name does not run any more."""
    while True:
        with changed:
            attempts = dict(running)
        _, answer = call(f"/workers/{args.id}/heartbeat", {"attempts": list(attempts)}, tries=1)
        for uid in answer.get("stop", []):
            attempts[uid].stop()
        for attempt in attempts.values():
            threading.Thread(target=attempt.send_lines, daemon=True).start()
        time.sleep(heartbeat_seconds)


signal.signal(signal.SIGTERM, lambda *_: stopping.set())
threading.Thread(target=heartbeats, daemon=True).start()
while not stopping.is_set():
    with changed:
        free = args.max - len(running)
        if free <= 0:
            changed.wait(1)
            continue
    query = urllib.parse.urlencode({"wait": "20s", "max": min(free, 100), "queue": args.queue, "pool": args.pool})
    status, answer = call(f"/workers/{args.id}/claims?{query}", tries=1)
    heartbeat_seconds = answer.get("heartbeat_seconds", heartbeat_seconds)
    for task in answer.get("tasks", []):
        attempt = Attempt(task)
        with changed:
            running[attempt.uid] = attempt
        threading.Thread(target=attempt.run).start()
    if 400 <= status < 500:
        sys.exit(f"The server refuses this worker: {status}")
