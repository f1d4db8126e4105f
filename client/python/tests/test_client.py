"""What becomes of answers, of missing ones and of strange ones: python3 -m unittest discover client/python/tests."""
import contextlib
import io
import json
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from unittest import mock

from millrace import (
    NO_RETRIES,
    Backoff,
    MillraceClient,
    NotFoundError,
    ProblemError,
    Retries,
    UnavailableError,
    UnreachableError,
    UnreadableAnswerError,
    Worker,
)
from millrace.attempt import Attempt
from millrace.command import run_command
from millrace.errors import problem_error
from millrace.logbuffer import LineAssembler, LogBuffer
from millrace.reporter import failure, success
from millrace.task import NotRetryable, TaskFailed, WorkerTask

FAST = Retries(3, 2.0, Backoff(0.001, 0.001))
BUSY = (503, {"Retry-After": "0"}, '{"type": "/problems/overloaded", "detail": "d"}')
TASK = (200, {}, '{"id": "t", "finished_at": "", "a_field_of_tomorrow": [1]}')


@contextlib.contextmanager
def scripted(*answers):
    """A server that answers with these, one after the other; the last one again and again."""
    requests = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self):
            self.content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            while self.headers.get("Transfer-Encoding") == "chunked":
                size = int(self.rfile.readline(), 16)
                self.content += self.rfile.read(size)
                self.rfile.readline()
                if size == 0:
                    break
            status, headers, body = answers[min(len(requests), len(answers) - 1)]
            requests.append(self)
            cut = headers.get("cut", 0)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, str(value))
            self.send_header("Content-Length", str(len(body) + cut))
            self.end_headers()
            self.wfile.write(body.encode())
            self.close_connection = bool(cut)

        do_GET = do_POST = do_PUT = do_DELETE = answer

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", requests
    finally:
        server.shutdown()
        server.server_close()


def event(number):
    line = json.dumps({"message": f"m{number}"})
    return f"id:{number}\nevent:line\ndata:{line}\n\n"


END = 'event:end\ndata:{"status":"SUCCESS","dropped":7}\n\n'


class ClientTest(unittest.TestCase):
    def test_unknown_fields_stay_and_paths_are_encoded(self):
        with scripted(TASK) as (url, requests):
            task = MillraceClient(url + "/", "s3cret").tasks.get_task("s c/1")
            self.assertEqual(task["a_field_of_tomorrow"], [1])
            self.assertEqual(requests[0].path, "/tasks/s%20c%2F1")
            self.assertEqual(requests[0].headers["Authorization"], "Bearer s3cret")

    def test_a_busy_server_is_asked_again(self):
        with scripted(BUSY, BUSY, TASK) as (url, requests):
            self.assertEqual(MillraceClient(url, "t", FAST).tasks.get_task("t")["id"], "t")
            self.assertEqual(len(requests), 3)

    def test_a_server_that_stays_busy_is_told(self):
        with scripted(BUSY) as (url, requests):
            with self.assertRaises(UnavailableError) as told:
                MillraceClient(url, "t", FAST).tasks.get_task("t")
            self.assertEqual((told.exception.retry_after, told.exception.name), (0.0, "overloaded"))
            self.assertEqual(len(requests), 3)

    def test_what_may_have_been_done_is_not_sent_again(self):
        with scripted(BUSY) as (url, requests):
            with self.assertRaises(UnavailableError):
                MillraceClient(url, "t", FAST).tasks.refresh_collection("s", "c")
            self.assertEqual(len(requests), 1)

    def test_what_was_refused_before_anything_was_done_is(self):
        with scripted((429, {}, "{}"), TASK) as (url, requests):
            MillraceClient(url, "t", FAST).tasks.refresh_collection("s", "c")
            self.assertEqual(len(requests), 2)

    def test_a_stream_is_sent_again_from_where_it_began(self):
        lines = b'{"n": 1}\n' * 20_000
        with scripted((429, {}, "{}"), (200, {}, "{}")) as (url, requests):
            file = io.BytesIO(b"skipped" + lines)
            file.seek(7)
            MillraceClient(url, "t", FAST).directory.import_directory(file)
            self.assertEqual([request.content == lines for request in requests], [True, True])

    def test_a_stream_that_can_be_read_only_once_is_sent_once(self):
        class Pipe(io.BytesIO):
            def seekable(self):
                return False

        with scripted((429, {}, "{}"), (200, {}, "{}")) as (url, requests):
            with self.assertRaises(UnavailableError):
                MillraceClient(url, "t", FAST).directory.import_directory(Pipe(b"{}\n" * 20_000))
            self.assertEqual(len(requests), 1)

    def test_an_answer_that_is_cut_off_is_asked_for_once_more(self):
        with scripted((200, {"cut": 5}, "{"), TASK) as (url, _):
            self.assertEqual(MillraceClient(url, "t", FAST).tasks.get_task("t")["id"], "t")

    def test_strange_answers_are_named(self):
        with scripted((200, {}, "hello"), (502, {}, "<h1>Bad gateway</h1>")) as (url, _):
            client = MillraceClient(url, "t", NO_RETRIES)
            with self.assertRaisesRegex(UnreadableAnswerError, "hello"):
                client.tasks.get_task("t")
            with self.assertRaisesRegex(ProblemError, "502.*Bad gateway"):
                client.tasks.get_task("t")

    def test_a_stream_that_is_cut_goes_on_after_the_last_line(self):
        half = event(13)[:20]
        answers = [
            (200, {"cut": 9}, event(11) + event(12) + half),
            BUSY,
            (200, {}, ":\n\n" + event(13)),
            (200, {}, END),
        ]
        with scripted(*answers) as (url, requests):
            log = MillraceClient(url, "t", FAST).follow_log("t")
            self.assertEqual([line["message"] for line in log], ["m11", "m12", "m13"])
            self.assertEqual(log.end, {"status": "SUCCESS", "dropped": 7})
            self.assertEqual([it.headers["Last-Event-ID"] for it in requests], [None, "12", "12", "13"])

    def test_a_stream_of_something_unknown_is_told_at_once(self):
        with scripted((404, {}, '{"type": "/problems/unknown-task"}')) as (url, _):
            with self.assertRaises(NotFoundError):
                list(MillraceClient(url, "t", FAST).follow_log("t"))

    def test_a_stream_gives_up(self):
        with scripted(BUSY) as (url, requests):
            with self.assertRaises(UnreachableError):
                list(MillraceClient(url, "t", FAST).follow_log("t"))
            self.assertEqual(len(requests), 11)

    def test_waits_grow_and_are_bounded(self):
        backoff = Backoff(1.0, 30.0)
        self.assertEqual([backoff.delay(n, None, 0.0) for n in (1, 2, 3, 1000)], [0.5, 1.0, 2.0, 15.0])
        self.assertEqual(backoff.delay(1, 7.0, 0.0), 7.0)
        self.assertIsNone(Retries().next(problem_error(503, {}, 3600.0), 1, True))


