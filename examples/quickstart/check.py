"""Task `check` (one block): does the catalogue list exactly what was drawn?"""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import deepfield  # noqa: F401  (lets the next imports find their modules)
from scene import Drawn, Scene, read_sky
from settings import run_folder
from yardmaster import Problem, log, parameters, run_block

SHOWN = 5  # differences in a message; more would not help to find the reason


def work(_block: int, _blocks: int) -> None:
    given = parameters()
    file = run_folder(given) / "catalogue.csv"
    drawn = Scene(read_sky(given)).drawn
    differences = compare(drawn, read_catalogue(file))
    if differences:
        more = f"\n  and {len(differences) - SHOWN} more" * (len(differences) > SHOWN)
        raise Problem(
            f"{file.absolute()} does not list what was drawn:\n  "
            + "\n  ".join(differences[:SHOWN])
            + more
        )
    log(f"all {len(drawn)} objects that were drawn were found, and nothing else")


def read_catalogue(file: Path) -> list[Drawn]:
    try:
        with open(file, newline="") as lines:
            return [_found(line) for line in csv.DictReader(lines)]
    except FileNotFoundError:
        raise Problem(f"{file.absolute()} is missing; the task report writes it") from None


def _found(line: dict[str, str]) -> Drawn:
    columns = ("pixels", "x_min", "y_min", "x_max", "y_max", "peak", "flux")
    return Drawn("object", *(int(line[column]) for column in columns))


def compare(drawn: list[Drawn], found: list[Drawn]) -> list[str]:
    """What is in one list and not in the other; the kind, which no catalogue knows, aside."""
    kinds = {known[1:]: known.kind for known in drawn}
    wanted, got = Counter(known[1:] for known in drawn), Counter(seen[1:] for seen in found)
    missing = [_say("not found", Drawn(kinds[rest], *rest)) for rest in (wanted - got).elements()]
    surplus = [_say("never drawn", Drawn("object", *rest)) for rest in (got - wanted).elements()]
    return missing + surplus


def _say(what: str, one: Drawn) -> str:
    return (
        f"{what}: {one.kind} of {one.pixels} pixels, x {one.left} to {one.right}, "
        f"y {one.top} to {one.bottom}, peak {one.peak}, flux {one.flux}"
    )


if __name__ == "__main__":
    run_block(work)
