"""Cuts an image into square tiles, and deals the tiles out to the blocks of a task.

The number of blocks is written in the pipeline; the number of tiles follows from the image and
`block_size`. So each block gets a run of consecutive tiles, as equal in number as possible. With
more blocks than tiles some blocks get none and have nothing to do, which is no error.
"""

from __future__ import annotations

from typing import NamedTuple


class Tile(NamedTuple):
    """Pixels with left <= x < right and top <= y < bottom."""

    left: int
    top: int
    right: int
    bottom: int


class Tiling(NamedTuple):
    width: int
    height: int
    block_size: int

    @property
    def columns(self) -> int:
        return -(-self.width // self.block_size)

    @property
    def rows(self) -> int:
        return -(-self.height // self.block_size)

    @property
    def count(self) -> int:
        return self.columns * self.rows

    def tile(self, number: int) -> Tile:
        """Tiles are numbered from 0, row by row; those at the right and bottom may be smaller."""
        row, column = divmod(number, self.columns)
        left, top = column * self.block_size, row * self.block_size
        right = min(left + self.block_size, self.width)
        bottom = min(top + self.block_size, self.height)
        return Tile(left, top, right, bottom)

    def tiles_of(self, block: int, blocks: int) -> list[Tile]:
        first, end = self.count * block // blocks, self.count * (block + 1) // blocks
        return [self.tile(number) for number in range(first, end)]
