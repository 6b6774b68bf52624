"""Task `report` (one block, after `stitch`): the catalogue, a marked picture, and a summary."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from objects import SkyObject
from pgm import Image
from picture import Picture, colour
from plan import objects_file
from settings import Settings, read_settings
from storage import read_json, write_bytes, write_json
from yardmaster import log, run_block

COLUMNS = (
    "id", "pixels", "x_min", "y_min", "x_max", "y_max", "x_centroid", "y_centroid", "peak", "flux",
)  # fmt: skip
FRAME_DISTANCE = 2  # pixels between an object and its frame


def work(_block: int, _blocks: int) -> None:
    settings = read_settings()
    stitched = read_json(objects_file(settings), made_by="stitch")
    objects = [SkyObject(*found) for found in stitched["objects"]]
    summary = summarise(objects, settings)
    write_bytes(settings.folder / "catalogue.csv", catalogue(objects).encode())
    write_bytes(settings.folder / "objects.png", marked_picture(objects, settings))
    write_json(settings.folder / "summary.json", summary)
    _tell(summary, settings)


def catalogue(objects: list[SkyObject]) -> str:
    """One line an object, numbered from 1 in reading order."""
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(COLUMNS)
    for number, found in enumerate(objects, 1):
        x, y = found.centroid
        box = (found.left, found.top, found.right, found.bottom)
        writer.writerow(
            (number, found.pixels, *box, f"{x:.3f}", f"{y:.3f}", found.peak, found.flux)
        )
    return lines.getvalue()


def marked_picture(objects: list[SkyObject], settings: Settings) -> bytes:
    """Every object of `min_pixels` or more gets a frame and its number in the catalogue."""
    picture = Picture(Image(settings.image))
    for number, found in enumerate(objects, 1):
        if found.pixels >= settings.min_pixels:
            ink = colour(number)
            left, top = found.left - FRAME_DISTANCE, found.top - FRAME_DISTANCE
            right, bottom = found.right + FRAME_DISTANCE, found.bottom + FRAME_DISTANCE
            picture.box(left, top, right, bottom, ink)
            picture.number(number, left, top - FRAME_DISTANCE, ink)
    return picture.png()


def summarise(objects: list[SkyObject], settings: Settings) -> dict:
    sizes = [found.pixels for found in objects]
    return {
        "objects": len(sizes),
        "min_pixels": settings.min_pixels,
        "objects_of_min_pixels": sum(size >= settings.min_pixels for size in sizes),
        "largest_object_pixels": max(sizes, default=0),
        "pixels_on": sum(sizes),
    }


def _tell(summary: dict, settings: Settings) -> None:
    folder = Path(settings.folder).absolute()
    log(
        f"{summary['objects']} objects, {summary['objects_of_min_pixels']} of them of "
        f"{summary['min_pixels']} pixels or more"
    )
    log(f"catalogue: {folder / 'catalogue.csv'}")
    log(f"picture:   {folder / 'objects.png'}")


if __name__ == "__main__":
    run_block(work)
