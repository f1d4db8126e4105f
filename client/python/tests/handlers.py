"""A worker for the test of the Python worker against a real node: one queue for each way to behave, and to misbehave."""
import os
import sys
import threading

from millrace import NotRetryable, TaskCanceled, TaskFailed, Worker

worker = Worker(os.environ["MILLRACE_URL"], os.environ["MILLRACE_TOKEN"], id="python", slots=4, claim_wait=2)


@worker.task("good")
def good(task):
    task.log(f"looking at {task.body['n']}")
    print("printed")
    print("complained", file=sys.stderr)
    task.progress(40, "Reading")
    while not os.path.exists(os.environ["LOOK"]):
        task.sleep(0.05)
    return {"rows": 42}


@worker.task("throws")
def throws(task):
    raise ValueError("too deep")


@worker.task("fails")
def fails(task):
    raise TaskFailed("the bank is away", "Your bank does not answer", retry_after=3600)


@worker.task("hopeless")
def hopeless(task):
    raise NotRetryable("the account is gone", "Connect your bank again")


@worker.task("canceled")
def canceled(task):
    print("started")
    try:
        task.sleep(600)
    except TaskCanceled:
        open(os.environ["CANCELED"], "w").close()
        raise


@worker.task("deaf")
def deaf(task):
    print("started")
    while not os.path.exists(os.environ["GATE"]):
        try:
            threading.Event().wait(0.05)
        except TaskCanceled:
            pass


@worker.task("loud")
def loud(task):
    block = ("x" * 999 + "\n") * 1_000
    for _ in range(int(os.environ["MEGABYTES"])):
        sys.stdout.write(block)
    print("the last line")
    return "printed"


@worker.task("odd")
def odd(task):
    return {1, 2}


@worker.task("program")
def program(task):
    return task.run(["sh", "-c", 'cat > "$MILLRACE_OUTPUT"; echo done'])


worker.run()
