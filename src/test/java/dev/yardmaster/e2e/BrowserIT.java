package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The dashboard in a real browser. The tests are in {@code frontend/e2e}, in the language of the
 * pages; each file of them starts services of its own. They need Chromium and what the build of the
 * pages has installed; where that is missing they are left out, but never in continuous
 * integration.
 *
 * <p>{@code -Dscreenshots} makes the pictures in {@code docs/images} anew.
 */
@Timeout(20 * 60)
class BrowserIT {

  /** Above what the slowest file takes on a busy machine. */
  private static final Duration PATIENCE = Duration.ofMinutes(15);

  private static final Path FRONTEND = Project.directory().resolve("frontend");
  private static final Path BUNDLE =
      Project.directory().resolve("target/classes/static/app/app.js");
  private static final Path VITEST = FRONTEND.resolve("node_modules/vitest/vitest.mjs");

  @RegisterExtension private final Workshop workshop = new Workshop();

  private static Path chromium() {
    String named = System.getenv("YARDMASTER_CHROMIUM");
    return Path.of(named == null ? "/usr/bin/chromium" : named);
  }

  private static boolean onThePath(String program) {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder).resolve(program)));
  }

  @BeforeEach
  void thereIsABrowser() {
    List<String> missing =
        Stream.of(
                Files.isExecutable(chromium()) ? "" : chromium() + " (YARDMASTER_CHROMIUM)",
                onThePath("node") ? "" : "node",
                Files.exists(BUNDLE) ? "" : "the pages' scripts (left out by -DskipFrontend?)",
                Files.exists(VITEST) ? "" : VITEST + " (the build installs it)")
            .filter(what -> !what.isEmpty())
            .toList();
    String message = "The dashboard was not tested; missing: " + String.join(", ", missing);
    if (Project.isContinuousIntegration()) {
      assertThat(missing).as(message).isEmpty();
    }
    assumeTrue(missing.isEmpty(), message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dashboard", "looks", "scale", "access"})
  void theDashboardDoesInABrowserWhatItShould(String file) {
    Program tests =
        workshop.start(
            FRONTEND,
            environment(),
            List.of(
                "node",
                VITEST.toString(),
                "run",
                "--config",
                "vitest.e2e.config.ts",
                "--reporter=verbose",
                "e2e/" + file + ".test.ts"));
    int code = tests.awaitExit(PATIENCE);
    assertThat(code).as(tests.story()).isZero();
    tests.out().lines().filter(line -> line.contains("kB/s")).forEach(System.out::println);
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    environment.put("YARDMASTER_JAVA", Project.java());
    environment.put("YARDMASTER_JAR", Project.jar().toString());
    environment.put("NO_COLOR", "1");
    // Whatever a test that is stopped leaves there goes with the workshop.
    environment.put("TMPDIR", workshop.directory().toString());
    if (System.getProperty("screenshots") != null) {
      environment.put(
          "YARDMASTER_SCREENSHOTS", Project.directory().resolve("docs/images").toString());
    }
    return environment;
  }
}
