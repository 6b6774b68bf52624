"""The scripts of examples/deepfield, without the service.

python3 -m unittest discover examples/tests
"""

from __future__ import annotations

import csv
import json
import os
import random
import struct
import sys
import tempfile
import unittest
import zlib
from pathlib import Path
from unittest import mock

from driver import Driver, Failed, request

EXAMPLES = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(EXAMPLES / "deepfield"))

import detect  # noqa: E402
import stitch  # noqa: E402
from tiles import Tiling  # noqa: E402
from yardmaster import serve_blocks  # noqa: E402

PIPELINE = EXAMPLES / "deepfield" / "pipeline.yaml"
TEST_DATA = os.environ.get("YARDMASTER_TEST_DATA", EXAMPLES.parent.parent / "shared" / "data")
HUBBLE = Path(TEST_DATA) / "hubble_deep_field.pgm"

# threshold, neighbours, objects, objects of 20 pixels or more, pixels of the largest, pixels on;
# from ImageMagick's connected components and from a flood fill, which agree
HUBBLE_FACTS = [
    (60, 8, 2085, 296, 1239, 36446),
    (60, 4, 2132, 297, 1238, 36446),
    (80, 8, 1594, 232, 993, 27422),
    (80, 4, 1625, 231, 993, 27422),
    (100, 8, 1257, 185, 915, 21650),
    (100, 4, 1290, 184, 915, 21650),
]


class InTemporaryFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.image = self.folder / "image.pgm"
        self.out = self.folder / "out"

    def driver(self, run: str = "test-1", **parameters) -> Driver:
        wanted = {"image": str(self.image), "out": str(self.out), **parameters}
        return Driver(PIPELINE, run, **wanted)

    def draw(self, *rows: bytes) -> None:
        self.image.write_bytes(b"P5\n%d %d\n255\n" % (len(rows[0]), len(rows)) + b"".join(rows))

    def results(self, run: str = "test-1") -> dict[str, bytes]:
        names = ("catalogue.csv", "objects.png", "summary.json")
        return {name: (self.out / run / name).read_bytes() for name in names}

    def catalogue(self, run: str = "test-1") -> list[dict[str, str]]:
        return list(csv.DictReader((self.out / run / "catalogue.csv").read_text().splitlines()))


def label_in_this_process(folder: Path, blocks: int, **parameters) -> list[list[int]]:
    """What `stitch` leaves behind, without starting hundreds of processes."""
    environment = {"YARDMASTER_RUN": "here-1", "YARDMASTER_PARAMS": json.dumps(parameters)}
    with mock.patch.dict(os.environ, environment), mock.patch("stitch.log"):
        work = detect.prepare()
        for block in range(blocks):
            work(block, blocks)
        stitch.work(0, 1)
    return json.loads((folder / "here-1" / "objects.json").read_text())["objects"]


def flood_fill(rows: list[bytes], threshold: int, neighbours: int) -> list[list[int]]:
    """The same facts in the simplest way, pixel by pixel."""
    steps = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if neighbours == 8 or x == 0 or y == 0]
    on = {(x, y) for y, row in enumerate(rows) for x, v in enumerate(row) if v >= threshold}
    found = []
    while on:
        open_ends, pixels = [on.pop()], []
        while open_ends:
            x, y = open_ends.pop()
            pixels.append((y, x, rows[y][x]))
            near = {(x + right, y + down) for right, down in steps} & on
            on -= near
            open_ends.extend(near)
        found.append(_facts(sorted(pixels)))
    return sorted(found, key=lambda facts: (facts[2], facts[5]))


def _facts(pixels: list[tuple[int, int, int]]) -> list[int]:
    ys, xs, values = zip(*pixels)
    sums = [sum(values), sum(x * v for _, x, v in pixels), sum(y * v for y, _, v in pixels)]
    return [len(xs), min(xs), min(ys), max(xs), max(ys), xs[0], max(values), *sums]


