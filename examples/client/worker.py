"""A worker of your own: it counts prime numbers. Replace `work`, and keep the rest.

    python3 examples/client/worker.py [http://127.0.0.1:8080]

A service with access tokens wants one with the role `work`, in YARDMASTER_ACCESS_TOKEN. Start as
many as you like, on as many machines. Ctrl-C leaves; the block at hand is done by another.
"""

import json
import os
import re
import socket
import sys
import threading
import time
import urllib.error
import urllib.request

SERVICE = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
ASK = {"max_blocks": 1, "wait": "20s"}  # the service answers at once when there is a block


def work(lease):
    """One block. What this raises is the block's error, and the block is tried again."""
    count = int(lease["params"]["numbers_per_block"])
    first = lease["block"] * count
    primes = sum(is_prime(number) for number in range(first, first + count))
    print(
        f"block {lease['block']} of {lease['blocks']}: {primes} primes from {first} on", flush=True
    )


def is_prime(number):
    return number > 1 and all(number % factor for factor in range(2, int(number**0.5) + 1))


def call(method, path, body=None, token=None):
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    content = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{SERVICE}/api/v1{path}", content, headers, method=method)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read() or b"{}")


class Worker:
    def __init__(self):
        name = {"name": "primes", "host": socket.gethostname(), "tags": [], "kind": "client"}
        # Only to register; after that, the worker has a token of its own.
        self.me = call("POST", "/workers", name, os.environ.get("YARDMASTER_ACCESS_TOKEN"))
        self.gone = threading.Event()
        threading.Thread(target=self.stay_alive, daemon=True).start()

    def post(self, what, body):
        return call("POST", f"/workers/{self.me['id']}/{what}", body, self.me["token"])

    def stay_alive(self):
        """Tells the service that this worker is there, also while a block takes its time."""
        while not self.gone.wait(seconds(self.me["heartbeat_every"])):
            try:
                self.post("heartbeat", {})
            except OSError:
                pass  # the main loop meets the same trouble and deals with it

    def serve(self):
        answer = self.post("acquire", ASK)
        while True:
            if answer.get("ended"):  # this task needs the worker no more; others may
                self.post("unbind", {"clean": True})
                answer = self.post("acquire", ASK)
            elif answer.get("blocks"):
                results = [self.attempt(lease) for lease in answer["blocks"]]
                answer = self.post("release", {"results": results, "acquire": ASK})
            else:
                answer = self.post("acquire", ASK)

    def attempt(self, lease):
        try:
            work(lease)
            return {"lease": lease["lease"], "ok": True}
        except Exception as error:
            return {
                "lease": lease["lease"],
                "ok": False,
                "error": f"{type(error).__name__}: {error}",
            }

    def leave(self):
        call("DELETE", f"/workers/{self.me['id']}", token=self.me["token"])


def seconds(duration):
    """Of `10s`, `2m`, or `PT1M30S`."""
    units = {"H": 3600, "M": 60, "S": 1}
    return sum(float(n) * units[u] for n, u in re.findall(r"([\d.]+)([HMS])", duration.upper()))


def main():
    worker = None
    try:
        while True:
            try:
                worker = worker or Worker()
                worker.serve()
            except urllib.error.HTTPError as error:
                if error.code == 410:  # the service does not know this worker any more
                    worker.gone.set()
                    worker = None
                elif error.code == 503:  # busy or without its database; nothing is lost
                    time.sleep(1)
                else:
                    said = error.read().decode()
                    raise SystemExit(f"{error.url}: {error.code} {said}") from error
            except OSError as error:  # asking again gives back the block at hand, if any
                print(f"no answer from {SERVICE}, trying again: {error}", file=sys.stderr)
                time.sleep(1)
    except KeyboardInterrupt:
        if worker:
            worker.leave()


if __name__ == "__main__":
    main()
