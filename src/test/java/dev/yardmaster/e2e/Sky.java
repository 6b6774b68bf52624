package dev.yardmaster.e2e;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An image with what a right detection finds in it.
 *
 * @param image 8-bit grey PGM
 * @param found for each setting, what is known from elsewhere
 */
record Sky(Path image, Map<Setting, Found> found) {

  private static final String HUBBLE = "hubble_deep_field.pgm";

  static final Setting CORNERS_TOUCH = new Setting(80, 8);
  static final Setting SIDES_TOUCH = new Setting(80, 4);

  /** How objects are told from the dark, and from each other. */
  record Setting(int threshold, int neighbours) {}

  /** What is in an image: numbers of objects and of their pixels. */
  record Found(long objects, long objectsOf20Pixels, long largestObjectPixels, long pixelsOn) {

    static Found in(JsonNode summary) {
      return new Found(
          summary.path("objects").asLong(),
          summary.path("objects_of_min_pixels").asLong(),
          summary.path("largest_object_pixels").asLong(),
          summary.path("pixels_on").asLong());
    }
  }

  /**
   * Part of the Hubble Deep Field, with the numbers of two independent programs; where it is not at
   * hand, a sky of known content, except in continuous integration, which has to have it.
   */
  static Sky available(Workshop workshop) {
    Path image = testData().resolve(HUBBLE);
    if (Files.exists(image)) {
      return new Sky(
          image,
          Map.of(
              CORNERS_TOUCH, new Found(1594, 232, 993, 27422),
              SIDES_TOUCH, new Found(1625, 231, 993, 27422)));
    }
    if (Project.isContinuousIntegration()) {
      throw new AssertionError(
          image.toAbsolutePath() + " is missing; YARDMASTER_TEST_DATA names its folder");
    }
    return drawn(workshop);
  }

  private static Path testData() {
    String named = System.getenv("YARDMASTER_TEST_DATA");
    return named == null ? Project.directory().resolve("../shared/data") : Path.of(named);
  }

  /**
   * Draws a sky. All that is drawn is in one piece, whatever the neighbours, and apart from
   * everything else, so that the list of it is what has to be found.
   */
  private static Sky drawn(Workshop workshop) {
    Path image = workshop.directory().resolve("drawn.pgm");
    String script =
        """
        import json, sys
        sys.path[:0] = ["%1$s/quickstart", "%1$s/deepfield"]
        from scene import Scene, Sky
        scene = Scene(Sky(seed=5, width=1000, height=872, stars=150, galaxies=40, threshold=80))
        with open("%2$s", "wb") as picture:
            picture.write(b"P5\\n1000 872\\n255\\n")
            for y in range(872):
                picture.write(scene.row(y))
        sizes = [drawn.pixels for drawn in scene.drawn]
        print(json.dumps({
            "objects": len(sizes),
            "objects_of_min_pixels": sum(size >= 20 for size in sizes),
            "largest_object_pixels": max(sizes),
            "pixels_on": sum(sizes),
        }))
        """
            .formatted(Project.examples(), image);
    Program drawing =
        workshop.start(
            workshop.directory(),
            Map.of("PYTHONDONTWRITEBYTECODE", "1"),
            List.of("python3", "-c", script));
    Found known = Found.in(new JsonMapper().readTree(drawing.ends(0).out()));
    return new Sky(image, Map.of(CORNERS_TOUCH, known, SIDES_TOUCH, known));
  }
}
