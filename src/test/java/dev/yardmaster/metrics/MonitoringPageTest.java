package dev.yardmaster.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is written about the metrics is what they are. */
class MonitoringPageTest {

  private static final Path PAGE = Path.of("docs/monitoring.md");

  /** Whoever changed a metric finds the new table here. */
  private static final Path FRESH = Path.of("target/metrics-table.md");

  private static String table() {
    return Stream.of(Metric.values())
        .map(MonitoringPageTest::row)
        .collect(
            Collectors.joining(
                "\n", "| metric | labels | what it is |\n| --- | --- | --- |\n", "\n"));
  }

  private static String row(Metric metric) {
    String labels =
        metric.labels().stream().map(label -> "`" + label + "`").collect(Collectors.joining(", "));
    return "| `%s` | %s | %s |".formatted(metric.title(), labels, metric.help());
  }

  @Test
  void theTableOfMetricsIsThatOfTheProgram() throws IOException {
    Files.createDirectories(FRESH.getParent());
    Files.writeString(FRESH, table());

    assertThat(ShippedFiles.text(PAGE)).as("%s, of which %s is new", PAGE, FRESH).contains(table());
  }

  @Test
  void theBoundsAreThoseOfTheProgram() {
    assertThat(ShippedFiles.text(PAGE))
        .contains("| `pipeline` | " + MetricBounds.MAX_PIPELINES + " |")
        .contains("| `pipeline` with `task` | " + MetricBounds.MAX_TASKS + " |")
        .contains("| `resource` | " + MetricBounds.MAX_RESOURCES + " |")
        .contains("| `tags` | " + MetricBounds.MAX_TAG_SETS + " |");
  }
}
