"""Union-find: which pieces belong together, told one pair at a time."""

from __future__ import annotations

from objects import SkyObject


class Pieces:
    """Pieces of objects, numbered in the order in which they are added."""

    def __init__(self):
        self._pieces: list[SkyObject] = []
        self._parent: list[int] = []

    def add(self, piece: SkyObject) -> int:
        number = len(self._pieces)
        self._pieces.append(piece)
        self._parent.append(number)
        return number

    def join(self, one: int, other: int) -> None:
        one, other = self._root(one), self._root(other)
        if one != other:
            self._parent[max(one, other)] = min(one, other)

    def _root(self, number: int) -> int:
        parent = self._parent
        while parent[number] != number:
            parent[number] = parent[parent[number]]  # halves the way for the next who asks
            number = parent[number]
        return number

    def joined(self) -> tuple[list[SkyObject], list[int]]:
        """The whole objects, and for each piece the place of its object in that list."""
        objects: list[SkyObject] = []
        place_of_piece: list[int] = []
        for number, piece in enumerate(self._pieces):
            root = self._root(number)
            if root == number:  # the smallest number is the root, so it comes before the others
                place_of_piece.append(len(objects))
                objects.append(piece)
            else:
                place = place_of_piece[root]
                place_of_piece.append(place)
                objects[place] = objects[place].joined(piece)
        return objects, place_of_piece
