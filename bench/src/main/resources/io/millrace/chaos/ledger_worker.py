"""A worker of the trial: it writes down which attempts it begins, and takes a little time for each."""
import os
import sys

from millrace import Worker

url, name = sys.argv[1:]
worker = Worker(url, os.environ["MILLRACE_TOKEN"], id=name, slots=4, claim_wait=5)


@worker.task("python")
def run(task):
    with open(os.environ["LEDGER"], "a") as ledger:
        ledger.write(task.attempt_uid + "\n")
    task.log(f"task {task.body['n']}")
    task.sleep(task.body["millis"] / 1000)
    return {"n": task.body["n"]}


worker.run()
