"""What the tasks of one run agree on, and where in the run's folder they leave their files."""

from __future__ import annotations

from pathlib import Path

from pgm import Image
from settings import Settings
from storage import read_json, write_json


def make_plan(settings: Settings, image: Image, blocks: int) -> dict:
    """Written by every process of `detect`, always the same; each of its results carries it too."""
    plan = {
        "image": str(settings.image.absolute()),
        "width": image.width,
        "height": image.height,
        "threshold": settings.threshold,
        "neighbours": settings.neighbours,
        "block_size": settings.block_size,
        "blocks": blocks,
    }
    write_json(_plan_file(settings), plan)
    return plan


def read_plan(settings: Settings) -> dict:
    return read_json(_plan_file(settings), made_by="detect")


def _plan_file(settings: Settings) -> Path:
    return settings.folder / "plan.json"


def labels_file(settings: Settings, block: int) -> Path:
    """What block number `block` of `detect` found."""
    return settings.folder / "labels" / f"{block:06d}.json"


def objects_file(settings: Settings) -> Path:
    """What `stitch` made of it."""
    return settings.folder / "objects.json"
