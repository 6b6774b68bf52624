"""What is known of an object: sums that can be added up piece by piece, in any order.

All sums are whole numbers, so the result is the same to the last digit however the image was cut.
"""

from __future__ import annotations

from typing import NamedTuple


class SkyObject(NamedTuple):
    """An object or a piece of one. The bounding box includes `right` and `bottom`."""

    pixels: int
    left: int
    top: int
    right: int
    bottom: int
    first_x: int  # of the leftmost pixel in the top row; with `top`, the place in the catalogue
    peak: int  # the brightest pixel
    flux: int  # sum of all pixel values
    flux_x: int  # sum of value times x
    flux_y: int  # sum of value times y

    @property
    def centroid(self) -> tuple[float, float]:
        """The centre (x, y), each pixel weighed by its value."""
        return self.flux_x / self.flux, self.flux_y / self.flux

    @property
    def catalogue_order(self) -> tuple[int, int]:
        """No two objects share their first pixel, so this order does not depend on the tiles."""
        return self.top, self.first_x

    def joined(self, other: SkyObject) -> SkyObject:
        return SkyObject(
            self.pixels + other.pixels,
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
            min(self.catalogue_order, other.catalogue_order)[1],
            max(self.peak, other.peak),
            self.flux + other.flux,
            self.flux_x + other.flux_x,
            self.flux_y + other.flux_y,
        )


def object_of_run(y: int, left: int, values: bytes) -> SkyObject:
    """The piece that consists of the pixels `values`, side by side in row `y` from x = `left`."""
    right = left + len(values) - 1
    flux = sum(values)
    flux_x = left * flux + sum(map(int.__mul__, values, range(len(values))))
    return SkyObject(len(values), left, y, right, y, left, max(values), flux, flux_x, y * flux)
