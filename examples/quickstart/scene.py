"""The sky of one seed: which objects are where, and the value of every pixel.

All that is drawn is at or above the threshold and apart from everything else; all the rest, noise
and glow, stays below. So it is known beforehand what a right detection must find.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import NamedTuple

import deepfield  # noqa: F401  (lets the next imports find their modules)
from settings import BRIGHTEST, whole_number
from shapes import Shape, galaxy, ring, spiral, star, trail
from yardmaster import Problem

SPIRALS, RINGS, TRAILS = 8, 6, 3
MOST_OF_A_KIND = 5_000  # more would not fit into the largest sky
SMALLEST_SIDE, LARGEST_SIDE = 400, 4_000  # pixels; room for all kinds; drawn within a minute
FAINTEST_THRESHOLD, BRIGHTEST_THRESHOLD = 20, 230  # leaves some values below for noise, some above
TRIES = 300  # places to try for one object before the sky counts as full


class Sky(NamedTuple):
    """What to draw; the same values always give the same sky."""

    seed: int
    width: int
    height: int
    stars: int
    galaxies: int
    threshold: int


class Drawn(NamedTuple):
    """One object that must be found again. Coordinates as in the catalogue."""

    kind: str
    pixels: int
    left: int
    top: int
    right: int
    bottom: int
    peak: int
    flux: int


def read_sky(given: dict) -> Sky:
    return Sky(
        seed=whole_number(given, "seed", 0, 2**31 - 1),
        width=whole_number(given, "width", SMALLEST_SIDE, LARGEST_SIDE),
        height=whole_number(given, "height", SMALLEST_SIDE, LARGEST_SIDE),
        stars=whole_number(given, "stars", 0, MOST_OF_A_KIND),
        galaxies=whole_number(given, "galaxies", 0, MOST_OF_A_KIND),
        threshold=whole_number(given, "threshold", FAINTEST_THRESHOLD, BRIGHTEST_THRESHOLD),
    )


class Scene:
    """`drawn` lists the objects; `row` gives the pixels."""

    def __init__(self, sky: Sky):
        self.drawn: list[Drawn] = []
        self._sky = sky
        self._random = Random(sky.seed)
        self._taken: set[tuple[int, int]] = set()
        self._light: list[dict[int, int]] = [{} for _ in range(sky.height)]
        self._faint = bytes(int(sky.threshold / 3 * (n / 255) ** 2) for n in range(256))
        self._row = lru_cache(maxsize=sky.height)(self._make_row)  # many tiles need the same row
        self._fill()

    def _fill(self) -> None:
        """The largest first, while there is room for them."""
        length = min(self._sky.width, self._sky.height) * 2 // 3
        for _ in range(TRAILS):
            self._place("trail", lambda random: trail(random, length))
        for _ in range(SPIRALS):
            self._place("spiral", spiral)
        for _ in range(RINGS):
            middle = self._place("ring", ring)
            self._draw("star inside a ring", star(self._random), middle)
        for _ in range(self._sky.galaxies):
            self._place("galaxy", galaxy)
        for _ in range(self._sky.stars):
            self._place("star", star)

    def _place(self, kind: str, make) -> tuple[int, int]:
        """Draws one where it touches nothing; returns its middle."""
        for _ in range(TRIES):
            shape = make(self._random)
            middle = (
                self._random.randrange(self._sky.width),
                self._random.randrange(self._sky.height),
            )
            if self._is_free(shape, middle):
                self._draw(kind, shape, middle)
                return middle
        raise Problem(
            f"no room for one more {kind} after {len(self.drawn)} objects; "
            f"ask for fewer stars or galaxies, or for a larger width and height"
        )

    def _is_free(self, shape: Shape, middle: tuple[int, int]) -> bool:
        """The glow of each object keeps the others at a distance."""
        places = [(middle[0] + x, middle[1] + y) for x, y in shape.body]
        inside = all(0 <= x < self._sky.width and 0 <= y < self._sky.height for x, y in places)
        return inside and self._taken.isdisjoint(places)

    def _draw(self, kind: str, shape: Shape, middle: tuple[int, int]) -> None:
        threshold, brilliance = self._sky.threshold, self._random.uniform(0.3, 1)
        body = {
            place: threshold + int((BRIGHTEST - threshold) * brilliance * brightness)
            for place, brightness in shape.body.items()
        }
        glow = {place: int((threshold - 1) * light) for place, light in shape.glow.items()}
        for (x, y), value in [*glow.items(), *body.items()]:
            self._shine(middle[0] + x, middle[1] + y, value)
        self.drawn.append(_described(kind, body, middle))

    def _shine(self, x: int, y: int, value: int) -> None:
        self._taken.add((x, y))
        if 0 <= x < self._sky.width and 0 <= y < self._sky.height:
            self._light[y][x] = max(value, self._light[y].get(x, 0))

    def row(self, y: int) -> bytes:
        """The pixels of one row: the noise, and what shines through it."""
        return self._row(y)

    def _make_row(self, y: int) -> bytes:
        noise = Random(f"{self._sky.seed}/{y}").randbytes(self._sky.width)
        row = bytearray(noise.translate(self._faint))
        for x, value in self._light[y].items():
            row[x] = max(row[x], value)
        return bytes(row)


def _described(kind: str, body: dict[tuple[int, int], int], middle: tuple[int, int]) -> Drawn:
    columns = [middle[0] + x for x, _ in body]
    rows = [middle[1] + y for _, y in body]
    values = body.values()
    box = min(columns), min(rows), max(columns), max(rows)
    return Drawn(kind, len(body), *box, max(values), sum(values))