class Labelling(InTemporaryFolder):
    def test_agrees_with_a_flood_fill_whatever_the_image_and_the_tiles(self):
        chance = random.Random(20)
        for width, height in [(1, 1), (1, 9), (9, 1), (2, 2), (5, 4), (8, 8), (13, 7), (16, 17)]:
            for share in (0.3, 0.5, 0.7):  # of bright pixels: specks, mazes, solid areas
                rows = [
                    bytes(
                        chance.randint(100, 255) if chance.random() < share else 99
                        for _ in range(width)
                    )
                    for _ in range(height)
                ]
                self.draw(*rows)
                for neighbours in (4, 8):
                    expected = flood_fill(rows, 100, neighbours)
                    for block_size in range(1, max(width, height) + 3):
                        with self.subTest(size=(width, height), n=neighbours, tile=block_size):
                            self.assertEqual(expected, self.label(neighbours, block_size))

    def label(self, neighbours: int, block_size: int) -> list[list[int]]:
        return label_in_this_process(
            self.out, 5, image=str(self.image), out=str(self.out), threshold=100,
            neighbours=neighbours, block_size=block_size,
        )  # fmt: skip

    def test_every_threshold_is_taken_literally(self):
        self.draw(bytes(range(256)))
        for threshold in range(
            1, 256
        ):  # some of these bytes mean something in a regular expression
            found = label_in_this_process(
                self.out, 2, image=str(self.image), out=str(self.out), threshold=threshold,
                neighbours=8, block_size=300,
            )  # fmt: skip
            self.assertEqual([256 - threshold], [one[0] for one in found])


class Tiles(unittest.TestCase):
    def test_each_pixel_is_in_one_tile_of_one_block(self):
        for width, height, size, blocks in [
            (10, 7, 3, 4),
            (10, 7, 1, 64),
            (5, 5, 9, 3),
            (6, 6, 3, 9),
        ]:
            with self.subTest(width=width, height=height, size=size, blocks=blocks):
                tiling = Tiling(width, height, size)
                seen = [
                    (x, y)
                    for block in range(blocks)
                    for tile in tiling.tiles_of(block, blocks)
                    for x in range(tile.left, tile.right)
                    for y in range(tile.top, tile.bottom)
                ]
                self.assertEqual(
                    sorted((x, y) for x in range(width) for y in range(height)), sorted(seen)
                )

    def test_the_number_of_tiles_follows_from_the_size_of_the_image(self):
        self.assertEqual(10 * 9, Tiling(1000, 872, 100).count)
        self.assertEqual(1, Tiling(1000, 872, 1000).count)

    def test_blocks_get_as_many_tiles_as_the_others_or_one_more(self):
        tiling = Tiling(1000, 872, 100)
        self.assertEqual({1, 2}, {len(tiling.tiles_of(block, 64)) for block in range(64)})
        self.assertEqual({0, 1}, {len(tiling.tiles_of(block, 100)) for block in range(100)})


class Catalogue(InTemporaryFolder):
    def test_lists_what_a_person_would_count(self):
        self.draw(
            bytes([0, 0, 0, 0, 0, 0, 0, 0]),
            bytes([0, 90, 0, 0, 0, 0, 80, 80]),
            bytes([0, 0, 90, 180, 0, 0, 0, 79]),
        )
        self.driver(block_size=2).run_all()
        self.assertEqual(
            [
                # x: (1*90 + 2*90 + 3*180) / 360; y: (1*90 + 2*270) / 360
                "1,3,1,1,3,2,2.250,1.750,180,360",
                "2,2,6,1,7,1,6.500,1.000,80,160",
            ],
            [",".join(line.values()) for line in self.catalogue()],
        )

    def test_is_the_same_to_the_last_byte_for_every_block_size(self):
        chance = random.Random(3)
        self.draw(*(bytes(chance.choices((10, 90, 200), (5, 4, 1), k=40)) for _ in range(30)))
        seen = set()
        for block_size in (1, 7, 16, 1000):
            self.driver(block_size=block_size, neighbours=4).run_all()
            seen.add(tuple(self.results().values()))
        self.assertEqual(1, len(seen))

    def test_an_image_with_nothing_in_it_has_an_empty_catalogue(self):
        self.draw(bytes(20), bytes(20))
        self.driver().run_all()
        self.assertEqual([], self.catalogue())
        self.assertEqual(0, json.loads(self.results()["summary.json"])["objects"])

    def test_the_picture_marks_objects_of_min_pixels_and_leaves_the_others(self):
        rows = [bytearray(40) for _ in range(40)]
        rows[20][20:24] = bytes([200] * 4)
        rows[5][5] = 200
        self.draw(*map(bytes, rows))
        self.driver(min_pixels=4).run_all()
        pixels = read_png(self.results()["objects.png"])
        self.assertEqual((40, 40), (len(pixels), len(pixels[0])))
        self.assertEqual((200, 200, 200), pixels[20][20])
        framed = [(x, y) for y in range(40) for x in range(40) if len(set(pixels[y][x])) > 1]
        self.assertEqual(set(range(18, 26)), {x for x, y in framed if y >= 18})
        self.assertEqual(set(range(18, 23)), {y for x, y in framed if y >= 18})
        self.assertFalse([(x, y) for x, y in framed if x < 10])


