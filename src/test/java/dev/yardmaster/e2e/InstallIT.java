package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What {@code docs/install.md} has people write into files. */
class InstallIT {

  private static final Path PAGE = Project.directory().resolve("docs/install.md");
  private static final Path VERIFY = Path.of("/usr/bin/systemd-analyze");

  @RegisterExtension private final Workshop workshop = new Workshop();

  private static String unit() {
    return Snippet.of(PAGE).stream()
        .filter(snippet -> snippet.isFor("file=yardmaster.service"))
        .findFirst()
        .orElseThrow()
        .text();
  }

  @Test
  void systemdUnderstandsTheUnit() {
    assumeThat(VERIFY).exists();
    Path file =
        workshop.write(
            "yardmaster.service", unit().replace("/opt/java-25/bin/java", Project.java()));

    Program verified =
        workshop.start(
            workshop.directory(),
            Map.of(),
            List.of(VERIFY.toString(), "--man=no", "verify", file.toString()));

    verified.ends(0);
    assertThat(verified.err().lines()).noneMatch(line -> line.contains("yardmaster.service:"));
  }

  /** Else systemd would stop the commands themselves, and the blocks would have failed. */
  @Test
  void theUnitStopsTheServiceAndLeavesItsCommandsToIt() {
    assertThat(unit()).contains("\nKillMode=mixed\n", "\nTimeoutStopSec=60\n");
  }
}
