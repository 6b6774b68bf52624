"""Task `sky` (stream mode): a camera that takes a picture of the sky, block by block.

Block number 7 exposes exactly those tiles in which block number 7 of `detect` will look for
objects, so that `detect` can begin long before the picture is complete. Working out what is where
takes a moment; it is done once for each process, which is what the stream mode is for.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

import deepfield  # noqa: F401  (lets the next imports find their modules)
from pgm import header
from scene import Scene, Sky, read_sky
from settings import LARGEST_NUMBER, LONGEST_PAUSE_MS, image_path, whole_number
from tiles import Tile, Tiling
from yardmaster import parameters, serve_blocks


def prepare():
    given = parameters()
    sky = read_sky(given)
    exposure = whole_number(given, "exposure_ms", 0, LONGEST_PAUSE_MS) / 1000
    block_size = whole_number(given, "block_size", 1, LARGEST_NUMBER)
    tiling = Tiling(sky.width, sky.height, block_size)
    scene = Scene(sky)
    picture = Exposure(image_path(given), sky)

    def work(block: int, blocks: int) -> None:
        time.sleep(exposure)
        for tile in tiling.tiles_of(block, blocks):
            picture.expose(tile, scene)

    return work


class Exposure:
    """A picture file that has its full size from the start and is filled in tile by tile.

    Every process writes the same bytes to the same places, so it does no harm if two open the same
    file, if a block is done twice, or if one is cut off midway and done again.
    """

    def __init__(self, path: Path, sky: Sky):
        path.parent.mkdir(parents=True, exist_ok=True)
        start = header(sky.width, sky.height)
        self._width, self._pixels = sky.width, len(start)
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        os.ftruncate(self._file, len(start) + sky.width * sky.height)
        os.pwrite(self._file, start, 0)

    def expose(self, tile: Tile, scene: Scene) -> None:
        for y in range(tile.top, tile.bottom):
            values = scene.row(y)[tile.left : tile.right]
            os.pwrite(self._file, values, self._pixels + y * self._width + tile.left)


if __name__ == "__main__":
    serve_blocks(prepare)
