"""examples/client/worker.py against a stand-in for the service that speaks just this protocol."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import threading
import unittest
from collections import Counter
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parent.parent
WORKER = EXAMPLES / "client" / "worker.py"
TIMEOUT = 60  # seconds; a worker that hangs must not hang the tests


class Service:
    """Hands out `blocks` one by one, then ends the binding, then has nothing more."""

    def __init__(self, blocks: int, faults: list[int] = ()):
        self.blocks = blocks
        self.faults = list(faults)  # status codes to answer the next calls of acquire with
        self.calls: list[str] = []
        self.results: list[dict] = []
        self.known: set[str] = set()
        self.idle, self.left, self.alive = (threading.Event() for _ in range(3))
        self.unbound = False

    def answer(self, method: str, path: str, token: str | None, body: dict):
        worker, call = re.fullmatch(r"/api/v1/workers(?:/([^/]+))?(?:/(\w+))?", path).groups()
        if worker is None:
            return self.register(body)
        self.calls.append(call or method)
        if worker not in self.known or token != f"Bearer token-of-{worker}":
            return 410, {"code": "unknown_worker"}
        if method == "DELETE":
            self.left.set()
            return 204, None
        return getattr(self, call)(body)

    def register(self, body: dict):
        assert set(body) == {"name", "host", "tags", "kind"} and body["kind"] == "client"
        name = f"w{len(self.known) + 1}"
        self.known.add(name)
        self.calls.append("register")
        seen = {"id": name, "token": f"token-of-{name}"}
        return 201, {**seen, "heartbeat_every": "PT0.05S", "lost_after": "PT10S"}

    def acquire(self, body: dict):
        assert body == {"max_blocks": 1, "wait": "20s"}
        if self.faults:
            status = self.faults.pop()
            if status == 410:
                self.known.clear()
            return status, {"code": "fault"}
        return 200, self.next_blocks()

    def next_blocks(self) -> dict:
        block = len(self.results)
        if block < self.blocks:
            lease = {"lease": f"l{block}", "run": "primes-1", "task": "count", "block": block}
            more = {"blocks": self.blocks, "attempt": 1, "timeout": "1m"}
            return {"blocks": [{**lease, **more, "params": {"numbers_per_block": 10}}]}
        if not self.unbound:
            return {"blocks": [], "ended": {"binding": "b1", "reason": "finished"}}
        self.idle.set()
        self.left.wait(0.05)
        return {"blocks": []}

    def release(self, body: dict):
        assert self.alive.wait(TIMEOUT), "no heartbeat while a block takes its time"
        self.results.extend(body["results"])
        outcomes = [{"lease": result["lease"], "outcome": "accepted"} for result in body["results"]]
        return 200, {"results": outcomes, **(self.next_blocks() if "acquire" in body else {})}

    def unbind(self, body: dict):
        assert body == {"clean": True}
        self.unbound = True
        return 200, {}

    def heartbeat(self, _body: dict):
        self.alive.set()
        return 200, {"revoked": []}


@contextmanager
def listening(service: Service):
    """The address at which it listens."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or "{}")
            answer = service.answer(self.command, self.path, self.headers["Authorization"], body)
            content = b"" if answer[1] is None else json.dumps(answer[1]).encode()
            self.send_response(answer[0])
            self.send_header("Content-Length", str(len(content)))
            try:
                self.end_headers()
                self.wfile.write(content)
            except ConnectionError:
                pass  # the worker was interrupted while it waited for this answer

        do_DELETE = do_POST

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()


class ClientWorker(unittest.TestCase):
    def run_against(self, service: Service) -> str:
        with listening(service) as url:
            pipe = subprocess.PIPE
            worker = subprocess.Popen(
                [sys.executable, WORKER, url], text=True, stdout=pipe, stderr=pipe
            )
            try:
                self.assertTrue(service.idle.wait(TIMEOUT), "the worker did not do all blocks")
                worker.send_signal(signal.SIGINT)
                said, errors = worker.communicate(timeout=TIMEOUT)
            finally:
                worker.kill()
                worker.wait()
        self.assertEqual((0, ""), (worker.returncode, errors))
        self.assertTrue(service.left.is_set(), "the worker left without a word")
        return said

    def test_does_every_block_once_and_leaves_politely(self):
        service = Service(blocks=4)
        said = self.run_against(service)
        wanted = [{"lease": f"l{block}", "ok": True} for block in range(4)]
        self.assertEqual(wanted, service.results)
        # 2 3 5 7, 11 13 17 19, 23 29, 31 37
        self.assertEqual(["4", "4", "2", "2"], re.findall(r": (\d) primes", said))
        calls = Counter(service.calls)
        self.assertEqual((4, 1, 1), (calls["release"], calls["unbind"], calls["register"]))

    def test_registers_again_when_the_service_does_not_know_it(self):
        service = Service(blocks=2, faults=[410])
        self.run_against(service)
        self.assertEqual(2, service.calls.count("register"))
        self.assertEqual(2, len(service.results))

    def test_waits_while_the_service_is_not_available(self):
        service = Service(blocks=2, faults=[503])
        self.run_against(service)
        self.assertEqual(1, service.calls.count("register"))
        self.assertEqual(2, len(service.results))

    def test_the_few_lines_in_the_readme_work(self):
        code = re.search(r"```python\n(.*?)```", (EXAMPLES / "README.md").read_text(), re.DOTALL)[1]
        service = Service(blocks=3)
        service.alive.set()  # these few lines send no heartbeats
        with listening(service) as url:
            code = code.replace("http://127.0.0.1:8080", url)
            run = [sys.executable, "-c", code]
            done = subprocess.run(run, text=True, capture_output=True, timeout=TIMEOUT)
        self.assertEqual("", done.stderr)
        self.assertEqual("block 0 of 3\nblock 1 of 3\nblock 2 of 3\n", done.stdout)
        self.assertEqual(3, len(service.results))
        self.assertTrue(service.left.is_set())


if __name__ == "__main__":
    unittest.main()