def read_png(content: bytes) -> list[list[tuple[int, ...]]]:
    """Rows of (red, green, blue), for what picture.py writes: one data chunk, no filters."""
    width, height, depth, kind = struct.unpack(">IIBB", content[16:26])
    assert content[:8] == b"\x89PNG\r\n\x1a\n" and (depth, kind) == (8, 2)
    (length,) = struct.unpack(">I", content[33:37])
    raw = zlib.decompress(content[41 : 41 + length])
    rows = [raw[y * (3 * width + 1) + 1 : (y + 1) * (3 * width + 1)] for y in range(height)]
    return [[tuple(row[3 * x : 3 * x + 3]) for x in range(width)] for row in rows]


class DoneTwiceOrCutShort(InTemporaryFolder):
    def setUp(self):
        super().setUp()
        chance = random.Random(5)
        self.draw(*(bytes(chance.choices((0, 200), (2, 1), k=64)) for _ in range(64)))
        self.driver(run="undisturbed-1", block_size=8).run_all()
        self.expected = self.results("undisturbed-1")

    def test_a_worker_killed_midway_leaves_nothing_that_disturbs_the_next(self):
        slow = self.driver(block_size=8, pause_ms=30)
        task = slow.task("detect")
        process = slow.start(task)
        for block in range(3):  # each answer comes before the next request, as with the service
            process.stdin.write(request(task, block))
            process.stdin.flush()
            self.assertEqual({"ok": True}, json.loads(process.stdout.readline()))
        process.stdin.write(request(task, 3))
        process.stdin.flush()
        process.kill()
        process.communicate()
        self.driver(block_size=8).run_all()
        self.assertEqual(self.expected, self.results())

    def test_blocks_may_come_twice_and_in_any_order(self):
        twice = self.driver(block_size=8)
        blocks = list(range(64)) * 2
        random.Random(1).shuffle(blocks)
        twice.stream(twice.task("detect"), blocks)
        for name in ("stitch", "stitch", "report", "report"):
            twice.run_block(twice.task(name), 0)
        self.assertEqual(self.expected, self.results())

    def test_no_unfinished_file_stays_behind(self):
        self.assertEqual([], list(self.out.rglob("*.unfinished")))


class RunsKeepApart(InTemporaryFolder):
    def setUp(self):
        super().setUp()
        self.draw(bytes([0, 90, 90, 0, 200]))

    def test_two_runs_with_other_parameters_do_not_meet(self):
        low, high = self.driver(run="a-1", threshold=80), self.driver(run="a-2", threshold=100)
        for name in ("detect", "stitch", "report"):
            low.run_task(low.task(name))
            high.run_task(high.task(name))
        self.assertEqual(2, len(self.catalogue("a-1")))
        self.assertEqual(1, len(self.catalogue("a-2")))

    def test_leftovers_of_other_parameters_are_noticed(self):
        self.driver(threshold=80).run_all()
        changed = self.driver(threshold=100)
        changed.stream(changed.task("detect"), range(63))
        with self.assertRaisesRegex(Failed, "000063.json was made with other parameters"):
            changed.run_block(changed.task("stitch"), 0)

    def test_a_missing_part_is_noticed(self):
        partly = self.driver()
        partly.stream(partly.task("detect"), range(1, 64))
        with self.assertRaisesRegex(Failed, "000000.json is missing; the task detect"):
            partly.run_block(partly.task("stitch"), 0)


