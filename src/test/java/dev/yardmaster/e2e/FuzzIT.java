package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.yardmaster.api.access.TokenHash;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Schemathesis reads the contract for machines and calls everything that is in it, with values that
 * fit and values that do not. Needs that program, see CONTRIBUTING.md; in continuous integration
 * its absence is a failure.
 */
class FuzzIT {

  /** The same calls in every build; another number finds others. */
  private static final String SEED = System.getProperty("yardmaster.fuzz.seed", "1");

  /** Calls of each kind and operation. */
  private static final String EXAMPLES = System.getProperty("yardmaster.fuzz.examples", "25");

  /** Where most of it is the same. */
  private static final String EXAMPLES_WITH_TOKEN = "5";

  private static final String TOKEN = "ym_fuzzer";

  /** More than a long poll may take; whoever has no answer by then hangs. */
  private static final String SECONDS_UNTIL_IT_HANGS = "75";

  /**
   * Not asked for: that whatever fits the contract is taken, and whatever does not is refused with
   * certain codes. A contract cannot say that a run has to exist.
   */
  private static final String CHECKS =
      "not_a_server_error,status_code_conformance,content_type_conformance,"
          + "response_headers_conformance,response_schema_conformance,unsupported_method";

  @RegisterExtension private final Workshop workshop = new Workshop();

  private static Optional<Path> fuzzer() {
    String named = System.getenv("YARDMASTER_SCHEMATHESIS");
    Stream<Path> places =
        named != null
            ? Stream.of(Path.of(named))
            : Stream.concat(
                Stream.of(Path.of("target/ci-tools/bin/schemathesis").toAbsolutePath()),
                Stream.of(System.getenv("PATH").split(File.pathSeparator))
                    .map(folder -> Path.of(folder, "schemathesis")));
    return places.filter(Files::isExecutable).findFirst();
  }

  private static Path fuzzerOrSkip() {
    Optional<Path> fuzzer = fuzzer();
    if (!Project.isContinuousIntegration()) {
      assumeTrue(fuzzer.isPresent(), "schemathesis is not there (YARDMASTER_SCHEMATHESIS)");
    }
    return fuzzer.orElseThrow();
  }

  @Test
  void nothingThatTheContractAllowsBreaksTheServiceOrTheContract() {
    fuzz(EXAMPLES, List.of(), List.of());
  }

  /** The same through the door: with the token of somebody who may do everything. */
  @Test
  void norWhereTokensAreAskedFor() {
    fuzz(
        EXAMPLES_WITH_TOKEN,
        List.of(
            "--yardmaster.access.tokens[0].name=fuzzer",
            "--yardmaster.access.tokens[0].roles=admin",
            "--yardmaster.access.tokens[0].hash=" + TokenHash.of(TOKEN).text()),
        List.of("--header", "Authorization: Bearer " + TOKEN));
  }

  private void fuzz(String examples, List<String> settings, List<String> more) {
    Path fuzzer = fuzzerOrSkip();
    List<String> all = new ArrayList<>(List.of("--yardmaster.workers.embedded.count=1"));
    all.addAll(settings);
    Service service = Service.start(workshop, workshop.directory(), all.toArray(String[]::new));
    List<String> command =
        new ArrayList<>(
            List.of(
                fuzzer.toString(),
                "run",
                service.uri() + "/v3/api-docs",
                "--checks",
                CHECKS,
                "--max-examples",
                examples,
                "--request-timeout",
                SECONDS_UNTIL_IT_HANGS,
                "--seed",
                SEED,
                "--generation-database",
                "none",
                "--warnings",
                "off",
                // Python before 3.12 mixes up syntax trees that several threads build.
                "--workers",
                "1"));
    command.addAll(more);

    Program calls = workshop.start(workshop.directory(), Map.of("NO_COLOR", "1"), command);

    int exit = calls.awaitExit();
    assertEquals(0, exit, calls::out);
    assertThat(calls.out()).containsPattern("Tested: (1[0-9]|[2-9][0-9])");
    String said = service.program().out() + service.program().err();
    assertThat(said).contains("is ready").doesNotContain("Unexpected failure", "OutOfMemoryError");
  }
}
