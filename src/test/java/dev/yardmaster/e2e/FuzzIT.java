package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
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

  @Test
  void nothingThatTheContractAllowsBreaksTheServiceOrTheContract() {
    Optional<Path> fuzzer = fuzzer();
    if (!Project.isContinuousIntegration()) {
      assumeTrue(fuzzer.isPresent(), "schemathesis is not there (YARDMASTER_SCHEMATHESIS)");
    }
    Service service =
        Service.start(workshop, workshop.directory(), "--yardmaster.workers.embedded.count=1");

    Program calls =
        workshop.start(
            workshop.directory(),
            Map.of("NO_COLOR", "1"),
            List.of(
                fuzzer.orElseThrow().toString(),
                "run",
                service.uri() + "/v3/api-docs",
                "--checks",
                CHECKS,
                "--max-examples",
                EXAMPLES,
                "--request-timeout",
                SECONDS_UNTIL_IT_HANGS,
                "--seed",
                SEED,
                "--generation-database",
                "none",
                "--warnings",
                "off",
                "--workers",
                "2"));

    int exit = calls.awaitExit();
    assertEquals(0, exit, calls::out);
    assertThat(calls.out()).containsPattern("Tested: (1[0-9]|[2-9][0-9])");
    service.api().get("/api/v1/runs").ok();
    assertThat(service.program().err()).doesNotContain("unexpected failure", "OutOfMemoryError");
  }
}
