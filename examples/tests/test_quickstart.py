"""The scripts of examples/quickstart, without the service."""

from __future__ import annotations

import json
import sys
import tempfile
import unittest
from pathlib import Path
from random import Random

from driver import Driver, Failed

EXAMPLES = Path(__file__).resolve().parent.parent
sys.path.append(str(EXAMPLES / "quickstart"))
sys.path.append(str(EXAMPLES / "deepfield"))

from scene import Scene, Sky, read_sky  # noqa: E402
from shapes import galaxy, ring, spiral, star, trail  # noqa: E402

PIPELINE = EXAMPLES / "quickstart" / "pipeline.yaml"
SMALL = {"width": 700, "height": 500, "stars": 60, "galaxies": 9}
DRAWN = 3 + 8 + 6 * 2 + 80 + 240  # trails, spirals, rings with a star in each, galaxies, stars


class Shapes(unittest.TestCase):
    def test_each_is_in_one_piece_even_with_four_neighbours(self):
        chance = Random(11)
        kinds = {star, galaxy, spiral, ring, lambda random: trail(random, 700)}
        for make in kinds:
            for _ in range(25):
                self.assertEqual(1, pieces(set(make(chance).body)))

    def test_a_ring_does_not_touch_the_star_inside_it(self):
        chance = Random(12)
        for _ in range(50):
            self.assertEqual(
                2, pieces(set(ring(chance).body) | set(star(chance).body), corners=True)
            )


def pieces(pixels: set, corners: bool = False) -> int:
    count = 0
    while pixels:
        count += 1
        open_ends = [pixels.pop()]
        while open_ends:
            x, y = open_ends.pop()
            around = [
                (x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if corners or i * j == 0
            ]
            near = pixels.intersection(around)
            pixels -= near
            open_ends.extend(near)
    return count


class TheSky(unittest.TestCase):
    def test_has_what_the_parameters_ask_for(self):
        drawn = default_scene().drawn
        self.assertEqual(DRAWN, len(drawn))
        self.assertEqual(240, sum(one.kind == "star" for one in drawn))

    def test_has_many_objects_across_the_borders_of_tiles(self):
        across = [
            one
            for one in default_scene().drawn
            if one.left // 100 != one.right // 100 or one.top // 100 != one.bottom // 100
        ]
        self.assertGreater(len(across), 30)
        trails = [one for one in across if one.kind == "trail"]
        self.assertEqual([True] * 3, [one.right // 100 - one.left // 100 >= 5 for one in trails])

    def test_is_bright_enough_where_something_was_drawn_and_nowhere_else(self):
        for seed in range(5):
            sky = Sky(seed, 500, 400, 30, 10, threshold=230)
            scene = Scene(sky)
            on = sum(value >= sky.threshold for y in range(400) for value in scene.row(y))
            self.assertEqual(sum(one.pixels for one in scene.drawn), on)

    def test_depends_on_the_seed_alone(self):
        one, same, other = (Scene(Sky(seed, 500, 400, 30, 10, 80)) for seed in (1, 1, 2))
        self.assertEqual(one.drawn, same.drawn)
        self.assertEqual(one.row(200), same.row(200))
        self.assertNotEqual(one.drawn, other.drawn)


def default_scene() -> Scene:
    return Scene(read_sky(Driver(PIPELINE).document["params"]))


class Quickstart(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = Path(folder.name)

    def driver(self, **parameters) -> Driver:
        return Driver(PIPELINE, out=str(self.out), exposure_ms=0, **parameters)

    def test_finds_all_that_was_drawn(self):
        self.driver().run_all()
        summary = json.loads((self.out / "test-1" / "summary.json").read_text())
        self.assertEqual(DRAWN, summary["objects"])

    def test_finds_it_with_other_tiles_other_neighbours_another_sky(self):
        for parameters in (
            {"block_size": 33, "neighbours": 4},
            {"block_size": 5000, "seed": 1, **SMALL},
            {"block_size": 250, "threshold": 200, **SMALL},
        ):
            with self.subTest(**parameters):
                self.driver(**parameters).run_all()

    def test_each_block_finds_its_part_of_the_sky_as_soon_as_that_is_there(self):
        driver = self.driver(**SMALL)
        sky, detect = driver.task("sky"), driver.task("detect")
        for block in (40, 3, 63):
            driver.stream(sky, [block])
            driver.stream(detect, [block])
        for name in ("sky", "detect"):
            driver.stream(driver.task(name), sorted(set(range(64)) - {40, 3, 63}))
        for name in ("stitch", "report", "check"):
            driver.run_task(driver.task(name))

    def test_says_what_is_wrong_with_a_catalogue(self):
        driver = self.driver(**SMALL)
        driver.run_all()
        file = self.out / "test-1" / "catalogue.csv"
        lines = file.read_text().splitlines()
        number, pixels, rest = lines[7].split(",", 2)
        lines[7] = f"{number},{int(pixels) + 1},{rest}"
        file.write_text("\n".join(lines[:-1]))
        with self.assertRaises(Failed) as caught:
            driver.run_task(driver.task("check"))
        told = str(caught.exception)
        self.assertIn("catalogue.csv does not list what was drawn", told)
        self.assertEqual(2, told.count("not found: "))
        self.assertEqual(1, told.count("never drawn: "))
        self.assertIn(f"of {int(pixels) + 1} pixels", told)

    def test_says_when_the_sky_is_full(self):
        driver = self.driver(width=400, height=400, stars=3000)
        with self.assertRaisesRegex(Failed, "no room for one more star .* ask for fewer"):
            driver.stream(driver.task("sky"), [0])


if __name__ == "__main__":
    unittest.main()