def claimed():
    return {"task_id": "t", "attempt_uid": "u", "attempt_no": 1, "source": "s", "collection": "c", "deadline": ""}


class WorkerPartsTest(unittest.TestCase):
    def test_a_program_may_print_before_it_reads(self):
        attempt = Attempt(claimed(), LogBuffer())
        script = "head -c 1000000 /dev/zero | tr '\\0' '\\n'; wc -c"
        ends = []
        runner = threading.Thread(
            target=lambda: ends.append(run_command(WorkerTask(attempt), attempt, ["sh", "-c", script], "x" * 1_000_000)),
            daemon=True,
        )
        runner.start()
        runner.join(60)
        self.assertEqual(ends, [None])
        attempt.out.flush()
        lines = []
        while attempt.log:
            lines += [line["message"].strip() for line in attempt.log.take()]
        self.assertEqual(lines[-1], "1000000")

    def test_a_program_need_not_read_its_input(self):
        attempt = Attempt(claimed(), LogBuffer())
        self.assertIsNone(run_command(WorkerTask(attempt), attempt, ["true"], "x" * 1_000_000))

    def test_a_program_may_end_at_the_moment_it_is_stopped(self):
        class Leaving(Attempt):
            looks = 0

            @property
            def on_stop(self):
                self.looks += 1
                return (lambda: None) if self.looks == 1 else None

            @on_stop.setter
            def on_stop(self, end):
                pass

        attempt = Leaving(claimed(), LogBuffer())
        attempt.stop()
        self.assertTrue(attempt.stopped.is_set())

    def test_a_task_that_gets_no_thread_fails_and_gives_its_slot_back(self):
        start = threading.Thread.start

        def limited(thread):
            if thread.name.startswith("millrace-task"):
                raise RuntimeError("can't start new thread")
            start(thread)

        with scripted((200, {}, "{}")) as (url, requests):
            worker = Worker(url, "t", backoff=Backoff(0.001, 0.001))
            with mock.patch.object(threading.Thread, "start", limited), self.assertLogs("millrace.worker"):
                self.assertFalse(worker._begin(claimed()))
            self.assertEqual(worker._table.all(), [])
            report = json.loads(requests[0].content)
            self.assertEqual((report["outcome"], report["attempt_uid"]), ("failure", "u"))
            self.assertIn("can't start new thread", report["message"])

    def test_the_oldest_lines_are_dropped_and_counted(self):
        buffer = LogBuffer(lines=3, characters=1_000)
        for number in range(1, 11):
            buffer.add("info", f"line {number}")
        messages = [line["message"] for line in buffer.take()]
        self.assertEqual(messages, ["7 lines were dropped here", "line 8", "line 9", "line 10"])
        self.assertFalse(buffer)

    def test_a_batch_fits_into_one_request(self):
        buffer = LogBuffer()
        for _ in range(60):
            buffer.add("info", "\x01" * 9_000)
        while buffer:
            self.assertLess(len(json.dumps(buffer.take())), 1 << 20)

    def test_text_becomes_lines_and_a_long_one_is_cut(self):
        lines = []
        assembler = LineAssembler(lines.append)
        for part in ("one\r\ntw", "o\n", "\n", "three"):
            assembler.write(part)
        self.assertEqual(lines, ["one", "two", ""])
        for _ in range(100):
            assembler.write("x" * 1_000_000)
        assembler.flush()
        self.assertEqual(len(lines[-1]), 8_001)

    def test_how_a_handler_ended_becomes_a_report(self):
        self.assertEqual(success(None), {"outcome": "success"})
        self.assertEqual(success({"rows": 42}), {"outcome": "success", "output": {"rows": 42}})
        self.assertIn("JSON", success({1, 2})["message"])
        self.assertIn("too long", success("x" * 200_000)["message"])
        self.assertEqual(failure(KeyError("k")), {"outcome": "failure", "message": "KeyError: 'k'"})
        self.assertEqual(
            failure(NotRetryable("gone", "Log in")),
            {"outcome": "failure", "message": "gone", "user_message": "Log in", "retryable": False},
        )
        self.assertEqual(failure(TaskFailed("slow", retry_after=1.5))["retry_after"], 1.5)
        self.assertEqual(len(failure(TaskFailed("a\0b" + "x" * 5_000))["message"]), 2_000)


if __name__ == "__main__":
    unittest.main()
