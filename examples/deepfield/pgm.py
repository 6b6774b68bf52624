"""Reads 8-bit grey images in binary PGM (P5), only those parts that are asked for."""

from __future__ import annotations

import mmap
import re
from pathlib import Path

from yardmaster import Problem

# P5, width, height and the largest value, separated by white space or comments; then one more
# white space character, then the pixels.
_SEPARATOR = rb"(?:\s|#[^\n]*\n)+"
_HEADER = re.compile(rb"P5" + (_SEPARATOR + rb"(\d{1,9})") * 3 + rb"\s")
_CONVERT = "To convert it, with ImageMagick: magick PICTURE -colorspace gray -depth 8 picture.pgm"


class Image:
    """An image on disk. `width` and `height` are in pixels; x goes right, y goes down."""

    def __init__(self, path: Path):
        self.path = path
        self._bytes = _map(path)
        header = _HEADER.match(self._bytes)
        if header is None:
            raise Problem(f"{path} is not a binary PGM image (P5). {_CONVERT}")
        self.width, self.height, largest = (int(number) for number in header.groups())
        self._pixels = header.end()
        self._check(largest)

    def _check(self, largest: int) -> None:
        if not 1 <= largest <= 255:
            raise Problem(
                f"{self.path} has pixel values up to {largest}; only images with one byte a pixel, "
                f"up to 255, can be read. {_CONVERT}"
            )
        if self.width < 1 or self.height < 1:
            raise Problem(
                f"{self.path} has no pixels: its header says {self.width} x {self.height}"
            )
        needed = self.width * self.height
        there = len(self._bytes) - self._pixels
        if there < needed:
            raise Problem(
                f"{self.path} is cut short: {self.width} x {self.height} need {needed} bytes of "
                f"pixels, there are {there}. Copy it again."
            )

    def row(self, y: int, left: int = 0, right: int | None = None) -> bytes:
        """The pixels of row `y` from `left` up to, not including, `right`."""
        start = self._pixels + y * self.width
        return self._bytes[start + left : start + (self.width if right is None else right)]


def header(width: int, height: int) -> bytes:
    """What stands before the pixels in a file of this size."""
    return b"P5\n%d %d\n255\n" % (width, height)


def _map(path: Path) -> mmap.mmap:
    try:
        with open(path, "rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except ValueError as error:  # an empty file cannot be mapped
        raise Problem(f"{path} is empty") from error
    except OSError as error:
        raise Problem(
            f"cannot read the image {path.absolute()}: {error.strerror}. Name another with "
            f"--param image=/path/to/picture.pgm (relative paths start at the pipeline's folder)."
        ) from error
