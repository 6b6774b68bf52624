"""The parameters of the pipeline, checked once so that the rest can rely on them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from yardmaster import Problem, parameters, run_name

BRIGHTEST = 255  # images have one byte a pixel
LARGEST_NUMBER = 1_000_000_000  # far above any image; keeps a typing error from running for days
LONGEST_PAUSE_MS = 60_000  # well below the time a block may take


class Settings(NamedTuple):
    image: Path  # 8-bit grey PGM
    threshold: int  # a pixel of this value or more belongs to an object
    neighbours: int  # 4: sides touch; 8: corners touch too
    block_size: int  # width and height of a tile in pixels
    min_pixels: int  # objects with fewer are listed, but not marked in the picture
    pause_ms: int  # how long each block of `detect` waits before it begins
    folder: Path  # where this run, and no other, keeps its files


def read_settings() -> Settings:
    """Raises a `Problem` that names the parameter and what it may be."""
    given = parameters()
    neighbours = whole_number(given, "neighbours", 4, 8, default=8)
    if neighbours not in (4, 8):
        raise Problem(f"parameter neighbours is {neighbours}; it must be 4 or 8")
    return Settings(
        image=image_path(given),
        threshold=whole_number(given, "threshold", 1, BRIGHTEST),
        neighbours=neighbours,
        block_size=whole_number(given, "block_size", 1, LARGEST_NUMBER),
        min_pixels=whole_number(given, "min_pixels", 1, LARGEST_NUMBER, default=20),
        pause_ms=whole_number(given, "pause_ms", 0, LONGEST_PAUSE_MS, default=0),
        folder=run_folder(given),
    )


def image_path(given: dict) -> Path:
    """`{out}` and `{run}` stand for the output folder and the run's name."""
    pattern = text(given, "image")
    return Path(pattern.replace("{out}", _out(given)).replace("{run}", run_name()))


def run_folder(given: dict) -> Path:
    """Every run writes to a folder of its own, so that no two can be confused."""
    return Path(_out(given)) / run_name()


def _out(given: dict) -> str:
    return text(given, "out", default="out")


def text(given: dict, name: str, default: str | None = None) -> str:
    value = given.get(name, default)
    if not isinstance(value, str) or not value:
        raise Problem(f"parameter {name} is {_shown(value)}; give one with --param {name}=...")
    return value


def whole_number(given: dict, name: str, least: int, most: int, default=None) -> int:
    value = given.get(name, default)
    try:
        number = int(str(value))  # on a command line, 80 may arrive as "80"
    except ValueError:
        number = None
    if number is None or not least <= number <= most:
        raise Problem(
            f"parameter {name} is {_shown(value)}; it must be a whole number "
            f"from {least} to {most}: --param {name}=..."
        )
    return number


def _shown(value) -> str:
    return "missing" if value is None else repr(value)
