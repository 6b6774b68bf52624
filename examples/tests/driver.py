"""Runs a pipeline's commands in their order, as the service would, but without the service.

It knows just enough: it has no budget, no retries and one worker, and reads only as much YAML as
the examples use.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

TIMEOUT = 120  # seconds for one process; a hanging script must not hang the tests


class Failed(Exception):
    """A command failed; the message is what a person would see of it."""


class Driver:
    def __init__(self, pipeline: Path, run: str = "test-1", **parameters):
        self.folder = pipeline.parent
        self.document = read_yaml(pipeline.read_text())
        self.parameters = {**self.document["params"], **parameters}
        self.run = run

    def run_all(self) -> None:
        for task in self.document["tasks"]:
            self.run_task(task)

    def run_task(self, task: dict) -> None:
        if task.get("mode", "per_block") == "stream":
            self.stream(task, range(task["blocks"]))
            return
        for block in range(task["blocks"]):
            self.run_block(task, block)

    def task(self, name: str) -> dict:
        return next(task for task in self.document["tasks"] if task["id"] == name)

    def run_block(self, task: dict, block: int) -> str:
        """Returns the log."""
        number = {"BLOCK": block, "BLOCKS": task["blocks"], "ATTEMPT": 1}
        extra = {f"YARDMASTER_{name}": str(value) for name, value in number.items()}
        process = self.start(task, extra)
        _, log = process.communicate(timeout=TIMEOUT)
        if process.returncode != 0:
            raise Failed(log)
        return log

    def stream(self, task: dict, blocks) -> str:
        """Returns the log."""
        process = self.start(task)
        requests = "".join(request(task, block) for block in blocks)
        answers, log = process.communicate(requests, timeout=TIMEOUT)
        if process.returncode != 0:
            raise Failed(log)
        results = [json.loads(answer) for answer in answers.splitlines()]
        errors = [result["error"] for result in results if not result["ok"]]
        if errors:
            raise Failed(errors[0])
        if len(results) != len(blocks):
            raise Failed(f"{len(results)} answers to {len(blocks)} blocks")
        return log

    def start(self, task: dict, extra: dict[str, str] | None = None) -> subprocess.Popen:
        environment = {
            **os.environ,
            **{f"YARDMASTER_PARAM_{k.upper()}": str(v) for k, v in self.parameters.items()},
            "YARDMASTER_RUN": self.run,
            "YARDMASTER_TASK": task["id"],
            "YARDMASTER_PARAMS": json.dumps(self.parameters),
            **(extra or {}),
        }
        command = [sys.executable if part == "python3" else part for part in task["command"]]
        pipe = subprocess.PIPE
        return subprocess.Popen(
            command,
            cwd=self.folder,
            env=environment,
            text=True,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
        )


def request(task: dict, block: int) -> str:
    """The line that a stream worker gets for a block."""
    return json.dumps({"block": block, "blocks": task["blocks"], "attempt": 1}) + "\n"


def read_yaml(text: str):
    """Maps and lists by indentation, `{...}`, `[...]`, numbers and words; nothing else."""
    lines = [re.sub(r"(^|\s+)#.*", "", line).rstrip() for line in text.splitlines()]
    lines = [line.replace("- ", "  ", 1) if _item(line) else line for line in _marked(lines)]
    return _block(lines)


def _item(line: str) -> bool:
    return line.lstrip().startswith("- ")


def _marked(lines: list[str]):
    """Puts a line of its own before each item of a list, so that it is a map like any other."""
    for line in filter(None, lines):
        if _item(line):
            yield line[: line.index("-")] + "-"
        yield line


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _block(lines: list[str]):
    items, entries = [], {}
    while lines:
        head, lines = lines[0], lines[1:]
        end = next(
            (n for n, line in enumerate(lines) if _indent(line) <= _indent(head)), len(lines)
        )
        inner, lines = lines[:end], lines[end:]
        if head.strip() == "-":
            items.append(_block(inner))
        else:
            key, value = head.strip().split(":", 1)
            entries[key] = _block(inner) if inner else _value(value)
    return items or entries


def _value(text: str):
    words = r'"[^"]*"|[^\s{}\[\],:"]+'
    return json.loads(re.sub(words, lambda word: _as_json(word.group()), text))


def _as_json(word: str) -> str:
    return word if re.fullmatch(r'".*"|-?\d+', word) else json.dumps(word)
