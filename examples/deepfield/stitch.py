"""Task `stitch` (one block, after all of `detect`): joins what the tiles cut apart."""

from __future__ import annotations

from joining import Pieces
from objects import SkyObject
from plan import labels_file, objects_file, read_plan
from settings import Settings, read_settings
from storage import read_json, write_json
from yardmaster import Problem, log, run_block

# Looking only right and down meets every pair of neighbours once.
STEPS = {4: [(1, 0), (0, 1)], 8: [(1, 0), (0, 1), (1, 1), (-1, 1)]}


def work(_block: int, _blocks: int) -> None:
    settings = read_settings()
    plan = read_plan(settings)
    pieces = Pieces()
    rim: dict[tuple[int, int], int] = {}
    for block in range(plan["blocks"]):
        labels = _labels_of(settings, plan, block)
        numbers = [pieces.add(SkyObject(*piece)) for piece in labels["objects"]]
        rim.update(((x, y), numbers[place]) for x, y, place in labels["rim"])
    _join_neighbours(pieces, rim, STEPS[plan["neighbours"]])
    objects, place_of_piece = pieces.joined()
    objects.sort(key=lambda found: found.catalogue_order)
    write_json(objects_file(settings), {"plan": plan, "objects": objects})
    log(f"{len(place_of_piece)} pieces joined to {len(objects)} objects")


def _labels_of(settings: Settings, plan: dict, block: int) -> dict:
    file = labels_file(settings, block)
    labels = read_json(file, made_by="detect")
    if labels["plan"] != plan:
        raise Problem(f"{file} was made with other parameters; let the task detect run again")
    return labels


def _join_neighbours(pieces: Pieces, rim: dict[tuple[int, int], int], steps) -> None:
    for (x, y), piece in rim.items():
        for right, down in steps:
            neighbour = rim.get((x + right, y + down))
            if neighbour is not None:
                pieces.join(piece, neighbour)


if __name__ == "__main__":
    run_block(work)
