"""Shapes of known pixels: stars, galaxies, spirals, rings and trails.

Every shape is a chain of discs around neighbouring pixels. A disc of radius 1 or more contains the
pixels at the four sides of its centre, so discs in such a chain touch side by side, and each shape
is one object with 4 neighbours as well as with 8.
"""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random
from typing import NamedTuple

GLOW = 3  # how far the faint light around a shape reaches, in pixels

Pixel = tuple[int, int]


class Shape(NamedTuple):
    """Pixels relative to the middle of the shape, with a brightness from 0 to 1."""

    body: dict[Pixel, float]
    glow: dict[Pixel, float]


def star(random: Random) -> Shape:
    return _discs([(0, 0, random.choice((1, 1, 1.5, 2, 2.5, 3, 4.5)))])


def galaxy(random: Random) -> Shape:
    """A spindle, thick in the middle, seen at any angle."""
    reach, angle = random.randint(4, 16), random.uniform(0, math.pi)
    return _discs(
        (*_point(angle, way), 1 + reach / 5 * (1 - abs(way) / reach))
        for way in _steps(-reach, reach)
    )


def spiral(random: Random) -> Shape:
    """Two arms that wind around a bulge."""
    reach, angle = random.randint(18, 34), random.uniform(0, math.pi)
    chain = [(0, 0, reach / 5)]
    for arm in (angle, angle + math.pi):
        for way in _steps(0, reach):
            chain.append((*_point(arm + 4 * way / reach, way), 2.5 - 1.5 * way / reach))
    return _discs(chain)


def ring(random: Random) -> Shape:
    """Wide enough for a star inside that does not touch it."""
    radius = random.randint(14, 22)
    return _discs((*_point(way / radius, radius), 1.5) for way in _steps(0, 2 * math.pi * radius))


def trail(random: Random, length: int) -> Shape:
    """A satellite that crosses the picture: long, thin, and across many borders of tiles."""
    angle = random.uniform(0.2, 0.6)
    return _discs((*_point(angle, way - length / 2), 1) for way in _steps(0, length))


def _steps(first: float, last: float):
    """From `first` to `last` in steps so small that no pixel on the way is jumped over."""
    count = math.ceil((last - first) * 4)
    return (first + (last - first) * step / count for step in range(count + 1))


def _point(angle: float, distance: float) -> Pixel:
    return round(distance * math.cos(angle)), round(distance * math.sin(angle))


def _discs(chain) -> Shape:
    body: dict[Pixel, float] = {}
    glow: dict[Pixel, float] = {}
    for x, y, radius in dict.fromkeys(chain):
        for right, down, inside, brightness in _disc(radius):
            pixels, place = body if inside else glow, (x + right, y + down)
            pixels[place] = max(brightness, pixels.get(place, 0))
    return Shape(body, glow)


@lru_cache(maxsize=1024)  # a few dozen different radii occur, the bound only keeps it finite
def _disc(radius: float) -> list[tuple[int, int, bool, float]]:
    """Brightest in the middle; beyond the radius the glow begins and fades."""
    reach = math.floor(radius + GLOW)
    disc = []
    for down in range(-reach, reach + 1):
        for right in range(-reach, reach + 1):
            beyond = math.hypot(right, down) - radius
            if beyond <= 0:
                disc.append((right, down, True, -beyond / radius))
            elif beyond <= GLOW:
                disc.append((right, down, False, 1 - beyond / (GLOW + 1)))
    return disc
