"""How a command meets its blocks: the few lines between Yardmaster and your own code.

Copy this file beside your scripts; it needs nothing but Python 3.9.

* `serve_blocks(prepare)` for a task with `mode: stream`: one process works on many blocks.
* `run_block(work)` for a task with `mode: per_block`: one process for one block.

Both turn a `Problem` into one readable message instead of a stack trace.
"""

from __future__ import annotations

import json
import os
import sys
import traceback

# Longer errors are cut: they are kept for every failed attempt, and their beginning says it all.
MAX_ERROR_CHARACTERS = 2000


class Problem(Exception):
    """Something a person can put right. Its message says what is wrong, where, and what to do."""


def parameters() -> dict:
    """The run's parameters, as the pipeline and `--param` gave them."""
    try:
        found = json.loads(_environment("YARDMASTER_PARAMS"))
    except ValueError as error:
        raise Problem(f"YARDMASTER_PARAMS is not JSON: {error}") from error
    if not isinstance(found, dict):
        raise Problem('YARDMASTER_PARAMS must be a JSON object such as {"threshold": 80}')
    return found


def run_name() -> str:
    """The name of the run this process works for, such as `deepfield-12`."""
    return _environment("YARDMASTER_RUN")


def _environment(name: str) -> str:
    value = os.environ.get(name)
    if not value:
        raise Problem(
            f"{name} is not set. Yardmaster sets it for the commands of a pipeline; "
            f"to try this script by hand, set it yourself."
        )
    return value


def log(message: str) -> None:
    """Writes to the log: standard error, because standard output belongs to the answers."""
    print(message, file=sys.stderr, flush=True)


def serve_blocks(prepare) -> None:
    """Answers one line for each line on standard input, until there are no more.

    `prepare()` is called once, before the first block: load and check here what all blocks share.
    It returns `work(block, blocks)`, which is called for every block. A block may come twice (an
    answer got lost, a machine died), so doing it again must lead to the same result.
    """
    requests, answers = sys.stdin, sys.stdout
    sys.stdout = sys.stderr  # a stray print() must not be taken for an answer
    try:
        work = prepare()
        for line in requests:
            request = json.loads(line)
            answer = _attempt(work, request["block"], request["blocks"])
            print(json.dumps(answer), file=answers, flush=True)
    except Problem as problem:
        # No block could succeed, so the process ends instead of failing one block after another.
        log(str(problem))
        sys.exit(1)


def _attempt(work, block: int, blocks: int) -> dict:
    try:
        work(block, blocks)
        return {"ok": True}
    except Problem as problem:
        error = str(problem)
    except Exception as unexpected:
        traceback.print_exc()
        error = f"{type(unexpected).__name__}: {unexpected}"
    log(f"block {block} of {blocks} failed: {error}")
    return {"ok": False, "error": error[:MAX_ERROR_CHARACTERS]}


def run_block(work) -> None:
    """Calls `work(block, blocks)` for the one block this process was started for.

    Exit code 0 is success; after anything else, the end of standard error is the block's error.
    """
    try:
        work(int(_environment("YARDMASTER_BLOCK")), int(_environment("YARDMASTER_BLOCKS")))
    except Problem as problem:
        log(str(problem))
        sys.exit(1)
