"""Files that are either there as a whole or not at all, whenever a process is killed."""

from __future__ import annotations

import json
import os
import uuid
from pathlib import Path

from yardmaster import Problem


def write_bytes(path: Path, content: bytes) -> None:
    """A second writer of the same file wins as a whole; readers never see half of one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{uuid.uuid4().hex}.unfinished")
    try:
        unfinished.write_bytes(content)
        os.replace(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)


def write_json(path: Path, content) -> None:
    write_bytes(path, json.dumps(content, separators=(",", ":")).encode())


def read_json(path: Path, made_by: str):
    """`made_by` is the task that should have written it, for the message if it is not there."""
    try:
        return json.loads(path.read_bytes())
    except FileNotFoundError:
        raise Problem(
            f"{path} is missing; the task {made_by} writes it and must run first"
        ) from None
    except ValueError as error:
        raise Problem(f"{path} is damaged ({error}); let the task {made_by} run again") from error
