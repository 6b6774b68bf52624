"""Draws coloured marks on a grey image and writes it as PNG."""

from __future__ import annotations

import colorsys
import struct
import zlib

from pgm import Image

# Digits of three by five pixels, each row three bits.
_DIGITS = [
    (7, 5, 5, 5, 7), (2, 6, 2, 2, 7), (7, 1, 7, 4, 7), (7, 1, 7, 1, 7), (5, 5, 7, 1, 1),
    (7, 4, 7, 1, 7), (7, 4, 7, 5, 7), (7, 1, 2, 2, 2), (7, 5, 7, 5, 7), (7, 5, 7, 1, 7),
]  # fmt: skip
_DIGIT_HEIGHT = 5
_DIGIT_STEP = 4  # width of a digit and the gap behind it


def colour(number: int) -> bytes:
    """Neighbouring numbers get colours that are easy to tell apart (steps of the golden ratio)."""
    red, green, blue = colorsys.hsv_to_rgb(number * 0.618034 % 1, 0.7, 1)
    return bytes((int(255 * red), int(255 * green), int(255 * blue)))


class Picture:
    def __init__(self, image: Image):
        self._width, self._height = image.width, image.height
        self._rows = [bytearray(_grey_to_colour(image.row(y))) for y in range(image.height)]

    def box(self, left: int, top: int, right: int, bottom: int, ink: bytes) -> None:
        """A frame through these corners; what lies outside the picture is not drawn."""
        for x in range(left, right + 1):
            self._dot(x, top, ink)
            self._dot(x, bottom, ink)
        for y in range(top, bottom + 1):
            self._dot(left, y, ink)
            self._dot(right, y, ink)

    def number(self, value: int, left: int, bottom: int, ink: bytes) -> None:
        """Writes `value` with its lower left corner here, moved as far as needed to be seen."""
        digits = str(value)
        left = max(0, min(left, self._width - _DIGIT_STEP * len(digits)))
        top = max(0, bottom - _DIGIT_HEIGHT + 1)
        for place, digit in enumerate(digits):
            for y, bits in enumerate(_DIGITS[int(digit)]):
                for x in range(3):
                    if bits & (4 >> x):
                        self._dot(left + _DIGIT_STEP * place + x, top + y, ink)

    def _dot(self, x: int, y: int, ink: bytes) -> None:
        if 0 <= x < self._width and 0 <= y < self._height:
            self._rows[y][3 * x : 3 * x + 3] = ink

    def png(self) -> bytes:
        header = struct.pack(">IIBBBBB", self._width, self._height, 8, 2, 0, 0, 0)  # 8 bits, RGB
        packer = zlib.compressobj(6)
        rows = [packer.compress(b"\0" + row) for row in self._rows]  # 0: row is not filtered
        pixels = b"".join(rows) + packer.flush()
        chunks = _chunk(b"IHDR", header) + _chunk(b"IDAT", pixels) + _chunk(b"IEND", b"")
        return b"\x89PNG\r\n\x1a\n" + chunks


def _grey_to_colour(row: bytes) -> bytes:
    colours = bytearray(3 * len(row))
    colours[0::3] = colours[1::3] = colours[2::3] = row
    return colours


def _chunk(kind: bytes, content: bytes) -> bytes:
    checksum = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", checksum)
