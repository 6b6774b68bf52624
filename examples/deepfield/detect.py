"""Task `detect` (stream mode): labels the objects in the tiles of one block.

Each block writes one file of its own, with the objects (or pieces of objects) it found and the
pixels on the rims of its tiles, by which `stitch` recognises what belongs together.
"""

from __future__ import annotations

import time

from labelling import Labeller
from pgm import Image
from plan import labels_file, make_plan
from settings import read_settings
from storage import write_json
from tiles import Tiling
from yardmaster import serve_blocks


def prepare():
    """Opens the image once for all the blocks that this process will work on."""
    settings = read_settings()
    image = Image(settings.image)
    labeller = Labeller(image, settings.threshold, settings.neighbours)
    tiling = Tiling(image.width, image.height, settings.block_size)
    plans = {}

    def work(block: int, blocks: int) -> None:
        time.sleep(settings.pause_ms / 1000)
        if blocks not in plans:
            plans[blocks] = make_plan(settings, image, blocks)
        objects, rim = [], []
        for tile in tiling.tiles_of(block, blocks):
            found, on_rim = labeller.label(tile)
            rim.extend((x, y, place + len(objects)) for x, y, place in on_rim)
            objects.extend(found)
        result = {"plan": plans[blocks], "objects": objects, "rim": rim}
        write_json(labels_file(settings, block), result)

    return work


if __name__ == "__main__":
    serve_blocks(prepare)