class WhatAPersonIsTold(InTemporaryFolder):
    def told(self, **parameters) -> str:
        driver = self.driver(**parameters)
        with self.assertRaises(Failed) as caught:
            driver.stream(driver.task("detect"), range(2))
        self.assertNotIn("Traceback", str(caught.exception))
        self.assertEqual(1, str(caught.exception).count("\n"), "one line")
        return str(caught.exception)

    def test_of_an_image_that_is_not_there(self):
        said = self.told(image="no/such.pgm")
        self.assertIn(f"{EXAMPLES}/deepfield/no/such.pgm: No such file", said)
        self.assertIn("--param image=", said)

    def test_of_a_folder_in_place_of_an_image(self):
        self.assertIn("Is a directory", self.told(image=str(self.folder)))

    def test_of_an_image_of_another_kind(self):
        for content in (b"\x89PNG....", b"P2\n1 1\n255\n7", b"P5\n12", b"P5\n-1 3\n255\n"):
            self.image.write_bytes(content)
            self.assertIn("is not a binary PGM image (P5)", self.told())

    def test_of_an_empty_file(self):
        self.image.touch()
        self.assertIn("is empty", self.told())

    def test_of_two_bytes_a_pixel(self):
        self.image.write_bytes(b"P5 1 1 65535\n12")
        self.assertIn("pixel values up to 65535; only images with one byte", self.told())

    def test_of_an_image_without_pixels(self):
        self.image.write_bytes(b"P5 0 3 255\n")
        self.assertIn("0 x 3", self.told())

    def test_of_an_image_that_is_cut_short(self):
        self.image.write_bytes(b"P5\n10 10\n255\n" + bytes(99))
        self.assertIn("10 x 10 need 100 bytes of pixels, there are 99", self.told())

    def test_of_parameters_out_of_range(self):
        self.draw(bytes(1))
        for name, value in [
            ("threshold", 0), ("threshold", 256), ("threshold", "high"), ("threshold", 80.5),
            ("neighbours", 6), ("block_size", 0), ("block_size", ""), ("min_pixels", -1),
            ("min_pixels", True), ("pause_ms", 60001), ("image", ""), ("out", 7),
        ]:  # fmt: skip
            with self.subTest(name=name, value=value):
                self.assertIn(f"parameter {name} is {value!r}", self.told(**{name: value}))

    def test_comments_in_the_header_are_no_fault(self):
        self.image.write_bytes(b"P5 # made by hand\n2 # wide\n1\n# high\n255\n\xff#")
        self.driver().run_all()
        self.assertEqual(["1"], [line["pixels"] for line in self.catalogue()])

    def test_numbers_may_come_as_text(self):
        self.draw(bytes([79, 80]))
        self.driver(threshold="80", neighbours="4").run_all()
        self.assertEqual(1, len(self.catalogue()))


class Answers(unittest.TestCase):
    def test_one_block_that_fails_does_not_end_the_process(self):
        def work(block, blocks):
            print("a stray line")
            if block == 1:
                raise ValueError("x" * 5000)

        lines = [json.dumps({"block": block, "blocks": 3, "attempt": 1}) for block in range(3)]
        first, second, third = self.serve(work, lines)
        self.assertEqual({"ok": True}, first)
        self.assertFalse(second["ok"])
        self.assertTrue(second["error"].startswith("ValueError: xxx"))
        self.assertEqual(2000, len(second["error"]))
        self.assertEqual({"ok": True}, third)

    def serve(self, work, lines: list[str]) -> list[dict]:
        with tempfile.TemporaryFile("w+") as answers, open(os.devnull, "w") as log:
            with mock.patch.multiple(sys, stdin=lines, stdout=answers, stderr=log):
                serve_blocks(lambda: work)
            answers.seek(0)
            return [json.loads(line) for line in answers]


class HubbleDeepField(InTemporaryFolder):
    def setUp(self):
        super().setUp()
        if not HUBBLE.exists():
            if os.environ.get("CI") == "true":
                self.fail(f"{HUBBLE} is missing; YARDMASTER_TEST_DATA names its folder")
            self.skipTest(f"{HUBBLE} is not there")
        self.image = HUBBLE

    def test_gives_the_known_numbers_for_every_block_size(self):
        for threshold, neighbours, *facts in HUBBLE_FACTS:
            for block_size in (13, 100, 333, 5000):
                with self.subTest(threshold=threshold, neighbours=neighbours, tile=block_size):
                    found = label_in_this_process(
                        self.out, 16, image=str(HUBBLE), out=str(self.out), threshold=threshold,
                        neighbours=neighbours, block_size=block_size,
                    )  # fmt: skip
                    sizes = [one[0] for one in found]
                    large = sum(size >= 20 for size in sizes)
                    self.assertEqual(facts, [len(sizes), large, max(sizes), sum(sizes)])

    def test_the_whole_pipeline_lists_them(self):
        for block_size in (64, 250):
            self.driver(block_size=block_size).run_all()
            sizes = [int(line["pixels"]) for line in self.catalogue()]
            self.assertEqual((1594, 232), (len(sizes), sum(size >= 20 for size in sizes)))


if __name__ == "__main__":
    unittest.main()
