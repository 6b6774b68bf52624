"""Finds the connected components of bright pixels in one tile.

Goal: pure Python that is quick enough for real images.
Method: a regular expression finds the runs of bright pixels in a row, which is done in C; only
runs, not pixels, are compared with those of the row above and joined where they touch.
Example, threshold 5:

    0 7 9 0 0 6      two runs in the first row, one in the second, which touches the first run with
    0 0 0 8 0 0      8 neighbours (a corner) and nothing with 4 neighbours
"""

from __future__ import annotations

import re

from joining import Pieces
from objects import SkyObject, object_of_run
from pgm import Image
from tiles import Tile

# A pixel on the rim of a tile: x, y, and the place of its object in the list of objects.
RimPixel = tuple[int, int, int]


class Labeller:
    def __init__(self, image: Image, threshold: int, neighbours: int):
        self._image = image
        self._bright = re.compile(b"[%b-\xff]+" % re.escape(bytes([threshold])))
        self._reach = 1 if neighbours == 8 else 0  # how far beyond its ends a run still touches

    def label(self, tile: Tile) -> tuple[list[SkyObject], list[RimPixel]]:
        """The objects of this tile, and the pixels through which they may go on in the next."""
        pieces = Pieces()
        rim: list[RimPixel] = []
        above: list[tuple[int, int, int]] = []
        for y in range(tile.top, tile.bottom):
            values = self._image.row(y, tile.left, tile.right)
            runs = []
            for match in self._bright.finditer(values):
                start, end = match.span()
                piece = pieces.add(object_of_run(y, tile.left + start, values[start:end]))
                runs.append((tile.left + start, tile.left + end, piece))
            self._join_touching(pieces, above, runs)
            rim.extend(self._on_rim(tile, y, runs))
            above = runs
        objects, place_of_piece = pieces.joined()
        return objects, [(x, y, place_of_piece[piece]) for x, y, piece in rim]

    def _join_touching(self, pieces: Pieces, above, below) -> None:
        """Both rows are sorted, so one look along them finds every pair that touches."""
        first = 0
        for start, end, piece in below:
            while first < len(above) and above[first][1] + self._reach <= start:
                first += 1
            touching = first
            while touching < len(above) and above[touching][0] < end + self._reach:
                pieces.join(above[touching][2], piece)
                touching += 1

    def _on_rim(self, tile: Tile, y: int, runs):
        """Pixels at the edge of the image have nothing beyond them and are left out."""
        whole_row = (y == tile.top > 0) or (y == tile.bottom - 1 < self._image.height - 1)
        for start, end, piece in runs:
            if whole_row:
                yield from ((x, y, piece) for x in range(start, end))
                continue
            if start == tile.left > 0:
                yield start, y, piece
            if end == tile.right < self._image.width:
                yield end - 1, y, piece
